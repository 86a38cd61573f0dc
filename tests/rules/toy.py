"""A whole game on one page: two seats, hidden cards, one die. The proof of docs/adding-a-game.md."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypedDict

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, Action, Context, Decision, Event, Game, Outcome, Step, Viewer
from bocage.rules.kernel.presentation import BoardEffect, Lead, Presentation
from tests.rules.toy_text import TEXT

CARDS = {"mouse": 1, "fox": 2, "wolf": 3, "boar": 4, "bear": 6, "tiger": 8, "whale": 9}


class ToyOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hand: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    swaps: bool = True


class Play(Action, frozen=True, tag="play"):
    card: str


class Swap(Action, frozen=True, tag="swap"):
    card: str


class Played(Event, frozen=True, tag="played"):
    seat: int
    card: str
    die: int


class Swapped(Event, frozen=True, tag="swapped"):
    seat: int
    gave: str = ""
    got: str = ""


class Table(msgspec.Struct):
    deck: list[str]
    hands: list[list[str]]
    scores: list[int]
    swaps: list[int]
    turn: int = 0


class Seat(TypedDict):
    cards: int
    score: int


class ToyView(TypedDict):
    turn: int
    deck: int
    seats: dict[str, Seat]
    hands: dict[str, list[str]]


class Toy(Game[Table]):
    id, seats, text = "toy", 2, TEXT
    decisions: ClassVar[tuple[str, ...]] = ("turn",)
    Options, State, View = ToyOptions, Table, ToyView
    Actions, Events = Play | Swap, Played | Swapped
    presentation = Presentation(effects=(BoardEffect("played", "rush", "seat"),), lead=Lead("seats", "score"))

    def setup(self, options: ToyOptions, seats: tuple[Any, ...], dice: Chance) -> Step[Table]:
        deck = list(CARDS)
        dice.shuffle(deck)
        hands = [[deck.pop() for _ in range(options.hand)] for _ in range(2)]
        return Step(Table(deck, hands, [0, 0], [int(options.swaps)] * 2), [])

    def decision(self, state: Table) -> Decision | None:
        if not state.hands[state.turn]:
            return None
        hand = sorted(state.hands[state.turn])
        actions: list[Any] = [Play(card) for card in hand]
        if state.swaps[state.turn] and state.deck:
            actions += [Swap(card) for card in hand]
        return Decision(state.turn, "turn", actions, actions[0])

    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        seat, hand = state.turn, state.hands[state.turn]
        hand.remove(action.card)
        if isinstance(action, Swap):
            state.swaps[seat] -= 1
            state.deck.append(action.card)
            ctx.dice.shuffle(state.deck)
            hand.append(state.deck.pop())
            ctx.tell(Swapped(seat), {seat: Swapped(seat, action.card, hand[-1])})
            return
        die = ctx.dice.d6()
        state.scores[seat] += CARDS[action.card] + die
        state.turn = 1 - seat
        ctx.tell(Played(seat, action.card, die))

    def view(self, state: Table, viewer: Viewer) -> dict[str, object]:
        seats = {str(i): Seat(cards=len(hand), score=state.scores[i]) for i, hand in enumerate(state.hands)}
        open_to = {str(i): sorted(hand) for i, hand in enumerate(state.hands) if viewer in (i, OPEN)}
        return {"turn": state.turn, "deck": len(state.deck), "seats": seats, "hands": open_to}

    def outcome(self, state: Table) -> Outcome | None:
        if any(state.hands):
            return None
        best = max(state.scores)
        winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
        return Outcome(winners, "most_points") if len(winners) == 1 else Outcome((), "tie")

    def assert_invariants(self, state: Table) -> None:
        held = [*state.deck, *state.hands[0], *state.hands[1]]
        assert len(set(held)) == len(held)
        assert set(held) <= set(CARDS)

    def resample(self, state: Table, viewer: Viewer, dice: Chance) -> Table:
        after = self.copy(state)
        unknown = [seat for seat in range(2) if viewer not in (seat, OPEN)]
        pool = sorted([*after.deck, *(card for seat in unknown for card in after.hands[seat])])
        dice.shuffle(pool)
        for seat in unknown:
            after.hands[seat] = [pool.pop() for _ in after.hands[seat]]
        after.deck = pool
        return after

    def content(self) -> frozenset[str]:
        return frozenset(CARDS)

    def used(self, thing: Action | Event) -> list[str]:
        return [thing.card] if isinstance(thing, (Play, Played)) else []


GAME = Toy()
