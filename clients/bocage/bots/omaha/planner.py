"""A planner for ATTACK ON OMAHA BEACH: the cheapest way over everything in sight, thought out anew at every step.

It speaks the public protocol's plain dicts and knows nothing of the service. What it sees is the whole viewed
document of a match; what it may do is the legal list; it answers with one action of that list. How likely mines are
it works out from the deck in the game's public facts.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from bocage.bots.omaha import types

Doc: TypeAlias = Mapping[str, Any]
Choice: TypeAlias = Mapping[str, Any]
#: Front of a beach card → how likely it is mined.
Odds: TypeAlias = Mapping[str, float]


class Prices(NamedTuple):
    """What things are worth to the planner; a hit by the machine gun is 1.

    ``mine``: a hit by a mine, dearer because no sniper prevents it. ``charge``: dear because the nest needs one.
    """

    mine: float
    charge: float


HOUSE = Prices(mine=2.0, charge=1.5)
#: How the facts end the name of a mined kind of card.
MINE = "_mine"
EYES = ("x_eye", "delta_eye")
OBSTACLES = ("x", "delta", *EYES)
COLUMNS = "LCR"
NOWHERE = 1000.0


def make(facts: Doc, prices: Prices = HOUSE) -> Callable[[Doc, list[dict[str, Any]]], dict[str, Any]]:
    """The strategy, for a game with these facts."""
    return partial(_choose, mine_odds(facts["deck"]), prices)


def mine_odds(deck: Mapping[str, int]) -> dict[str, float]:
    """How likely a card with that front is mined. ``deck``: copies by kind, ``<front>`` and ``<front>_mine``."""
    copies: Counter[str] = Counter()
    mines: Counter[str] = Counter()
    for kind, count in deck.items():
        front = kind.removesuffix(MINE)
        copies[front] += count
        mines[front] += count if kind.endswith(MINE) else 0
    return {front: mines[front] / count for front, count in copies.items()}


def _choose(odds: Odds, prices: Prices, view: Doc, actions: list[dict[str, Any]]) -> dict[str, Any]:
    beach = Beach(view["table"], view["options"], odds, prices)
    match actions[0]["do"]:
        case "land":
            return min(actions, key=lambda action: beach.cost_from(action["cell"]))
        case "place_nest":
            return min(actions, key=lambda action: beach.with_nest(action["cell"]).cost_from(beach.squad))
    wanted = beach.first_step() or actions[0]
    return min(actions, key=lambda action: _distance(action, wanted))


def _distance(action: Choice, wanted: Choice) -> tuple[bool, bool, bool]:
    """How far ``action`` is from what is wanted; of two that do it, the one with the sniper is nearer."""
    return action["cell"] != wanted["cell"], action["do"] != wanted["do"], not action.get("sniper", False)


class Beach:
    """The position as the planner weighs it."""

    def __init__(self, table: types.View, options: types.Options, odds: Odds, prices: Prices) -> None:
        self.table = table
        self.options = options
        self.odds = odds
        self.prices = prices
        self.grid = table["grid"]
        self.squad: str = table.get("squad", "")
        self.spare: int = table["charges"] - 1
        #: Cell → what :meth:`_entries` found for it.
        self._found: dict[str, list[tuple[float, str, str]]] = {}

    def with_nest(self, cell: str) -> Beach:
        """The same beach with the nest on ``cell``."""
        grid: dict[str, types.LookId] = {**self.grid, cell: "nest"}
        return Beach({**self.table, "grid": grid}, self.options, self.odds, self.prices)

    def cost_from(self, cell: str) -> float:
        """What the cheapest way from ``cell`` to the goal costs."""
        return self._search(cell)[0]

    def first_step(self) -> Choice:
        """What the squad's cheapest way to the goal begins with; nothing where there is no way."""
        return self._search(self.squad)[1]

    def _search(self, start: str) -> tuple[float, dict[str, Any]]:
        """Dijkstra over cells and spare charges: the price of the cheapest way, and its first action."""
        queue: list[tuple[float, int, str, int, dict[str, Any]]] = [(0.0, 0, start, self.spare, {})]
        done: set[tuple[str, int]] = set()
        pushed = 0  # keeps the order of equally cheap ways
        while queue:
            cost, _, cell, spare, first = heapq.heappop(queue)
            if self._is_goal(cell):
                return cost, first
            if (cell, spare) in done:
                continue
            done.add((cell, spare))
            if cell not in self._found:
                self._found[cell] = list(self._entries(cell))
            for price, verb, target in self._found[cell]:
                left = spare - (verb == "blast")
                if left < 0:
                    continue
                pushed += 1
                if (target, left) not in done:
                    step = first or {"do": verb, "cell": target}
                    heapq.heappush(queue, (cost + price, pushed, target, left, step))
        return NOWHERE, {}

    def _is_goal(self, cell: str) -> bool:
        return self.grid[cell] == "nest" if self.table["assault"] == 4 else cell[1] == "3"

    def _entries(self, cell: str) -> Iterator[tuple[float, str, str]]:
        """Ways onto the neighbouring cells: price, first verb, cell."""
        for target in _NEIGHBOURS[cell]:
            look = self.grid[target]
            forward = target == _AHEAD[cell]
            covered = self._look_ahead(target) in EYES
            fire = 0.0 if covered else 1.0
            mine = self.prices.mine * self.odds.get(look, 0.0)
            if look == "nest":
                yield (0.0 if forward else 1.0), "move", target
                continue
            if look in OBSTACLES or look == "wire":
                yield self.prices.charge + fire, "blast", target
            if look in OBSTACLES:
                reading = self.options["crawl_fire"]
                hidden = (reading != "always" and look in EYES) or (reading == "never" and forward)
                yield mine + (0.0 if hidden else fire), "move", target
            elif look == "open":
                yield fire + (mine if self.options["mines_under_open"] else 0.0), "move", target
            elif look != "wire":
                yield fire, "move", target

    def _look_ahead(self, cell: str) -> str:
        return self.grid.get(_AHEAD[cell], "")


def ahead(cell: str) -> str:
    """The cell beyond ``cell``; outside the grid for the far row."""
    return f"{cell[0]}{int(cell[1]) + 1}"


def neighbours(cell: str) -> list[str]:
    """Forward, left, right, as far as they exist."""
    column = COLUMNS.index(cell[0])
    sides = [f"{COLUMNS[side]}{cell[1]}" for side in (column - 1, column + 1) if 0 <= side < 3]
    return ([ahead(cell)] if cell[1] != "3" else []) + sides


_AHEAD = {cell: ahead(cell) for cell in (f"{column}{row}" for column in COLUMNS for row in range(4))}
_NEIGHBOURS = {cell: neighbours(cell) for cell in _AHEAD}
