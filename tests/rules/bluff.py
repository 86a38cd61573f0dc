"""A game of hidden dice that are shown and rolled anew, to see whether the conformance kit notices what leaks.

Two seats, five dice each under a cup. In turn they bid that so many dice of a face lie under both cups, higher each
time, until one doubts. Then all dice are shown; who was wrong loses one, and all are rolled anew. A pile of cards
lies face-down: the one turned up for a round names a face that counts as any other.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypedDict

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel import (
    OPEN,
    Action,
    Comment,
    Context,
    Decision,
    Event,
    Game,
    Lesson,
    Outcome,
    Refusal,
    Step,
    Viewer,
)
from tests.rules.bluff_text import TEXT


class BluffOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dice: Annotated[int, msgspec.Meta(ge=2, le=5)] = 5


class Bid(Action, frozen=True, tag="bid"):
    count: int
    face: int


class Doubt(Action, frozen=True, tag="doubt"):
    """The last bid is too high."""


class Rolled(Event, frozen=True, tag="rolled"):
    """New dice under a cup; ``dice`` only for whose they are."""

    seat: int
    count: int
    dice: tuple[int, ...] = ()


class Turned(Event, frozen=True, tag="turned"):
    face: int


class Bidden(Event, frozen=True, tag="bidden"):
    seat: int
    count: int
    face: int


class Shown(Event, frozen=True, tag="shown"):
    seat: int
    dice: tuple[int, ...]


class Lost(Event, frozen=True, tag="lost"):
    """One die less. ``dice``: nothing; leaky games tell there what they should not."""

    seat: int
    dice: tuple[int, ...] = ()


class Cups(msgspec.Struct):
    """``pile``: cards face-down, the next one last. ``shown``: the dice of the round before."""

    cups: list[list[int]]
    pile: list[int]
    wild: int
    shown: list[list[int]]
    bid: tuple[int, int] = (0, 0)
    turn: int = 0


class BluffView(TypedDict):
    turn: int
    wild: int
    pile: int
    bid: list[int]
    counts: list[int]
    shown: list[list[int]]
    cups: dict[str, list[int]]


class Bluff(Game[Cups]):
    id, seats, text = "bluff", 2, TEXT
    decisions: ClassVar[tuple[str, ...]] = ("open", "answer")
    Options, State, View = BluffOptions, Cups, BluffView
    Actions, Events = Bid | Doubt, Rolled | Turned | Bidden | Shown | Lost

    def setup(self, options: BluffOptions, seats: tuple[Any, ...], dice: Chance) -> Step[Cups]:
        state = Cups([[0] * options.dice, [0] * options.dice], [], 0, [[], []])
        ctx = Context(dice)
        self.roll(state, ctx)
        return Step(state, ctx.events)

    def roll(self, state: Cups, ctx: Context) -> None:
        """A new round: the next card, new dice under both cups."""
        if not state.pile:
            state.pile = [1, 2, 3, 4, 5, 6]
            ctx.dice.shuffle(state.pile)
        state.wild = state.pile.pop()
        ctx.tell(Turned(state.wild))
        state.bid = (0, 0)
        for cup in state.cups:
            cup[:] = sorted(ctx.dice.roll(len(cup)))
        self.tell_roll(state, ctx)

    def tell_roll(self, state: Cups, ctx: Context) -> None:
        for seat, cup in enumerate(state.cups):
            ctx.tell(Rolled(seat, len(cup)), {seat: Rolled(seat, len(cup), tuple(cup))})

    def decision(self, state: Cups) -> Decision | None:
        if not all(state.cups):
            return None
        least, face = state.bid
        most = sum(len(cup) for cup in state.cups)
        bids: list[Any] = [
            Bid(count, one) for count in range(1, most + 1) for one in range(1, 7) if (count, one) > (least, face)
        ]
        if not least:
            return Decision(state.turn, "open", bids, bids[0])
        return Decision(state.turn, "answer", [Doubt(), *bids], Doubt())

    def holds(self, state: Cups) -> bool:
        """Whether the last bid is true."""
        count, face = state.bid
        return sum(die in (face, state.wild) for cup in state.cups for die in cup) >= count

    def reduce(self, state: Cups, action: Bid | Doubt, ctx: Context) -> None:
        seat = state.turn
        if isinstance(action, Bid):
            state.bid = (action.count, action.face)
            ctx.tell(Bidden(seat, action.count, action.face))
            state.turn = 1 - seat
            return
        for one, cup in enumerate(state.cups):
            ctx.tell(Shown(one, tuple(cup)))
        state.shown = [list(cup) for cup in state.cups]
        state.turn = seat if self.holds(state) else 1 - seat
        state.cups[state.turn].pop()
        self.lose(state, ctx)

    def lose(self, state: Cups, ctx: Context) -> None:
        """The seat whose turn it is has lost a die; new dice for all, if any are left."""
        ctx.tell(Lost(state.turn))
        if all(state.cups):
            self.roll(state, ctx)

    def refusal(self, state: Cups, seat: int, action: Any) -> Refusal | None:
        return Refusal("too_low") if isinstance(action, Bid) else None

    def view(self, state: Cups, viewer: Viewer) -> dict[str, Any]:
        return {
            "turn": state.turn,
            "wild": state.wild,
            "pile": len(state.pile),
            "bid": list(state.bid),
            "counts": [len(cup) for cup in state.cups],
            "shown": [list(dice) for dice in state.shown],
            "cups": {str(seat): list(cup) for seat, cup in enumerate(state.cups) if viewer in (seat, OPEN)},
        }

    def outcome(self, state: Cups) -> Outcome | None:
        return None if all(state.cups) else Outcome((0 if state.cups[0] else 1,), "no_dice")

    def assert_invariants(self, state: Cups) -> None:
        assert all(cup == sorted(cup) and all(1 <= die <= 6 for die in cup) for cup in state.cups)
        assert len({*state.pile, state.wild}) == len(state.pile) + 1

    def resample(self, state: Cups, viewer: Viewer, dice: Chance) -> Cups:
        after = self.copy(state)
        after.pile.sort()
        dice.shuffle(after.pile)
        for seat, cup in enumerate(after.cups):
            if viewer not in (seat, OPEN):
                cup[:] = sorted(dice.roll(len(cup)))
        return after

    def facts(self) -> dict[str, object]:
        return {"faces": 6}

    def lesson(self) -> Lesson:
        return Lesson(bytes(32), (Bid(1, 1),), {0: Comment("Bid.", "ビッドしてください。")})


GAME = Bluff()
