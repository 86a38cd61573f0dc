"""Likely opponent's hands: cards that are kept are held more often than cards that are played at once.

An imagined state deals the opponent's hand uniformly from unseen cards. Real hands differ: cards that can be played
well are played, others wait. So hands are redrawn, each card weighted by how often it was found in hands, relative
to a uniform deal. ``bocage_tools.train.hands`` counts these ratios.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from bocage.engine.chance import WorldDice
from bocage.rules.squad.data import KIND
from bocage.rules.squad.state import State

FOLDER = Path(__file__).parent / "values"


class Kept(msgspec.Struct, frozen=True):
    """Ratios of cards held, relative to a uniform deal, by ``key``. ``made``: the command that counted."""

    ratios: dict[str, float]
    made: str = ""


def key(state: State, card: str, owner: int) -> str:
    """Return the key of a ratio: card, range, and whose turn it is."""
    return f"{KIND[card]} {state.range or 'map'} {'own' if state.active == owner else 'other'}"


class SquadHands:
    """Hands of SQUAD, by variant."""

    def __init__(self, kept: dict[str, Kept]) -> None:
        self._kept = kept

    def draw_again(self, state: State, viewer: int, dice: WorldDice) -> None:
        """Redraw the hand of the opponent in ``state``, which was imagined for ``viewer``, in place."""
        kept = self._kept.get(state.options.variant)
        if kept is None or viewer not in (0, 1) or state.turn == 0:
            return
        owner = 1 - viewer
        squads = state.of(owner)
        known = state.seen[viewer]
        pool = [card for squad in squads for card in squad.hand]
        pool += state.deck[known:]
        weights = [kept.ratios.get(key(state, card, owner), 1.0) for card in pool]
        for squad in squads:
            hand = []
            for _ in squad.hand:
                at = dice.weighted(weights)
                hand.append(pool.pop(at))
                del weights[at]
            squad.hand = tuple(sorted(hand))
        dice.shuffle(pool)
        state.deck = state.deck[:known] + tuple(pool)


@cache
def hands_of(game: str) -> SquadHands | None:
    """Return the model of hands of a game; None: there is none."""
    path = FOLDER / f"{game}_hands.json"
    if game != "squad" or not path.exists():
        return None
    return SquadHands(msgspec.json.decode(path.read_bytes(), type=dict[str, Kept]))


def ratios(held: dict[str, int], even: dict[str, float], doubt: float = 10.0) -> dict[str, float]:
    """Return held / expected for each key; ``doubt`` shrinks rare ones towards 1."""
    return {name: round((held.get(name, 0) + doubt) / (count + doubt), 3) for name, count in sorted(even.items())}
