"""Values of cards in hand to the SQUAD bot, in men; and of men, pins and objectives."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bocage.bots.dice import chance_of_die
from bocage.bots.squad.cards import Aim, Use
from bocage.bots.squad.position import FAR, POSITION, Position, Squad

#: Least total at which a morale check or rally roll has its effect.
THRESHOLD = 5
#: Number of objectives that win.
ENOUGH = 3


class Weights(NamedTuple):
    """Values; one man of a squad of ten is 1.

    ``caution``: own men relative to the enemy's. ``turns``: number of turns ahead. ``approach``: a hex nearer to an
    enemy out of range. ``near``, ``best``: an attack in hand at the current range and at its best one. ``cover``: a
    terrain card, per point above the current terrain. ``again``: a second card of a sort. ``patience``: share of
    its value in hand that an attack must gain, by phase.
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
#: Value in hand by use. Attacks and terrain depend on the position.
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
    """Values of men and cards in one position, for one squad."""

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
        """Discount second copies, and further terrain cards, as a move needs one."""
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
        """Value of a man of a squad, higher the fewer there are."""
        return 12 / (int(squad["men"]) + 2)

    def price(self, card: str) -> float:
        """Loss from spending a card: less than its value if others must be discarded anyway."""
        if not self.excess:
            return self.worth[card]
        least = self._least
        return max(0.0, self.worth[card] - least[min(self.excess, len(least)) - 1])

    def objective(self, seat: int) -> float:
        """Value of a player's next objective."""
        has = self.position.objectives(seat)
        return self.weights.victory if has == ENOUGH - 1 else self.weights.objective * (1 + 0.5 * has)

    def pinned(self, squad: Squad, modifier: float) -> float:
        """Cost to a squad of a morale check with this modifier."""
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
        """True if the hand contains a machine gun."""
        kinds = self.squad["hand"].values()
        uses = (use for kind in kinds for use in self.position.cards.uses(kind, self.squad["nation"]))
        return any(use.get("weapon", {}).get("machine_gun") for use in uses)

    def _as_attack(self, kind: str) -> float:
        """Value as an attack at the current range and, less, at the best one; against an enemy behind a wall."""
        nation = self.squad["nation"]
        cards = self.position.cards
        best = max(cards.best(kind, nation, Aim(reach, POSITION, cover=-1, pinned=True)) for reach in cards.ranges)
        now = max(
            (cards.best(kind, nation, Aim(reach, POSITION, cover=-1)) for reach in self._near or [FAR]), default=0.0
        )
        return self.weights.best * best + self.weights.near * now
