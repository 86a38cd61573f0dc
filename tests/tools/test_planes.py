"""The tables of observations are those of the games."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage_tools import planes
from bocage_tools.planes import files


@pytest.mark.parametrize(
    ("path", "text"), [*files()], ids=lambda value: value.stem if isinstance(value, Path) else ""
)
def test_a_page_is_what_the_game_says(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "run `make client-types`"


def test_a_page_that_has_changed_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(planes, "ROOT", tmp_path)
    (tmp_path / "docs").mkdir()
    planes.main()
    assert "docs/planes/omaha.md" in capsys.readouterr().err
    planes.main()
    assert capsys.readouterr().err == ""
