"""The types that clients have of what the service sends are those of the service."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bocage.cli.client_types import ROOT, files
from bocage.rules.kernel.shapes import PYTHON, TYPESCRIPT, declarations


@pytest.mark.parametrize(
    ("path", "text"), list(files()), ids=lambda each: each.name if isinstance(each, Path) else ""
)
def test_the_written_types_are_those_of_the_service(path: Path, text: str) -> None:
    written = path.read_text(encoding="utf-8") if path.exists() else ""
    assert written == text, f"{path.relative_to(ROOT)} is out of date: make client-types"


class Inner(msgspec.Struct, omit_defaults=True):
    """Leaves out what is usual."""

    n: int = 0


class Outer(msgspec.Struct, tag="outer", tag_field="t"):
    """Always sends all but what is unset."""

    inner: Inner
    words: dict[str, list[int | None]]
    pair: tuple[str, float] = ("", 0.0)
    later: bool | msgspec.UnsetType = msgspec.UNSET


def test_what_may_be_left_out_is_optional_and_what_is_needed_comes_first() -> None:
    assert declarations(TYPESCRIPT, {"Outer": Outer, "Several": Outer | None}) == (
        "export type Inner = {\n  n?: number;\n};\n\n"
        'export type Outer = {\n  t: "outer";\n  inner: Inner;\n  words: Record<string, (number | null)[]>;\n'
        "  pair: [string, number];\n  later?: boolean;\n};\n\n"
        "export type Several = Outer | null;\n"
    )
    assert declarations(PYTHON, {"Outer": Outer}) == (
        "class Inner(TypedDict):\n    n: NotRequired[int]\n\n\n"
        'class Outer(TypedDict):\n    t: Literal["outer"]\n    inner: Inner\n'
        "    words: dict[str, list[int | None]]\n    pair: tuple[str, float]\n    later: NotRequired[bool]\n"
    )


def test_a_type_that_json_has_not_is_refused() -> None:
    with pytest.raises(TypeError, match="clients cannot be told"):
        declarations(TYPESCRIPT, {"Raw": bytes})
