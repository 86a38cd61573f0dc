"""The sheet's sections 1.6 and 1.7 written a second time, over what everybody sees and the printed facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bocage.rules.company_commander import GAME, actions
from bocage.rules.company_commander import events as ev
from bocage.rules.company_commander.options import Options

View = Mapping[str, Any]

FACTS: Any = GAME.facts()
CARDS: Mapping[str, View] = {row["card"]: row for side in FACTS["sides"] for row in FACTS["squads"][side]}
TACTICAL: Mapping[str, View] = {row["card"]: row for row in FACTS["tactical"]}
LANE: Mapping[str, int] = {front: lane for lane, fronts in enumerate(FACTS["lanes"]) for front in fronts}
OTHER = {"us": "de", "de": "us"}


def front_of(side: str, lane: int) -> str:
    return next(front for front, at in LANE.items() if at == lane and front.startswith(side))


def beside(front: str) -> list[str]:
    """The adjacent fronts of the same side."""
    lanes = {0: (1,), 1: (0, 2), 2: (1,)}[LANE[front]]
    return [front_of(front[:2], lane) for lane in lanes]


# Who may act (1.6) -----------------------------------------------------------------------------------


class Acts:
    """What the units of the side whose turn it is may do."""

    def __init__(self, view: View, options: Options) -> None:
        self.view = view
        self.options = options
        self.units = {name: unit for name, unit in view["units"].items() if name.startswith(view["active"])}
        self.led = {unit["front"] for unit in self.units.values() if "platoon" in CARDS[unit["card"]]["classes"]}

    def on_orders(self, unit: View) -> bool:
        return not self.options.commander or unit["front"] in {*self.led, self.view["proxy"]}

    def in_reach(self, unit: View, *barred: str) -> list[str]:
        """The enemy fronts that a unit may attack: straight across, or past an empty one."""
        held = {other["front"] for other in self.view["units"].values()}
        across = front_of(OTHER[self.view["active"]], LANE[unit["front"]])
        fronts = [across] if across in held else beside(across)
        shown = self.view["fronts"]
        return [front for front in fronts if front in held and not shown[front].keys() & {"fogged", *barred}]

    def of(self, kind: str) -> set[tuple[type[Any], str, str]]:
        """All acts of units in a decision of that kind: type, unit, front or helper."""
        rules = {
            "deploy": self._moves,
            "recon": self._missions,
            "suppression": self._suppressions,
            "assault": self._assaults,
            "build": self._assaults,
            "rally": self._rallies,
        }
        return {act for name, unit in self.units.items() for act in rules[kind](name, unit)}

    def _moves(self, name: str, unit: View) -> Iterator[tuple[type[Any], str, str]]:
        stuck = unit.keys() & {"moved", "move_tried", "broken_down"}
        if not unit["pins"] and not stuck and (self.on_orders(unit) or is_hq(unit)):
            yield from ((actions.Move, name, front) for front in beside(unit["front"]))

    def _missions(self, name: str, unit: View) -> Iterator[tuple[type[Any], str, str]]:
        barred = unit.keys() & {"moved", "green", "on_mission"}
        if "recon" in CARDS[unit["card"]] and not unit["pins"] and not barred and self.on_orders(unit):
            yield actions.Recon, name, ""

    def _suppressions(self, name: str, unit: View) -> Iterator[tuple[type[Any], str, str]]:
        able = "suppression" in CARDS[unit["card"]] or "may_suppress" in unit
        barred = unit.keys() & {"out_of_ammo", "green", "on_mission", "suppressed"}
        moved = "moved" in unit and "roads" not in unit
        if able and not unit["pins"] and not barred and not moved and self.on_orders(unit):
            yield from ((actions.Suppress, name, front) for front in self.in_reach(unit))

    def _assaults(self, name: str, unit: View) -> Iterator[tuple[type[Any], str, str]]:
        barred = unit.keys() & {
            "broken_down",
            "green",
            "awaiting_orders",
            "on_mission",
            "suppressed",
            "assaulted",
            "stays_out",
        }
        moved = "moved" in unit and not unit.keys() & {"roads", "veteran"}
        disordered = "disordered" in self.view["fronts"][unit["front"]]
        never = CARDS[unit["card"]].get("cannot_assault")
        if unit["pins"] or barred or moved or disordered or never or not self.on_orders(unit):
            return
        building = self.view.get("assault")
        for front in self.in_reach(unit, "attacked"):
            if not building or (front == building["front"] and name not in building["units"]):
                yield actions.Join, name, front

    def _rallies(self, name: str, unit: View) -> Iterator[tuple[type[Any], str, str]]:
        if not unit["pins"] or unit.keys() & {"green", "rally_tried", "shaken"}:
            return
        if aide := self.view.get("aides", {}).get(name):
            yield actions.Rally, name, aide
            return
        yield actions.Rally, name, ""
        for helper, hq in self.units.items():
            barred = hq.keys() & {"green", "moved", "assaulted", "helped"}
            near = self.options.hq_help == "any_front" or hq["front"] == unit["front"]
            if is_hq(hq) and not is_hq(unit) and not hq["pins"] and not barred and near:
                yield actions.Rally, name, helper


def is_hq(unit: View) -> bool:
    return "hq" in CARDS[unit["card"]]["classes"]


# What the dice say (1.4, 1.7) ------------------------------------------------------------------------


class Dice:
    """Follows the events of one step, from the view before it, and asserts what every roll comes to."""

    def __init__(self, view: View, action: Any, options: Options) -> None:
        self.view = view
        self.action = action
        self.options = options
        self.units = {name: dict(unit) for name, unit in view["units"].items()}
        self.lost: dict[str, dict[str, Any]] = {}
        self.bonus = {front: shown["bonus"] for front, shown in view["fronts"].items()}
        self.roll: Any = None
        #: Results of the last roll that have not hit yet, in order.
        self.due: list[str] = []
        self.rolls = 0

    def see(self, event: Any) -> None:
        """The next event."""
        follow: dict[type[Any], Callable[[Any], None]] = {
            ev.Scouted: self._scouted,
            ev.Suppression: self._suppression,
            ev.Fire: self._fire,
            ev.Hit: self._hit,
            ev.Removed: self._removed,
            ev.Rallied: self._rallied,
        }
        if type(event) in follow:
            follow[type(event)](event)

    def _unit(self, name: str) -> dict[str, Any]:
        return self.units.get(name) or self.lost[name]

    def _scouted(self, event: ev.Scouted) -> None:
        self.rolls += 1
        assert event.total == event.die + CARDS[self._unit(event.unit)["card"]]["recon"]
        assert event.result == ("success" if event.total >= 5 else "nothing" if event.total >= 3 else "spotted")

    def _suppression(self, event: ev.Suppression) -> None:
        self.rolls += 1
        one_sum = bool(event.card) and self.options.support == "sum"
        assert len(event.dice) == (TACTICAL[event.card]["n"] if one_sum else 2)
        added = self.bonus.get(event.front, 0)
        if event.unit:
            unit = self._unit(event.unit)
            added += CARDS[unit["card"]].get("suppression", 0) + (LANE[unit["front"]] != LANE[event.front])
        assert event.total == sum(event.dice) + added
        assert event.result == ("casualty" if event.total >= 11 else "pin" if event.total >= 8 else "nothing")
        self.roll, self.due = event, [event.result] if event.result != "nothing" else []

    def _fire(self, event: ev.Fire) -> None:
        self.rolls += 1
        assert not self.due
        if event.unit:
            self._fire_of(event, self._unit(event.unit))
        self.roll = event
        faces = [face + event.plus for face in event.dice]
        self.due = ["casualty" if face >= 6 else "pin" for face in faces if face >= 4]

    def _fire_of(self, event: ev.Fire, unit: View) -> None:
        assault, card = self.view["assault"], CARDS[unit["card"]]
        attacks = event.unit.startswith(self.view["active"])
        assert event.role == ("attack" if attacks else "defence")
        assert event.plus == (attacks and LANE[unit["front"]] != LANE[assault["front"]])
        if isinstance(self.action, actions.Play):  # The card that was just played is not in the view before it.
            return
        whom = {event.unit, "attackers" if attacks else "defenders", unit["front"]}
        added = card.get("assault" if attacks else "defence", 0)
        added += sum(n for who, _, n in assault["dice"] if who in whom)
        assert len(event.dice) == max(0, event.base + added)
        if not assault["simultaneous"]:
            assert event.base == card["strength"] - unit["casualties"]
            assert not unit["pins"]
            assert "green" not in unit
            assert event.unit not in assault["silenced"]

    def _candidates(self) -> list[str]:
        if isinstance(self.roll, ev.Suppression):
            if self.roll.target:
                return [self.roll.target]
            front = self.roll.front
        elif not self.roll.unit.startswith(self.view["active"]):  # Defenders, or mines.
            return [name for name in self.view["assault"]["units"] if name in self.units]
        else:
            front = self.view["assault"]["front"]
        return [name for name, unit in self.units.items() if unit["front"] == front]

    def _hit(self, event: ev.Hit) -> None:
        assert self.due.pop(0) == event.result
        candidates = self._candidates()
        source = self._unit(self.roll.unit) if self.roll.unit else {"card": ""}
        printed = CARDS.get(source["card"], {"classes": []})
        if printed.get("anti_tank") or "anti_tank" in source:
            hard = [name for name in candidates if _is_hard(self.units[name])]
            candidates = hard or candidates
        if not candidates:
            assert event.effect == "lost"
            return
        assert event.target in candidates
        unit = self.units[event.target]
        assert event.effect == self._effect(event, unit, "sniper" in printed["classes"])
        if event.effect == "pin":
            unit["pins"] += 1
        elif event.effect == "casualty":
            unit["casualties"] += 1

    def _effect(self, event: ev.Hit, unit: View, by_sniper: bool) -> str:
        card = CARDS[unit["card"]]
        if by_sniper and "tank" in card["classes"]:
            return "immune"
        if "armour" in card:
            helped = event.armour + card["armour"] >= 6
            return {"pin": "ignored", "casualty": "pin"}[event.result] if helped else event.result
        if is_hq(unit) and event.result == "casualty" and self.options.commander:
            return "casualty" if event.hq == 1 else "unhurt"
        assert (event.armour, event.hq) == (0, 0)
        return event.result

    def _removed(self, event: ev.Removed) -> None:
        unit = self.lost[event.unit] = self.units.pop(event.unit)
        strength = CARDS[unit["card"]]["strength"]
        if event.cause == "fire":
            assert unit["casualties"] == strength
        else:
            assert unit["casualties"] + unit["pins"] > strength

    def _rallied(self, event: ev.Rallied) -> None:
        self.rolls += 1
        unit = self.units[event.unit]
        assert event.total == event.die + CARDS[unit["card"]].get("rally", 0) + (2 if event.helper else 0)
        assert event.result == ("rallied" if event.total >= 5 else "not_rallied")
        if event.result == "rallied":
            unit["pins"] = 0


def _is_hard(unit: View) -> bool:
    return bool({"vehicle", "artillery"} & {*CARDS[unit["card"]]["classes"]})
