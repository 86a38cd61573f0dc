"""A position of SQUAD as one player sees it: ranges, cover and attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from bocage.bots.squad import types
from bocage.bots.squad.cards import Aim, Cards

View: TypeAlias = Mapping[str, Any]
Squad: TypeAlias = types.SquadView

COVERING, OPPORTUNITY, POSITION = "covering_fire", "opportunity_fire", "position_fire"
#: The range beyond all weapons.
OUT_OF_RANGE = ""
FAR = "L"
#: Modifiers printed in the rules, not on cards.
PINNED = MOVED = FLANKED = COVERED = -1
FLANKING = +1
_STEPS = {"closer": -1, "farther": +1}


class Position:
    """The view of one player. ``mine`` and ``enemies``: squads by id."""

    def __init__(self, view: View, cards: Cards) -> None:
        self.cards = cards
        self.options: types.Options = view["options"]
        self.view: types.View = view["table"]
        squads: Mapping[str, Squad] = self.view["squads"]
        self.squads = squads
        self.mine = {name: squad for name, squad in squads.items() if "hand" in squad}
        self.enemies = {name: squad for name, squad in squads.items() if "hand" not in squad}
        self.seat: int = next(iter(self.mine.values()))["seat"]
        self.phase: str = self.view["phase"]
        self.my_turn: bool = self.view["active"] == self.seat
        self.on_map: bool = self.view["variant"] == "map"

    def acting(self, actions: list[dict[str, Any]]) -> str:
        """Return this player's deciding squad."""
        named = (action["squad"] for action in actions if "squad" in action)
        acting: str = self.view["acting"]
        return next(named, acting if acting in self.mine else next(iter(self.mine)))

    def objectives(self, seat: int) -> int:
        """Return a player's number of objectives."""
        return int(self.view["objectives"][str(seat)])

    def kind(self, squad: str, card: str) -> str:
        """Return the kind of a card in a hand."""
        return str(self.squads[squad]["hand"][card])

    def print(self, squad: Squad) -> Mapping[str, Any]:
        """Return the print on a squad's nationality."""
        return self.cards.nations[squad["nation"]]

    def reach(self, one: Squad, other: Squad) -> str:
        """Return the range between two squads; "" out of range."""
        return self.reach_from(one["hex"], other) if self.on_map else str(self.view["range"])

    def reach_from(self, place: str, other: Squad) -> str:
        """Return the range between a hex and a squad."""
        away = distance(place, other["hex"])
        return self.cards.ranges[away - 1] if 0 < away <= len(self.cards.ranges) else OUT_OF_RANGE

    def in_reach(self, squad: str) -> Iterator[tuple[Squad, str]]:
        """Yield the enemies in range of a squad."""
        for enemy in self.enemies.values():
            if reach := self.reach(self.squads[squad], enemy):
                yield enemy, reach

    def stepped(self, step: str) -> str:
        """Return the range after a step on the scale; "" beyond its end."""
        at = self.cards.ranges.index(self.view["range"]) + _STEPS.get(step, 0)
        return self.cards.ranges[at] if 0 <= at < len(self.cards.ranges) else OUT_OF_RANGE

    def shelter(self, squad: Squad) -> tuple[int, int]:
        """Return the cover of a squad: the part that some weapons ignore, and the rest."""
        cover, height = self.cards.cover(squad.get("terrain", "open"))
        if squad.get("concealed"):
            cover += self.worth("concealment")
        if squad.get("encircled") and self.view["variant"] != "flanking":
            height += self.worth("encircled")
        return cover, height

    def worth(self, card: str) -> int:
        """Return the number printed on a card."""
        return int(self.cards.uses(card, "")[0]["value"])

    def lasting(self, squad: Squad) -> int:
        """Return the current bonus of Flanking Fire on a squad's attacks."""
        laid: int = squad.get("left", 0) + squad.get("right", 0)
        if laid > 1 and self.options["flank_encircled"] == "plus3":
            return self.worth("encircled")
        return (laid + bool(squad.get("flanking_fire"))) * self.worth("flanking_fire")

    def usual_aim(self, firer: Squad, target: Squad, reach: str, shelter: tuple[int, int]) -> Aim:
        """Return an estimated attack in the squad's own Position Fire Phase."""
        bonus = self.lasting(firer) + (PINNED if firer.get("pinned") else 0)
        pinned = bool(target.get("pinned"))
        return Aim(reach, POSITION, bonus + shelter[1], shelter[0], 0, target["men"], pinned, on_map=self.on_map)

    def aim(self, name: str, target_name: str, phase: str = "") -> Aim:
        """Return an attack in the current phase, or in ``phase``."""
        firer, target = self.squads[name], self.squads[target_name]
        phase = phase or self.phase
        aim = self.usual_aim(firer, target, self.reach(firer, target), self.shelter(target))
        passing = 0
        if phase == COVERING:
            passing = self.print(firer)["moving_fire"] + (self.worth("smoke") if firer.get("smoke") else 0)
        elif phase == OPPORTUNITY:
            passing = COVERED if target.get("covering") else 0
            passing += self.worth("smoke") if target.get("smoke") else 0
            passing += self.worth("ambush") if firer.get("ambush") else 0
        elif phase == POSITION and firer.get("moved"):
            passing = MOVED
            if target_name in firer.get("flanked", ()) and not firer.get("shot_at"):
                passing += FLANKING
        elif phase == POSITION and name in target.get("flanked_before", ()):
            passing = FLANKED
        gun = self.worth("enfilade") if firer.get("enfilade") else 0
        most = 1 if phase == OPPORTUNITY and target.get("point_man") else target["men"]
        moved = bool(firer.get("moved"))
        return aim._replace(bonus=aim.bonus + passing, phase=phase, gun=gun, men=most, moved=moved)

    def destinations(self, name: str) -> list[str]:
        """Return the hexes that a squad may move to: one step, or two if both hexes are open."""
        taken = {squad["hex"] for squad in self.squads.values() if "hex" in squad}
        terrain = self.view["map"]
        near = [place for place in self._around(self.squads[name]["hex"]) if place not in taken]
        far = [
            place
            for step in near
            if step not in terrain
            for place in self._around(step)
            if place not in taken and place not in terrain
        ]
        return list(dict.fromkeys(near + far))

    def _around(self, place: str) -> Iterator[str]:
        column, row = _read(place)
        for other_row in (row - 1, row, row + 1):
            for other_column in (column - 1, column, column + 1):
                other = f"{other_column},{other_row}"
                inside = 0 <= other_column < self.view["columns"] and 0 <= other_row < self.view["rows"]
                if inside and distance(place, other) == 1:
                    yield other


def _read(place: str) -> tuple[int, int]:
    column, row = place.split(",")
    return int(column), int(row)


def distance(one: str, other: str) -> int:
    """Return the steps between two hexes "column,row", with odd rows shifted to the right."""
    (c1, r1), (c2, r2) = _read(one), _read(other)
    dq = c1 - (r1 - r1 % 2) // 2 - c2 + (r2 - r2 % 2) // 2
    dr = r1 - r2
    return max(abs(dq), abs(dr), abs(dq + dr))
