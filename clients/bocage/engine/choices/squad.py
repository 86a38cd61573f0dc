"""Named numbers of a choice in SQUAD: the action, its card, and the situation.

All from the document shown to the seat and its legal actions, as read by the sergeant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bocage.bots.dice import chance_of_difference
from bocage.bots.squad.cards import Cards, kills, total
from bocage.bots.squad.fire import Volley
from bocage.bots.squad.hand import USUAL, Judge
from bocage.bots.squad.moves import Movement, Plan, threatened
from bocage.bots.squad.position import Position, Squad
from bocage.rules.kernel.registry import find_game

Choice = dict[str, Any]
#: Name → number; names that are missing are 0.
Features = dict[str, float]

#: Name of a step, by an action that only it has.
_STEPS = {
    "end_fire": "fire",
    "declare": "declare",
    "no_smoke": "smoke",
    "move": "move",
    "barrier": "barrier",
    "engineer": "engineer",
    "objective": "landed",
    "conceal": "landed",
    "flank": "landed",
    "modify": "modify",
    "utility": "utility",
    "draw_extra": "extra",
    "discard": "discard",
    "terrain": "start",
    "place": "place",
    "commander_killed": "mine",
}


#: Weights trained for the flanking variant were no better there than those of the base game
#: (docs/reports/engine.md).
ALIKE = {"flanking": "base"}


def kind(options: Mapping[str, Any]) -> str:
    """Return the variant. The map with several squads is a kind of its own: weights for one squad are useless
    there.
    """
    variant, squads = options.get("variant", "base"), options.get("squads_per_seat", 1)
    return f"map of {squads}" if variant == "map" and squads > 1 else str(variant)


def describer() -> Callable[[Any, list[Choice], int], list[Features]]:
    """Return the describer of SQUAD."""
    return Choices(dict(find_game("squad").facts())).describe


class Choices:
    """Describes choices with the facts of the game."""

    def __init__(self, facts: Any) -> None:
        self._cards = Cards(facts)

    def describe(self, document: Any, actions: list[Choice], prior: int) -> list[Features]:
        """Return the numbers of each legal action. ``prior``: index of the sergeant's action."""
        return _Described(Position(document, self._cards), actions, prior).all()


