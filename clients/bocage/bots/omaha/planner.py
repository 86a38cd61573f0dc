"""A strategy for ATTACK ON OMAHA BEACH: the cheapest path over the visible beach, replanned at every step.

It uses the plain dicts of the public protocol and nothing of the service: the viewed document of a match, and its
list of legal actions, one of which it returns. Chances of mines are computed from the deck in the public facts.
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
#: Front of a beach card → chance that it is mined.
Odds: TypeAlias = Mapping[str, float]


class Prices(NamedTuple):
    """Costs; a hit by the machine gun is 1.

    ``mine``: a hit by a mine, higher because no sniper prevents it. ``charge``: high because the nest needs one.
    """

    mine: float
    charge: float


HOUSE = Prices(mine=2.0, charge=1.5)
#: Suffix of mined cards in the facts.
MINE = "_mine"
EYES = ("x_eye", "delta_eye")
OBSTACLES = ("x", "delta", *EYES)
COLUMNS = "LCR"
NOWHERE = 1000.0


def make(facts: Doc, prices: Prices = HOUSE) -> Callable[[Doc, list[dict[str, Any]]], dict[str, Any]]:
    """Create the strategy for a game with these facts."""
    return partial(_choose, mine_odds(facts["deck"]), prices)


def mine_odds(deck: Mapping[str, int]) -> dict[str, float]:
    """Return chances of mines by front. ``deck``: copies by kind, ``<front>`` and ``<front>_mine``."""
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
    """Return the difference of ``action`` from ``wanted``; the sniper breaks ties."""
    return action["cell"] != wanted["cell"], action["do"] != wanted["do"], not action.get("sniper", False)


class Beach:
    """The position with costs."""

    def __init__(self, table: types.View, options: types.Options, odds: Odds, prices: Prices) -> None:
        self.table = table
        self.options = options
        self.odds = odds
        self.prices = prices
        self.grid = table["grid"]
        self.squad: str = table.get("squad", "")
        self.spare: int = table["charges"] - 1
        #: Cache of :meth:`_entries` by cell.
        self._found: dict[str, list[tuple[float, str, str]]] = {}

    def with_nest(self, cell: str) -> Beach:
        """Return the beach with the nest on ``cell``."""
        grid: dict[str, types.LookId] = {**self.grid, cell: "nest"}
        return Beach({**self.table, "grid": grid}, self.options, self.odds, self.prices)

    def cost_from(self, cell: str) -> float:
        """Return the cost of the cheapest path from ``cell`` to the goal."""
        return self._search(cell)[0]

    def first_step(self) -> Choice:
        """Return the first action on the squad's cheapest path to the goal; empty if there is none."""
        return self._search(self.squad)[1]

    def _search(self, start: str) -> tuple[float, dict[str, Any]]:
        """Dijkstra over cells and spare charges. Returns the cost of the cheapest path, and its first action."""
        queue: list[tuple[float, int, str, int, dict[str, Any]]] = [(0.0, 0, start, self.spare, {})]
        done: set[tuple[str, int]] = set()
        pushed = 0  # breaks ties in order of insertion
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
        """Yield moves to neighbouring cells: cost, first verb, cell."""
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
    """Return the cell beyond ``cell``; outside of the grid for the far row."""
    return f"{cell[0]}{int(cell[1]) + 1}"


def neighbours(cell: str) -> list[str]:
    """Return the cells forward, left and right that exist."""
    column = COLUMNS.index(cell[0])
    sides = [f"{COLUMNS[side]}{cell[1]}" for side in (column - 1, column + 1) if 0 <= side < 3]
    return ([ahead(cell)] if cell[1] != "3" else []) + sides


_AHEAD = {cell: ahead(cell) for cell in (f"{column}{row}" for column in COLUMNS for row in range(4))}
_NEIGHBOURS = {cell: neighbours(cell) for cell in _AHEAD}
