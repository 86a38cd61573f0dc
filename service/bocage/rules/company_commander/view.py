"""Views (sheet 5.2): the table for all, hands and glimpses for their owners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Generic, NotRequired, TypedDict, TypeVar

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.data import FRONTS, SIDES, Side
from bocage.rules.company_commander.eligible import ralliers
from bocage.rules.company_commander.state import (
    Assault,
    Bonus,
    Glimpse,
    RallyFrame,
    SpottedFrame,
    State,
    SupportFrame,
    Unit,
    UnitRollFrame,
    WindowFrame,
)
from bocage.rules.company_commander.turn import phase
from bocage.rules.kernel.game import OPEN, PUBLIC, Viewer

T = TypeVar("T")
V = TypeVar("V")


class UnitView(f.UnitFlags):
    """A unit, with its flags. ``n``: its place in the order of arrival on its side."""

    card: str
    front: str
    n: int
    casualties: int
    pins: int


class FrontView(f.FrontFlags):
    """A front, with its flags. ``bonus``: on this turn's suppression rolls against it."""

    bonus: int


class AssaultView(TypedDict):
    """The assault under construction or being fought. ``dice``: whom (unit, role or front), why, how many."""

    front: str
    units: list[str]
    committed: bool
    dice: list[tuple[str, str, int]]
    silenced: list[str]
    mines: int
    simultaneous: bool


class TargetView(TypedDict):
    """The suppression attack that waits for its dice. ``front`` is missing when ``unit`` is a spotted scout."""

    unit: NotRequired[str]
    card: NotRequired[str]
    front: NotRequired[str]


class GlimpseView(TypedDict):
    """The other hand as it was seen in player-turn ``turn``; ``held``: those cards that have not left it since."""

    turn: int
    cards: dict[str, int]
    held: dict[str, int]


class OwnPart(TypedDict):
    """The viewer's own part: by side, the cards in hand, and those of the other side they saw."""

    cards: dict[str, dict[str, int]]
    glimpses: dict[str, GlimpseView]


class View(OwnPart):
    """Sides are ``us`` and ``de``. Units are keyed by id, fronts by id, heaps of cards count copies by card.

    ``cards``: the hands this viewer may see, ``glimpses`` what they saw of the other; ``proxy``: a front or "".
    ``first``: the side that moved first. ``quiet``: player-turns in a row without a removal. ``aides``: units with
    a second rally roll to come, and the HQ whose help counts again in it.
    """

    seats: dict[str, int]
    first: str
    turn: int
    quiet: int
    active: str
    phase: str
    score: dict[str, int]
    fronts: dict[str, FrontView]
    units: dict[str, UnitView]
    lost: dict[str, dict[str, int]]
    squads: dict[str, int]
    pending: list[str]
    tactical: int
    discards: dict[str, int]
    hands: dict[str, int]
    hq_drawn: bool
    proxy: str
    assault: NotRequired[AssaultView]
    target: NotRequired[TargetView]
    aides: NotRequired[dict[str, str]]


def view(state: State, viewer: Viewer) -> View:
    """The table as ``viewer`` sees it.

    Unchanged parts are the same objects as before, so a diff can skip them; they must not be modified.
    """
    own = own_part(state, viewer)
    shown: View = {
        "seats": _pair(state.us_seat, 1 - state.us_seat),
        "first": SIDES[first_side(state)],
        "turn": state.turn,
        "quiet": state.quiet if state.quiet > 0 else 0,
        "active": SIDES[state.active],
        "phase": phase(state),
        "score": _pair(*state.score),
        "fronts": _fronts(state.fronts, state.bonuses),
        "units": _units(state.units),
        "lost": _lost(state.removed),
        "squads": _pair(len(state.squads[0]), len(state.squads[1])),
        "pending": list(state.pending),
        "tactical": len(state.tactical),
        "discards": _heap(state.discards),
        "hands": _pair(len(state.hands[0]), len(state.hands[1])),
        "cards": own["cards"],
        "glimpses": own["glimpses"],
        "hq_drawn": state.hq_drawn,
        "proxy": FRONTS[state.active][state.proxy] if state.proxy >= 0 else "",
    }
    if state.assault is not None:
        shown["assault"] = _assault(state, state.assault)
    if target := _target(state):
        shown["target"] = target
    if aides := _aides(state):
        shown["aides"] = aides
    return shown


