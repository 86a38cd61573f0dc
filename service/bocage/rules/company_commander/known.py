"""The open part of the table as a state: for questions that the rules answer without hidden cards."""

from __future__ import annotations

from bocage.rules.company_commander.data import FRONTS, LANE_OF, SIDES, UNITS
from bocage.rules.company_commander.imagine import FRONT_BITS, UNIT_BITS, bits_of, known_assault, known_bonuses
from bocage.rules.company_commander.state import State, Unit
from bocage.rules.kernel import Seen


def known_state(seen: Seen) -> State:
    """The viewer's knowledge. Decks, hands and the stack of steps are empty; units have no previous place."""
    table = seen.table
    units: tuple[dict[str, Unit], dict[str, Unit]] = ({}, {})
    for name, one in table["units"].items():
        lane = LANE_OF[one["front"]]
        flags = bits_of(one, UNIT_BITS)
        unit = Unit(name, one["card"], one["n"], lane, one["casualties"], one["pins"], flags)
        units[UNITS[unit.card].side][name] = unit
    return State(
        stack=[],
        result=None,
        options=seen.options,
        us_seat=table["seats"]["us"],
        active=SIDES.index(table["active"]),
        squads=((), ()),
        tactical=(),
        units=units,
        fronts=tuple(bits_of(table["fronts"][front], FRONT_BITS) for side in (0, 1) for front in FRONTS[side]),
        bonuses=known_bonuses(table["fronts"]),
        turn=table["turn"],
        proxy=LANE_OF[table["proxy"]] if table["proxy"] else -1,
        proxy_used=bool(table["proxy"]),
        assault=known_assault(table["assault"]) if "assault" in table else None,
    )
