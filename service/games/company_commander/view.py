"""What may be seen (sheet 5.2): the table for all, hands and glimpses for their owners."""

from __future__ import annotations

from collections import Counter
from typing import NotRequired, TypedDict

from service.games.company_commander import flags as f
from service.games.company_commander.data import FRONTS, SIDES, Side
from service.games.company_commander.state import (
    Assault,
    DiscardFrame,
    MissionFrame,
    SpottedFrame,
    State,
    SupportFrame,
    UnitRollFrame,
    WindowFrame,
)
from service.games.company_commander.turn import phase
from service.games.kernel.game import OPEN, PUBLIC, Viewer


class UnitView(TypedDict):
    """A unit. ``n``: its place in the order of arrival on its side; ``flags``: names as in ``flag.<name>``."""

    card: str
    front: str
    n: int
    casualties: int
    pins: int
    flags: list[str]


class FrontView(TypedDict):
    """``bonus``: on this turn's suppression rolls against the front."""

    flags: list[str]
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
    """The other hand as it was seen in player-turn ``turn``."""

    turn: int
    cards: dict[str, int]


class View(TypedDict):
    """Sides are ``us`` and ``de``. Units are keyed by id, fronts by id, heaps of cards count copies by card.

    ``point``: the play point of an open window, or ``build``, ``mission``, ``discard``; "" in a phase's loop.
    ``cards``: the hands this viewer may see, ``glimpses`` what he saw of the other; ``proxy``: a front or "".
    ``first``: the side that moved first. ``quiet``: player-turns in a row without a removal.
    """

    seats: dict[str, int]
    first: str
    turn: int
    quiet: int
    active: str
    phase: str
    point: str
    score: dict[str, int]
    fronts: dict[str, FrontView]
    units: dict[str, UnitView]
    lost: dict[str, dict[str, int]]
    squads: dict[str, int]
    pending: list[str]
    tactical: int
    discards: dict[str, int]
    hands: dict[str, int]
    cards: dict[str, dict[str, int]]
    glimpses: dict[str, GlimpseView]
    hq_drawn: bool
    proxy: str
    assault: NotRequired[AssaultView]
    target: NotRequired[TargetView]


def view(state: State, viewer: Viewer) -> View:
    """The table as ``viewer`` sees it."""
    bonus = Counter[str]()
    for front, _, n in state.bonuses:
        bonus[front] += n
    both = (0, 1)
    sides: tuple[Side, ...] = both if viewer == OPEN else () if viewer == PUBLIC else (state.side(viewer),)
    shown: View = {
        "seats": {name: state.seat(side) for side, name in enumerate(SIDES)},
        "first": SIDES[first_side(state)],
        "turn": state.turn,
        "quiet": max(state.quiet, 0),
        "active": SIDES[state.active],
        "phase": phase(state),
        "point": point(state),
        "score": dict(zip(SIDES, state.score, strict=True)),
        "fronts": {
            front: {"flags": list(f.front_flags(state.fronts[side * 3 + lane])), "bonus": bonus[front]}
            for side in both
            for lane, front in enumerate(FRONTS[side])
        },
        "units": {
            unit.id: {
                "card": unit.card,
                "front": FRONTS[side][unit.lane],
                "n": unit.n,
                "casualties": unit.casualties,
                "pins": unit.pins,
                "flags": list(f.unit_flags(unit.flags)),
            }
            for side in both
            for unit in state.units[side].values()
        },
        "lost": {SIDES[side]: _heap(state.removed[side]) for side in both},
        "squads": {SIDES[side]: len(state.squads[side]) for side in both},
        "pending": list(state.pending),
        "tactical": len(state.tactical),
        "discards": _heap(state.discards),
        "hands": {SIDES[side]: len(state.hands[side]) for side in both},
        "cards": {SIDES[side]: _heap(state.hands[side]) for side in sides},
        "glimpses": {
            SIDES[side]: {"turn": state.glimpses[side].turn, "cards": _heap(state.glimpses[side].cards)}
            for side in sides
            if state.glimpses[side].turn
        },
        "hq_drawn": state.hq_drawn,
        "proxy": FRONTS[state.active][state.proxy] if state.proxy >= 0 else "",
    }
    if state.assault is not None:
        shown["assault"] = _assault(state, state.assault)
    if target := _target(state):
        shown["target"] = target
    return shown


def first_side(state: State) -> Side:
    """The side that moved first: sides take turns, the first one has the odd turns."""
    return state.active if state.turn % 2 else 1 - state.active


def _heap(cards: tuple[str, ...]) -> dict[str, int]:
    return dict(Counter(cards))


def point(state: State) -> str:
    """Which step inside the phase is on; "" in its loop."""
    frame = state.stack[-1]
    if isinstance(frame, WindowFrame):
        return frame.point
    if isinstance(frame, MissionFrame):
        return "mission"
    if isinstance(frame, DiscardFrame):
        return "discard"
    return "build" if state.assault is not None else ""


def _assault(state: State, assault: Assault) -> AssaultView:
    return {
        "front": FRONTS[1 - state.active][assault.lane],
        "units": list(assault.attackers),
        "committed": isinstance(state.stack[-1], WindowFrame),
        "dice": list(assault.bonuses),
        "silenced": list(assault.silenced),
        "mines": sum(n for _, n in assault.mines),
        "simultaneous": assault.simultaneous,
    }


def _target(state: State) -> TargetView | None:
    if len(state.stack) < 2:
        return None
    frame = state.stack[-2]
    fronts = FRONTS[1 - state.active]
    if isinstance(frame, UnitRollFrame):
        return {"unit": frame.unit, "front": fronts[frame.lane]}
    if isinstance(frame, SupportFrame):
        return {"card": frame.card, "front": fronts[frame.lane]}
    return {"unit": frame.unit} if isinstance(frame, SpottedFrame) else None
