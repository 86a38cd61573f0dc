"""Value of tactical cards to the COMPANY COMMANDER bot, in units removed."""

from __future__ import annotations

from bocage.bots.company_commander.position import Position

#: Value by effect. Cards that are played whenever possible are low, as they are not kept.
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
#: Share of its value that a card must gain to be played now.
PATIENCE = 0.6


def kept(position: Position, card: str) -> float:
    """Value of a card in this player's hand."""
    row = position.cards.tactical[card]
    return KEPT[row["effect"]] if row["nation"] in ("", position.me) else 0.0


def price(position: Position, card: str) -> float:
    """Minimum gain for playing a card: lower if the hand is full."""
    full = sum(position.hand().values()) >= 6
    return PATIENCE * kept(position, card) * (0.5 if full else 1.0)
