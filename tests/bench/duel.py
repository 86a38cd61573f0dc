"""The job on which services are compared: two hidden hands of forty cards, a die, and no end.

The seats play in turn. A card and a die add to the total of a seat, and a card that it does not hold replaces the
one it played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NotRequired, TypedDict

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, Action, Context, Decision, Event, Game, NoOptions, Outcome, Step, Viewer

#: Cards of a seat, from 1 on, and how many of them it holds.
CARDS, HELD = 80, 40


class Play(Action, frozen=True, tag="play"):
    card: int


class Pass(Action, frozen=True, tag="pass"):
    """Never legal: so that the actions are a union."""


class Played(Event, frozen=True, tag="played"):
    seat: int
    card: int
    die: int


class Drew(Event, frozen=True, tag="drew"):
    """Only its owner is told the card."""

    seat: int
    card: int = 0


class DuelState(msgspec.Struct):
    hands: list[list[int]]
    piles: list[list[int]]
    totals: list[int]
    turn: int = 0
    card: int = 0
    die: int = 0


class DuelView(TypedDict):
    turn: int
    card: int
    die: int
    totals: dict[str, int]
    #: Cards that the viewer holds, each as a key.
    hands: NotRequired[dict[str, dict[str, bool]]]


_PLAYS: list[Any] = [Play(card) for card in range(CARDS + 1)]


class Duel(Game[DuelState]):
    id, seats = "duel", 2
    decisions: ClassVar[tuple[str, ...]] = ("play",)
    Options, State, View = NoOptions, DuelState, DuelView
    Actions, Events = Play | Pass, Played | Drew
    text: ClassVar[dict[str, dict[str, str]]] = {
        language: {"game.name": name, "game.tagline": name, "seat.0": "1", "seat.1": "2"}
        for language, name in (("en", "Duel"), ("ja", "決闘"))
    }

    def setup(self, options: Any, seats: tuple[Any, ...], dice: Chance) -> Step[DuelState]:
        decks = [list(range(1, CARDS + 1)), list(range(1, CARDS + 1))]
        for deck in decks:
            dice.shuffle(deck)
        return Step(DuelState([deck[:HELD] for deck in decks], [deck[HELD:] for deck in decks], [0, 0]), [])

    def copy(self, state: DuelState) -> DuelState:
        return DuelState(
            [hand[:] for hand in state.hands],
            [pile[:] for pile in state.piles],
            state.totals[:],
            state.turn,
            state.card,
            state.die,
        )

    def decision(self, state: DuelState) -> Decision | None:
        actions = [_PLAYS[card] for card in state.hands[state.turn]]
        return Decision(state.turn, "play", actions, actions[0])

    def reduce(self, state: DuelState, action: Play, ctx: Context) -> None:
        seat, card = state.turn, action.card
        hand, pile = state.hands[seat], state.piles[seat]
        die, place = ctx.dice.d6(), ctx.dice.below(len(pile))
        drawn, pile[place] = pile[place], card
        hand[hand.index(card)] = drawn
        state.totals[seat] += card + die
        state.turn, state.card, state.die = 1 - seat, card, die
        ctx.tell(Played(seat, card, die))
        ctx.tell(Drew(seat), {seat: Drew(seat, drawn)})

    def public_part(self, state: DuelState) -> Mapping[str, object]:
        first, second = state.totals
        return {"turn": state.turn, "card": state.card, "die": state.die, "totals": {"0": first, "1": second}}

    def own_part(self, state: DuelState, viewer: Viewer) -> Mapping[str, object]:
        seats = (0, 1) if viewer == OPEN else (viewer,) if viewer >= 0 else ()
        return {"hands": {str(seat): {str(card): True for card in state.hands[seat]} for seat in seats}}

    def view(self, state: DuelState, viewer: Viewer) -> Mapping[str, object]:
        return {**self.public_part(state), **self.own_part(state, viewer)}

    def outcome(self, state: DuelState) -> Outcome | None:
        return None

    def assert_invariants(self, state: DuelState) -> None:
        for hand, pile in zip(state.hands, state.piles, strict=True):
            assert len(hand) == HELD
            assert sorted(hand + pile) == list(range(1, CARDS + 1))

    def resample(self, state: DuelState, viewer: Viewer, dice: Chance) -> DuelState:
        after = self.copy(state)
        for seat in range(2):
            if viewer not in (seat, OPEN):
                cards = after.hands[seat] + after.piles[seat]
                dice.shuffle(cards)
                after.hands[seat], after.piles[seat] = cards[:HELD], cards[HELD:]
        return after


DUEL = Duel()
