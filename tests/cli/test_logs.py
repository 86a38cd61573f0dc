"""Commands that work on an exported log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bocage.cli import main
from bocage.log.export import export
from tests.all_games import GAMES
from tests.cli.stored import play_out


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A finished match of OMAHA in a file."""
    file = tmp_path / "match.jsonl"
    file.write_bytes(b"".join(export(play_out("omaha", 5))))
    return file


def test_a_right_log_is_called_right(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(log)]) == 0
    assert capsys.readouterr().out.endswith("right — commitment, nonces, chain, every draw and every state\n")


def test_many_logs_are_counted_as_they_are_checked(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bocage.progress.LINE_EVERY", 0.0)
    assert main(["verify", str(log), str(log)]) == 0
    assert [line.split(",")[0] for line in capsys.readouterr().err.splitlines()] == ["files: 1/2", "files: 2/2"]


def test_a_changed_log_is_called_wrong_with_the_entry(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    changed = lines[7].replace(b'\\"C', b'\\"L') if b'\\"C' in lines[7] else lines[7].replace(b'\\"L', b'\\"C')
    assert changed != lines[7]
    wrong = log.with_name("wrong.jsonl")
    wrong.write_bytes(b"".join([*lines[:7], changed, *lines[8:]]))
    assert main(["verify", str(log), str(wrong)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert "right" in out[0]
    assert "entry 7 " in out[1]
    assert out[-1].endswith("WRONG")


def test_a_log_cut_short_is_not_called_right(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]))
    assert main(["verify", str(log)]) == 1
    assert "is missing" in capsys.readouterr().out


@pytest.mark.parametrize(("lang", "land"), [("en", "Squad (Player 0): Land "), ("ja", "分隊（Player 0）: ")])
def test_show_tells_every_entry(log: Path, capsys: pytest.CaptureFixture[str], lang: str, land: str) -> None:
    assert main(["show", str(log), "--lang", lang, "--dice"]) == 0
    out = capsys.readouterr().out
    numbers = [int(line[:5]) for line in out.splitlines() if line[:5].strip().isdecimal()]
    assert numbers == list(range(1, len(log.read_bytes().splitlines())))
    assert "    1  2027-01-15 08:00:00  " in out
    # What belongs to an entry stands below its text.
    assert {len(line) - len(line.lstrip()) for line in out.splitlines() if line[:6].isspace()} == {28}
    assert land in out
    assert "/23 " in out  # the shuffle of the beach


def test_what_is_no_log_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear all,\n")
    for command in ("show", "replay"):
        assert main([command, str(file)]) == 1
        assert capsys.readouterr().err == f"bocage: {file} is no exported log\n"
    assert main(["verify", str(file)]) == 1
    assert main(["verify", str(tmp_path / "nothing")]) == 1
    assert "No such file" in capsys.readouterr().err


def test_games_are_listed_with_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    listed = capsys.readouterr().out
    named = [line.partition(":")[0] for line in listed.splitlines()]
    assert named == sorted(named)
    # Other folders' tests register games of their own.
    assert set(GAMES) <= set(named)
    assert main(["games", "omaha", "--lang", "ja"]) == 0
    assert "-o crawl_fire=icon" in capsys.readouterr().out
    assert main(["games", "chess"]) == 1
    assert "no game 'chess'" in capsys.readouterr().err


def test_schema_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert "ClientMessage" in json.loads(capsys.readouterr().out)["$defs"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (["play"], "say either which game to play or which match to join"),
        (["play", "omaha", "--join", "m"], "say either which game"),
        (["play", "omaha", "-o", "hard"], "an option is NAME=VALUE, not 'hard'"),
        (["play", "omaha", "--clock", "fast"], "a clock is none, 10m, 10m+5s or 2d, not 'fast'"),
        (["play", "omaha", "--seat", "left"], "a seat is a number from 0, or any; not 'left'"),
        (["bot", "--strategy", "planner", "--game", "squad"], "squad knows no strategy 'planner'"),
        (["replay", __file__, "--eyes", "mine"], "is no exported log"),
    ],
)
def test_wrong_wishes_are_answered_in_a_sentence(
    line: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # 2: no service could do that; 1: this one, or this file, cannot.
    assert main(line) == (1 if "no" in complaint.split() else 2)
    assert complaint in capsys.readouterr().err


def test_nobody_at_the_address(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["export", "m", "--url", "http://127.0.0.1:9"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("bocage: nothing answers at http://127.0.0.1:9 (is bocage serve running there?")
    assert said.count("\n") == 1


def test_a_wrong_command_line_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "verify    check an exported log" in capsys.readouterr().err
    for line in (["dance"], ["verify"]):
        with pytest.raises(SystemExit) as caught:
            main(line)
        assert caught.value.code == 2
    assert "usage: bocage" in capsys.readouterr().err
