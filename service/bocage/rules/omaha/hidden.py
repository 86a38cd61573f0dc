"""Redraw the backs and the stock, as an attentive watcher of the table would imagine them."""

from __future__ import annotations

from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, Viewer
from bocage.rules.omaha.data import CARDS, LOOK, NEST, WIDTH, card_of, mined, turned
from bocage.rules.omaha.state import State

#: The cards by their fronts: nobody knows which of those that look alike lies where.
_ALIKE = [[card for card in CARDS if LOOK[card] is look] for look in dict.fromkeys(LOOK[card] for card in CARDS)]


def resample(state: State, viewer: Viewer, dice: Chance) -> State:
    """Another state that looks the same and is as likely, given the last deal and everything since.

    A card dealt from the stock may be any card. A card kept on the table cannot be one of those that lay destroyed
    when they went back. Conclusions from deals before the last one are forgotten.
    """
    twin = state.copy()
    if viewer == OPEN:
        ahead = list(state.stock)
        dice.shuffle(ahead)
        twin.stock = tuple(ahead)
        return twin
    lying = [*state.grid, state.removed]
    stock: list[int] = []
    for alike in _ALIKE:
        cells = [cell for cell, tile in enumerate(lying) if card_of(tile) in alike]
        cards = _draw(alike, [lying[cell] for cell in cells], sum(cell < WIDTH for cell in cells), state, dice)
        stock += cards[len(cells) :]
        for cell, card in zip(cells, cards, strict=False):
            lying[cell] = turned(card) if lying[cell] > NEST else card
    dice.shuffle(stock)
    *twin.grid, twin.removed = lying
    twin.stock = tuple(stock)
    return twin


def _draw(alike: list[int], tiles: list[int], kept: int, state: State, dice: Chance) -> list[int]:
    """``alike`` in a random order that fits ``tiles``, whose first ``kept`` lay there before the last deal."""
    while True:
        old = [card for card in alike if card not in state.returned]
        dice.shuffle(old)
        new = [card for card in alike if card not in old[:kept]]
        dice.shuffle(new)
        cards = old[:kept] + new
        if all(_fits(card, tile) for card, tile in zip(cards, tiles, strict=False)):
            return cards


def _fits(card: int, tile: int) -> bool:
    """True if ``card`` may be what lies there as ``tile``: a turned card has shown its back."""
    return tile < NEST or mined(card) == mined(card_of(tile))
