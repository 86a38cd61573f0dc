"""What the values given to commands mean, and what a number or a word decides of the output."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bocage.cli import main
from bocage.cli.bot import _report, seat_of
from bocage.cli.common import UsageError, pairs
from bocage.cli.play import clock
from bocage.cli.replay import viewer_of
from bocage.cli.words import default_language, translate
from bocage.rules.kernel import OPEN, PUBLIC
from tests.all_games import GAMES


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("none", {}),
        ("10m", {"kind": "bank", "base": 600_000, "increment": 0}),
        ("1m+30s", {"kind": "bank", "base": 60_000, "increment": 30_000}),
        ("2d", {"kind": "days", "base": 172_800_000}),
    ],
)
def test_clocks_are_told_in_milliseconds(text: str, wanted: dict[str, Any]) -> None:
    assert clock(text) == wanted


@pytest.mark.parametrize("text", ["", "10", "m", "10m+5", "1h", "2d+1s", " 10m"])
def test_clocks_that_are_none(text: str) -> None:
    with pytest.raises(UsageError, match="a clock is"):
        clock(text)


def test_options_are_json_where_they_can_be() -> None:
    assert pairs(["a=1", "b=true", "c=word", "d=", "e=x=y", 'f="q"', "a=2"]) == {
        "a": 2,
        "b": True,
        "c": "word",
        "d": "",
        "e": "x=y",
        "f": "q",
    }
    with pytest.raises(UsageError):
        pairs(["a"])


def test_seats_and_views_are_numbers_or_words() -> None:
    assert [seat_of(text) for text in ("any", "0", "1")] == [None, 0, 1]
    assert [viewer_of(text) for text in ("public", "open", "0", "1")] == [PUBLIC, OPEN, 0, 1]
    for function in (seat_of, viewer_of):
        for text in ("-1", "x", "", "1.0"):
            with pytest.raises(UsageError):
                function(text)


@pytest.mark.parametrize(("winners", "said"), [([1], "m: won (counted)\n"), ([0], "m: did not win (counted)\n")])
def test_a_bot_says_how_each_match_ended(winners: list[int], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    state: Any = SimpleNamespace(match="m", seat=1, view={"outcome": {"winners": winners, "reason": "counted"}})
    _report(state)
    assert capsys.readouterr().out == said


def test_options_are_written_as_they_are_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")
    for name in GAMES:
        assert main(["games", name]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = [line for line in lines if line.startswith(("-o ", "--seat-option "))]
    assert told
    assert not [line for line in told if line.endswith(("=True", "=False"))]
    assert [line for line in told if line.endswith(("=true", "=false"))]


@pytest.mark.parametrize(
    ("set_", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_MESSAGES": "JA", "LANG": "en"}, "ja"),
        ({"BOCAGE_LANG": "en", "LC_ALL": "ja"}, "en"),
    ],
)
def test_the_language_is_the_one_that_is_said_first(
    set_: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BOCAGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in set_.items():
        monkeypatch.setenv(name, value)
    assert default_language() == language


def test_a_sentence_with_holes_is_translated() -> None:
    said = translate("m1 is no exported log", "ja")
    assert "m1" in said
    assert "exported" not in said


def test_a_game_says_what_each_value_of_an_option_means(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")
    assert main(["games", "omaha"]) == 0
    first, *options = capsys.readouterr().out.split("\n\n")
    assert first == "omaha: Attack on Omaha Beach — One squad, four assaults, a machine-gun nest above the beach."
    assert options == [
        "-o crawl_fire=icon\n"
        "    Fire on crawling squads — Whether the machine gun fires at a squad that crawls onto a tank obstacle.\n"
        "    icon: Unless an eye is on the card or ahead of it\n"
        "    never: Never when crawling forward (much easier)\n"
        "    always: Unless an eye is ahead of the card (harder)",
        "-o squad_track=7\n    Squad — How many hits kill the squad.\n"
        "    7: Seven hits\n    8: Eight hits (easier)",
        "-o nest_side=player\n"
        "    Side of the nest — Who decides where the nest stands when the last assault begins in the centre.\n"
        "    player: The player\n    random: Chance",
        "-o mines_under_open=false\n"
        "    Mines under open ground — Whether open cards are turned over and may be mined, as obstacles are.\n"
        "    false: No\n    true: Yes (harder)\n",
    ]
