"""Output of the tools where a number or a word decides: reports, ratings, the table of a load."""

from __future__ import annotations

import pytest

from bocage_tools.arena.ratings import ratings
from bocage_tools.load.table import Story, header, line_of
from bocage_tools.report.games import Played, Report
from bocage_tools.report.tables import _Page


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
    assert header() == (
        " seconds connected matches watchers actions/s updates/s  half ms  99 % ms  late ms checked broken"
        " faults                MB"
    )
    assert len(line_of(Story(), 0)) == len(header())


def test_a_facet_is_called_by_the_first_name_that_the_game_has() -> None:
    one = page()
    one.catalogue = {"facet.a": "A", "a": "no facet", "option.a": "no facet", "facet.a.x": "AX", "b.x": "BX"}
    one.catalogue |= {"option.b.x": "not first", "b": "not a name alone", "option.b": "B", "option.c.x": "CX"}
    assert [one.facet(name) for name in "abc"] == ["A", "B", "c"]
    assert [one.facet(name, "x") for name in "abcd"] == ["AX", "BX", "CX", "x"]
