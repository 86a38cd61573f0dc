"""Redraw hidden cards: the other hand, and the order of every deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bocage.rules.company_commander.board import replace, with_item
from bocage.rules.company_commander.data import Side
from bocage.rules.company_commander.state import State, copy
from bocage.rules.dice import Chance
from bocage.rules.kernel.game import OPEN, PUBLIC, Viewer


def resample(state: State, viewer: Viewer, dice: Chance) -> State:
    """Another state that ``viewer`` cannot tell from ``state``.

    Scouts keep cards that they saw and that have not left since; the scouted player knows which.
    """
    twin = copy(state)
    for side in (0, 1):
        squads = list(state.squads[side])
        dice.shuffle(squads)
        twin.squads = with_item(twin.squads, side, tuple(squads))
    hidden: tuple[Side, ...] = ()
    if viewer == PUBLIC:
        hidden = (0, 1)
    elif viewer != OPEN:
        hidden = (1 - state.side(viewer),)
    kept = {side: () if viewer == PUBLIC else state.known[1 - side] for side in hidden}
    pool = [*state.tactical, *(card for side in hidden for card in _less(state.hands[side], kept[side]))]
    dice.shuffle(pool)
    for side in hidden:
        count = len(state.hands[side]) - len(kept[side])
        twin.hands = with_item(twin.hands, side, tuple(sorted((*kept[side], *pool[:count]))))
        del pool[:count]
    twin.tactical = tuple(pool)
    if viewer == PUBLIC:
        for side in (0, 1):
            _glimpse_anew(twin, side, dice)
    return twin


def _less(cards: Iterable[str], gone: Iterable[str]) -> list[str]:
    """``cards`` less one copy for each of ``gone``."""
    return list((Counter(cards) - Counter(gone)).elements())


def _glimpse_anew(twin: State, side: Side, dice: Chance) -> None:
    """Glimpse of ``side``: cards that have left the other hand since, and as many others as are still there."""
    glimpse, known = twin.glimpses[side], twin.known[side]
    hand = list(twin.hands[1 - side])
    dice.shuffle(hand)
    now = tuple(sorted(hand[: len(known)]))
    twin.known = with_item(twin.known, side, now)
    cards = tuple(sorted((*_less(glimpse.cards, known), *now)))
    twin.glimpses = with_item(twin.glimpses, side, replace(glimpse, cards=cards))


def any_hand(state: State, seat: int) -> State:
    """``state`` with every card in the hand of ``seat`` that does not lie open: in a hand or in the deck."""
    twin = copy(state)
    unseen = {*state.tactical, *state.hands[0], *state.hands[1]}
    twin.hands = with_item(twin.hands, state.side(seat), tuple(sorted(unseen)))
    return twin
