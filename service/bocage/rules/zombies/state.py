"""The state of a game, and the frames that say what is going on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from bocage.rules.kernel import FlowState, Outcome, StackFrame, shallow
from bocage.rules.zombies.board import NUMBERED
from bocage.rules.zombies.data import STAR
from bocage.rules.zombies.options import Options


class AwaitRoll(StackFrame, tag="await_roll"):
    """Bottom of the stack: the player rolls for action points."""


class Acting(StackFrame, tag="acting"):
    """The player spends action points, until none are left."""


class TurnOver(StackFrame, tag="turn_over"):
    """The turn ends."""


class ChooseLoss(StackFrame, tag="choose_loss"):
    """One damage waits for the player to say what takes it."""


class ChooseReveal(StackFrame, tag="choose_reveal"):
    """The recon event waits for the player to name a hex."""


class ChooseRepair(StackFrame, tag="choose_repair"):
    """A successful repair waits for the player to say what it mends."""


class EventOver(StackFrame, tag="event_over"):
    """The event counter leaves ``hex``, which it has blocked until now (ZB-31)."""

    hex: str


Frames: TypeAlias = AwaitRoll | Acting | TurnOver | ChooseLoss | ChooseReveal | ChooseRepair | EventOver

AWAIT_ROLL = AwaitRoll()
ACTING = Acting()
TURN_OVER = TurnOver()
CHOOSE_LOSS = ChooseLoss()
CHOOSE_REVEAL = ChooseReveal()
CHOOSE_REPAIR = ChooseRepair()


class State(FlowState):
    """Everything on the table. Hidden from everybody: the values of ``face_down``, and ``marker`` unless shown."""

    stack: list[Frames]
    result: Outcome | None
    options: Options
    turn: int
    ap: int
    #: Hex of the M5.
    tank: str
    damaged: bool
    ammo_out: bool
    track_broken: bool
    m8: bool
    cutter: bool
    #: Infantry riding on the M5.
    aboard: int
    #: Killed zombies, in the order they fell. Zombification takes from here (ZB-30).
    killed: tuple[str, ...]
    #: Face-up zombies on the map → hex.
    zombies: dict[str, str]
    #: Hex → face-up infantry, equipment or event counter.
    items: dict[str, str]
    #: Hex → face-down counter.
    face_down: dict[str, str]
    #: The counter on the turn track; face-up only after a swap with the event counter (ZB-39).
    marker: str
    marker_shown: bool
    #: Counters out of the game: lost, destroyed, removed.
    gone: tuple[str, ...]


def copy(state: State) -> State:
    """A state that shares nothing mutable with ``state``."""
    twin = shallow(state)
    # Frames are never changed, so both stacks may hold the same ones.
    twin.stack = state.stack[:]
    twin.zombies = state.zombies.copy()
    twin.items = state.items.copy()
    twin.face_down = state.face_down.copy()
    return twin


def new_state(options: Options, order: Sequence[str]) -> State:
    """The first state: the first eight counters of ``order`` on hexes 1 to 8, the ninth on the turn track."""
    *laid, marker = order
    return State(
        stack=[AWAIT_ROLL],
        result=None,
        options=options,
        turn=1,
        ap=0,
        tank=STAR,
        damaged=False,
        ammo_out=False,
        track_broken=False,
        m8=False,
        cutter=False,
        aboard=0,
        killed=(),
        zombies={},
        items={},
        face_down={NUMBERED[number]: counter for number, counter in enumerate(laid, 1)},
        marker=marker,
        marker_shown=False,
        gone=(),
    )