def own_part(state: State, viewer: Viewer) -> OwnPart:
    """The viewer's own part: the cards in hand, and those they have been shown."""
    cards: dict[str, dict[str, int]] = {}
    glimpses: dict[str, GlimpseView] = {}
    if viewer != PUBLIC:
        for side in (0, 1) if viewer == OPEN else (state.side(viewer),):
            cards[SIDES[side]] = _heap(state.hands[side])
            if state.glimpses[side].turn:
                glimpses[SIDES[side]] = _glimpse(state.glimpses[side], state.known[side])
    return {"cards": cards, "glimpses": glimpses}


def first_side(state: State) -> Side:
    """The side that moved first: sides take turns, the first one has the odd turns."""
    return state.active if state.turn % 2 else 1 - state.active


@lru_cache(256)
def _pair(us: int, de: int) -> dict[str, int]:
    return {"us": us, "de": de}


class _Memo(Generic[T, V]):
    """Cache by identity of values derived from immutable objects: nothing needs hashing.

    It keeps its keys alive, so that no other object gets the same id, and is emptied at ``size``.
    """

    __slots__ = ("_made", "_make", "_size")

    def __init__(self, make: Callable[[T], V], size: int = 512) -> None:
        self._make = make
        self._size = size
        self._made: dict[int, tuple[T, V]] = {}

    def __call__(self, thing: T) -> V:
        found = self._made.get(id(thing))
        if found is not None:
            return found[1]
        if len(self._made) == self._size:
            self._made.clear()
        made = self._make(thing)
        self._made[id(thing)] = (thing, made)
        return made


@lru_cache(512)
def _heap(cards: tuple[str, ...]) -> dict[str, int]:
    return dict(Counter(cards))


@_Memo
def _lost(removed: tuple[tuple[str, ...], tuple[str, ...]]) -> dict[str, dict[str, int]]:
    return {"us": _heap(removed[0]), "de": _heap(removed[1])}


@lru_cache(512)
def _glimpse(glimpse: Glimpse, known: tuple[str, ...]) -> GlimpseView:
    return {"turn": glimpse.turn, "cards": _heap(glimpse.cards), "held": _heap(known)}


@lru_cache(1024)
def _fronts(fronts: tuple[int, ...], bonuses: tuple[Bonus, ...]) -> dict[str, FrontView]:
    return {
        front: {
            "bonus": sum(n for whom, _, n in bonuses if whom == front),
            **f.front_flags(fronts[side * 3 + lane]),
        }
        for side in (0, 1)
        for lane, front in enumerate(FRONTS[side])
    }


@_Memo
def _units(units: tuple[dict[str, Unit], dict[str, Unit]]) -> dict[str, UnitView]:
    return {**_side_units(units[0]), **_side_units(units[1])}


@_Memo
def _side_units(units: dict[str, Unit]) -> dict[str, UnitView]:
    return {name: _unit(unit) for name, unit in units.items()}


def _make_unit(unit: Unit) -> UnitView:
    return {
        "card": unit.card,
        "front": FRONTS[unit.row.side][unit.lane],
        "n": unit.n,
        "casualties": unit.casualties,
        "pins": unit.pins,
        **f.unit_flags(unit.flags),
    }


#: A unit lasts longer than the table that it stands on.
_unit = _Memo(_make_unit, 4096)


def _assault(state: State, assault: Assault) -> AssaultView:
    return {
        "front": FRONTS[1 - state.active][assault.lane],
        "units": list(assault.attackers),
        "committed": type(state.stack[-1]) is WindowFrame,
        "dice": list(assault.bonuses),
        "silenced": list(assault.silenced),
        "mines": sum(n for _, n in assault.mines),
        "simultaneous": assault.simultaneous,
    }


def _aides(state: State) -> dict[str, str]:
    """CC-56"""
    frame = state.stack[-1]
    if type(frame) is not RallyFrame or not frame.aides:
        return {}
    due = {unit.id for unit in ralliers(state)}
    return {unit: hq for unit, hq in frame.aides if unit in due}


def _target(state: State) -> TargetView | None:
    if type(state.stack[-1]) is not WindowFrame:
        return None
    frame = state.stack[-2]
    fronts = FRONTS[1 - state.active]
    if type(frame) is UnitRollFrame:
        return {"unit": frame.unit, "front": fronts[frame.lane]}
    if type(frame) is SupportFrame:
        return {"card": frame.card, "front": fronts[frame.lane]}
    return {"unit": frame.unit} if type(frame) is SpottedFrame else None