class _Described:
    """One decision."""

    def __init__(self, position: Position, actions: list[Choice], prior: int) -> None:
        self.position = position
        self.actions = actions
        self.prior = prior
        self.judge = Judge(position, position.acting(actions), USUAL)
        self.squad = self.judge.squad
        self.nation = self.squad["nation"]
        self.step = next((_STEPS[one["do"]] for one in actions if one["do"] in _STEPS), "other")
        if self.step == "fire":
            self.step = position.phase
        elif self.step == "modify":
            self.step = str(position.view["roll"]["roll"])
        self.enemy = self._facing()
        self.reach = self._reach_of(self.enemy)
        self.hand = self.squad["hand"]
        self.roles = {card: self._roles_of(kind) for card, kind in self.hand.items()}
        self.context = list(self._context())
        self.movement = Movement(self.judge)

    def all(self) -> list[Features]:
        """Return the numbers of all actions."""
        found = [self._of(at, action) for at, action in enumerate(self.actions)]
        if self.step in ("covering_fire", "opportunity_fire", "position_fire", "return_fire"):
            self._fire(found)
        elif self.step == "declare":
            self._declare(found)
        elif self.step == "barrier":
            mover = self.position.squads[self.position.view["move"]["squad"]]
            cost = threatened(self.judge, mover, self.position.view["move"]["terrain"])
            for action, numbers in zip(self.actions, found, strict=True):
                if action["do"] == "barrier":
                    numbers["barrier threatened"] = cost
        return found

    def _facing(self) -> Squad | None:
        """Return the nearest enemy."""
        position = self.position
        enemies = list(position.enemies.values())
        if not enemies or (position.on_map and ("hex" not in self.squad or "hex" not in enemies[0])):
            return None
        order = (*position.cards.ranges, "")
        return min(enemies, key=lambda enemy: order.index(position.reach(self.squad, enemy)))

    def _reach_of(self, enemy: Squad | None) -> str:
        return (self.position.reach(self.squad, enemy) or "far") if enemy else "none"

    def _roles_of(self, kind: str) -> frozenset[str]:
        uses = self.position.cards.uses(kind, self.nation)
        variant = self.position.view["variant"]
        return frozenset(use["role"] for use in uses if variant in use.get("variants", (variant,)))

    def _context(self) -> Iterator[str]:
        """Yield words for the situation."""
        position, squad, enemy = self.position, self.squad, self.enemy
        turn = "own" if position.my_turn else "their"
        yield f"at {self.reach}"
        yield f"{turn} turn"
        yield f"own {self.nation}"
        yield f"own men {_few(squad['men'])}"
        yield f"own objectives {position.objectives(position.seat)}"
        yield f"their objectives {position.objectives(1 - position.seat)}"
        yield f"own cover {sum(position.shelter(squad))}"
        yield f"spare {max(-4, min(4, len(self.hand) - squad['limit']))}"
        held = sum("objective" in roles for roles in self.roles.values())
        yield f"objectives held {min(held, 2)}"
        if squad.get("pinned"):
            yield "pinned"
        if squad.get("fired_at"):
            yield "fired at"
        if squad.get("moved"):
            yield "moved"
        elif squad.get("declared"):
            yield "declared"
        if any("terrain" in roles for roles in self.roles.values()):
            yield "terrain held"
        if enemy is None:
            return
        yield f"their {enemy['nation']}"
        yield f"{self.nation} {enemy['nation']} {self.reach}"
        yield f"their men {_few(enemy['men'])}"
        yield f"their cards {min(8, enemy['cards'])}"
        yield f"their cover {sum(position.shelter(enemy))}"
        if enemy.get("pinned"):
            yield "they pinned"
        if enemy.get("declared"):
            yield "they declared"
        if enemy.get("fired_at"):
            yield "they fired at"

    def _of(self, at: int, action: Choice) -> Features:
        """Return the numbers common to all actions."""
        what = f"{self.step} {action['do']}"
        for key in ("how", "into", "step", "mode"):
            if value := action.get(key):
                what += f" {value}"
        numbers: Features = {what: 1.0}
        for about in self.context:
            numbers[f"{what} / {about}"] = 1.0
        if at == self.prior:
            numbers["prior"] = numbers[f"{self.step} prior"] = numbers[f"{what} prior"] = 1.0
        card = action.get("card", "")
        if card in self.hand:
            self._leaves(numbers, what, action, card)
        if action["do"] == "move":
            self._moves(numbers, action)
        return numbers

    def _leaves(self, numbers: Features, what: str, action: Choice, card: str) -> None:
        """Add numbers for a card that leaves the hand."""
        kind = self.hand[card]
        name = f"{kind} {action['trait']}" if action.get("trait") else kind
        if kind == "national_trait":
            kind = f"{self.nation} trait"
        turn = "own" if self.position.my_turn else "their"
        again = sum(other == self.hand[card] for other in self.hand.values()) > 1
        for said in (
            f"{what} {name}",
            f"{what} {name} at {self.reach}",
            f"out {kind}",
            f"out {kind} {turn}",
            f"out {kind} at {self.reach}",
            f"out {kind} {self.nation}",
            f"out {kind} again {again}",
        ):
            numbers[said] = 1.0
        for role in self.roles[card]:
            left = sum(role in roles for other, roles in self.roles.items() if other != card)
            numbers[f"out {role}"] = 1.0
            numbers[f"out {role} left {min(left, 2)}"] = 1.0
            numbers[f"{what} {role}"] = 1.0
            for about in self.context:
                numbers[f"out {role} / {about}"] = 1.0
        numbers[f"{what} worth"] = self.judge.worth[card]
        numbers[f"{what} price"] = self.judge.price(card)
        if "attack" in self.roles[card] and self.enemy is not None:
            self._arms(numbers, card)

    def _arms(self, numbers: Features, card: str) -> None:
        """Add numbers for a weapon that leaves the hand: its effect at each range, from the current one on."""
        position = self.position
        enemy = self.enemy
        assert enemy is not None
        for reach in position.cards.ranges:
            aim = position.usual_aim(self.squad, enemy, reach, position.shelter(enemy))._replace(men=10)
            loss = position.cards.best(self.hand[card], self.nation, aim)
            if loss:
                numbers[f"arms {reach} at {self.reach}"] = loss
                numbers[f"arms {reach} against {enemy['nation']}"] = loss

    def _moves(self, numbers: Features, action: Choice) -> None:
        """Add numbers for the possible results of the declared move."""
        plan = Plan(action.get("card", ""), action.get("into", ""), action.get("step", ""), action.get("to", ""))
        self._planned(numbers, "move", plan, self.movement.outlook(plan))

    def _planned(self, numbers: Features, what: str, plan: Plan, outlook: float) -> None:
        """Add numbers for the result of a move."""
        position, enemy = self.position, self.enemy
        numbers[f"{what} outlook"] = outlook
        numbers[f"{what} outlook {self.nation}"] = outlook
        if enemy is None:
            return
        reach = position.reach_from(plan.to, enemy) if position.on_map else position.stepped(plan.step)
        pair = f"{self.nation} {enemy['nation']}"
        terrain = position.view["map"].get(plan.to, "open") if position.on_map else "open"
        if plan.into == "terrain":
            terrain = self.hand[plan.card]
        cover = sum(position.cards.cover(terrain))
        before = sum(position.shelter(self.squad))
        numbers[f"{what} to {reach}"] = 1.0
        numbers[f"{what} to {reach} {pair}"] = 1.0
        numbers[f"{what} to {reach} own {self.nation}"] = 1.0
        numbers[f"{what} to {reach} their {enemy['nation']}"] = 1.0
        numbers[f"{what} cover {cover}"] = 1.0
        numbers[f"{what} to {reach} cover"] = float(cover)
        numbers[f"{what} cover from {before} to {cover}"] = 1.0
        if reach:
            hand = [kind for card, kind in self.hand.items() if card != plan.card]
            aim = position.usual_aim(self.squad, enemy, reach, position.shelter(enemy))._replace(men=10)
            armed = sum(position.cards.best(kind, self.nation, aim) for kind in hand)
            numbers[f"{what} armed"] = armed
            theirs = position.usual_aim(enemy, self.squad, reach, position.cards.cover(terrain))._replace(men=10)
            volley = position.cards.volley(enemy["nation"], theirs)
            numbers[f"{what} volley"] = volley
            numbers[f"{what} volley men"] = volley * self.judge.man(self.squad)
            numbers[f"{what} volley cards"] = volley * enemy["cards"] * self.judge.man(self.squad)

    def _fire(self, found: list[Features]) -> None:
        """Add numbers for expected results of attacks, and for what is given up by stopping."""
        position, step = self.position, self.step
        volley = Volley(self.judge, self.actions)
        gains = []
        for action, numbers in zip(self.actions, found, strict=True):
            if action["do"] != "attack":
                continue
            target = position.squads[action["target"]]
            aim = position.aim(self.judge.name, action["target"])
            if action.get("mode") == "jp_pb":
                aim = aim._replace(reach=position.cards.ranges[0])
            kind = self.hand[action["card"]]
            use = position.cards.find(kind, self.nation, "attack", action.get("trait", ""))
            hit, gain = kills(use, aim), volley.gain(action)
            gains.append(gain)
            chance = chance_of_difference(total(use, aim))
            one = hit * self.judge.man(target)
            numbers[f"{step} attack hit"] = hit
            numbers[f"{step} attack men"] = one
            numbers[f"{step} attack gain"] = gain
            numbers[f"{step} attack chance"] = chance
            numbers[f"{step} attack chance of {round(chance * 6)}"] = 1.0
            numbers[f"{step} attack pays"] = float(gain > 0)
            numbers[f"attack men {self.nation}"] = one
            numbers[f"attack men against {target['nation']}"] = one
            all_of_them = total(use, aim) - target["men"] + 1
            numbers[f"attack wipes {_few(target['men'])}"] = chance_of_difference(all_of_them)
            if target.get("fired_at"):
                numbers[f"{step} attack again chance"] = chance
            else:
                numbers[f"{step} attack first"] = 1.0
                numbers[f"{step} attack first chance"] = chance
            if target.get("pinned"):
                numbers[f"{step} attack pinned men"] = one
        stop = found[-1]
        stop[f"{step} stop gain"] = max(gains, default=0.0)
        stop[f"{step} stop paying {min(3, sum(gain > 0 for gain in gains))}"] = 1.0
        stop[f"{step} stop hand {len(self.hand)}"] = 1.0
        stop[f"{step} stop hand worth"] = sum(self.judge.worth.values())

    def _declare(self, found: list[Features]) -> None:
        """Add numbers for the gain and risk of the best move."""
        movement = self.movement
        stay = movement.staying()
        plans = [(movement.outlook(plan), plan) for plan in movement.plans()]
        if not plans:
            return
        best, plan = max(plans, key=lambda pair: pair[0])
        through = movement.through()
        fire, struck = movement.on_the_way()
        for action, numbers in zip(self.actions, found, strict=True):
            if action["do"] != "declare" or action["how"] == "stay":
                continue
            careful = action["how"] == "point_man"
            self._planned(numbers, "declare", plan, best - stay)
            numbers["declare through"] = through
            numbers["declare net"] = through * (best - stay)
            numbers[f"declare {action['how']} fire"] = fire
            numbers[f"declare {action['how']} struck"] = struck
            numbers[f"declare {action['how']} into {plan.into} {plan.step}"] = 1.0
            if careful:
                numbers["declare careful"] = through * (1 - struck) * (best - stay)


def _few(men: int) -> str:
    """Return a number of men as a step."""
    return str(men) if men < 4 else "4" if men < 6 else "6" if men < 9 else "9" if men < 13 else "13"
