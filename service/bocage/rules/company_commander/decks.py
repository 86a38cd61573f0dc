"""Drawing and shedding cards."""

from __future__ import annotations

from bocage.rules.company_commander.board import with_item, without
from bocage.rules.company_commander.data import SIDES, Side
from bocage.rules.company_commander.events import Drew, DrewSquad, Reshuffled
from bocage.rules.company_commander.state import State
from bocage.rules.kernel.game import Context


def draw_squad(state: State, count: int, ctx: Context) -> None:
    """The active side draws squad cards, as far as its deck goes; they lie open. CC-5, CC-75"""
    side = state.active
    deck = state.squads[side]
    cards = deck[:count]
    if cards:
        state.squads = with_item(state.squads, side, deck[count:])
        state.pending += cards
        ctx.tell(DrewSquad(SIDES[side], cards))


def draw_tactical(state: State, count: int, ctx: Context) -> None:
    """The active side draws tactical cards, from the reshuffled discards where the deck ends. CC-11"""
    side = state.active
    drawn: list[str] = []
    while len(drawn) < count:
        if not state.tactical:
            if not state.discards:
                break
            deck = list(state.discards)
            ctx.dice.shuffle(deck)
            state.tactical, state.discards = tuple(deck), ()
            ctx.tell(Reshuffled(len(deck)))
        drawn.append(state.tactical[0])
        state.tactical = state.tactical[1:]
    if drawn:
        state.hands = with_item(state.hands, side, tuple(sorted((*state.hands[side], *drawn))))
        cards = tuple(sorted(drawn))  # The order in the deck is unknown to all.
        ctx.tell(Drew(SIDES[side], len(drawn)), {state.seat(side): Drew(SIDES[side], len(drawn), cards)})


def shed(state: State, side: Side, card: str) -> None:
    """A card leaves a hand, seen by all; a viewer who had seen it there knows that it is gone."""
    state.hands = with_item(state.hands, side, without(state.hands[side], card))
    known = state.known[1 - side]
    if card in known:
        state.known = with_item(state.known, 1 - side, without(known, card))
