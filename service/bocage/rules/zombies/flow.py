"""The sequence of a turn (5.0; sheet 3.1): a roll, perhaps a counterattack, actions, and again.

The stack grows from ``AwaitRoll``; what a roll leads to lies on top of it, and what interrupts that lies on top
in turn, so that each choice remembers by itself where the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.rules.dice import Chance
from bocage.rules.kernel import Action, Context, Decision, StackFrame, Stage, Step, Told
from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from bocage.rules.zombies import tank
from bocage.rules.zombies.board import AT
from bocage.rules.zombies.data import COUNTERS
from bocage.rules.zombies.endings import end_turn
from bocage.rules.zombies.enemy import carried, counterattack, lose, remove_event, reveal
from bocage.rules.zombies.options import Options
from bocage.rules.zombies.state import (
    ACTING,
    TURN_OVER,
    Acting,
    AwaitRoll,
    ChooseLoss,
    ChooseRepair,
    ChooseReveal,
    EventOver,
    State,
    TurnOver,
    new_state,
)

PLAYER = 0

_TO_ROLL = Decision(PLAYER, "roll", [act.ROLL], act.ROLL)


class Rolling(Stage[State, AwaitRoll]):
    """1 ends the turn; 2 to 5 are action points; 5 and 6 bring a counterattack, after which 6 ends the turn."""

    def waits(self, state: State, frame: AwaitRoll) -> bool:
        return True

    def decision(self, state: State, frame: AwaitRoll) -> Decision:
        return _TO_ROLL

    def act(self, state: State, frame: AwaitRoll, action: act.Roll, ctx: Context) -> None:
        die = ctx.dice.d6()
        if die in (1, 6):
            state.stack.append(TURN_OVER)
            points = 0
        else:
            state.stack.append(ACTING)
            points = state.ap = die
        steps = {5: 1, 6: 2}.get(die, 0)
        ctx.tell(ev.ApRolled(die, points, steps))
        if steps:  # ZB-9: on a 1 nothing happens; ZB-10: the counterattack comes before the points are spent
            counterattack(state, steps, ctx)


class Turning(Stage[State, TurnOver]):
    """The turn ends once everything above has been settled."""

    def run(self, state: State, frame: TurnOver, ctx: Context) -> None:
        state.stack.pop()
        end_turn(state, ctx)


_EFFECTS: dict[type[Any], Callable[[State, Any, Context], None]] = {
    act.Move: tank.move,
    act.Recon: tank.recon,
    act.Fire: tank.fire,
    act.Ram: tank.ram,
    act.Repair: tank.repair,
}


class Spending(Stage[State, Acting]):
    """Actions until no point is left, or the player drops the rest (ZB-11); then another roll (ZB-7)."""

    def waits(self, state: State, frame: Acting) -> bool:
        return state.ap > 0

    def run(self, state: State, frame: Acting, ctx: Context) -> None:
        state.stack.pop()

    def decision(self, state: State, frame: Acting) -> Decision:
        return Decision(PLAYER, "action", tank.legal(state), act.END)

    def act(self, state: State, frame: Acting, action: Action, ctx: Context) -> None:
        if isinstance(action, act.End):
            ctx.tell(ev.Stopped(state.ap))
            state.ap = 0
        else:
            _EFFECTS[type(action)](state, action, ctx)


class Losing(Stage[State, ChooseLoss]):
    """6.1: what aboard takes the damage."""

    def waits(self, state: State, frame: ChooseLoss) -> bool:
        return True

    def decision(self, state: State, frame: ChooseLoss) -> Decision:
        choices = [act.Lose(what) for what in carried(state)]
        return Decision(PLAYER, "loss", choices, choices[0])

    def act(self, state: State, frame: ChooseLoss, action: act.Lose, ctx: Context) -> None:
        state.stack.pop()
        lose(state, action.what, ctx)


class Asking(Stage[State, ChooseReveal]):
    """The recon event: any one face-down counter on the map, not the marker, or none (ZB-33)."""

    def waits(self, state: State, frame: ChooseReveal) -> bool:
        return True

    def decision(self, state: State, frame: ChooseReveal) -> Decision:
        choices = [act.REVEALS[hex_] for hex_ in AT if hex_ in state.face_down]
        return Decision(PLAYER, "event_recon", [*choices, act.DECLINE], act.DECLINE)

    def act(self, state: State, frame: ChooseReveal, action: act.Reveal | act.Decline, ctx: Context) -> None:
        state.stack.pop()
        if isinstance(action, act.Reveal):
            reveal(state, action.hex, ctx)
        else:
            ctx.tell(ev.Declined())


class Repairing(Stage[State, ChooseRepair]):
    """7.5: what a successful repair mends."""

    def waits(self, state: State, frame: ChooseRepair) -> bool:
        return True

    def decision(self, state: State, frame: ChooseRepair) -> Decision:
        choices = [act.Mend(what) for what in tank.benefits(state)]
        return Decision(PLAYER, "repair", choices, choices[0])

    def act(self, state: State, frame: ChooseRepair, action: act.Mend, ctx: Context) -> None:
        state.stack.pop()
        tank.mend(state, action.what, ctx)


class Clearing(Stage[State, EventOver]):
    """The event counter leaves the map when its event is over."""

    def run(self, state: State, frame: EventOver, ctx: Context) -> None:
        state.stack.pop()
        remove_event(state, frame.hex, ctx)


STAGES: dict[type[StackFrame], Stage[Any, Any]] = {
    AwaitRoll: Rolling(),
    Acting: Spending(),
    TurnOver: Turning(),
    ChooseLoss: Losing(),
    ChooseReveal: Asking(),
    ChooseRepair: Repairing(),
    EventOver: Clearing(),
}


def setup(options: Options, dice: Chance) -> Step[State]:
    """3.0: eight counters on the numbered hexes, the ninth marks the turns (ZB-6); all face-down."""
    order = list(COUNTERS)
    dice.shuffle(order)
    return Step(new_state(options, order), [Told(ev.TurnBegan(1))])
