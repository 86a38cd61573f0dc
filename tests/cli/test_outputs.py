"""What commands print where a number or a word decides: reports, ratings, options, the load's table."""

from __future__ import annotations

import pytest

from bocage.cli import main
from bocage.cli.arena_ratings import ratings
from bocage.cli.load_table import Story, header, line_of
from bocage.cli.report import Played, Report
from bocage.cli.report_text import _Page
from bocage.cli.words import default_language, translate
from tests.all_games import GAMES


def page() -> _Page:
    return _Page([Report("squad", "s", {}, ("random", "random"), ())], "en")


def game(*winners: int, **facets: str) -> Played:
    return Played(winners, "r", 4, 1, facets)


def test_each_side_has_its_own_share() -> None:
    played = [game(0), game(0), game(0), game(1), game()]
    assert page().shares(played) == ["60.0 %", "20.0 %", "20.0 %"]


def test_each_value_of_a_seat_has_its_wins() -> None:
    """Losses are what is neither won nor drawn."""
    played = [game(0, side_0="a", side_1="b")] * 3 + [game(1, side_0="a", side_1="b"), game(side_0="a", side_1="b")]
    lines = page().per_seat("side", played).splitlines()
    assert lines[2:] == [
        "| a | 5 | 60.0 % | 20.0 % | 20.0 % | 4 (4–4) |",
        "| b | 5 | 20.0 % | 60.0 % | 20.0 % | 4 (4–4) |",
    ]


def test_turns_are_counted_from_none() -> None:
    none = Played((0,), "r", 4, 0, {})
    text = _Page([Report("squad", "s", {}, ("random", "random"), (none,))], "en").results()
    assert text.splitlines()[-1].endswith("| 4 (4–4) | 0 (0–0) |")


def test_ratings_are_those_of_the_formula() -> None:
    """Three of four points and one imagined draw of each: 12.5 of 17 pairs."""
    one, other = ratings(["a", "b"], {(0, 1): [4, 0, 0, 0, 12]})
    assert (one.player, other.player) == ("a", "b")
    assert one.elo == pytest.approx(88.7395, abs=1e-3)
    assert one.elo == pytest.approx(-other.elo)
    assert (one.low, one.high) == pytest.approx((-4.850, 182.329), abs=1e-3)


def test_the_table_of_a_load_has_its_columns_in_place() -> None:
    assert header("en") == (
        " seconds connected matches watchers actions/s updates/s  half ms  99 % ms  late ms checked broken"
        " faults                MB"
    )
    assert len(line_of(Story(), 0)) == len(header("en"))


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
    said = translate("match m1 is closed: bocage export gives its log", "ja")
    assert "m1" in said
    assert "closed" not in said


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


def test_a_facet_is_called_by_the_first_name_that_the_game_has() -> None:
    one = page()
    one.catalogue = {"facet.a": "A", "a": "no facet", "option.a": "no facet", "facet.a.x": "AX", "b.x": "BX"}
    one.catalogue |= {"option.b.x": "not first", "b": "not a name alone", "option.b": "B", "option.c.x": "CX"}
    assert [one.facet(name) for name in "abc"] == ["A", "B", "c"]
    assert [one.facet(name, "x") for name in "abcd"] == ["AX", "BX", "CX", "x"]
