"""Views (SQ-7), built up from nothing. Hands and peeks for their owner; the rest is open."""

from __future__ import annotations

from functools import lru_cache
from typing import NotRequired, TypedDict

from bocage.rules.kernel import OPEN, Viewer
from bocage.rules.squad.data import KIND
from bocage.rules.squad.hexmap import board
from bocage.rules.squad.state import (
    BarrierStep,
    EngineerStep,
    Frames,
    Placement,
    Roll,
    Squad,
    State,
    Turn,
)
from bocage.rules.squad.variants import ground_of


class SquadView(TypedDict):
    """One squad. Flags are there only while they hold."""

    seat: int
    nation: str
    men: int
    #: Hand size and hand limit.
    cards: int
    limit: int
    #: Its terrain; on the map only once it is placed.
    terrain: NotRequired[str]
    #: Map: "column,row".
    hex: NotRequired[str]
    #: Instance id → card id, for the owner.
    hand: NotRequired[dict[str, str]]
    pinned: NotRequired[bool]
    leaderless: NotRequired[bool]
    concealed: NotRequired[bool]
    #: Encircled lies on its position; flanking variant: two or more Flanking Fire lie against it.
    encircled: NotRequired[bool]
    #: Flanking variant: own Flanking Fire in play.
    left: NotRequired[int]
    right: NotRequired[int]
    #: Attacks suffered, hit or miss, and men lost to them; mines are no attack. Both start anew with its Morale
    #: Phase and, unless ``morale_memory`` is since_last_check, at the end of its player's turn (SQ-2).
    fired_at: NotRequired[int]
    killed: NotRequired[int]
    #: Enemy squads flanked by this turn's move, and by that of the turn before.
    flanked: NotRequired[list[str]]
    flanked_before: NotRequired[list[str]]
    declared: NotRequired[bool]
    point_man: NotRequired[bool]
    stopped: NotRequired[bool]
    smoke: NotRequired[bool]
    covering: NotRequired[bool]
    shot_at: NotRequired[bool]
    moved: NotRequired[bool]
    attacked: NotRequired[bool]
    ambush: NotRequired[bool]
    enfilade: NotRequired[bool]
    flanking_fire: NotRequired[bool]
    close_combat: NotRequired[bool]


class MoveView(TypedDict):
    """A move under way. ``barrier``: the barrier just played against it."""

    squad: str
    terrain: str
    step: NotRequired[str]
    to: NotRequired[str]
    barrier: NotRequired[str]


class RollView(TypedDict):
    """A roll whose window is open: what the cards played so far add up to."""

    squad: str
    roll: str
    cards: int


class View(TypedDict):
    """The table."""

    variant: str
    turn: int
    #: "" during setup.
    phase: str
    #: The player whose turn it is; −1 during setup.
    active: int
    first: int
    #: The squad that is asked or acts; "" for none.
    acting: str
    deck: int
    #: Card id → copies.
    discard: dict[str, int]
    aside: dict[str, int]
    #: Seat → count.
    objectives: dict[str, int]
    squads: dict[str, SquadView]
    #: Seat → position in the deck (1: top) → card id, for the seat that looked.
    seen: dict[str, dict[str, str]]
    range: NotRequired[str]
    columns: NotRequired[int]
    rows: NotRequired[int]
    #: "column,row" → terrain; hexes left out are open.
    map: NotRequired[dict[str, str]]
    move: NotRequired[MoveView]
    roll: NotRequired[RollView]


#: Fields of a squad that are shown as they are, while they hold.
FLAGS = (
    "pinned",
    "leaderless",
    "declared",
    "point_man",
    "stopped",
    "smoke",
    "covering",
    "shot_at",
    "moved",
    "attacked",
    "ambush",
    "enfilade",
    "flanking_fire",
    "close_combat",
)


