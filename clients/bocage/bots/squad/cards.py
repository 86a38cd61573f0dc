"""The printed cards of SQUAD, from the game's public facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

from bocage.bots.dice import chance_of_difference, mean_difference

Facts: TypeAlias = Mapping[str, Any]
#: One use of a card, as in the facts, with the national option in ``trait``.
Use: TypeAlias = Mapping[str, Any]


#: Size of the cache of attacks.
_MEMORY = 1 << 15


class Aim(NamedTuple):
    """The circumstances of an attack. ``bonus`` applies to every weapon, ``cover`` to those that do not ignore it.

    ``gun``: additional bonus of machine guns. ``men``: number of men in the target.
    """

    reach: str
    phase: str
    bonus: int = 0
    cover: int = 0
    gun: int = 0
    men: int = 10
    pinned: bool = False
    moved: bool = False
    on_map: bool = False


class Cards:
    """Nations, cards, traits."""

    def __init__(self, facts: Facts) -> None:
        self.nations: Mapping[str, Mapping[str, Any]] = facts["nations"]
        self.ranges: list[str] = facts["ranges"]
        self._cards = facts["cards"]
        self._traits = facts["traits"]
        self._trait_card = facts["trait_card"]
        self.uses = cache(self._uses)
        self.best = lru_cache(_MEMORY)(self._best)
        self.volley = cache(self._volley)
        self.threat = cache(self._threat)
        self.barrier = cache(self._barrier)

    def _uses(self, card: str, nation: str) -> tuple[Use, ...]:
        """Return all uses of a card for a squad of ``nation``."""
        if card != self._trait_card:
            return tuple({**use, "trait": ""} for use in self._cards[card]["uses"])
        own = {name: trait for name, trait in self._traits.items() if trait["nation"] == nation}
        return tuple({**use, "trait": name} for name, trait in own.items() for use in trait["uses"])

    def find(self, card: str, nation: str, role: str, trait: str = "") -> Use:
        """Return the use meant by an action. Raises ``LookupError`` if there is none."""
        for use in self.uses(card, nation):
            if use["role"] == role and use["trait"] == trait:
                return use
        raise LookupError(f"{card} has no use {role} {trait}")

    def cover(self, terrain: str) -> tuple[int, int]:
        """Return the cover of terrain: the part that some weapons ignore, and the rest."""
        printed = self._cards.get(terrain, {})
        return printed.get("cover", 0), printed.get("height", 0)

    def _best(self, card: str, nation: str, aim: Aim) -> float:
        """Mean number of men killed by a card in its best use as an attack."""
        return max((kills(use, aim) for use in self.uses(card, nation)), default=0.0)

    def _volley(self, nation: str, aim: Aim) -> float:
        """Mean number of men killed by a random card of the deck."""
        return self._average(lambda card: self.best(card, nation, aim), aim.on_map)

    def _threat(self, nation: str, aim: Aim) -> float:
        """Chance that a random card of the deck is an attack that kills."""

        def chance(card: str) -> float:
            attacks = [use for use in self.uses(card, nation) if fits(use, aim)]
            return max((chance_of_difference(total(use, aim)) for use in attacks), default=0.0)

        return self._average(chance, aim.on_map)

    def _barrier(self, nation: str, on_map: bool) -> float:
        """Chance that a random card of the deck stops a move."""
        return self._average(lambda card: any(use["role"] == "barrier" for use in self.uses(card, nation)), on_map)

    def _average(self, score: Callable[[str], float], on_map: bool) -> float:
        """Average over all copies of all cards; the map variant has no terrain cards."""
        deck = {name: card["copies"] for name, card in self._cards.items() if not (on_map and card["type"] == "T")}
        return float(sum(copies * score(name) for name, copies in deck.items()) / sum(deck.values()))


def fits(use: Use, aim: Aim) -> bool:
    """True if the use is an attack that is possible in these circumstances."""
    weapon = use.get("weapon")
    if weapon is None or aim.reach not in weapon["ranges"] or aim.phase not in use.get("phases", (aim.phase,)):
        return False
    return not (weapon.get("heavy") and aim.moved) and not (weapon.get("pinned_only") and not aim.pinned)


def total(use: Use, aim: Aim) -> int:
    """Return the sum of all modifiers of an attack."""
    weapon = use["weapon"]
    covered = 0 if weapon.get("ignores_cover") else aim.cover
    gun = aim.gun if weapon.get("machine_gun") else 0
    return int(weapon["ranges"][aim.reach]) + aim.bonus + covered + gun


def kills(use: Use, aim: Aim) -> float:
    """Mean number of men killed by an attack; 0 if it is none or not possible."""
    if not fits(use, aim):
        return 0.0
    return mean_difference(total(use, aim), 1 if use["weapon"].get("max_one") else aim.men)
