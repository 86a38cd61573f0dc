"""Maps that somebody might draw."""

from __future__ import annotations

from random import Random
from typing import get_args

from bocage.rules.squad.data import TERRAINS
from bocage.rules.squad.drawn import COLUMNS, ROWS, Map
from bocage.rules.squad.options import Edge, Options

EDGES: tuple[Edge, ...] = get_args(Edge)


def random_map(rng: Random) -> Map:
    """Any size, from all open to all terrain."""
    columns, rows, share = rng.choice(COLUMNS), rng.choice(ROWS), rng.choice((0.0, 0.2, 0.5, 1.0))
    hexes = (f"{column},{row}" for column in range(columns) for row in range(rows))
    return Map(columns, rows, {name: rng.choice(TERRAINS) for name in hexes if rng.random() < share})


def drawn_options(seed: str) -> Options:
    """A match on a random map, between any edges."""
    rng = Random(seed)
    return Options(
        variant="map",
        terrain="drawn",
        map=str(random_map(rng)),
        home_edge=rng.choice(EDGES),
        squads_per_seat=rng.choice((1, 2, 3)),
    )
