"""How fair a map is: the engine against itself, and where men fall."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from bocage.engine.fairness import field_of, heat, play, play_games
from bocage.protocol.fairness import FairnessQuestion, Tally, margin
from bocage.rules.kernel.registry import find_game
from bocage.rules.squad.data import NATIONS
from bocage.rules.squad.drawn import EXAMPLES, read_map
from bocage.rules.squad.options import Options
from tests.rules.squad.maps import drawn_options

GAME = find_game("squad")
FIELD = field_of("squad")


def pairs(*sides: str) -> list[tuple[str, str]]:
    return [(one, other) for one in sides for other in sides]


ALL = pairs(*NATIONS)


def test_any_map_between_any_edges_is_played_by_the_engine() -> None:
    assert FIELD is not None
    for number in range(8):
        options = drawn_options(f"fair {number}")
        *_, tally = play_games(GAME, FIELD, options, ALL, 2, "any")
        assert tally.games == 2
        assert sum(tally.won) <= 2
        columns, rows = options.columns, options.rows
        assert {*tally.fallen} <= {f"{column},{row}" for column in range(columns) for row in range(rows)}


def test_the_same_seed_plays_the_same_games() -> None:
    assert FIELD is not None
    options = drawn_options("again")
    one, other, third = (
        [tally.won[:] for tally in play_games(GAME, FIELD, options, pairs("us", "de"), 6, seed)] for seed in "aab"
    )
    assert one == other
    assert len(third) == 6


def test_every_two_sides_meet_in_turn() -> None:
    assert FIELD is not None
    *_, tally = play_games(GAME, FIELD, Options(variant="map"), pairs("us", "jp"), 5, "sides")
    games = {sides: games for sides, (games, _) in tally.by_sides.items()}
    assert games == Counter({"us-us": 2, "us-jp": 1, "jp-us": 1, "jp-jp": 1})


def test_nations_that_a_match_fixes_do_not_replace_pairs() -> None:
    assert FIELD is not None
    free, fixed = Options(variant="map"), Options(variant="map", nation_0="ru", nation_1="ru")
    one, other = ([*play_games(GAME, FIELD, each, pairs("us", "jp"), 4, "fixed")][-1] for each in (free, fixed))
    assert one == other


def test_a_tally_goes_on_as_if_it_had_not_paused() -> None:
    question = FairnessQuestion("squad", dict(read_map(EXAMPLES[0]).options), pairs("us", "de"), 5, "on", Tally())
    whole = play(question)
    part = play(msgspec.structs.replace(question, games=2, tally=Tally()))
    assert part.tally.games == 2
    assert play(msgspec.structs.replace(question, tally=part.tally)) == whole
    assert whole.tally.by_sides.keys() == {"us-us", "us-de", "de-us", "de-de"}


def test_cover_is_terrain_here_or_next_to_here() -> None:
    assert FIELD is not None
    rows = [". " * 9] * 8
    for text, share in (("T" + ". " * 8, 3 / 72), (". T" + ". " * 7, 5 / 72), (". " * 9, 0)):
        options = msgspec.convert(read_map("\n".join([text, *rows[1:]])).options, GAME.Options)
        assert FIELD.cover(options) == share


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
