"""A position of COMPANY COMMANDER as one player sees it, and the value of its units.

Printed numbers come from the game's public facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

from bocage.bots.company_commander import types
from bocage.bots.dice import chance_of_die, chance_of_two

View: TypeAlias = Mapping[str, Any]
Facts: TypeAlias = Mapping[str, Any]
Card: TypeAlias = Mapping[str, Any]

#: Flags that keep a unit out of an assault, or from suppressing, temporarily or permanently.
NO_ASSAULT = ("green", "awaiting_orders", "on_mission", "suppressed", "assaulted", "stays_out")
NO_SUPPRESSION = ("green", "on_mission", "suppressed")


class Weights(NamedTuple):
    """Values; the removal of a unit is 1.

    ``use``: additional value of a unit per die that it fires; ``support``: of its support from afar. ``pin``: a
    turn lost to a pin; ``fire``: per die that is then not fired. ``wound``: a casualty that does not remove, as a
    share of a removal. ``caution``: own losses relative to the enemy's. ``attack``, ``hold``: fire that can be
    brought to bear, and a front held, when deploying.
    """

    use: float = 0.15
    support: float = 0.3
    pin: float = 0.2
    fire: float = 0.05
    wound: float = 0.45
    caution: float = 0.9
    attack: float = 1.0
    hold: float = 1.5
    rout: float = 20.0


USUAL = Weights()


class Price(NamedTuple):
    """Value of removing a unit, of a pin on it, and of a roll that pins or kills it, considering armour."""

    worth: float
    pin: float
    hit_pin: float
    hit_casualty: float


class Cards:
    """The printed cards."""

    def __init__(self, facts: Facts) -> None:
        self.squads: dict[str, Card] = {card["card"]: card for deck in facts["squads"].values() for card in deck}
        self.tactical: dict[str, Card] = {card["card"]: card for card in facts["tactical"]}
        self.rolls: Mapping[str, Mapping[str, int]] = facts["rolls"]
        self.lanes: list[list[str]] = facts["lanes"]
        self.sides: list[str] = facts["sides"]
        self.goal: int = facts["score_to_win"]
        #: Front → index of its lane; front → opposite front.
        self.place = {front: at for at, lane in enumerate(self.lanes) for front in lane}
        self.across = {front: lane[lane[0] == front] for lane in self.lanes for front in lane}

    def fronts(self, side: str) -> list[str]:
        """Return the three fronts of a side, lane by lane."""
        return [lane[self.sides.index(side)] for lane in self.lanes]


class Unit:
    """A unit with its printed card. ``front`` may differ from the view, for a hypothetical placement."""

    def __init__(self, name: str, shown: types.UnitView, card: Card, front: str = "") -> None:
        self.name = name
        self.side = name.partition("_")[0]
        self.card = card
        self.shown = shown
        self.front: str = front or shown["front"]
        self.pins: int = shown["pins"]
        self.casualties: int = shown["casualties"]
        self.left: int = card["strength"] - self.casualties
        self.hq = "hq" in card["classes"]
        self.tank = "tank" in card["classes"]
        self.hard = not {"vehicle", "artillery"}.isdisjoint(card["classes"])
        self.anti_tank = bool(card.get("anti_tank") or shown.get("anti_tank"))
        self.sniper = "sniper" in card["classes"]

    def any(self, flags: Iterable[str]) -> bool:
        """True if one of the flags is set."""
        return any(flag in self.shown for flag in flags)

    @property
    def able(self) -> bool:
        """True if the unit may act at all."""
        return not self.pins and "green" not in self.shown


class Position:
    """The view of one player. ``me`` and ``enemy`` are sides."""

    def __init__(self, view: View, cards: Cards, seat_of: str, weights: Weights) -> None:
        self.cards = cards
        self.weights = weights
        self.options: types.Options = view["options"]
        self.view: types.View = view["table"]
        self.me = seat_of
        self.enemy = next(side for side in cards.sides if side != self.me)
        self.my_turn: bool = self.view["active"] == self.me
        self.units = {
            name: Unit(name, shown, cards.squads[shown["card"]]) for name, shown in self.view["units"].items()
        }
        #: Shared by all positions derived from this one.
        self._prices: dict[Unit, Price] = {}
        self._index()

    def _index(self) -> None:
        self._by_front: dict[str, list[Unit]] = {front: [] for front in self.cards.place}
        for unit in self.units.values():
            self._by_front[unit.front].append(unit)

    def with_unit(self, unit: Unit) -> Position:
        """Return the position with a unit placed or moved."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.units = {**self.units, unit.name: unit}
        other._index()
        return other

    def with_flag(self, name: str, flag: str) -> Position:
        """Return the position with a flag on a unit; "pins" adds a pin."""
        unit = self.units[name]
        shown = unit.shown.copy()
        shown.update(cast(types.UnitView, {flag: unit.pins + 1 if flag == "pins" else True}))
        return self.with_unit(Unit(name, shown, unit.card, unit.front))

    def with_front(self, front: str, flag: str) -> Position:
        """Return the position with a flag on a front."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        shown = self.view["fronts"][front].copy()
        shown.update(cast(types.FrontView, {flag: True}))
        other.view = {**self.view, "fronts": {**self.view["fronts"], front: shown}}
        return other

    def at(self, front: str) -> list[Unit]:
        """Return the units of a front."""
        return self._by_front[front]

    def held(self, side: str) -> int:
        """Return the number of fronts held by a side."""
        return sum(bool(self.at(front)) for front in self.cards.fronts(side))

    def hand(self) -> Mapping[str, int]:
        """Return this player's tactical cards, with numbers of copies."""
        hand: Mapping[str, int] = self.view["cards"].get(self.me, {})
        return hand

    # Permissions --------------------------------------------------------------------------------

    def targets(self, front: str) -> list[str]:
        """Return the enemy fronts that ``front`` may attack: the opposite one, or its neighbours if that is
        empty.
        """
        across = self.cards.across[front]
        if self.at(across):
            return [across]
        place = self.cards.place[across]
        beside = self.cards.fronts(self.at_side(across))
        return [other for other in beside if abs(self.cards.place[other] - place) == 1 and self.at(other)]

    def at_side(self, front: str) -> str:
        """Return the side of a front."""
        return next(side for side in self.cards.sides if front in self.cards.fronts(side))

    def commanded(self, front: str) -> bool:
        """True if the units of a front may act on orders."""
        if not self.options["commander"] or front == self.view["proxy"]:
            return True
        return any("platoon" in unit.card["classes"] for unit in self.at(front))

    def may_assault(self, unit: Unit, now: bool) -> bool:
        """True if a unit may join an assault: in this turn (``now``), or in a later one."""
        if unit.pins or unit.card.get("cannot_assault") or "broken_down" in unit.shown:
            return False
        if now and (unit.any(NO_ASSAULT) or "disordered" in self.view["fronts"][unit.front] or self._spent(unit)):
            return False
        return self.commanded(unit.front)

    def may_suppress(self, unit: Unit, now: bool) -> bool:
        """True if a unit may make a suppression attack: in this turn (``now``), or in a later one."""
        if "suppression" not in unit.card or unit.pins or "out_of_ammo" in unit.shown:
            return False
        return self.commanded(unit.front) and not (now and (unit.any(NO_SUPPRESSION) or self._spent(unit)))

    def _spent(self, unit: Unit) -> bool:
        return "moved" in unit.shown and not unit.any(("roads", "veteran"))

    # Values -------------------------------------------------------------------------------------

    def price(self, unit: Unit) -> Price:
        """Return the values of a unit, as removals: its point, which counts more near the goal, and its use."""
        if unit not in self._prices:
            self._prices[unit] = self._priced(unit)
        return self._prices[unit]

    def _priced(self, unit: Unit) -> Price:
        weights = self.weights
        scorer = self.enemy if unit.side == self.me else self.me
        spared = unit.hq and self.options["commander"]
        point = 0.5 if spared else 1 + self.view["score"][scorer] / self.cards.goal
        dice = unit.left + unit.card.get("defence", 0) + unit.card.get("assault", 0)
        support = ("suppression" in unit.card) + unit.hq + ("recon" in unit.card) + 2 * spared
        # A Company HQ yields a card every turn.
        support += 2 * ("company" in unit.card["classes"])
        worth = point + weights.use * dice + weights.support * support
        # One more pin costs a turn, or the unit if that makes it waver.
        pin = 0.1 if unit.pins else weights.pin + weights.fire * unit.left
        if self.wavers(unit, 1):
            pin += worth * (1 - self.rally(unit))
        casualty = worth * (self._hq_lost if spared else 1.0 if unit.left <= 1 else weights.wound)
        saved = 0.0
        if "armour" in unit.card:
            saved = chance_of_die(self.cards.rolls["armour"]["helps"], unit.card["armour"])
        return Price(worth, pin, (1 - saved) * pin, (1 - saved) * casualty + saved * pin)

    @property
    def _hq_lost(self) -> float:
        """Chance that a casualty removes an HQ, with commanders on the table."""
        return self.cards.rolls["commander"]["lost"] / 6

    def wavers(self, unit: Unit, more: int = 0) -> bool:
        """True if a unit routs unless it rallies, after ``more`` pins."""
        return bool(unit.casualties + unit.pins + more > unit.card["strength"])

    def rally(self, unit: Unit, helped: bool = False) -> float:
        """Chance that a unit rallies."""
        rolls = self.cards.rolls["rally"]
        return chance_of_die(rolls["success"], unit.card.get("rally", 0) + helped * rolls["helper"])

    # Fire ---------------------------------------------------------------------------------------

    def hit(self, units: Sequence[Unit], pin: float, casualty: float, by: Unit | None = None) -> float:
        """Value of a roll on a random one of ``units``, with these chances to pin and to kill."""
        if by is not None and by.anti_tank:
            units = [unit for unit in units if unit.hard] or units
        if not units:
            return 0.0
        harm = 0.0
        for unit in units:
            if by is None or not (by.sniper and unit.tank):
                price = self.price(unit)
                harm += pin * price.hit_pin + casualty * price.hit_casualty
        return harm / len(units)

    def suppression(self, units: list[Unit], bonus: int, by: Unit | None = None) -> float:
        """Value of a suppression roll against ``units``."""
        position = self.cards.rolls["suppression"]
        casualty = chance_of_two(position["casualty"], bonus)
        return self.hit(units, chance_of_two(position["pin"], bonus) - casualty, casualty, by)

    def suppressing(self, unit: Unit, front: str) -> float:
        """Value of a unit's suppression attack on a front."""
        flank = self.cards.across[unit.front] != front
        bonus = unit.card.get("suppression", 0) + flank + self.view["fronts"][front]["bonus"]
        return self.suppression(self.at(front), bonus, unit)

    def shelling(self, card: str, front: str) -> float:
        """Value of a support card on a front."""
        units, bonus, rolls = self.at(front), self.view["fronts"][front]["bonus"], self.cards.tactical[card]["n"]
        if self.options["support"] == "sum":
            # One total of several dice, 3.5 each on average: nearly always a hit.
            return self.hit(units, 0.2, 0.75 if rolls > 3 else 0.5)
        return sum(0.9**n * self.suppression(units, bonus) for n in range(rolls))
