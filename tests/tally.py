"""A game of any length with something to hide: two seats add to a total in turn, each with a secret number."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypedDict

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, Action, Context, Decision, Event, Game, Negotiable, Outcome, Step, Viewer


class TallyOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 20


class Add(Action, frozen=True, tag="add"):
    n: int


class Skip(Action, frozen=True, tag="skip"):
    """So that the actions are a union."""


class Added(Event, frozen=True, tag="added"):
    seat: int
    n: int


class Drew(Event, frozen=True, tag="drew"):
    """A new secret number; only its owner is told which."""

    seat: int
    number: int = 0


class TallyState(msgspec.Struct):
    left: int
    secrets: list[int]
    totals: list[int]
    turn: int = 0


class TallyView(TypedDict):
    left: int
    turn: int
    totals: dict[str, int]
    secrets: dict[str, int]


_ADDS: list[Any] = [Add(1), Add(2), Add(3), Skip()]


class Tally(Game[TallyState]):
    id, seats = "tally", 2
    decisions: ClassVar[tuple[str, ...]] = ("add",)
    Options, State, View = TallyOptions, TallyState, TallyView
    Actions, Events = Add | Skip, Added | Drew
    quiet = (Added,)
    text: ClassVar[dict[str, dict[str, str]]] = {
        "en": {
            "game.name": "Tally",
            "game.tagline": "Two add in turn.",
            "option.turns": "Turns",
            "option.turns.help": "How many turns there are.",
            "refusal.too_much": "That is too much.",
            "seat.0": "first",
            "seat.1": "second",
        },
        "ja": {
            "game.name": "タリー",
            "game.tagline": "交互に足していく。",
            "option.turns": "手数",
            "option.turns.help": "全部で何手あるか。",
            "refusal.too_much": "多すぎます。",
            "seat.0": "先手",
            "seat.1": "後手",
        },
    }

    def setup(self, options: TallyOptions, seats: tuple[Any, ...], dice: Chance) -> Step[TallyState]:
        return Step(TallyState(options.turns, [1 + dice.below(100), 1 + dice.below(100)], [0, 0]), [])

    def negotiable(self, options: TallyOptions) -> Negotiable:
        return Negotiable(("turns",))

    def copy(self, state: TallyState) -> TallyState:
        return TallyState(state.left, state.secrets[:], state.totals[:], state.turn)

    def decision(self, state: TallyState) -> Decision | None:
        return Decision(state.turn, "add", _ADDS, _ADDS[3]) if state.left else None

    def reduce(self, state: TallyState, action: Add | Skip, ctx: Context) -> None:
        seat = state.turn
        if isinstance(action, Add):
            state.totals[seat] += action.n
            ctx.tell(Added(seat, action.n))
        else:
            state.secrets[seat] = 1 + ctx.dice.below(100)
            ctx.tell(Drew(seat), {seat: Drew(seat, state.secrets[seat])})
        state.turn = 1 - seat
        state.left -= 1

    def view(self, state: TallyState, viewer: Viewer) -> dict[str, object]:
        return {
            "left": state.left,
            "turn": state.turn,
            "totals": {"0": state.totals[0], "1": state.totals[1]},
            "secrets": {str(i): state.secrets[i] for i in range(2) if viewer in (i, OPEN)},
        }

    def outcome(self, state: TallyState) -> Outcome | None:
        if state.left:
            return None
        first, second = state.totals
        return Outcome(() if first == second else (0 if first > second else 1,), "counted")

    def refusal(self, state: TallyState, seat: int, action: Any) -> Any:
        from bocage.rules.kernel import Refusal

        return Refusal("too_much", "TA-1") if isinstance(action, Add) and action.n > 3 else None

    def assert_invariants(self, state: TallyState) -> None:
        assert state.left >= 0

    def resample(self, state: TallyState, viewer: Viewer, dice: Chance) -> TallyState:
        after = self.copy(state)
        for seat in range(2):
            if viewer not in (seat, OPEN):
                after.secrets[seat] = 1 + dice.below(100)
        return after


TALLY = Tally()
