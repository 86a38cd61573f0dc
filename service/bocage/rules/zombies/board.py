"""The map's geometry, computed once: neighbours, two distances, nearer neighbours.

Two metrics that are never mixed (ZB-8, ZB-49): ``PATH`` walks printed hexes, for movement; ``RANGE`` is the
straight hex distance, for fire alone.
"""

from __future__ import annotations

from bocage.rules.hexes import CLOCKWISE, distance, walk
from bocage.rules.zombies.data import FIRE_RANGE, PLACES

AT = {place.id: place.hex for place in PLACES}
_PRINTED = {place.hex: place.id for place in PLACES}

#: Printed neighbours of a hex, clockwise from north.
NEIGHBOURS: dict[str, tuple[str, ...]] = {
    name: tuple(_PRINTED[h + step] for step in CLOCKWISE if h + step in _PRINTED) for name, h in AT.items()
}

#: Fewest printed hexes walked from one hex to another, whatever lies there.
PATH: dict[str, dict[str, int]] = {
    name: {_PRINTED[other]: steps for other, steps in walk(h, _PRINTED).items()} for name, h in AT.items()
}

#: Straight distance between two hexes, across holes.
RANGE: dict[str, dict[str, int]] = {
    name: {other: distance(h, o) for other, o in AT.items()} for name, h in AT.items()
}

#: Hexes that a tank in the given hex can fire into, its own included (ZB-48), in map order.
IN_RANGE: dict[str, tuple[str, ...]] = {
    name: tuple(other for other in AT if RANGE[name][other] <= FIRE_RANGE) for name in AT
}

#: Hexes that a tank in the given hex can reconnoitre: its own, then its printed neighbours.
IN_SIGHT: dict[str, tuple[str, ...]] = {name: (name, *NEIGHBOURS[name]) for name in AT}

#: ``NEARER[goal][hex]``: neighbours of ``hex`` strictly nearer to ``goal`` by path, clockwise from north (ZB-15).
NEARER: dict[str, dict[str, tuple[str, ...]]] = {
    goal: {name: tuple(next_ for next_ in NEIGHBOURS[name] if PATH[goal][next_] < PATH[goal][name]) for name in AT}
    for goal in AT
}

#: The hex of each printed number.
NUMBERED: dict[int, str] = {place.number: place.id for place in PLACES if place.number}

#: Chaos refills the numbered hexes from the highest number down.
REFILL: tuple[str, ...] = tuple(NUMBERED[number] for number in sorted(NUMBERED, reverse=True))
