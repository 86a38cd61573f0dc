"""Gain of playing tactical cards now, by effect."""

from __future__ import annotations

from typing import Any

from bocage.bots.company_commander.fight import Fight, Odds, assaults, pressure, shown
from bocage.bots.company_commander.hand import price
from bocage.bots.company_commander.position import Card, Position, Unit

Choice = dict[str, Any]

#: Effect of a card that marks a unit → the flag it sets.
FLAG = {
    "roads": "roads",
    "veteran_unit": "veteran",
    "rifle_grenades": "may_suppress",
    "machine_guns": "may_suppress",
    "panzerfausts": "anti_tank",
    "fog_of_war": "fogged",
    "formation_disorder": "disordered",
    "awaiting_orders": "awaiting_orders",
    "green_unit": "green",
    "out_of_ammo": "out_of_ammo",
    "breakdown": "broken_down",
    "shaken": "shaken",
}
#: Permanent flags, and their additional value.
LASTING = {"out_of_ammo": 0.4, "broken_down": 0.2}
#: Cards that are always worth playing.
DRAWN = 2.0


class Plays:
    """Plays of cards in one decision."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.phase: str = position.view["phase"]

    def best(self, actions: list[Choice]) -> tuple[float, Choice]:
        """Return the best play, and its gain above the price of the card."""
        scored = [
            (self.gain(action) - price(self.position, action["card"]), action)
            for action in actions
            if action["do"] == "play"
        ]
        return max(scored, key=lambda pair: pair[0], default=(0.0, actions[-1]))

    def gain(self, action: Choice) -> float:
        """Gain of a play."""
        card = self.position.cards.tactical[action["card"]]
        match card["effect"]:
            case "draw_squad" | "draw_tactical":
                return DRAWN
            case "cancel":
                return self._declared()
            case "support_rolls":
                return self.position.shelling(action["card"], action["front"])
            case "mission_success":
                return max(map(self.mark, self.position.cards.fronts(self.position.enemy)))
            case "front_bonus":
                return self.mark(action["front"])
            case "return_unit":
                return self._stuck(self.position.units[action["unit"]])
            case "pin_unit":
                return self._pinned(self.position.units[action["unit"]])
            case "flag_front":
                return self._barred(action["front"], FLAG[action["card"]])
            case "flag_unit":
                return self._flagged(self.position.units[action["unit"]], FLAG[action["card"]])
            case "rally_again":
                unit = self.position.units[action["unit"]]
                return self.position.rally(unit) * self.rallied(unit)
        return self._in_assault(action, card)

    def mark(self, front: str) -> float:
        """Gain of +1 on this turn's suppression against a front."""
        position = self.position
        here, bonus = position.at(front), int(position.view["fronts"][front]["bonus"])
        more = position.suppression(here, bonus + 1) - position.suppression(here, bonus)
        heavy = {
            name: card["n"] for name, card in position.cards.tactical.items() if card["effect"] == "support_rolls"
        }
        shells = sum(int(heavy.get(name, 0)) * copies for name, copies in position.hand().items())
        guns = [
            unit
            for unit in position.units.values()
            if unit.side == position.me and position.may_suppress(unit, True)
        ]
        return more * (sum(front in position.targets(gun.front) for gun in guns) + 0.5 * shells)

    def rallied(self, unit: Unit) -> float:
        """Gain of rallying a unit."""
        position = self.position
        return (
            position.price(unit).worth
            if position.wavers(unit)
            else position.weights.pin + 0.1 * unit.left + 0.1 * unit.pins
        )

    def _declared(self) -> float:
        """Value of the declared suppression attack."""
        position, target = self.position, self.position.view["target"]
        if "card" in target:
            return position.shelling(target["card"], target["front"])
        unit = position.units[target["unit"]]
        return position.suppressing(unit, target["front"]) if "front" in target else position.suppression([unit], 0)

    def _stuck(self, unit: Unit) -> float:
        """Gain of forcing a unit back: it counts if it alone holds its front."""
        return 0.3 if len(self.position.at(unit.front)) == 1 and self.position.held(unit.side) == 3 else 0.0

    def _pinned(self, unit: Unit) -> float:
        if self.phase != "assault" and not (self.phase == "suppression" and not self.position.my_turn):
            return 0.0  # better when it has an effect
        return self.position.price(unit).pin + self._change(self.position.with_flag(unit.name, "pins"))

    def _change(self, after: Position) -> float:
        """Improvement of this turn for this player."""
        position = self.position
        if position.my_turn:
            return assaults(after, position.me, True) - assaults(position, position.me, True)
        weigh = assaults if self.phase == "assault" else pressure
        return weigh(position, position.enemy, True) - weigh(after, position.enemy, True)

    def _barred(self, front: str, flag: str) -> float:
        if self.phase == "recon" or (self.phase == "suppression" and flag == "disordered"):
            return 0.0  # can wait
        return self._change(self.position.with_front(front, flag))

    def _flagged(self, unit: Unit, flag: str) -> float:
        position = self.position
        after = position.with_flag(unit.name, flag)
        match flag:
            case "may_suppress":
                aims = position.targets(unit.front)
                spared = position.with_flag(unit.name, "suppressed")
                given_up = assaults(position, position.me, True) - assaults(spared, position.me, True)
                return max((position.suppressing(unit, front) for front in aims), default=0.0) - given_up
            case "shaken":
                return position.rally(unit) * self.rallied(unit)
            case "anti_tank":
                return self._in_fight(after, Odds(), Odds()) if "assault" in position.view else 0.0
            case "awaiting_orders" if self.phase != "assault":
                return 0.0
        if self.phase == "recon":
            return 0.0
        return self._change(after) + LASTING.get(flag, 0.0)

    def _in_assault(self, action: Choice, card: Card) -> float:
        """Gain of a card in the current assault."""
        before = shown(self.position.view["assault"])
        name, n = action["card"], card["n"]
        match card["effect"]:
            case "dice_role":
                role = "attackers" if "attack" in card["points"] or n < 0 else "defenders"
                after = before._replace(dice=(*before.dice, (role, name, n)))
            case "dice_front" | "dice_unit":
                whom = action.get("front") or action["unit"]
                after = before._replace(dice=(*before.dice, (whom, name, n)))
            case "no_fire":
                after = before._replace(silenced=(*before.silenced, action["unit"]))
            case "mines":
                after = before._replace(mines=before.mines + n)
            case _:
                after = before._replace(simultaneous=True)
        return self._in_fight(self.position, before, after)

    def _in_fight(self, changed: Position, before: Odds, after: Odds) -> float:
        assault = self.position.view["assault"]
        worths = [
            Fight(position, assault["front"]).worth([position.units[name] for name in assault["units"]], odds)
            for position, odds in ((self.position, before), (changed, after))
        ]
        return (worths[1] - worths[0]) * (1 if self.position.my_turn else -1)
