"""Commands of a few lines, and what they hand to programs and files. Nothing is played."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.cli import main
from bocage.cli.common import CommandError
from bocage.cli.logs import entries_of, read_log
from bocage.cli.new_game import derive, fill, prefixes, words_of
from bocage.cli.review import review_of
from bocage.engine.strongest import NoEngineError
from bocage.log.export import export
from bocage.terminal.replay_player import NoEyesError
from bocage.terminal.sit import NAME
from tests.cli.calls import Calls
from tests.cli.stored import play_out


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")


# bocage new-game -----------------------------------------------------------------------------------


def test_a_new_game_says_what_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("service/bocage/rules", "tests/rules", "docs/games"):
        (tmp_path / folder).mkdir(parents=True)
    ran = Calls(SimpleNamespace(returncode=0))
    monkeypatch.setattr("subprocess.run", ran)
    assert main(["new-game", "liars_dice", "--into", str(tmp_path)]) == 0
    paths = capsys.readouterr().out.splitlines()
    assert "service/bocage/rules/liars_dice/game.py" in paths
    assert sorted(paths) == sorted(
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    )
    assert not any("<<" in (tmp_path / path).read_text(encoding="utf-8") for path in paths)
    for (command,), named in ran.made:
        assert command[0] == sys.executable
        assert named == {"cwd": tmp_path, "check": False}
    assert [command[1:] for (command,), _ in ran.made] == [
        ["-m", "tests.goldens", "liars_dice"],
        ["-m", "bocage_tools.client_types"],
        ["-m", "bocage_tools.planes"],
    ]


def test_a_program_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = Calls(SimpleNamespace(returncode=3))
    monkeypatch.setattr("subprocess.run", ran)
    with pytest.raises(CommandError, match=r"tests\.goldens failed; when that is mended"):
        derive(tmp_path, "liars_dice")
    assert len(ran.made) == 1


def test_words_for_a_game_are_made_from_its_id(tmp_path: Path) -> None:
    other = tmp_path / "service" / "bocage" / "rules" / "other"
    other.mkdir(parents=True)
    (other / "RULINGS.md").write_text("# Rulings\n\n| LD-1 | a |\n| XY-2 | b |\n", encoding="utf-8")
    (tmp_path / "service" / "bocage" / "rules" / "none").mkdir()
    assert prefixes(tmp_path) == {"LD"}
    assert words_of(tmp_path, "liars_dice") == {
        "id": "liars_dice",
        "NAME": "Liars Dice",
        "Class": "LiarsDice",
        "P": "LI",
        "p": "li",
    }
    assert fill("<<a>> is <<b>>, <a>", {"a": "1", "b": "2"}) == "1 is 2, <a>"
    with pytest.raises(KeyError):
        fill("<<c>>", {})


# Logs ----------------------------------------------------------------------------------------------


def test_a_log_with_an_unreadable_line_is_refused() -> None:
    lines = b"".join(export(play_out("omaha", 5))).splitlines(keepends=True)
    whole = entries_of(b"".join(lines), "m")
    assert [entry.seq for entry in whole] == list(range(1, len(lines)))
    assert b"".join(export(whole)) == b"".join(lines)
    with pytest.raises(CommandError, match=r"^m: entry \d+ "):
        entries_of(b"".join([*lines[:4], b"{}\n", *lines[5:]]), "m")
    for empty in (b"", lines[0]):
        with pytest.raises(CommandError, match=r"^m is no exported log$"):
            entries_of(empty, "m")


@pytest.mark.parametrize("name", ["", "Ann"])
def test_own_matches_are_those_of_the_usual_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Client:
        rest = SimpleNamespace(mine=Calls("rows").later)

        async def __aenter__(self) -> Client:
            return self

        async def __aexit__(self, *_: object) -> None:
            """Nothing to close."""

    connected = Calls(Client())
    monkeypatch.setattr("bocage.cli.matches.connect_as", connected.later)
    monkeypatch.setattr("bocage.cli.matches.table", Calls(["one"]).later)
    assert main(["matches", "--mine", *(["--name", name] if name else [])]) == 0
    assert connected.only == ((name or NAME, ""), {})


def test_without_moves_or_engine_there_is_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = play_out("omaha", 7)
    reviewed = Calls("the review")
    monkeypatch.setattr("bocage.engine.review.review", reviewed)
    assert review_of(entries, 9) == "the review"  # type: ignore[comparison-overlap]
    (course, nodes), _ = reviewed.only
    assert (len(course.steps) > 3, nodes) == (True, 9)

    def none(*_: Any) -> Any:
        raise NoEngineError("no engine for this")

    monkeypatch.setattr("bocage.engine.review.review", none)
    with pytest.raises(CommandError, match="no engine for this"):
        review_of(entries)
    for course in (None, SimpleNamespace(steps=[])):
        monkeypatch.setattr("bocage.log.course.course_of", lambda _, course=course: course)
        with pytest.raises(CommandError, match="nothing was played"):
            review_of(entries)


def test_a_replay_of_a_file_needs_no_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "m.jsonl"
    file.write_bytes(b"".join(export(play_out("omaha", 5))))
    made, ran = Calls(), Calls()
    made.answer = SimpleNamespace(run=ran.later)
    monkeypatch.setattr("bocage.cli.replay.ReplayPlayer", made)
    assert main(["replay", str(file), "--at", "4", "--eyes", "open", "--lang", "ja"]) == 0
    recording, _, library, lang, viewer = made.only[0]
    assert (recording.match, lang, viewer) == ("stored5", "ja", -2)
    assert type(library).__name__ == "LocalLibrary"
    assert ran.only == ((4,), {})


@pytest.mark.parametrize(("said", "told"), [("", "no such view: 7"), ("seat 7 is closed", "seat 7 is closed")])
def test_eyes_that_nobody_has_are_named(
    said: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def closed(chosen: Any) -> None:
        raise NoEyesError(said)

    monkeypatch.setattr("bocage.cli.replay._remote", closed)
    assert main(["replay", "m", "--eyes", "7"]) == 1
    assert capsys.readouterr().err == f"bocage: {told}\n"


def test_a_log_is_read_from_file_or_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def note(path: Path) -> bytes:
        read.append(path)
        return b""

    monkeypatch.setattr(Path, "read_bytes", note)
    assert main(["verify", "-"]) == 1
    assert main(["verify", "other"]) == 1
    assert read == [Path("/dev/stdin"), Path("other")]


def test_what_is_no_file_is_asked_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = b"".join(export(play_out("omaha", 5)))
    fetched = Calls(whole)
    monkeypatch.setattr("bocage.cli.logs.fetch", fetched)
    assert b"".join(export(read_log("m", "http://h", "code"))) == whole
    assert fetched.only == (("m", "http://h", "code"), {})


def test_a_review_is_one_json_line_or_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made, told = Calls({"luck": 1}), Calls(["one", "two"])
    monkeypatch.setattr("bocage.cli.review.read_log", Calls("entries"))
    monkeypatch.setattr("bocage.cli.review.review_of", made)
    monkeypatch.setattr("bocage.cli.review.in_words", told)
    assert main(["review", "m", "--json", "--nodes", "7"]) == 0
    assert capsys.readouterr().out == '{"luck":1}\n'
    assert (made.only, told.made) == ((("entries", 7), {}), [])
    assert main(["review", "m", "--all", "--lang", "ja"]) == 0
    assert capsys.readouterr().out == "one\ntwo\n"
    assert told.only == (("entries", {"luck": 1}, "ja", True), {})
    assert made.made[1] == (("entries", 0), {})


def test_the_engine_decides_how_long_it_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Calls("review")
    monkeypatch.setattr("bocage.engine.review.review", looked)
    assert review_of(play_out("omaha", 5)) == looked.answer
    assert looked.only[0][1] == 0
