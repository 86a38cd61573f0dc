"""SQ-112, SQ-113, SQ-116: maps that players draw, and the edges that they begin on."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import msgspec
import pytest

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.kernel.conformance import repeat_game
from bocage.rules.kernel.play import new_playthrough, play_out
from bocage.rules.squad import GAME
from bocage.rules.squad.data import OPEN_GROUND, RANGES, TERRAINS
from bocage.rules.squad.drawn import COLUMNS, EXAMPLES, LONGEST, ROWS, SIGNS, Map, MapError, parse, read_map
from bocage.rules.squad.hexmap import OPPOSITE, board
from bocage.rules.squad.options import Edge, Options, SeatOptions
from tests.rules.squad.maps import EDGES, drawn_options, random_map
from tests.rules.squad.test_conformance import TRANSIENT

ROW = ". " * 9 + "\n"
MAP = "# by hand\n\n" + "TL" + "." * 7 + "\n" + ROW * 7
UK = SeatOptions(nation="uk")


def drawn(text: str, **more: Any) -> Options:
    return Options(variant="map", terrain="drawn", map=text, **more)


def test_sq_112_a_map_is_as_large_as_it_is_drawn() -> None:
    options = drawn(EXAMPLES[1], columns=9, rows=8)
    assert (options.columns, options.rows) == (11, 6)
    view = GAME.view(GAME.setup(options, (UK, UK), Dice(b"m", 1)).state, 0)
    assert (view["columns"], view["rows"]) == (11, 6)
    assert view["map"]["5,1"] == "building"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("map_missing", ""),
        ("map_columns", "# nothing\n"),
        ("map_columns", (". " * 6 + "\n") * 8),
        ("map_columns", ("." * 16 + "\n") * 8),
        ("map_rows", ROW * 4),
        ("map_rows", ROW * 7),
        ("map_rows", ROW * 16),
        ("map_ragged", ROW * 7 + ". . .\n"),
        ("map_sign", ROW * 7 + ". . X . . . . . .\n"),
        ("map_sign", ROW * 7 + ". . <b>. . . .\n"),
        ("map_sign", ROW * 7 + ". . \u2068 . . . . . .\n"),
        ("length <= 2000", "." * 10_000),
    ],
)
def test_sq_113_text_that_is_no_map_is_refused(code: str, text: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=code):
        msgspec.convert({"variant": "map", "terrain": "drawn", "map": text}, Options)


@pytest.mark.parametrize(
    ("code", "columns", "rows", "terrain"),
    [
        ("map_columns", -9, 8, {}),
        ("map_columns", 10**9, 8, {}),
        ("map_rows", 9, -8, {}),
        ("map_hex", 9, 8, {"9,0": "hill"}),
        ("map_hex", 9, 8, {"-1,0": "hill"}),
        ("map_terrain", 9, 8, {"0,0": "open"}),
        ("map_terrain", 9, 8, {"0,0": "<b>"}),
    ],
)
def test_sq_113_a_map_that_cannot_be_is_refused_with_a_code(
    code: str, columns: int, rows: int, terrain: dict[str, str]
) -> None:
    with pytest.raises(MapError) as refused:
        Map(columns, rows, terrain)
    assert refused.value.code == code


def test_a_map_without_drawn_terrain_is_refused() -> None:
    with pytest.raises(MapError, match="map_unused"):
        Options(variant="map", map=MAP)
    assert Options(variant="base", terrain="drawn", map=MAP).map is msgspec.UNSET


def test_a_map_is_written_as_it_is_read() -> None:
    rng = Random("maps")
    for _ in range(50):
        made = random_map(rng)
        text = str(made)
        assert parse(text) == made
        assert len(text) <= LONGEST
        assert parse(text.lower().replace(" ", "")) == made
    assert set(SIGNS) == {OPEN_GROUND, *TERRAINS}


def test_a_map_has_the_hash_of_its_content_as_id() -> None:
    canonical = drawn(MAP).map
    assert isinstance(canonical, str)
    assert canonical.splitlines()[:2] == ["T L . . . . . . .", " . . . . . . . . ."]
    assert parse(MAP).id == parse(canonical).id == hashlib.sha256(canonical.encode()).hexdigest()[:32]
    assert parse(MAP.replace("T", "P")).id != parse(MAP).id


def test_sq_113_drawn_terrain_asks_no_dice() -> None:
    dice = ScriptedDice([1, 6], then=Dice(b"m", 1))
    state = GAME.setup(drawn(MAP), (UK, UK), dice).state
    assert state.terrain == {"0,0": "thick_woods", "1,0": "line_of_trees"}
    assert [bound for bound, _ in dice.draws] == [6, 6, *range(103, 1, -1)]


def test_what_is_not_chosen_is_not_stored() -> None:
    """Logs from before there were drawn maps and edges read the same."""
    stored = msgspec.to_builtins(Options(variant="map", home_edge="north"))
    assert not {"map", "home_edge"} & stored.keys()
    assert msgspec.convert(stored, Options) == Options(variant="map")


@pytest.mark.parametrize(
    ("edge", "first", "second"),
    [
        ("north", "0,0 1,0 2,0 3,0 4,0 5,0 6,0", "0,5 1,5 2,5 3,5 4,5 5,5 6,5"),
        ("west", "0,0 0,1 0,2 0,3 0,4 0,5", "6,0 6,1 6,2 6,3 6,4 6,5"),
        ("northwest", "0,0 1,0 2,0 0,1 1,1 0,2 1,2", "5,3 6,3 5,4 6,4 4,5 5,5 6,5"),
        ("northeast", "4,0 5,0 6,0 4,1 5,1 6,1 5,2 6,2", "0,3 1,3 0,4 1,4 2,4 0,5 1,5 2,5"),
    ],
)
def test_sq_116_home_edges_lie_opposite(edge: Edge, first: str, second: str) -> None:
    layout = board(7, 6)
    homes = [" ".join(layout.names[at] for at in layout.home(seat, edge)) for seat in (0, 1)]
    assert homes == [first, second]
    assert [layout.home(seat, OPPOSITE[edge]) for seat in (1, 0)] == [layout.home(seat, edge) for seat in (0, 1)]


@pytest.mark.parametrize("edge", EDGES)
def test_sq_116_no_squad_begins_nearer_than_long_range(edge: Edge) -> None:
    for columns in COLUMNS:
        for rows in ROWS:
            layout = board(columns, rows)
            one, other = layout.home(0, edge), layout.home(1, edge)
            assert min(layout.distance[a][b] for a in one for b in other) >= len(RANGES)
            assert {len(layout.names) - 1 - at for at in one} == set(other)


def test_sq_116_squads_are_placed_alternately_in_the_corners() -> None:
    options = drawn(MAP, home_edge="southwest", squads_per_seat=3)
    state = GAME.setup(options, (UK, UK), ScriptedDice([6, 1], then=Dice(b"m", 1))).state
    placed = {}
    while (decision := GAME.decision(state)) is not None and decision.kind == "placement":
        action = decision.actions[-1]
        placed[action.squad] = action.to
        state = GAME.apply(state, action, Dice(b"m", 2)).state
    assert list(placed.items()) == [
        ("0.1", "2,7"),
        ("1.1", "8,2"),
        ("0.2", "1,7"),
        ("1.2", "7,2"),
        ("0.3", "0,7"),
        ("1.3", "8,1"),
    ]


@pytest.mark.parametrize("number", range(12))
def test_any_map_between_any_edges_holds_the_contract(number: int) -> None:
    seed = f"drawn {number}"
    playthrough = new_playthrough(GAME, seed, drawn_options(seed))
    play_out(playthrough)
    repeat_game(GAME, playthrough.line(), TRANSIENT)


def test_no_two_kinds_of_terrain_look_alike() -> None:
    looks = set()
    for kind in ("", *TERRAINS):
        found = read_map(str(Map(7, 6, {"0,0": kind} if kind else {})))
        _, corner, *others = GAME.picture(found.view)
        here = [corner, *(shape for shape in others if (shape.x, shape.y) == (corner.x, corner.y))]
        looks.add(tuple((shape.style, shape.path) for shape in here))
    assert len(looks) == len(TERRAINS) + 1
