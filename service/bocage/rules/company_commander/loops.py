"""The two shapes that every step has: a phase loop of the active player, and a window to play cards in."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from bocage.rules.company_commander.actions import EndPhase, Pass, Play, Proxy
from bocage.rules.company_commander.command import proxy_lanes
from bocage.rules.company_commander.data import FRONTS, LANE_OF, SIDES
from bocage.rules.company_commander.effects import play_card
from bocage.rules.company_commander.events import Passed, Stood
from bocage.rules.company_commander.state import State, WindowFrame
from bocage.rules.company_commander.tactical import Point
from bocage.rules.company_commander.targets import playable
from bocage.rules.company_commander.windows import holder
from bocage.rules.kernel.flow import StackFrame, Stage
from bocage.rules.kernel.game import Action, Context, Decision

F = TypeVar("F", bound=StackFrame)


class Loop(Stage[State, F], Generic[F]):
    """The active player acts, plays cards, and at last ends the phase (sheet 1.5).

    Skipped or ended by itself only when they hold no card and nothing but ending is left. CC-68
    """

    point: ClassVar[Point]

    def acts(self, state: State) -> list[Action]:
        """Legal acts here, apart from cards and ending the phase."""
        return []

    def may_end(self, state: State) -> bool:
        """True if the active player may end the phase now."""
        return True

    def end(self, state: State, ctx: Context) -> None:
        """Leave the loop."""
        state.stack.pop()

    def do(self, state: State, action: Action, ctx: Context) -> None:
        """Carry out one of :meth:`acts`."""
        raise TypeError(f"{type(action).__name__} is no action of the {self.point} loop")

    def waits(self, state: State, frame: F) -> bool:
        return bool(state.hands[state.active] or self.acts(state))

    def run(self, state: State, frame: F, ctx: Context) -> None:
        self.end(state, ctx)

    def decision(self, state: State, frame: F) -> Decision:
        actions = self.acts(state)
        actions += playable(state, state.active, self.point)
        default = actions[0] if actions else None
        if self.may_end(state):
            default = EndPhase()
            actions.append(default)
        return Decision(state.seat(state.active), self.point, actions, default)

    def act(self, state: State, frame: F, action: Action, ctx: Context) -> None:
        if type(action) is EndPhase:
            self.end(state, ctx)
        elif type(action) is Play:
            play_card(state, state.active, self.point, action, ctx)
        elif type(action) is Proxy:
            state.proxy, state.proxy_used = LANE_OF[action.front], True
            ctx.tell(Stood(SIDES[state.active], action.front))
        else:
            self.do(state, action, ctx)


def proxies(state: State) -> list[Action]:
    """The Company HQ may stand in for a commander. CC-O4"""
    return [Proxy(FRONTS[state.active][lane]) for lane in proxy_lanes(state)]


class WindowStage(Stage[State, WindowFrame]):
    """Open while its holder has any card, whatever the cards are. CC-68"""

    def waits(self, state: State, frame: WindowFrame) -> bool:
        return bool(state.hands[holder(state, frame.point)])

    def decision(self, state: State, frame: WindowFrame) -> Decision:
        side = holder(state, frame.point)
        done = Pass()
        return Decision(state.seat(side), frame.point, [*playable(state, side, frame.point), done], done)

    def act(self, state: State, frame: WindowFrame, action: Play | Pass, ctx: Context) -> None:
        side = holder(state, frame.point)
        if isinstance(action, Pass):
            state.stack.pop()
            ctx.tell(Passed(SIDES[side], frame.point))
        else:
            play_card(state, side, frame.point, action, ctx)
