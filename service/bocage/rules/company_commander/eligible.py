"""Eligible units for each act (sheet 1.6), from public facts only, so lists and skipped steps reveal nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.board import held
from bocage.rules.company_commander.command import commanded, proxy_lanes
from bocage.rules.company_commander.data import ADJACENT, HQS, UNITS, Lane
from bocage.rules.company_commander.state import State, Unit


class Bar(NamedTuple):
    """A flag that keeps a unit from an act, with the code and the ruling that refuse it."""

    flag: int
    code: str
    rule: str


#: Flags that bar each act, in the order in which they are named to the player.
MOVE_BARS = (Bar(f.MOVE_TRIED, "moved_once", "CC-7"), Bar(f.BROKEN_DOWN, "broken_down", "CC-45"))
MISSION_BARS = (
    Bar(f.GREEN, "green", "CC-41"),
    Bar(f.ON_MISSION, "was_on_mission", "CC-13"),
    Bar(f.MOVED, "moved", "CC-9"),
)
SUPPRESSION_BARS = (
    Bar(f.GREEN, "green", "CC-41"),
    Bar(f.OUT_OF_AMMO, "out_of_ammo", "CC-44"),
    Bar(f.ON_MISSION, "was_on_mission", "CC-17"),
    Bar(f.SUPPRESSED, "has_suppressed", "CC-23"),
)
ASSAULT_BARS = (
    Bar(f.GREEN, "green", "CC-41"),
    Bar(f.BROKEN_DOWN, "broken_down", "CC-45"),
    Bar(f.AWAITING_ORDERS, "awaiting_orders", "CC-40"),
    Bar(f.ON_MISSION, "was_on_mission", "CC-17"),
    Bar(f.SUPPRESSED, "has_suppressed", "CC-23"),
    Bar(f.ASSAULTED, "has_assaulted", "CC-26"),
    Bar(f.STAYS_OUT, "stays_out", "CC-B1"),
)
RALLY_BARS = (
    Bar(f.GREEN, "green", "CC-41"),
    Bar(f.SHAKEN, "shaken", "CC-55"),
    Bar(f.RALLY_TRIED, "has_tried", "CC-51"),
)
#: Cards that lift the ban on attacks after a move. CC-42
SUPPRESSION_LIFTS = f.ROADS
ASSAULT_LIFTS = f.ROADS | f.VETERAN


def _any(bars: Iterable[Bar]) -> int:
    return reduce(or_, (bar.flag for bar in bars))


_NO_MOVE = _any(MOVE_BARS)
_NO_MISSION = _any(MISSION_BARS)
_NO_SUPPRESSION = _any(SUPPRESSION_BARS)
_NO_ASSAULT = _any(ASSAULT_BARS)
_NO_RALLY = _any(RALLY_BARS)
_NO_HELP = f.GREEN | f.MOVED | f.ASSAULTED | f.HELPED


def movers(state: State) -> Iterator[Unit]:
    """Units that may move: once, unpinned, running, and on orders unless an HQ. CC-7, CC-45, CC-O3"""
    orders = commanded(state)
    for unit in state.units[state.active].values():
        if not unit.pins and not unit.flags & _NO_MOVE and (orders[unit.lane] or unit.card in HQS):
            yield unit


def scouts(state: State, orders: Sequence[bool]) -> Iterator[Unit]:
    """Units that may go on a mission, given the lanes under ``orders``. CC-13, CC-16"""
    for unit in state.units[state.active].values():
        if (
            UNITS[unit.card].recon is not None
            and not unit.pins
            and not unit.flags & _NO_MISSION
            and orders[unit.lane]
        ):
            yield unit


def any_scout_possible(state: State) -> bool:
    """True if a mission may come in this Recon phase, by an unused proxy even. CC-O12"""
    return next(scouts(state, orders_at_most(state)), None) is not None


def orders_at_most(state: State) -> list[bool]:
    """By lane: may units there act on orders, once an unused proxy is used as they need it?"""
    spare = proxy_lanes(state)
    return [here or lane in spare for lane, here in enumerate(commanded(state))]


def free_to_suppress(state: State, unit: Unit, orders: Sequence[bool]) -> bool:
    """True if nothing but a missing ability keeps the unit from suppressing. CC-16, CC-17, CC-42"""
    flags = unit.flags
    return (
        not unit.pins
        and not flags & _NO_SUPPRESSION
        and (not flags & f.MOVED or bool(flags & SUPPRESSION_LIFTS))
        and orders[unit.lane]
    )


def may_suppress(state: State, unit: Unit, orders: Sequence[bool]) -> bool:
    """True if it may suppress: by its card, or by one played on it. CC-23, CC-47"""
    able = UNITS[unit.card].suppression is not None or unit.flags & f.MAY_SUPPRESS
    return bool(able) and free_to_suppress(state, unit, orders)


def may_assault(state: State, unit: Unit, orders: Sequence[bool]) -> bool:
    """True if it may assault, seen from its own side of the lane. CC-40, CC-42, CC-64"""
    flags = unit.flags
    return (
        not unit.pins
        and not flags & _NO_ASSAULT
        and (not flags & f.MOVED or bool(flags & ASSAULT_LIFTS))
        and orders[unit.lane]
        and not UNITS[unit.card].cannot_assault
        and not state.fronts[state.active * 3 + unit.lane] & f.DISORDERED
    )


def suppressors(state: State) -> Iterator[Unit]:
    """Units that may suppress."""
    orders = commanded(state)
    return (unit for unit in state.units[state.active].values() if may_suppress(state, unit, orders))


def attackers(state: State) -> Iterator[Unit]:
    """Units that may assault."""
    orders = commanded(state)
    return (unit for unit in state.units[state.active].values() if may_assault(state, unit, orders))


def reach(state: State, barred: int) -> tuple[tuple[Lane, ...], ...]:
    """By lane: which enemy fronts a unit standing there may attack; never a front with a flag of ``barred``.

    Straight across, or past an empty front into an adjacent one. A fogged front is not empty. CC-38, CC-39
    """
    enemy = 1 - state.active
    there = held(state, enemy)
    open_to = [there[lane] and not state.fronts[enemy * 3 + lane] & barred for lane in range(3)]
    return tuple(
        ((lane,) if open_to[lane] else ())
        if there[lane]
        else tuple(side for side in ADJACENT[lane] if open_to[side])
        for lane in range(3)
    )


def ralliers(state: State) -> Iterator[Unit]:
    """Units whose rally roll is due. CC-51"""
    for unit in state.units[state.active].values():
        if unit.pins and not unit.flags & _NO_RALLY:
            yield unit


def helpers(state: State) -> list[Unit]:
    """HQs that may still help to rally. CC-52, CC-16"""
    return [
        unit
        for unit in state.units[state.active].values()
        if unit.card in HQS and not unit.pins and not unit.flags & _NO_HELP
    ]


def may_help(state: State, helper: Unit, unit: Unit) -> bool:
    """True if that HQ may help that unit: no other HQ, and with ``same_front`` only beside it. CC-52, CC-53"""
    return unit.card not in HQS and (state.options.hq_help == "any_front" or helper.lane == unit.lane)


def choices_of_help(state: State, unit: Unit, free: Iterable[Unit], aide: str = "") -> list[str]:
    """HQs with whose help the unit may roll to rally, of the ``free`` ones; "": without help.

    ``aide``: the HQ that helped its first roll, "" for none; only its bonus counts again. CC-52, CC-56
    """
    return [aide] if aide else ["", *(hq.id for hq in free if may_help(state, hq, unit))]


def fires(state: State, unit: Unit) -> bool:
    """True if a unit of the committed assault, on either side, would roll fire dice. 1.7 (a)"""
    assault = state.assault
    return not unit.pins and not unit.flags & f.GREEN and (assault is None or unit.id not in assault.silenced)
