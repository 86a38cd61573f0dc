"""A strategy for SQUAD: fire where it pays, seek cover, score objectives, play cards when they have an effect.

It uses the plain dicts of the public protocol and nothing of the service: table and hand are in the view, printed
cards in the game's public facts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.bots.dice import chance_of_die
from bocage.bots.squad.cards import Cards, Facts
from bocage.bots.squad.fire import Volley
from bocage.bots.squad.hand import THRESHOLD, USUAL, Judge, Weights
from bocage.bots.squad.moves import Movement, threatened
from bocage.bots.squad.position import Position, View, distance

Choice = dict[str, Any]

#: Change in the chance of a roll that is worth a card.
TELLING = 0.1


def make(facts: Facts, weights: Weights = USUAL) -> Callable[[View, list[Choice]], Choice]:
    """Create the strategy for a game with these facts."""
    cards = Cards(facts)

    def choose(view: View, actions: list[Choice]) -> Choice:
        return _Sergeant(Position(view, cards), actions, weights).choose()

    return choose


class _Sergeant:
    """One decision."""

    def __init__(self, position: Position, actions: list[Choice], weights: Weights) -> None:
        self.position = position
        self.actions = actions
        self.judge = Judge(position, position.acting(actions), weights)
        self.weights = weights

    def choose(self) -> Choice:
        actions = self.actions
        if len(actions) == 1:
            return actions[0]
        verbs = {action["do"] for action in actions}
        if "end_fire" in verbs:
            return Volley(self.judge, actions).choose()
        if "move" in verbs:
            return Movement(self.judge).best(actions)
        for verb, choose in {
            "modify": self._modify,
            "declare": self._declare,
            "smoke": self._smoke,
            "barrier": self._barrier,
            "terrain": self._terrain,
            "place": self._place,
            "discard": self._discard,
            "objective": self._first,
            "flank": self._first,
            "conceal": self._first,
            "utility": self._first,
        }.items():
            if verb in verbs:
                return choose([action for action in actions if action["do"] == verb])
        return actions[0]  # engineer, commander_killed, draw_extra: always good

    def _first(self, actions: list[Choice]) -> Choice:
        return actions[0]

    def _declare(self, actions: list[Choice]) -> Choice:
        how = Movement(self.judge).declare()
        return next(action for action in actions if action["how"] == how)

    def _smoke(self, actions: list[Choice]) -> Choice:
        pays = Movement(self.judge).smoke_pays(actions[0]["card"])
        return actions[0] if pays else self.actions[-1]

    def _terrain(self, actions: list[Choice]) -> Choice:
        return min(actions, key=lambda action: sum(self._cover(action)))

    def _cover(self, action: Choice) -> tuple[int, int]:
        return self.position.cards.cover(self.position.kind(action["squad"], action["card"]))

    def _place(self, actions: list[Choice]) -> Choice:
        """Place a squad in cover; else towards the middle."""
        position = self.position
        middle = f"{position.view['columns'] // 2},{position.view['rows'] // 2}"

        def score(action: Choice) -> tuple[int, int]:
            shelter = position.cards.cover(position.view["map"].get(action["to"], "open"))
            return sum(shelter), distance(action["to"], middle)

        return min(actions, key=score)

    def _discard(self, actions: list[Choice]) -> Choice:
        return min(actions, key=lambda action: self.judge.worth[action["card"]])

    def _barrier(self, actions: list[Choice]) -> Choice:
        """Play a mine, which kills, rather than wire, which only stops."""
        position = self.position
        move = position.view["move"]
        mover = position.squads[move["squad"]]
        best, most = self.actions[-1], 0.0
        for action in actions:
            name = action["squad"]
            kind = position.kind(name, action["card"])
            use = position.cards.find(kind, position.squads[name]["nation"], "barrier", action.get("trait", ""))
            gain = threatened(self.judge, mover, move["terrain"]) - 0.4
            if use["effect"] == "mine":
                gain += 2 * self.judge.man(mover)
            if gain > most:
                best, most = action, gain
        return best

    def _modify(self, actions: list[Choice]) -> Choice:
        """Play a card that can still change the result of the roll."""
        position = self.position
        roll = position.view["roll"]
        squad = position.squads[roll["squad"]]
        base = position.print(squad)[roll["roll"]] + roll["cards"]
        if roll["roll"] == "morale":
            base += squad.get("killed", 0)
        before = chance_of_die(THRESHOLD, base)
        best, most = self.actions[-1], TELLING
        for action in actions:
            owner = position.squads[action["squad"]]
            side = "own" if action["squad"] == roll["squad"] else "enemy"
            kind = position.kind(action["squad"], action["card"])
            use = position.cards.find(kind, owner["nation"], f"{roll['roll']}_{side}", action.get("trait", ""))
            change = abs(chance_of_die(THRESHOLD, base + use["value"]) - before)
            if change > most:
                best, most = action, change
        return best
