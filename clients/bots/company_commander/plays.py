"""What tactical cards bring when they are played now, by what they do."""

from __future__ import annotations

from typing import Any

from clients.bots.company_commander.fight import Fight, Odds, assaults, pressure, shown
from clients.bots.company_commander.hand import price
from clients.bots.company_commander.table import Card, Table, Unit

Choice = dict[str, Any]

#: What a card that marks a unit makes true of it.
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
#: Flags that stay, and what that is worth besides.
LASTING = {"out_of_ammo": 0.4, "broken_down": 0.2}
#: Cards that are always worth playing.
DRAWN = 2.0


class Plays:
    """Cards at one decision."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.phase: str = table.view["phase"]

    def best(self, actions: list[Choice]) -> tuple[float, Choice]:
        """The best play, and what it brings above the price of its card."""
        scored = [
            (self.gain(action) - price(self.table, action["card"]), action)
            for action in actions
            if action["do"] == "play"
        ]
        return max(scored, key=lambda pair: pair[0], default=(0.0, actions[-1]))

    def gain(self, action: Choice) -> float:
        """What a play brings."""
        card = self.table.cards.tactical[action["card"]]
        match card["effect"]:
            case "draw_squad" | "draw_tactical":
                return DRAWN
            case "cancel":
                return self._declared()
            case "support_rolls":
                return self.table.shelling(action["card"], action["front"])
            case "mission_success":
                return max(map(self.mark, self.table.cards.fronts(self.table.enemy)))
            case "front_bonus":
                return self.mark(action["front"])
            case "return_unit":
                return self._stuck(self.table.units[action["unit"]])
            case "pin_unit":
                return self._pinned(self.table.units[action["unit"]])
            case "flag_front":
                return self._barred(action["front"], FLAG[action["card"]])
            case "flag_unit":
                return self._flagged(self.table.units[action["unit"]], FLAG[action["card"]])
            case "rally_again":
                unit = self.table.units[action["unit"]]
                return self.table.rally(unit) * self.rallied(unit)
        return self._in_assault(action, card)

    def mark(self, front: str) -> float:
        """What +1 on this turn's suppression against a front brings."""
        table = self.table
        here, bonus = table.at(front), int(table.view["fronts"][front]["bonus"])
        more = table.suppression(here, bonus + 1) - table.suppression(here, bonus)
        heavy = {
            name: card["n"] for name, card in table.cards.tactical.items() if card["effect"] == "support_rolls"
        }
        shells = sum(int(heavy.get(name, 0)) * copies for name, copies in table.hand().items())
        guns = [unit for unit in table.units.values() if unit.side == table.me and table.may_suppress(unit, True)]
        return more * (sum(front in table.targets(gun.front) for gun in guns) + 0.5 * shells)

    def rallied(self, unit: Unit) -> float:
        """What it is worth that a unit rallies."""
        table = self.table
        return (
            table.price(unit).worth if table.wavers(unit) else table.weights.pin + 0.1 * unit.left + 0.1 * unit.pins
        )

    def _declared(self) -> float:
        """What the suppression attack that waits for its dice is worth."""
        table, target = self.table, self.table.view["target"]
        if "card" in target:
            return table.shelling(target["card"], target["front"])
        unit = table.units[target["unit"]]
        return table.suppressing(unit, target["front"]) if "front" in target else table.suppression([unit], 0)

    def _stuck(self, unit: Unit) -> float:
        """A unit that must go back: it counts when it alone holds its front."""
        return 0.3 if len(self.table.at(unit.front)) == 1 and self.table.held(unit.side) == 3 else 0.0

    def _pinned(self, unit: Unit) -> float:
        if self.phase != "assault" and not (self.phase == "suppression" and not self.table.my_turn):
            return 0.0  # better when it tells
        return self.table.price(unit).pin + self._change(self.table.with_flag(unit.name, "pins"))

    def _change(self, after: Table) -> float:
        """How much better this turn looks for this player."""
        table = self.table
        if table.my_turn:
            return assaults(after, table.me, True) - assaults(table, table.me, True)
        weigh = assaults if self.phase == "assault" else pressure
        return weigh(table, table.enemy, True) - weigh(after, table.enemy, True)

    def _barred(self, front: str, flag: str) -> float:
        if self.phase == "recon" or (self.phase == "suppression" and flag == "disordered"):
            return 0.0  # later is soon enough
        return self._change(self.table.with_front(front, flag))

    def _flagged(self, unit: Unit, flag: str) -> float:
        table = self.table
        after = table.with_flag(unit.name, flag)
        match flag:
            case "may_suppress":
                aims = table.targets(unit.front)
                spared = table.with_flag(unit.name, "suppressed")
                given_up = assaults(table, table.me, True) - assaults(spared, table.me, True)
                return max((table.suppressing(unit, front) for front in aims), default=0.0) - given_up
            case "shaken":
                return table.rally(unit) * self.rallied(unit)
            case "anti_tank":
                return self._in_fight(after, Odds(), Odds()) if "assault" in table.view else 0.0
            case "awaiting_orders" if self.phase != "assault":
                return 0.0
        if self.phase == "recon":
            return 0.0
        return self._change(after) + LASTING.get(flag, 0.0)

    def _in_assault(self, action: Choice, card: Card) -> float:
        """What a card changes in the assault that is on."""
        before = shown(self.table.view["assault"])
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
        return self._in_fight(self.table, before, after)

    def _in_fight(self, changed: Table, before: Odds, after: Odds) -> float:
        assault = self.table.view["assault"]
        worths = [
            Fight(table, assault["front"]).worth([table.units[name] for name in assault["units"]], odds)
            for table, odds in ((self.table, before), (changed, after))
        ]
        return (worths[1] - worths[0]) * (1 if self.table.my_turn else -1)
