"""The types that clients have of what the service sends are those of the service."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bocage.rules.kernel.shapes import PYTHON, TYPESCRIPT, declarations
from bocage_tools import client_types
from bocage_tools.client_types import ROOT, files


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


def test_required_fields_come_first() -> None:
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


def test_types_are_written_where_they_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    same, other, new = (tmp_path / name for name in ("same.ts", "other.ts", "new.ts"))
    same.write_text("s", encoding="utf-8")
    other.write_text("old", encoding="utf-8")
    before = same.stat().st_mtime_ns
    monkeypatch.setattr(client_types, "ROOT", tmp_path)
    monkeypatch.setattr(client_types, "files", lambda: iter([(same, "s"), (other, "o"), (new, "é")]))
    client_types.main()
    assert [path.read_text(encoding="utf-8") for path in (same, other, new)] == ["s", "o", "é"]
    assert same.stat().st_mtime_ns == before
    assert capsys.readouterr().err == "other.ts\nnew.ts\n"


def test_only_what_is_used_is_imported() -> None:
    assert client_types._python("TOY", "Seat: TypeAlias = int\n") == (
        '"""Messages of the service about TOY. Written by ``make client-types``: do not edit."""\n\n'
        "from __future__ import annotations\n\nfrom typing import TypeAlias\n\nSeat: TypeAlias = int\n"
    )
    assert client_types._python("TOY", "class A(TypedDict):\n").endswith(
        "from typing import TypedDict\n\n\nclass A(TypedDict):\n"
    )
