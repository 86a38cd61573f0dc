"""Changes to units and fronts that several phases share, and public facts about them."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from bocage.rules.company_commander.data import (
    COMPANY_HQ,
    FRONTS,
    HQS,
    SCORE_TO_WIN,
    SIDES,
    UNITS,
    Lane,
    Side,
    unit_name,
)
from bocage.rules.company_commander.events import Deployed, Removed
from bocage.rules.company_commander.state import State, Unit
from bocage.rules.kernel.game import Context, Outcome

T = TypeVar("T")

replace = msgspec.structs.replace


def with_item(pair: tuple[T, T], side: Side, value: T) -> tuple[T, T]:
    """``pair`` with the item of ``side`` replaced."""
    return (value, pair[1]) if side == 0 else (pair[0], value)


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """``cards`` less one copy of ``card``, which must be there."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def held(state: State, side: Side) -> list[bool]:
    """By lane: does ``side`` have a unit in its front there?"""
    lanes = [False, False, False]
    for unit in state.units[side].values():
        lanes[unit.lane] = True
    return lanes


def flag_front(state: State, side: Side, lane: Lane, flag: int) -> None:
    """Set a flag of a front."""
    i = side * 3 + lane
    state.fronts = (*state.fronts[:i], state.fronts[i] | flag, *state.fronts[i + 1 :])


def find(state: State, unit: str) -> tuple[Side, Unit] | None:
    """A unit on the table and its side; None when it is not there."""
    for side in (0, 1):
        if found := state.units[side].get(unit):
            return side, found
    return None


def put(state: State, side: Side, unit: Unit) -> Unit:
    """Replace the unit of the same id, or add a new one."""
    state.units = with_item(state.units, side, {**state.units[side], unit.id: unit})
    return unit


def put_all(state: State, side: Side, units: list[Unit]) -> None:
    """Replace the units of the same ids."""
    if units:
        state.units = with_item(state.units, side, {**state.units[side], **{unit.id: unit for unit in units}})


def flag_unit(state: State, side: Side, unit: str, flag: int) -> Unit:
    """Set a flag of a unit; the unit as it is then."""
    units = state.units[side]
    old = units[unit]
    return put(state, side, replace(old, flags=old.flags | flag))


def deploy(state: State, card: str, lane: Lane, ctx: Context) -> None:
    """Put a pending card of the active side on the table; ids are never used again. CC-4"""
    side = state.active
    units, lost = state.units[side], state.removed[side]
    copies = lost.count(card) + sum(unit.card == card for unit in units.values())
    unit = Unit(unit_name(UNITS[card], copies + 1), card, len(units) + len(lost) + 1, lane)
    state.pending = without(state.pending, card)
    put(state, side, unit)
    ctx.tell(Deployed(unit.id, FRONTS[side][lane]))


def remove(state: State, side: Side, unit: Unit, cause: str, ctx: Context) -> None:
    """Take a unit of ``side`` out of the game and count it for the other side. CC-24, CC-70"""
    left = {name: other for name, other in state.units[side].items() if name != unit.id}
    state.units = with_item(state.units, side, left)
    state.removed = with_item(state.removed, side, (*state.removed[side], unit.card))
    state.quiet = -1
    if not (state.options.commander and unit.card in HQS):  # CC-O9
        state.score = with_item(state.score, 1 - side, state.score[1 - side] + 1)
    if unit.id == COMPANY_HQ[state.active]:  # CC-O7
        state.proxy = -1
    ctx.tell(Removed(unit.id, cause, state.score, SIDES[1 - side], state.score[1 - side]))
    if state.assault is None or not state.assault.exchange:
        test_score(state)


def test_score(state: State) -> None:
    """The game ends when a side has removed ten units; both at once only by Surprise Contact. CC-70, CC-73"""
    us, de = state.score
    if max(us, de) >= SCORE_TO_WIN:
        if us == de:
            state.result = Outcome((), "mutual")
        else:
            state.result = Outcome((state.seat(0 if us > de else 1),), "ten")
