"""English: what stands on and beside the table."""

from __future__ import annotations

from collections.abc import Mapping

LABELS: Mapping[str, str] = {
    "front.bonus": "suppression +{n}",
    "front.proxy": "commanded from afar",
    "front.empty": "nobody here",
    "cc.turn": "Turn {n}, {side:side}",
    "cc.pending": "To be deployed",
    "cc.counts": "{side:side}: {hand} cards in hand, {deck} squads to come",
    "cc.tactical": "Tactical deck {n}",
    "cc.discards": "Discards {n}",
    "cc.lost": "Out of the game",
    "cc.glimpse": "The other hand in turn {turn}:",
    "cc.base": "strength",
    "cc.flank": "flank",
    "cc.state": "{left} of {strength}{pins?, {pins} {pins#pin|pins}|}",
    "cc.hand": "Hand:",
}
