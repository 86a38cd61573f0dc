"""What tactical cards are worth to the COMPANY COMMANDER bot, in units removed."""

from __future__ import annotations

from bocage.bots.company_commander.position import Position

#: By what a card does. Cards that are played whenever they can be stand low: they are not kept.
KEPT = {
    "draw_squad": 1.2,
    "draw_tactical": 0.9,
    "support_rolls": 1.0,
    "cancel": 0.7,
    "mines": 0.7,
    "dice_role": 0.5,
    "dice_front": 0.4,
    "dice_unit": 0.3,
    "no_fire": 0.4,
    "simultaneous": 0.4,
    "flag_front": 0.5,
    "flag_unit": 0.3,
    "pin_unit": 0.4,
    "front_bonus": 0.3,
    "mission_success": 0.3,
    "rally_again": 0.3,
    "return_unit": 0.15,
}
#: How much of its worth a card must earn to be played now.
PATIENCE = 0.6


def kept(position: Position, card: str) -> float:
    """What a card is worth in this player's hand."""
    row = position.cards.tactical[card]
    return KEPT[row["effect"]] if row["nation"] in ("", position.me) else 0.0


def price(position: Position, card: str) -> float:
    """What a card must earn to be played: less when the hand is full."""
    full = sum(position.hand().values()) >= 6
    return PATIENCE * kept(position, card) * (0.5 if full else 1.0)
