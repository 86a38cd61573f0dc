"""Changes to the table and the decks that several phases share, and public facts about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from service.games.company_commander.data import (
    COMPANY_HQ,
    FRONTS,
    HQS,
    LANES,
    PLATOON_HQS,
    SCORE_TO_WIN,
    SIDES,
    UNITS,
    Lane,
    Side,
    unit_name,
)
from service.games.company_commander.events import Deployed, Drew, DrewSquad, Removed, Reshuffled
from service.games.company_commander.state import State, Unit, WindowFrame
from service.games.company_commander.tactical import OWN_POINTS, Point
from service.games.kernel.game import Context, Outcome

T = TypeVar("T")

replace = msgspec.structs.replace
_ALL = (True, True, True)


def with_item(pair: tuple[T, T], side: Side, value: T) -> tuple[T, T]:
    """``pair`` with the item of ``side`` replaced."""
    return (value, pair[1]) if side == 0 else (pair[0], value)


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """``cards`` less one copy of ``card``, which must be there."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


# Fronts -------------------------------------------------------------------------------------------


def held(state: State, side: Side) -> list[bool]:
    """By lane: does ``side`` have a unit in its front there?"""
    lanes = [False, False, False]
    for unit in state.units[side].values():
        lanes[unit.lane] = True
    return lanes


def flag_front(state: State, side: Side, lane: Lane, flag: int) -> None:
    i = side * 3 + lane
    state.fronts = (*state.fronts[:i], state.fronts[i] | flag, *state.fronts[i + 1 :])


# Units --------------------------------------------------------------------------------------------


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
    ctx.tell(Removed(unit.id, cause, state.score))
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


# Decks --------------------------------------------------------------------------------------------


def draw_squad(state: State, count: int, ctx: Context) -> None:
    """The active side draws squad cards, as far as its deck goes; they lie open. CC-5, CC-75"""
    side = state.active
    deck = state.squads[side]
    cards = deck[:count]
    if cards:
        state.squads = with_item(state.squads, side, deck[count:])
        state.pending += cards
        ctx.tell(DrewSquad(SIDES[side], cards))


def draw_tactical(state: State, count: int, ctx: Context) -> None:
    """The active side draws tactical cards, from the reshuffled discards where the deck ends. CC-11"""
    side = state.active
    drawn: list[str] = []
    while len(drawn) < count:
        if not state.tactical:
            if not state.discards:
                break
            deck = list(state.discards)
            ctx.dice.shuffle(deck)
            state.tactical, state.discards = tuple(deck), ()
            ctx.tell(Reshuffled(len(deck)))
        drawn.append(state.tactical[0])
        state.tactical = state.tactical[1:]
    if drawn:
        state.hands = with_item(state.hands, side, tuple(sorted((*state.hands[side], *drawn))))
        cards = tuple(sorted(drawn))  # the order in the deck is nobody's business
        ctx.tell(Drew(SIDES[side], len(drawn)), {state.seat(side): Drew(SIDES[side], len(drawn), cards)})


def shed(state: State, side: Side, card: str) -> None:
    """A card leaves a hand, seen by all; who had seen it there knows that it is gone."""
    state.hands = with_item(state.hands, side, without(state.hands[side], card))
    known = state.known[1 - side]
    if card in known:
        state.known = with_item(state.known, 1 - side, without(known, card))


# Windows ------------------------------------------------------------------------------------------


def holder(state: State, point: Point) -> Side:
    """Whose play point it is."""
    return state.active if point in OWN_POINTS else 1 - state.active


def open_window(state: State, point: Point) -> None:
    """Push a window, if its holder has a card. CC-68"""
    if state.hands[holder(state, point)]:
        state.stack.append(WindowFrame(point))


# Command (COMMANDER) --------------------------------------------------------------------------------


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
    """Where the active side's Company HQ may stand in for a missing commander now. CC-O4, CC-O5"""
    if not state.options.commander or state.proxy_used or not has_company_hq(state):
        return []
    led = _platoon_lanes(state)
    return [lane for lane in LANES if lane not in led]
