"""The duel without Bocage's rules: what the peers in Python share."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from tests.bench.duel import CARDS, HELD


class Turn(msgspec.Struct, frozen=True):
    """A legal action with its dice, before it is stored."""

    seq: int
    seat: int
    card: int
    die: int
    place: int
    drawn: int

    def raw(self) -> bytes:
        """Return the entry to append."""
        return msgspec.msgpack.encode((self.seat, self.card, self.die, self.drawn))


class Table:
    """One match."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seq = self.turn = self.card = self.die = 0
        self.totals = [0, 0]
        self._random = Random(name)
        decks = [self._random.sample(range(1, CARDS + 1), CARDS) for _ in range(2)]
        self.hands = [deck[:HELD] for deck in decks]
        self._piles = [deck[HELD:] for deck in decks]

    def judge(self, seat: int, card: int) -> Turn:
        """Check an action and roll its dice. Raises ``ValueError`` if it is not legal."""
        if seat != self.turn or card not in self.hands[seat]:
            raise ValueError(card)
        chance = self._random.random
        place = int(chance() * len(self._piles[seat]))
        return Turn(self.seq + 1, seat, card, 1 + int(chance() * 6), place, self._piles[seat][place])

    def play(self, turn: Turn) -> None:
        """Carry out what is stored."""
        seat, card = turn.seat, turn.card
        hand = self.hands[seat]
        hand[hand.index(card)] = turn.drawn
        self._piles[seat][turn.place] = card
        self.totals[seat] += card + turn.die
        self.seq, self.turn, self.card, self.die = turn.seq, 1 - seat, card, turn.die

    def view(self, seat: int) -> dict[str, Any]:
        """Return the view of a seat."""
        return {
            "seq": self.seq,
            "turn": self.turn,
            "card": self.card,
            "die": self.die,
            "totals": {"0": self.totals[0], "1": self.totals[1]},
            "hand": {str(card): True for card in self.hands[seat]},
        }
