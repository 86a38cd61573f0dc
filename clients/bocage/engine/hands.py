"""What the other hand is likely to hold: cards that are kept come more often than cards that are played at once.

An imagined state gives the other player any cards that are out of sight, each alike. Nobody's hand is like that:
what can be played well is played, what cannot waits. So hands are drawn again, each card in proportion to how often
it was found in a hand, beside how often an even deal would have put it there. These ratios are counted by
``bocage_tools.train.hands``.
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
    """How much more often than evenly cards are held, by ``key``. ``made``: the command that counted."""

    ratios: dict[str, float]
    made: str = ""


def key(state: State, card: str, owner: int) -> str:
    """What the ratio of a card depends on: the card, the range, and whose turn it is."""
    return f"{KIND[card]} {state.range or 'map'} {'own' if state.active == owner else 'other'}"


class SquadHands:
    """Hands of SQUAD, by variant."""

    def __init__(self, kept: dict[str, Kept]) -> None:
        self._kept = kept

    def draw_again(self, state: State, viewer: int, dice: WorldDice) -> None:
        """Give the other seat of ``state``, which was imagined for ``viewer``, a likelier hand, in place."""
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
    """What is known of the hands of a game; None: nothing."""
    path = FOLDER / f"{game}_hands.json"
    if game != "squad" or not path.exists():
        return None
    return SquadHands(msgspec.json.decode(path.read_bytes(), type=dict[str, Kept]))


def ratios(held: dict[str, int], even: dict[str, float], doubt: float = 10.0) -> dict[str, float]:
    """Held by evenly expected, for each key; ``doubt`` draws what was seldom met towards 1."""
    return {name: round((held.get(name, 0) + doubt) / (count + doubt), 3) for name, count in sorted(even.items())}
