"""How fair a map is: the engine against itself, and where men fall."""

from __future__ import annotations

from collections import Counter

import pytest

from bocage.engine.fairness import Tally, field_of, heat, margin, play_games
from bocage.rules.kernel.registry import find_game
from bocage.rules.squad.options import Options
from tests.rules.squad.maps import drawn_options

GAME = find_game("squad")
FIELD = field_of("squad")


def test_any_map_between_any_edges_is_played_by_the_engine() -> None:
    assert FIELD is not None
    for number in range(8):
        options = drawn_options(f"fair {number}")
        *_, tally = play_games(GAME, FIELD, options, FIELD.SIDES, 2, "any")
        assert tally.games == 2
        assert sum(tally.won) <= 2
        columns, rows = options.columns, options.rows
        assert {*tally.fallen} <= {f"{column},{row}" for column in range(columns) for row in range(rows)}


def test_the_same_seed_plays_the_same_games() -> None:
    assert FIELD is not None
    options = drawn_options("again")
    one, other, third = (
        [tally.won[:] for tally in play_games(GAME, FIELD, options, ("us", "de"), 6, seed)] for seed in "aab"
    )
    assert one == other
    assert len(third) == 6


def test_every_two_sides_meet_in_turn() -> None:
    assert FIELD is not None
    *_, tally = play_games(GAME, FIELD, Options(variant="map"), ("us", "jp"), 5, "sides")
    games = {sides: games for sides, (games, _) in tally.by_sides.items()}
    assert games == Counter({"us-us": 2, "us-jp": 1, "jp-us": 1, "jp-jp": 1})


def test_draws_are_half_wins_and_few_games_say_little() -> None:
    tally = Tally()
    for winners in ((0,), (1,), (0,), ()):
        tally.add(("us", "de"), winners, 10)
    assert (tally.won, tally.turns, tally.share) == ([2, 1], 40, 0.625)
    assert tally.by_sides == {"us-de": (4, 2.5)}
    assert margin(0.5, 100) == pytest.approx(0.096, abs=0.001)
    assert margin(1.0, 2) > 0.25


def test_heat_is_told_from_the_place_where_most_fell() -> None:
    assert heat({"0,0": 20, "1,0": 10, "2,0": 1}) == {"0,0": "9", "1,0": "5", "2,0": "0"}
    assert heat({}) == {}


def test_a_game_without_maps_has_no_field() -> None:
    assert field_of("omaha") is None
