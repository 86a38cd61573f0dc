"""QR codes: as another encoder draws them (Python's qrcode 8, level L, the same mask)."""

from __future__ import annotations

import pytest

from tests.page.node import run_module

SOURCE = """
const { qrCode } = await import("WEB/js/features/accounts/qr_code.js");
console.log(JSON.stringify(given.map(qrCode)));
"""
#: Rows, each as a number in hexadecimal.
KNOWN = {
    "hello": """
        1fcb7f 105a41 17595d 174a5d 17515d 105341 1fd57f 1f00 1a6c76 fb843 6f58d 2920b 16d50 1e35
        1fdcae 104fb0 174a71 17562f 174d15 105cc0 1fd72a
    """,
    "https://bocage.example.org/move#" + "abcdefgh" * 5: """
        1fc81727f 105b71c41 174e06e5d 175ae875d 17451735d 105460441 1fd55557f 142e00 1f7de85aa
        143817e47 1bebf95ba 71e24b94 ddbe84b8 81517ae3 1279e8c42 158160e04 9dbca3b2 181a9fa4b
        e603511a 171a17e84 bf5e87b2 109217b4b 11c9248ca 170a53cac 1779e85f1 1e17915 1fd8bd352
        104435b1c 1759e85f1 175a179b8 175dac2ca 105871c1c 1fd9e8722
    """,
}


@pytest.mark.parametrize("text", KNOWN, ids=len)
def test_a_code_is_as_another_encoder_draws_it(text: str) -> None:
    (grid,) = run_module(SOURCE, [text])
    assert [f"{int(''.join(map(str, row)), 2):x}" for row in grid] == KNOWN[text].split()


def test_smallest_fitting_size_is_taken() -> None:
    lengths = {17: 21, 18: 25, 32: 25, 33: 29, 53: 29, 54: 33, 78: 33, 79: 37, 106: 37, 107: None}
    grids = run_module(SOURCE, ["x" * length for length in lengths])
    assert [grid and len(grid) for grid in grids] == list(lengths.values())
