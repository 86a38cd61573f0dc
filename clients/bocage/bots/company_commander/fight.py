"""Expected losses of both sides in an assault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, NamedTuple

from bocage.bots.company_commander.position import Position, Unit
from bocage.bots.dice import chance_of_die


class Odds(NamedTuple):
    """Changes to an assault. ``dice``: recipient (unit, "attackers", "defenders" or front), reason, number."""

    dice: tuple[tuple[str, str, int], ...] = ()
    silenced: tuple[str, ...] = ()
    mines: int = 0
    simultaneous: bool = False


PLAIN = Odds()


def shown(assault: Mapping[str, Any]) -> Odds:
    """Return the changes made by cards to the assault in a view."""
    dice = tuple((whom, why, n) for whom, why, n in assault["dice"])
    return Odds(dice, tuple(assault["silenced"]), assault["mines"], assault["simultaneous"])


class Fight:
    """Assaults on one front."""

    def __init__(self, position: Position, front: str) -> None:
        self.position = position
        self.front = front
        self.defenders = position.at(front)
        self._shots: dict[tuple[bool, bool, bool], float] = {}
        rolls = position.cards.rolls["fire"]
        #: Chances of a die to pin and to kill, frontal and flanking.
        self._die = [
            (
                chance_of_die(rolls["pin"], flank) - chance_of_die(rolls["casualty"], flank),
                chance_of_die(rolls["casualty"], flank),
            )
            for flank in (0, 1)
        ]

    def worth(self, attackers: Sequence[Unit], odds: Odds = PLAIN) -> float:
        """Return the value of an assault: the defenders' losses minus, weighted by caution, those of ``attackers``.

        Defenders fire first. Each die hits a random attacker; attackers that are hit do not fire.
        """
        if not attackers:
            return 0.0
        pin, kill = self._die[0]
        count = len(attackers)
        incoming = odds.mines + sum(self._dice(unit, "defenders", odds) for unit in self.defenders)
        lost = incoming * self.position.hit(attackers, pin, kill)
        spared = 1.0 if odds.simultaneous else (1 - (pin + kill) / count) ** incoming
        won = sum(self._dice(unit, "attackers", odds) * self._shot(unit) for unit in attackers) * spared
        return self._capped(won, self.defenders) - self.position.weights.caution * self._capped(lost, attackers)

    def _shot(self, unit: Unit) -> float:
        """Value of one die of an attacker."""
        flank = self.position.cards.across[unit.front] != self.front
        kind = flank, unit.anti_tank, unit.sniper
        if kind not in self._shots:
            pin, kill = self._die[flank]
            self._shots[kind] = self.position.hit(self.defenders, pin, kill, unit)
        return self._shots[kind]

    def _capped(self, harm: float, units: Sequence[Unit]) -> float:
        """Cap ``harm`` at the value of all ``units``; the last of them are hard to hit."""
        most = sum(self.position.price(unit).worth for unit in units)
        return most * (1 - exp(-harm / most))

    def _dice(self, unit: Unit, role: str, odds: Odds) -> int:
        if not unit.able or unit.name in odds.silenced:
            return 0
        ability = int(unit.card.get("assault" if role == "attackers" else "defence", 0))
        mine = (unit.name, role, unit.front)
        return max(0, unit.left + ability + sum(n for whom, _, n in odds.dice if whom in mine))

    def best_party(self, eligible: Sequence[Unit], odds: Odds = PLAIN) -> tuple[float, list[Unit]]:
        """Return the best subset of the eligible units, with the value of its assault."""
        party = list(eligible)
        most = self.worth(party, odds)
        while len(party) > 1:
            fewer = [[other for other in party if other is not unit] for unit in party]
            better, smaller = max(((self.worth(rest, odds), rest) for rest in fewer), key=lambda pair: pair[0])
            if better <= most:
                break
            most, party = better, smaller
        return most, party


def reaching(position: Position, side: str, front: str, now: bool) -> list[Unit]:
    """Return the units of ``side`` that may assault an enemy front."""
    return [
        unit
        for own in position.cards.fronts(side)
        if front in position.targets(own)
        for unit in position.at(own)
        if position.may_assault(unit, now)
    ]


def open_to(position: Position, front: str, now: bool, *shut: str) -> bool:
    """True if a front may be attacked: in this turn (``now``), unless a flag bars it, or later."""
    return bool(position.at(front)) and not (now and any(flag in position.view["fronts"][front] for flag in shut))


def assaults(position: Position, side: str, now: bool) -> float:
    """Value of all assaults of ``side``."""
    other = position.enemy if side == position.me else position.me
    fronts = [
        front for front in position.cards.fronts(other) if open_to(position, front, now, "fogged", "attacked")
    ]
    return sum(max(0.0, Fight(position, front).worth(reaching(position, side, front, now))) for front in fronts)


def fire_support(position: Position, side: str, now: bool) -> float:
    """Value of the suppression attacks of ``side``."""
    total = 0.0
    for own in position.cards.fronts(side):
        aims = [front for front in position.targets(own) if open_to(position, front, now, "fogged")]
        for unit in position.at(own) if aims else ():
            if position.may_suppress(unit, now):
                total += max(position.suppressing(unit, front) for front in aims)
    return total


def pressure(position: Position, side: str, now: bool) -> float:
    """Value of the assaults and suppression attacks of ``side``."""
    return assaults(position, side, now) + fire_support(position, side, now)
