"""A game on a stack of frames: one seat bids upwards, the other may double or pass, until ten is reached."""

from __future__ import annotations

from typing import Any, ClassVar, TypedDict

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel import (
    Action,
    Context,
    Decision,
    Event,
    FlowGame,
    FlowState,
    Outcome,
    StackFrame,
    Stage,
    Step,
    Viewer,
)


class Round(StackFrame, tag="round"):
    """Automatic: opens a bid for the seat whose turn it is, or ends the game."""


class Bid(StackFrame, tag="bid"):
    seat: int


class Window(StackFrame, tag="window"):
    seat: int
    amount: int


class Bidding(FlowState):
    stack: list[Round | Bid | Window]
    total: int = 0
    turn: int = 0


class Raise(Action, frozen=True, tag="raise"):
    amount: int


class Double(Action, frozen=True, tag="double"):
    pass


class Pass(Action, frozen=True, tag="pass"):
    pass


class Raised(Event, frozen=True, tag="raised"):
    seat: int
    total: int


class BiddingView(TypedDict):
    total: int
    turn: int


class RoundStage(Stage[Bidding, Round]):
    def run(self, state: Bidding, frame: Round, ctx: Context) -> None:
        if state.total >= 10:
            state.result = Outcome((1 - state.turn,), "ten")
        else:
            state.stack.append(Bid(state.turn))
            state.turn = 1 - state.turn


class BidStage(Stage[Bidding, Bid]):
    def waits(self, state: Bidding, frame: Bid) -> bool:
        return True

    def decision(self, state: Bidding, frame: Bid) -> Decision:
        return Decision(frame.seat, "bid", [Raise(1), Raise(2)], Raise(1))

    def act(self, state: Bidding, frame: Bid, action: Raise, ctx: Context) -> None:
        state.stack[-1] = Window(1 - frame.seat, action.amount)


class WindowStage(Stage[Bidding, Window]):
    """Waits only while there is something worth doubling."""

    def waits(self, state: Bidding, frame: Window) -> bool:
        return frame.amount == 2

    def run(self, state: Bidding, frame: Window, ctx: Context) -> None:
        self.close(state, frame, frame.amount, ctx)

    def decision(self, state: Bidding, frame: Window) -> Decision:
        return Decision(frame.seat, "window", [Double(), Pass()], Pass())

    def act(self, state: Bidding, frame: Window, action: Double | Pass, ctx: Context) -> None:
        self.close(state, frame, frame.amount * (2 if isinstance(action, Double) else 1), ctx)

    def close(self, state: Bidding, frame: Window, amount: int, ctx: Context) -> None:
        state.stack.pop()
        state.total += amount
        ctx.tell(Raised(1 - frame.seat, state.total))


_EN = {
    "game.name": "Ten",
    "game.tagline": "Raise to ten.",
    "seat.0": "Left",
    "seat.1": "Right",
    "decision.bid": "Raise",
    "decision.window": "Double?",
    "action.raise": "Raise by {amount}",
    "action.double": "Double",
    "action.pass": "Pass",
    "event.raised": "{seat:seat} raises to {total}",
    "outcome.ten": "Ten is reached",
}
_JA = {
    "game.name": "十",
    "game.tagline": "十まで上げる。",
    "seat.0": "左",
    "seat.1": "右",
    "decision.bid": "上げてください",
    "decision.window": "倍にしますか",
    "action.raise": "{amount}上げる",
    "action.double": "倍にする",
    "action.pass": "見送る",
    "event.raised": "{seat:seat}が{total}まで上げた",
    "outcome.ten": "十に届いた",
}


class Ten(FlowGame[Bidding]):
    id, seats, text = "ten", 2, {"en": _EN, "ja": _JA}
    decisions: ClassVar[tuple[str, ...]] = ("bid", "window")
    State, View = Bidding, BiddingView
    Actions, Events = Raise | Double | Pass, Raised
    stages: ClassVar[dict[type[StackFrame], Stage[Any, Any]]] = {
        Round: RoundStage(),
        Bid: BidStage(),
        Window: WindowStage(),
    }

    def setup(self, options: Any, seats: tuple[Any, ...], dice: Chance) -> Step[Bidding]:
        state = Bidding([Round()], None)
        ctx = Context(dice)
        self.advance(state, ctx)
        return Step(state, ctx.events)

    def copy(self, state: Bidding) -> Bidding:
        return Bidding(
            [msgspec.structs.replace(frame) for frame in state.stack], state.result, state.total, state.turn
        )

    def view(self, state: Bidding, viewer: Viewer) -> dict[str, object]:
        return {"total": state.total, "turn": state.turn}

    def assert_invariants(self, state: Bidding) -> None:
        assert 0 <= state.total <= 13

    def resample(self, state: Bidding, viewer: Viewer, dice: Chance) -> Bidding:
        return self.copy(state)


TEN = Ten()
