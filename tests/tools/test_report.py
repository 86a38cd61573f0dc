"""Reports: the same seed gives the same tables, in both languages, between the markers of a page."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest

from bocage.cli.common import CommandError, UsageError
from bocage.rules.kernel import registry
from bocage_tools.report.command import END, START, main, parser, run, write_between
from bocage_tools.report.games import Played, Report, parse_options, run_report
from bocage_tools.report.tables import markdown
from tests.cli.calls import Calls
from tests.rules.toy import CARDS, GAME, Table, Toy


@pytest.fixture(autouse=True)
def _toy_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (GAME.id, GAME.rules), GAME)


def smallest(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    """Play the weakest card, never swap."""
    hand = view["table"]["hands"]
    assert len(hand) == 1
    assert view["options"]["hand"] in (1, 2, 3)
    return min((a for a in actions if a["do"] == "play"), key=lambda action: CARDS[action["card"]])


def largest(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    """Swap while nothing is good enough, then play the strongest card."""
    swaps = [a for a in actions if a["do"] == "swap"]
    return swaps[0] if swaps else max(actions, key=lambda action: CARDS[action["card"]])


def cheating(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    return {"do": "play", "card": "dragon"}


def parse(*words: str) -> argparse.Namespace:
    return parser().parse_args(words)


def test_the_same_seed_plays_the_same_games() -> None:
    one = run_report("toy", 30, "x")
    assert one == run_report("toy", 30, "x")
    assert one.played != run_report("toy", 30, "y").played
    assert {game.reason for game in one.played} <= {"most_points", "tie"}
    assert all((game.winners == ()) is (game.reason == "tie") for game in one.played)
    assert all(game.decisions in (4, 5, 6) for game in one.played)


class Counted(Toy):
    """The toy with a number of turns: each card dealt is one."""

    id = "counted"

    def turns(self, state: Table) -> int:
        return len(CARDS) - len(state.deck)


def test_only_the_game_says_what_its_turns_are(monkeypatch: pytest.MonkeyPatch) -> None:
    # The toy's view has a key ``turn``: the seat whose turn it is.
    assert {game.turns for game in run_report("toy", 10, "x").played} == {-1}
    monkeypatch.setitem(registry._extra, ("counted", 1), Counted())
    assert {game.turns for game in run_report("counted", 10, "x").played} == {4}
    for game_id in ("squad", "zombies", "company_commander"):
        assert all(game.turns > 0 for game in run_report(game_id, 2, "x").played)
    assert {game.turns for game in run_report("omaha", 2, "x").played} == {-1}


def test_options_are_followed() -> None:
    report = run_report("toy", 20, options={"hand": 1, "swaps": False})
    assert {game.decisions for game in report.played} == {2}


def test_strategies_play_their_seats_and_see_what_the_seat_sees() -> None:
    here = f"{__name__}:"
    report = run_report("toy", 60, strategies=[here + "smallest", here + "largest"], options={"hand": 1})
    wins = [sum(seat in game.winners for game in report.played) for seat in range(2)]
    again = run_report("toy", 60, strategies=[here + "smallest"], options={"hand": 1})
    assert {game.decisions for game in report.played} == {3}
    assert {game.decisions for game in again.played} == {2}
    assert sum(wins) + sum(not game.winners for game in report.played) == 60


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"options": {"hand": 9}}, "no such options"),
        ({"options": {"cards": 9}}, "no such options"),
        ({"strategies": ["nowhere:nobody"]}, "no strategy"),
        ({"strategies": ["random", "random", "random"]}, "2 seats, not 3"),
        ({"strategies": [f"{__name__}:cheating"]}, "answered {'do': 'play', 'card': 'dragon'}"),
    ],
)
def test_what_cannot_be_played_is_said(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run_report("toy", 3, **changed)


def test_the_tables() -> None:
    played = (
        Played((0,), "most_points", 4, 1, {"beast_0": "fox", "beast_1": "bear", "hand": "2"}),
        Played((1,), "most_points", 6, 1, {"beast_0": "bear", "beast_1": "bear", "hand": "2"}),
        Played((), "tie", 5, 1, {"beast_0": "fox", "beast_1": "bear", "hand": "2"}),
        Played((0,), "most_points", 4, -1, {"beast_0": "fox", "beast_1": "fox", "hand": ""}),
    )
    reports = [
        Report("toy", "s", {}, ("random", "a:b"), played),
        Report("toy", "s", {"swaps": False}, ("random",) * 2, ()),
    ]
    text = markdown(reports, "en", "python -m bocage_tools.report toy")
    assert "4 games per row, played by random choice against `a:b`, seed `s`." in text
    assert "±49.0 points. Made by `python -m bocage_tools.report toy`" in text
    assert "| as usual | 50.0 % | 25.0 % | 25.0 % | 5 (4–6) | 1 (1–1) |" in text
    assert "| Swapping: No swap | – | – | – | – | – |" in text
    assert "| More points | First wins | 50.0 % | – |" in text
    assert "| As many points on both sides | drawn | 25.0 % | – |" in text
    assert "| beast | games | won | lost | drawn | decisions |" in text
    assert "| fox | 4 | 50.0 % | 25.0 % | 25.0 % | 4 (4–5) |" in text
    assert "| Hand size | games | First wins | Second wins | drawn | decisions |" in text
    assert "| 2 | 3 | 33.3 % | 33.3 % | 33.3 % | 5 (4–6) |" in text
    japanese = markdown(reports, "ja", "python -m bocage_tools.report toy")
    assert "| 得点で上回った | 先手の勝ち | 50.0 % | – |" in japanese
    assert japanese.count("\n") == text.count("\n")


def test_a_report_stands_between_its_markers(tmp_path: Path) -> None:
    page = tmp_path / "toy.md"
    page.write_text(f"# Beasts\n\n{START}\nold\n{END}\n\nThe end.\n")
    assert write_between(page, "new\n")
    assert page.read_text() == f"# Beasts\n\n{START}\nnew\n{END}\n\nThe end.\n"
    assert not write_between(page, "new\n")
    for text in ("# Beasts\n", f"{START}\n", f"{END}\n", f"{END}\n{START}\n"):
        page.write_text(text)
        with pytest.raises(CommandError, match="no place"):
            write_between(page, "new\n")
        assert page.read_text() == text


def test_a_page_may_hold_several_reports(tmp_path: Path) -> None:
    page = tmp_path / "toy.md"
    page.write_text(f"{START}\na\n{END}\n<!-- report second -->\nb\n{END}\n")
    assert write_between(page, "new\n", "second")
    assert page.read_text() == f"{START}\na\n{END}\n<!-- report second -->\nnew\n{END}\n"
    with pytest.raises(CommandError, match="<!-- report third -->"):
        write_between(page, "new\n", "third")


def test_the_command_prints_and_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "toy",
        "--games",
        "5",
        "--seed",
        "x",
        "--options",
        "{}",
        "--options",
        '{"hand":1}',
        "--strategy",
        "random",
    ]
    assert run(parse(*words, "--lang", "ja")) == 0
    assert "手札の枚数: 1" in capsys.readouterr().out
    folder = tmp_path / "docs" / "games"
    folder.mkdir(parents=True)
    for name in ("toy.md", "toy.ja.md"):
        (folder / name).write_text(f"{START}{END}")
    monkeypatch.chdir(tmp_path)
    assert run(parse(*words, "--write")) == 0
    line = (
        "`python -m bocage_tools.report toy --games 5 --seed x --options '{}' --options '{\"hand\":1}' "
        "--strategy random --write`"
    )
    assert all(line in (folder / name).read_text() for name in ("toy.md", "toy.ja.md"))


def test_options_must_be_json() -> None:
    with pytest.raises(CommandError, match="--options hand=1"):
        run(parse("toy", "--games", "1", "--options", "hand=1"))


def test_options_are_one_object() -> None:
    assert parse_options('{"hand": 2, "swaps": false}') == {"hand": 2, "swaps": False}
    for raw in ("[1]", "1", '"x"', "{", ""):
        with pytest.raises(UsageError, match="--options"):
            parse_options(raw)


@pytest.mark.parametrize(
    ("words", "options", "made"),
    [
        ([], [{}], "python -m bocage_tools.report squad --games 1000 --seed report --write"),
        (
            ["--options", '{"a":1}', "--options", "{}", "--strategy", "x y", "--mark", "second"],
            [{"a": 1}, {}],
            "python -m bocage_tools.report squad --games 1000 --seed report --options '{\"a\":1}' --options '{}' "
            "--strategy 'x y' --write --mark second",
        ),
    ],
)
def test_a_report_says_how_it_is_made_again(
    words: list[str],
    options: list[dict[str, object]],
    made: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ran, told = Calls(Report("squad", "report", {}, ("random",), ())), Calls("the tables")
    wrote = Calls(True)
    monkeypatch.setattr("bocage_tools.report.command.run_report", ran)
    monkeypatch.setattr("bocage_tools.report.command.markdown", told)
    monkeypatch.setattr("bocage_tools.report.command.write_between", wrote)
    assert main(["squad", *words]) == 0
    strategies = ["x y"] if words else ["random"]
    assert [given for given, _ in ran.made] == [("squad", 1000, "report", one, strategies) for one in options]
    assert told.only[0] == ([ran.answer] * len(options), "en", made)
    assert capsys.readouterr().out == "the tables"
    assert wrote.made == []
    told.made.clear()
    assert main(["squad", *words, "--write"]) == 0
    assert [given[1] for given, _ in told.made] == ["en", "ja"]
    mark = "second" if words else ""
    pages = [Path("docs/games/squad.md"), Path("docs/games/squad.ja.md")]
    assert [given for given, _ in wrote.made] == [(page, "the tables", mark) for page in pages]
    assert capsys.readouterr().out == "docs/games/squad.md\ndocs/games/squad.ja.md\n"
