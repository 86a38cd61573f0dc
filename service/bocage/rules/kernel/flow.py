"""An explicit stack of named steps, kept inside the state.

The top frame says what is going on. Each frame type has one :class:`Stage`, a stateless handler that
either waits for a decision or runs by itself. Because the stack is plain data, any point of a game can be
stored, shown, resumed and searched.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from bocage.rules.kernel.game import Action, Context, Decision, Game, Outcome


class StackFrame(msgspec.Struct, tag_field="step"):
    """Base of the frames on a game's stack: the tag names the step, the fields are its local variables."""


class FlowState(msgspec.Struct):
    """Base of a state that is driven by a stack. Subclasses narrow ``stack`` to their union of frames."""

    stack: list[Any]
    result: Outcome | None


S = TypeVar("S", bound=FlowState)
F = TypeVar("F", bound=StackFrame)


class Stage(Generic[S, F]):
    """Rules of one kind of frame. Automatic stages override only :meth:`run`."""

    def waits(self, state: S, frame: F) -> bool:
        """True if a decision is owed now. Must depend on public facts only, or timing would tell secrets."""
        return False

    def run(self, state: S, frame: F, ctx: Context) -> None:
        """Do what happens without a decision. Must change the stack (or set the result)."""
        state.stack.pop()

    def decision(self, state: S, frame: F) -> Decision:
        """The decision owed; called only when :meth:`waits` is true."""
        raise TypeError(f"{type(frame).__name__} never waits")

    def act(self, state: S, frame: F, action: Any, ctx: Context) -> None:
        """Carry out a legal action of that decision."""
        raise TypeError(f"{type(frame).__name__} never waits")


class FlowGame(Game[S], Generic[S]):
    """A game whose flow is a stack of frames."""

    #: One stage per frame type.
    stages: ClassVar[dict[type[StackFrame], Stage[Any, Any]]]

    def decision(self, state: S) -> Decision | None:
        if state.result is not None:
            return None
        frame = state.stack[-1]
        return self.stages[type(frame)].decision(state, frame)

    def reduce(self, state: S, action: Action, ctx: Context) -> None:
        frame = state.stack[-1]
        self.stages[type(frame)].act(state, frame, action, ctx)
        self.advance(state, ctx)

    def advance(self, state: S, ctx: Context) -> None:
        """Run automatic steps until a decision is owed or the game is over."""
        stages = self.stages
        stack = state.stack
        while state.result is None:
            frame = stack[-1]
            stage = stages[type(frame)]
            if stage.waits(state, frame):
                return
            stage.run(state, frame, ctx)

    def outcome(self, state: S) -> Outcome | None:
        return state.result

    @abstractmethod
    def copy(self, state: S) -> S: ...
