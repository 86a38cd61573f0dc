"""What a hand is worth to the SQUAD bot, in men; and what a man, a pin or an objective is."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bocage.bots.dice import chance_of_die
from bocage.bots.squad.cards import Aim, Use
from bocage.bots.squad.position import FAR, POSITION, Position, Squad

#: A morale check or rally roll of this total or more has its effect.
THRESHOLD = 5
#: So many objectives win.
ENOUGH = 3


class Weights(NamedTuple):
    """What things are worth; one man of a squad that has ten of them is 1.

    ``caution``: a man of one's own against one of the enemy's. ``turns``: how many turns ahead count. ``approach``:
    a hex nearer to an enemy out of range. ``near``, ``best``: what an attack in the hand counts at the present
    range and at its best one. ``cover``: a terrain card, for each point that it is better than the present one.
    ``again``: the second of a sort. ``patience``: how much of its worth in the hand an attack must earn, by
    phase.
    """

    pin: float = 1.5
    rout: float = 1.0
    objective: float = 3.0
    victory: float = 50.0
    caution: float = 0.8
    turns: float = 2.0
    approach: float = 0.4
    near: float = 0.5
    best: float = 0.3
    cover: float = 0.4
    again: float = 0.5
    patience: Mapping[str, float] = MappingProxyType(
        {"covering_fire": 1.0, "opportunity_fire": 0.9, "position_fire": 0.35, "return_fire": 0.4}
    )


USUAL = Weights()
#: What a card is worth in the hand by what it can be played as; attacks and terrain depend on the position.
KEPT = {
    "objective": 2.5,
    "utility": 1.0,
    "barrier": 0.8,
    "flank": 0.7,
    "encircle": 0.5,
    "conceal": 0.4,
    "engineer": 0.4,
    "morale_enemy": 0.4,
    "bonus": 0.25,
    "commander_killed": 0.25,
    "rally_own": 0.35,
    "morale_own": 0.3,
    "smoke": 0.25,
    "rally_enemy": 0.15,
    "scout": 0.05,
}


class Judge:
    """Prices of men and cards in one position, for one squad."""

    def __init__(self, position: Position, squad: str, weights: Weights) -> None:
        self.position = position
        self.name = squad
        self.squad = position.squads[squad]
        self.weights = weights
        self._shelter = sum(position.shelter(self.squad))
        self._near = [reach for _, reach in position.in_reach(squad)] if self._placed() else []
        hand = self.squad["hand"]
        self.worth = {card: self._worth(kind) for card, kind in hand.items()}
        self._discount(hand)
        self.excess = max(0, len(hand) - self.squad["limit"]) if position.my_turn else 0
        self._least = sorted(self.worth.values())[: self.excess + 1]

    def _discount(self, hand: Mapping[str, str]) -> None:
        """A second copy is worth less than the first; so is a second piece of terrain, since a move needs one."""
        seen: set[str] = set()
        for card in sorted(hand, key=lambda card: (-self.worth[card], card)):
            uses = self.position.cards.uses(hand[card], self.squad["nation"])
            sort = "terrain" if any(use["role"] == "terrain" for use in uses) else hand[card]
            if sort in seen:
                self.worth[card] *= self.weights.again
            seen.add(sort)

    def _placed(self) -> bool:
        return not self.position.on_map or "hex" in self.squad

    def man(self, squad: Squad) -> float:
        """What a man of a squad is worth: the fewer there are, the more."""
        return 12 / (int(squad["men"]) + 2)

    def price(self, card: str) -> float:
        """What the hand loses by a card: less than the card's worth when others must be discarded anyway."""
        if not self.excess:
            return self.worth[card]
        least = self._least
        return max(0.0, self.worth[card] - least[min(self.excess, len(least)) - 1])

    def objective(self, seat: int) -> float:
        """What scoring the next objective is worth to a player."""
        has = self.position.objectives(seat)
        return self.weights.victory if has == ENOUGH - 1 else self.weights.objective * (1 + 0.5 * has)

    def pinned(self, squad: Squad, modifier: float) -> float:
        """What a morale check with that modifier costs a squad."""
        cost = self.weights.rout * self.man(squad) if squad.get("pinned") else self.weights.pin
        return cost * chance_of_die(THRESHOLD, modifier)

    def _worth(self, kind: str) -> float:
        uses = self.position.cards.uses(kind, self.squad["nation"])
        return max((self._as(use, kind) for use in uses if self._exists(use)), default=0.0)

    def _exists(self, use: Use) -> bool:
        return self.position.view["variant"] in use.get("variants", (self.position.view["variant"],))

    def _as(self, use: Use, kind: str) -> float:
        if use["role"] == "terrain":
            return max(0.1, self.weights.cover * (self._shelter - sum(self.position.cards.cover(kind))))
        if use["role"] == "attack":
            return self._as_attack(kind)
        if use.get("effect") == "enfilade" and not self._guns():
            return KEPT["scout"]
        return KEPT[use["role"]]

    def _guns(self) -> bool:
        """Whether the hand holds a machine gun."""
        kinds = self.squad["hand"].values()
        uses = (use for kind in kinds for use in self.position.cards.uses(kind, self.squad["nation"]))
        return any(use.get("weapon", {}).get("machine_gun") for use in uses)

    def _as_attack(self, kind: str) -> float:
        """At the present range and, less, at the best one; against an enemy behind a wall."""
        nation = self.squad["nation"]
        cards = self.position.cards
        best = max(cards.best(kind, nation, Aim(reach, POSITION, cover=-1, pinned=True)) for reach in cards.ranges)
        now = max(
            (cards.best(kind, nation, Aim(reach, POSITION, cover=-1)) for reach in self._near or [FAR]), default=0.0
        )
        return self.weights.best * best + self.weights.near * now
