"""Maps that players draw mean the same in the page and in the rules."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

from bocage.rules.squad.data import TERRAINS
from bocage.rules.squad.drawn import COLUMNS, EXAMPLES, LONGEST, ROWS, SIGNS, MapError, parse
from bocage.rules.squad.hexmap import board
from tests.page.node import run_module
from tests.rules.squad.maps import EDGES, random_map

ROW = ". . . . . . . . .\n"

READ = """
import { drawingOf, nameOf, textOf } from "WEB/js/features/maps/drawing.js";
const read = (text) => {
  try {
    const drawing = drawingOf(text);
    const terrain = drawing.hexes.flatMap((kind, at) => (kind === "open" ? [] : [[nameOf(drawing, at), kind]]));
    return [textOf(drawing), Object.fromEntries(terrain)];
  } catch (error) {
    return [error.code, error.fields];
  }
};
console.log(JSON.stringify(given.map(read)));
"""


def read(text: str) -> list[Any]:
    """Canonical text and terrain, or code and fields of the error."""
    try:
        drawn = parse(text)
    except MapError as error:
        return [error.code, dict(error.fields)]
    return [str(drawn), drawn.terrain]


def careless(text: str, rng: Random) -> str:
    """The same text as people write it, or something that is no map."""
    spoiled = [
        text.lower(),
        text.replace(" ", ""),
        text.replace("\n", "\r\n"),
        f"# Comment\n\n{text}\n",
        text[:-6],
        text[len(text) // 2 :],
        text.replace(".", rng.choice("XQ<?1あ"), 1),
        text + text,
    ]
    return rng.choice(spoiled)


def test_texts_are_read_as_by_the_rules() -> None:
    rng = Random("workshop")
    texts = [str(random_map(rng)) for _ in range(60)]
    texts += [careless(text, rng) for text in texts]
    texts += [*EXAMPLES, "", "#", ROW * 7, ". " * LONGEST, "".join(SIGNS.values()) + "\n"]
    assert run_module(READ, texts) == [read(text) for text in texts]


def test_sizes_and_terrain_are_those_of_the_rules() -> None:
    source = """
    import { COLUMNS, ROWS, SIGNS } from "WEB/js/features/maps/drawing.js";
    console.log(JSON.stringify([COLUMNS, ROWS, SIGNS]));
    """
    assert run_module(source, None) == [list(COLUMNS), list(ROWS), dict(SIGNS)]


def test_sq_116_home_hexes_follow_the_rules() -> None:
    sizes = [(columns, rows) for columns in COLUMNS for rows in ROWS]
    source = """
    import { blank, home } from "WEB/js/features/maps/drawing.js";
    const [sizes, edges] = given;
    console.log(JSON.stringify(sizes.map(([columns, rows]) =>
      edges.map((edge) => [0, 1].map((seat) => home(blank(columns, rows), edge, seat))))));
    """
    assert run_module(source, [sizes, EDGES]) == [
        [[list(board(*size).home(seat, edge)) for seat in (0, 1)] for edge in EDGES] for size in sizes
    ]


def test_sq_113_scattered_terrain_is_as_dense_as_by_rules() -> None:
    source = """
    import { blank, isMirrored, scattered } from "WEB/js/features/maps/drawing.js";
    let state = 1;
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
    const maps = [true, false].map((alike) => scattered(blank(9, 8), alike, random));
    console.log(JSON.stringify(maps.map((map) => [map.hexes.filter((kind) => kind !== "open"), isMirrored(map)])));
    """
    (mirrored, alike), (scattered, other) = run_module(source, None)
    assert (alike, other) == (True, False)
    for kinds in (mirrored, scattered):
        assert len(kinds) == 2 * (72 // 8)
        assert {kinds.count(kind) for kind in kinds} == {2}
        assert set(kinds) <= set(TERRAINS)


def test_lines_go_from_neighbour_to_neighbour() -> None:
    sizes = [(7, 6), (15, 14)]
    rng = Random("lines")
    wanted = [
        (columns, rng.randrange(columns * rows), rng.randrange(columns * rows))
        for columns, rows in sizes
        for _ in range(100)
    ]
    source = """
    import { line } from "WEB/js/features/maps/drawing.js";
    console.log(JSON.stringify(given.map(([columns, from, to]) => line(columns, from, to))));
    """
    for (columns, start, end), found in zip(wanted, run_module(source, wanted), strict=True):
        layout = board(columns, dict(sizes)[columns])
        assert (found[0], found[-1]) == (start, end)
        assert len(found) == layout.distance[start][end] + 1
        assert all(b in layout.neighbours[a] for a, b in itertools.pairwise(found))
