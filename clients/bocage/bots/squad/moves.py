"""Movement of the SQUAD bot: whether and where to move, and reactions to the enemy's moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from bocage.bots.squad.cards import Aim
from bocage.bots.squad.hand import Judge
from bocage.bots.squad.position import COVERED, FLANKING, MOVED, OPPORTUNITY, Squad, distance

Choice = dict[str, Any]

#: Chance that a card of the enemy is an objective: there are six in the deck.
OBJECTIVE_IN_HAND = 0.05


class Plan(NamedTuple):
    """A move: the card that pays for it, and the resulting place."""

    card: str = ""
    into: str = ""
    step: str = ""
    to: str = ""


class Movement:
    """Moves of the deciding squad, compared with staying."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.position = judge.position
        self.cards = judge.position.cards
        self.squad = judge.squad

    def declare(self) -> str:
        """Return "stay", "move" or "point_man"."""
        plans = list(self.plans())
        stay = self.staying()
        best = max(map(self.outlook, plans), default=stay) - stay
        if best <= 0:
            return "stay"
        through = self.through()
        fire, struck = self.on_the_way()
        open_, careful = through * best - fire, through * (1 - struck) * best - struck * self._cost()
        if max(open_, careful) <= 0:
            return "stay"
        return "move" if open_ >= careful else "point_man"

    def best(self, moves: Iterable[Choice]) -> Choice:
        """Return the best of the legal moves."""
        return max(moves, key=lambda move: self.outlook(self._read(move)))

    def smoke_pays(self, card: str) -> bool:
        """True if smoke saves more men than it costs."""
        fire, _ = self.on_the_way()
        hidden, _ = self.on_the_way(self.position.worth("smoke"))
        return fire - hidden > self.judge.price(card)

    def staying(self) -> float:
        """Value of the next turns without a move."""
        here = self.position.shelter(self.squad)
        aims = [(enemy, reach, 0) for enemy, reach in self.position.in_reach(self.judge.name)]
        return self._prospect(aims, here, "", False) + self._distance(self.squad.get("hex", ""))

    def outlook(self, plan: Plan) -> float:
        """Value of the next turns after a move."""
        position = self.position
        aims: list[tuple[Squad, str, int]] = []
        for enemy in position.enemies.values():
            before = position.reach(self.squad, enemy)
            after = position.reach_from(plan.to, enemy) if position.on_map else position.stepped(plan.step)
            if position.on_map:
                held = distance(self.squad["hex"], enemy["hex"]) == distance(plan.to, enemy["hex"])
            else:
                held = before == after
            if after:
                aims.append((enemy, after, MOVED + (FLANKING if held else 0)))
        kind = "" if plan.into != "terrain" else position.kind(self.judge.name, plan.card)
        there = self.cards.cover(position.view["map"].get(plan.to, "open") if position.on_map else kind)
        # A terrain card that is moved into is not lost.
        price = self.judge.price(plan.card) if plan.into == "open" else 0.0
        return self._prospect(aims, there, plan.card, True) + self._after(plan) + self._distance(plan.to) - price

    def _prospect(
        self, aims: list[tuple[Squad, str, int]], shelter: tuple[int, int], without: str, moved: bool
    ) -> float:
        """Own fire, now and later, minus the enemy's."""
        judge, position, weights = self.judge, self.position, self.judge.weights
        value = 0.0
        shots = [(judge.man(enemy), self._aim(enemy, reach, extra, moved)) for enemy, reach, extra in aims]
        nation, best_of = self.squad["nation"], self.cards.best
        for card, kind in self.squad["hand"].items():
            if card != without:
                value += max((man * best_of(kind, nation, aim) for man, aim in shots), default=0.0)
        best = 0.0
        for enemy, reach, _ in aims:
            own = position.usual_aim(self.squad, enemy, reach, position.shelter(enemy))
            drawn = position.print(self.squad)["draw"] * weights.turns
            best = max(best, drawn * judge.man(enemy) * self._volley(self.squad, own))
            theirs = position.usual_aim(enemy, self.squad, reach, shelter)
            cards = enemy["cards"] + position.print(enemy)["draw"] * weights.turns
            value -= weights.caution * cards * judge.man(self.squad) * self._volley(enemy, theirs)
        return value + best

    def _aim(self, enemy: Squad, reach: str, extra: int, moved: bool) -> Aim:
        aim = self.position.usual_aim(self.squad, enemy, reach, self.position.shelter(enemy))
        return aim._replace(bonus=aim.bonus + extra, moved=moved)

    def _volley(self, firer: Squad, aim: Aim) -> float:
        return self.cards.volley(firer["nation"], aim._replace(men=10))

    def _after(self, plan: Plan) -> float:
        """Value of cards that may be played after a move."""
        hand = {card: kind for card, kind in self.squad["hand"].items() if card != plan.card}
        roles = {use["role"] for kind in hand.values() for use in self.cards.uses(kind, self.squad["nation"])}
        value = self.judge.objective(self.position.seat) if "objective" in roles else 0.0
        if "conceal" in roles:
            value += 0.4
        if "flank" in roles and plan.step.startswith("lateral") and plan.into == "terrain":
            value += 0.6
        return value

    def _distance(self, place: str) -> float:
        """On the map, a penalty for the distance of a squad out of range."""
        if not place:
            return 0.0
        nearest = min(distance(place, enemy["hex"]) for enemy in self.position.enemies.values())
        return -self.judge.weights.approach * max(0, nearest - len(self.cards.ranges))

    def _cost(self) -> float:
        return self.judge.weights.caution * self.judge.man(self.squad)

    def on_the_way(self, smoke: int = 0) -> tuple[float, float]:
        """Return the cost of opportunity fire, and the chance of a hit."""
        position = self.position
        fire, missed = 0.0, 1.0
        here = position.shelter(self.squad)
        for enemy, reach in position.in_reach(self.judge.name):
            aim = position.usual_aim(enemy, self.squad, reach, here)._replace(phase=OPPORTUNITY, men=10)
            aim = aim._replace(bonus=aim.bonus + smoke + (COVERED if self.squad.get("covering") else 0))
            fire += enemy["cards"] * self._volley(enemy, aim)
            missed *= (1 - self.cards.threat(enemy["nation"], aim)) ** enemy["cards"]
        return fire * self._cost(), 1 - missed

    def through(self) -> float:
        """Chance that no barrier stops a move."""
        clear = 1.0
        for enemy, _ in self.position.in_reach(self.judge.name):
            clear *= (1 - self.cards.barrier(enemy["nation"], self.position.on_map)) ** enemy["cards"]
        return clear

    def plans(self) -> Iterator[Plan]:
        """Yield possible moves; of cards that only pay, only the cheapest."""
        if self.position.on_map:
            yield from (Plan(to=place) for place in self.position.destinations(self.judge.name))
            return
        hand: dict[str, str] = self.squad["hand"]
        flanking = self.position.view["variant"] == "flanking"
        sides = ("lateral_left", "lateral_right") if flanking else ("hold",)
        steps = [step for step in ("closer", *sides, "farther") if self.position.stepped(step)]
        cheapest = min(hand, key=self.judge.price)
        for step in steps:
            yield Plan(cheapest, "open", step)
            for card, kind in hand.items():
                if self.cards.uses(kind, self.squad["nation"]) and self._is_terrain(kind):
                    yield Plan(card, "terrain", step)

    def _is_terrain(self, kind: str) -> bool:
        return any(use["role"] == "terrain" for use in self.cards.uses(kind, self.squad["nation"]))

    def _read(self, move: Choice) -> Plan:
        return Plan(move.get("card", ""), move.get("into", ""), move.get("step", ""), move.get("to", ""))


def threatened(judge: Judge, mover: Squad, terrain: str) -> float:
    """Return what an enemy's announced move would cost this player."""
    position = judge.position
    objective = judge.objective(mover["seat"]) * min(1.0, OBJECTIVE_IN_HAND * int(mover["cards"]))
    before, after = sum(position.shelter(mover)), sum(position.cards.cover(terrain))
    return objective + judge.weights.cover * (before - after)
