"""Which units may act on orders (option COMMANDER)."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.rules.company_commander.data import COMPANY_HQ, LANES, PLATOON_HQS, Lane
from bocage.rules.company_commander.state import State

_ALL = (True, True, True)


def has_company_hq(state: State) -> bool:
    """Has the active side its Company HQ on the table?"""
    return COMPANY_HQ[state.active] in state.units[state.active]


def _platoon_lanes(state: State) -> set[Lane]:
    return {unit.lane for unit in state.units[state.active].values() if unit.card in PLATOON_HQS}


def commanded(state: State) -> Sequence[bool]:
    """By lane: may the active side's units there act on orders? CC-O1, CC-O6"""
    if not state.options.commander:
        return _ALL
    led = _platoon_lanes(state)
    return [lane == state.proxy or lane in led for lane in LANES]


def proxy_lanes(state: State) -> list[Lane]:
    """Lanes in which the active side's Company HQ may replace a missing commander now. CC-O4, CC-O5"""
    if not state.options.commander or state.proxy_used or not has_company_hq(state):
        return []
    led = _platoon_lanes(state)
    return [lane for lane in LANES if lane not in led]
