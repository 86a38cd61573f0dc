"""Redraw hidden cards: unseen hands and the unseen deck."""

from __future__ import annotations

from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, PUBLIC, Viewer
from bocage.rules.squad.state import State, copy


def resample(state: State, viewer: Viewer, dice: Chance) -> State:
    """Another state that looks the same to ``viewer``: unseen hands and the unseen deck, shuffled together.

    Hand sizes, the deck's size and peeked cards stay (SQ-44).
    """
    twin = copy(state)
    hidden = [squad for squad in twin.squads.values() if viewer not in (squad.seat, OPEN)]
    known = 0 if viewer == PUBLIC else max(state.seen) if viewer == OPEN else state.seen[viewer]
    pool = [card for squad in hidden for card in squad.hand]
    pool += state.deck[known:]
    dice.shuffle(pool)
    at = 0
    for squad in hidden:
        size = len(squad.hand)
        squad.hand = tuple(sorted(pool[at : at + size]))
        at += size
    twin.deck = state.deck[:known] + tuple(pool[at:])
    return twin


def any_hand(state: State, seat: int) -> State:
    """``state`` with every card in the hands of ``seat`` that does not lie open: in a hand or in the deck."""
    twin = copy(state)
    unseen = tuple(sorted((*state.deck, *(card for squad in state.squads.values() for card in squad.hand))))
    for squad in twin.squads.values():
        if squad.seat == seat:
            squad.hand = unseen
    return twin
