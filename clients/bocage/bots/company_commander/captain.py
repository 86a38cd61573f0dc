"""A strategy for COMPANY COMMANDER: pin first, then assault what cannot fire back; hold all three fronts.

It uses the plain dicts of the public protocol and nothing of the service: table and hand are in the view, printed
cards in the game's public facts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.bots.company_commander.fight import PLAIN, Fight, Odds, assaults, pressure
from bocage.bots.company_commander.hand import kept
from bocage.bots.company_commander.plays import Plays
from bocage.bots.company_commander.position import USUAL, Cards, Facts, Position, Unit, View, Weights
from bocage.bots.company_commander.types import UnitView
from bocage.bots.dice import chance_of_die

Choice = dict[str, Any]

#: Value of holding 0 to 3 fronts, in units of the weight ``hold``.
GROUND = (-2.0, -1.0, 0.0, 0.5)
#: Minimum expected gain of an assault per card in the defender's hand.
DOUBT = 0.03
#: Minimum gain of a move, as the unit does nothing else this turn.
EFFORT = 0.3
#: Value of seeing the other hand.
PEEK = 0.05


def make(facts: Facts, weights: Weights = USUAL) -> Callable[[View, list[Choice]], Choice]:
    """Create the strategy for a game with these facts."""
    cards = Cards(facts)

    def choose(view: View, actions: list[Choice]) -> Choice:
        if len(actions) == 1:
            return actions[0]
        return _Captain(Position(view, cards, next(iter(view["table"]["cards"])), weights), actions).choose()

    return choose


class _Captain:
    """One decision."""

    def __init__(self, position: Position, actions: list[Choice]) -> None:
        self.position = position
        self.cards = position.cards
        self.actions = actions
        self.plays = Plays(position)

    def choose(self) -> Choice:
        verbs = {action["do"] for action in self.actions}
        if "discard" in verbs:
            return min(self.actions, key=lambda action: kept(self.position, action["card"]))
        if "peek" in verbs:
            return self._after_mission()
        if "assault_commit" in verbs:
            return self._build()
        gain, play = self.plays.best(self.actions)
        if gain > 0:
            return play
        steps = {"deploy": self._deploy, "recon": self._recon, "suppression": self._suppress}
        steps |= {"assault": self._assault, "rally": self._rally}
        step = steps.get(self.position.view["phase"]) if self.position.my_turn and "pass" not in verbs else None
        return (step() if step else None) or self.actions[-1]

    def _all(self, verb: str) -> list[Choice]:
        return [action for action in self.actions if action["do"] == verb]

    def _proxy(self) -> Choice | None:
        """Give orders to the front with the most to do."""
        best = max(self._all("proxy"), key=lambda action: self._idle(action["front"]), default=None)
        return best if best and self._idle(best["front"]) > 0 else None

    def _idle(self, front: str) -> float:
        """Value of what units without orders could do on a front."""
        ready = [unit for unit in self.position.at(front) if unit.able]
        aims = self.position.targets(front)
        return sum(unit.left + ("suppression" in unit.card) for unit in ready) if aims else 0.0

    # Deploy ---------------------------------------------------------------------------------------

    def _deploy(self) -> Choice | None:
        drawn = self._all("hq_draw")
        if drawn:
            return drawn[0]
        placed = self._all("deploy")
        if placed:
            return max(placed, key=lambda action: self._worth(self._placed(action)))
        here = self._worth(self.position) + EFFORT
        best, most = None, 0.0
        for move in self._moves():
            gain = self._worth(self._moved(move)) - here
            if gain > most and (gain := gain - self._given_up(move)) > most:
                best, most = move, gain
        return best

    def _moves(self) -> list[Choice]:
        """Return one move for all equal units."""
        alike: dict[tuple[str, str, str, int], Choice] = {}
        for move in self._all("move"):
            unit = self.position.units[move["unit"]]
            alike.setdefault((unit.card["card"], unit.front, move["front"], unit.casualties), move)
        return list(alike.values())

    def _placed(self, action: Choice) -> Position:
        card = self.cards.squads[action["card"]]
        shown = UnitView(card=action["card"], front=action["front"], n=0, pins=0, casualties=0)
        return self.position.with_unit(Unit(f"{self.position.me}_new", shown, card))

    def _moved(self, move: Choice) -> Position:
        unit = self.position.units[move["unit"]]
        return self.position.with_unit(Unit(unit.name, unit.shown, unit.card, move["front"]))

    def _given_up(self, move: Choice) -> float:
        """Loss in this turn if a unit moves instead of fighting."""
        position = self.position
        return pressure(position, position.me, True) - pressure(
            position.with_flag(move["unit"], "moved"), position.me, True
        )

    def _worth(self, position: Position) -> float:
        """Value of a position in the coming turns."""
        weights = position.weights
        mine, theirs = position.held(position.me), position.held(position.enemy)
        value = weights.hold * (GROUND[mine] - GROUND[theirs])
        if mine <= 1 and theirs == 3:
            value -= weights.rout
        if theirs <= 1 and mine == 3:
            value += weights.rout
        own, other = pressure(position, position.me, False), pressure(position, position.enemy, False)
        return value + weights.attack * (own - weights.caution * other)

    # Recon and suppression ------------------------------------------------------------------------

    def _recon(self) -> Choice | None:
        """Send scouts where guns will follow, unless they are needed in an assault."""
        missions = self._all("recon")
        return (
            next((m for m in missions if self._mission(self.position.units[m["unit"]]) > 0), None) or self._proxy()
        )

    def _mission(self, unit: Unit) -> float:
        position = self.position
        rolls = self.cards.rolls["recon"]
        success = chance_of_die(rolls["success"], unit.card["recon"])
        spotted = 1 - chance_of_die(rolls["nothing"], unit.card["recon"])
        brings = success * (PEEK + self.plays.mark(self.cards.across[unit.front]))
        without = assaults(position.with_flag(unit.name, "on_mission"), position.me, True)
        return (
            brings - spotted * position.suppression([unit], 0) - (assaults(position, position.me, True) - without)
        )

    def _after_mission(self) -> Choice:
        """Mark where guns will fire; else look at the other hand."""
        marks = self._all("mark")
        best = max(marks, key=lambda action: self.plays.mark(action["front"]), default=None)
        return best if best and self.plays.mark(best["front"]) > PEEK else self._all("peek")[0]

    def _suppress(self) -> Choice | None:
        """Fire every gun at its best target, unless it is worth more in an assault."""
        best, most = None, 0.0
        for action in self._all("suppress"):
            gain = self.position.suppressing(self.position.units[action["unit"]], action["front"]) - self._wanted(
                action
            )
            if gain > most:
                best, most = action, gain
        return best or self._proxy()

    def _wanted(self, action: Choice) -> float:
        position = self.position
        if not position.may_assault(position.units[action["unit"]], True):
            return 0.0
        spared = position.with_flag(action["unit"], "suppressed")
        return assaults(position, position.me, True) - assaults(spared, position.me, True)

    # Assault --------------------------------------------------------------------------------------

    def _assault(self) -> Choice | None:
        """Choose the best party on the best front, if its gain exceeds what the other hand may take away."""
        best, most = None, DOUBT * self.position.view["hands"][self.position.enemy]
        joins = self._all("assault_add")
        for front in dict.fromkeys(action["front"] for action in joins):
            eligible = {action["unit"]: action for action in joins if action["front"] == front}
            worth, party = Fight(self.position, front).best_party(self._units(list(eligible)), self._planned())
            if worth > most:
                best, most = eligible[party[0].name], worth
        return best or self._proxy()

    def _build(self) -> Choice:
        """Complete the best party, then start."""
        assault = self.position.view["assault"]
        joins = {action["unit"]: action for action in self._all("assault_add")}
        units = self._units([*assault["units"], *joins])
        _, party = Fight(self.position, assault["front"]).best_party(units, self._planned())
        missing = [joins[unit.name] for unit in party if unit.name in joins]
        return missing[0] if missing else self._all("assault_commit")[0]

    def _units(self, names: list[str]) -> list[Unit]:
        units = [self.position.units[name] for name in names]
        return sorted(units, key=lambda unit: unit.shown["n"])

    def _planned(self) -> Odds:
        """Return the dice that cards in hand will add, for at most two cards."""
        rows = [self.cards.tactical[name] for name in self.position.hand()]
        ready = [row for row in rows if row["effect"] == "dice_role" and "attack" in row["points"]]
        able = [row["card"] for row in ready if row["nation"] in ("", self.position.me)]
        return Odds(tuple(("attackers", card, 1) for card in able[:2])) if able else PLAIN

    # Rally ----------------------------------------------------------------------------------------

    def _rally(self) -> Choice | None:
        """Rally HQs first, since they can help others; then, with help, units about to rout."""

        def gain(action: Choice) -> tuple[bool, float, bool]:
            unit = self.position.units[action["unit"]]
            return unit.hq, self.plays.rallied(unit), bool(action.get("helper"))

        return max(self._all("rally"), key=gain, default=None)
