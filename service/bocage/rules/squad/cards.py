"""Places of cards: deck, hands, discard pile."""

from __future__ import annotations

from bocage.rules.kernel import Context
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import KIND
from bocage.rules.squad.state import Squad, State


def kinds(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Card ids of instance ids."""
    return tuple(KIND[card] for card in cards)


def discard(state: State, *cards: str) -> None:
    """Put cards on the discard pile; "" stands for no card."""
    state.discard += tuple(card for card in cards if card)


def take(squad: Squad, card: str) -> None:
    """Take a card out of a hand."""
    at = squad.hand.index(card)
    squad.hand = squad.hand[:at] + squad.hand[at + 1 :]


def spend(state: State, squad: Squad, card: str) -> None:
    """Play a card from a hand to the discard pile."""
    take(squad, card)
    state.discard += (card,)


def draw(state: State, squad: Squad, count: int, ctx: Context) -> None:
    """Draw up to ``count`` cards; an empty deck is replaced by the shuffled discard pile (SQ-8, SQ-9)."""
    drawn = state.deck[:count]
    state.deck = state.deck[count:]
    if len(drawn) < count and state.discard:
        pile = list(state.discard)
        ctx.dice.shuffle(pile)
        ctx.tell(ev.Reshuffled(len(pile)))
        missing = count - len(drawn)
        state.discard = ()
        state.deck = tuple(pile[missing:])
        drawn += tuple(pile[:missing])
    squad.hand = tuple(sorted(squad.hand + drawn))
    first, second = state.seen
    if first or second:
        state.seen = (max(0, first - len(drawn)), max(0, second - len(drawn)))
    ctx.tell(
        ev.Drew(squad.id, len(drawn)),
        {squad.seat: ev.Drew(squad.id, len(drawn), tuple(sorted(drawn)))},
    )


def peek(state: State, seat: int, count: int) -> tuple[str, ...]:
    """Let a seat look at the top cards of the deck, as many as there are (SQ-44); the card ids seen."""
    cards = state.deck[:count]
    first, second = state.seen
    seen = max(state.seen[seat], len(cards))
    state.seen = (seen, second) if seat == 0 else (first, seen)
    return kinds(cards)
