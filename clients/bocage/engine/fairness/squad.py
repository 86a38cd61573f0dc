"""Sides and losses of SQUAD: nations, and men lost by hex."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bocage.rules.kernel import Event
from bocage.rules.squad.data import NATIONS
from bocage.rules.squad.drawn import parse
from bocage.rules.squad.events import Attacked, MineHit, Routed
from bocage.rules.squad.hexmap import board
from bocage.rules.squad.options import Options, SeatOptions
from bocage.rules.squad.state import State

SIDES = tuple(NATIONS)


def freed(options: Options) -> Options:
    """Return the options in which no nationality is fixed: it would override that of a seat (SQ-13)."""
    return msgspec.structs.replace(options, nation_0="open", nation_1="open")


def seat_options(side: str) -> SeatOptions:
    """Return the options of a seat with squads of one nation."""
    return msgspec.convert({"nation": side}, SeatOptions)


def places(state: State) -> Mapping[str, str]:
    """Return squad → hex."""
    names = board(state.options.columns, state.options.rows).names
    return {squad.id: names[squad.hex] for squad in state.squads.values()}


def loss(event: Event) -> tuple[str, int]:
    """Return losses by an attack, a mine or a rout."""
    match event:
        case Attacked(target=squad, kills=men) | MineHit(squad=squad, kills=men) | Routed(squad=squad, kills=men):
            return squad, men
    return "", 0


def drawn(options: Options, signs: Mapping[str, str], empty: str) -> str:
    """Draw a line per row; odd ones are half a hex to the right."""
    rows = []
    for row in range(options.rows):
        line = (signs.get(f"{column},{row}", empty) for column in range(options.columns))
        rows.append(" " * (row % 2) + " ".join(line))
    return "\n".join(rows)


def cover(options: Options) -> float:
    """Return the share of hexes with terrain on them or next to them: all of it covers (SQ-27)."""
    layout, terrain = board(options.columns, options.rows), parse(options.map or "").terrain
    near = {at for name in terrain for at in (layout.number[name], *layout.neighbours[layout.number[name]])}
    return len(near) / len(layout.names)