@lru_cache(maxsize=512)
def _counts(cards: tuple[str, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for card in cards:
        kind = KIND[card]
        counts[kind] = counts.get(kind, 0) + 1
    return counts


@lru_cache(maxsize=512)
def _hand(cards: tuple[str, ...]) -> dict[str, str]:
    return {card: KIND[card] for card in cards}


def view(state: State, viewer: Viewer) -> View:
    """The table as ``viewer`` sees it. Parts may be shared between views: treat it as read-only."""
    first, second = state.objectives
    frame = state.stack[-1]
    shown: View = {
        "variant": state.options.variant,
        "turn": state.turn,
        "phase": state.phase,
        "active": state.active,
        "first": state.first,
        "acting": "" if state.result is not None else _acting(frame),
        "deck": len(state.deck),
        "discard": _counts(state.discard),
        "aside": _counts(state.aside),
        "objectives": {"0": first, "1": second},
        "squads": {name: _squad(state, squad, viewer) for name, squad in state.squads.items()},
        "seen": _seen(state, viewer),
    }
    if state.options.variant == "map":
        shown["columns"] = state.options.columns
        shown["rows"] = state.options.rows
        shown["map"] = state.terrain
    else:
        shown["range"] = state.range
    if type(frame) is BarrierStep:
        shown["move"] = _move(state, frame)
    elif type(frame) is EngineerStep:
        crossing = state.stack[-2]
        assert isinstance(crossing, BarrierStep)
        shown["move"] = {**_move(state, crossing), "barrier": KIND[frame.barrier]}
    elif type(frame) is Roll:
        shown["roll"] = {"squad": frame.squad, "roll": frame.roll, "cards": sum(n for _, n in frame.mods)}
    return shown


def own_part(state: State, viewer: Viewer) -> dict[str, object]:
    """The viewer's own part: hands and peeks."""
    return {
        "squads": {
            squad.id: {"hand": _hand(squad.hand)}
            for squad in state.squads.values()
            if viewer == squad.seat or viewer == OPEN
        },
        "seen": _seen(state, viewer) if state.seen != (0, 0) else {},
    }


def _seen(state: State, viewer: Viewer) -> dict[str, dict[str, str]]:
    return {
        str(seat): {str(at): KIND[card] for at, card in enumerate(state.deck[:count], 1)}
        for seat, count in enumerate(state.seen)
        if count and viewer in (seat, OPEN)
    }


def _acting(frame: Frames) -> str:
    if type(frame) is Turn:
        return ""
    if type(frame) is Placement:
        return frame.left[0] if frame.left else ""
    if type(frame) is BarrierStep:
        return frame.asked[0] if frame.asked else frame.squad
    return frame.squad


def _move(state: State, frame: BarrierStep) -> MoveView:
    move = frame.move
    shown: MoveView = {"squad": frame.squad, "terrain": ground_of(state).goal(state, move)}
    if move.step:
        shown["step"] = move.step
    if move.to:
        shown["to"] = move.to
    return shown


def _squad(state: State, squad: Squad, viewer: Viewer) -> SquadView:
    ground = ground_of(state)
    shown: SquadView = {
        "seat": squad.seat,
        "nation": squad.nation,
        "men": squad.men,
        "cards": len(squad.hand),
        "limit": squad.limit,
    }
    if viewer in (squad.seat, OPEN):
        shown["hand"] = _hand(squad.hand)
    if state.options.variant != "map":
        shown["terrain"] = ground.terrain_of(state, squad)
    elif squad.hex >= 0:
        shown["terrain"] = ground.terrain_of(state, squad)
        shown["hex"] = board(state.options.columns, state.options.rows).names[squad.hex]
    for flag in FLAGS:
        if getattr(squad, flag):
            shown[flag] = True  # type: ignore[literal-required]
    if squad.concealment:
        shown["concealed"] = True
    if ground.surrounded(state, squad):
        shown["encircled"] = True
    if squad.left:
        shown["left"] = len(squad.left)
    if squad.right:
        shown["right"] = len(squad.right)
    if squad.fired_at:
        shown["fired_at"] = squad.fired_at
    if squad.killed:
        shown["killed"] = squad.killed
    if squad.flanked:
        shown["flanked"] = list(squad.flanked)
    if squad.flanked_before:
        shown["flanked_before"] = list(squad.flanked_before)
    return shown
