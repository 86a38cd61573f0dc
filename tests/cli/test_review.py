"""``bocage review``: a finished match in the terminal, in both languages, and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bocage.cli import main
from bocage.log.export import export
from tests.cli.stored import play_out


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A finished match of OMAHA in a file."""
    file = tmp_path / "match.jsonl"
    file.write_bytes(b"".join(export(play_out("omaha", 7))))
    return file


@pytest.mark.parametrize(("lang", "words"), [("en", ("luck", "Better: ")), ("ja", ("運", "より良い手: "))])
def test_a_review_in_words(
    log: Path, capsys: pytest.CaptureFixture[str], lang: str, words: tuple[str, str]
) -> None:
    assert main(["review", str(log), "--lang", lang, "--nodes", "8000"]) == 0
    out = capsys.readouterr().out
    assert "Player 0" in out
    for word in words:
        assert word in out
    assert "why." not in out
    assert "{" not in out


@pytest.mark.long
def test_a_review_as_json_names_more_than_three_with_all(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(log), "--json", "--nodes", "8000"]) == 0
    found = json.loads(capsys.readouterr().out)
    better = [choice for choice in found["choices"] if "better" in choice]
    assert main(["review", str(log), "--all", "--nodes", "8000", "--lang", "en"]) == 0
    assert capsys.readouterr().out.count("Better: ") == len(better) > 0


def test_what_cannot_be_reviewed_is_said(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")
    assert main(["review", str(log), "--nodes", "-1"]) == 2
    assert "--nodes" in capsys.readouterr().err
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(export(play_out("omaha", 7)[:-1])))
    assert main(["review", str(cut), "--nodes", "10"]) == 1
    assert "not over" in capsys.readouterr().err
