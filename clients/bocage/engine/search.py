"""The search: the heuristic's action, unless another wins significantly more often in the same imagined worlds.

Every round imagines worlds. In each of them every candidate is played, and the heuristic plays on, to the end of
the game or for some turns, after which an evaluation judges. The dice are the same for all candidates, so that
common luck cancels out. After each round the better half continues, except candidates that are behind. A candidate
replaces the heuristic's action only if its lead is significant.
"""

from __future__ import annotations

import math
import time
from random import Random
from typing import Any

import msgspec

from bocage.engine.heuristic import Heuristic
from bocage.engine.levels import Level
from bocage.engine.lookahead import Lookahead
from bocage.engine.values.value import Value
from bocage.rules.kernel import Action, Game, Seen

#: Standard errors: a candidate is dropped if its lead plus this many is not above zero.
DROP = 0.5
#: Least number of candidates that continue after a round.
KEEP = 3


class Candidate(msgspec.Struct):
    """An action that may replace the heuristic's.

    Sums are over leads: its result in each world minus that of the heuristic's action.
    """

    action: Action
    worlds: int = 0
    sum: float = 0.0
    squares: float = 0.0

    @property
    def lead(self) -> float:
        """Mean lead, in chances of winning."""
        return self.sum / self.worlds if self.worlds else 0.0

    @property
    def error(self) -> float:
        """Standard error of the lead."""
        if self.worlds < 2:
            return math.inf
        spread = max(0.0, self.squares - self.sum * self.sum / self.worlds)
        return math.sqrt(spread / (self.worlds - 1) / self.worlds)

    def add(self, lead: float) -> None:
        self.worlds += 1
        self.sum += lead
        self.squares += lead * lead


class Verdict(msgspec.Struct):
    """The result of a search. ``won``: share of wins of the heuristic's action; ``nodes``: actions executed."""

    action: Action
    prior: Action
    candidates: list[Candidate]
    won: float
    worlds: int
    nodes: int


class Search:
    """Searches in one game with one heuristic. Stateless."""

    def __init__(
        self,
        game: Game[Any],
        heuristic: Heuristic,
        level: Level,
        value: Value | None = None,
        prior: Heuristic | None = None,
    ) -> None:
        """``value``: judges positions at ends of turns; None: play to the end of the game.

        ``prior``: the heuristic whose action may be replaced, if it is not the one that plays on.
        """
        self._game = game
        self._prior = prior or heuristic
        self._level = level
        self._ahead = Lookahead(game, heuristic, value)

    def choose(self, seen: Seen, document: dict[str, Any], actions: list[Any], seed: str) -> Verdict:
        """Return the action to play among the legal ``actions``. Deterministic for a ``seed``.

        ``document``: input of the heuristic. Raises ``UnimaginableError`` for a game that cannot be imagined.
        """
        prior = actions[self._prior.index(document, actions)] if len(actions) > 1 else actions[0]
        live = candidates = [Candidate(action) for action in actions if action != prior]
        level, options = self._level, document["options"]
        deadline = time.process_time() + level.seconds
        nodes, worlds, won = 0, 0, 0.0
        rounds = level.rounds if level.nodes else 0
        for number in range(rounds):
            if not live:
                break
            # Budget saved by earlier rounds is for later ones, with fewer candidates.
            share = nodes + max(0, level.nodes - nodes) // (rounds - number)
            for _ in range(level.worlds):
                if worlds and (nodes >= share or time.process_time() > deadline):
                    break
                world = self._ahead.imagine(seen, f"{seed}/{worlds}/world")
                dice = f"{seed}/{worlds}/dice"
                value, steps = self._ahead.play_on(world, options, seen.viewer, dice, level.turns, prior)
                won += value
                nodes += steps
                worlds += 1
                for candidate in live:
                    first = candidate.action
                    other, steps = self._ahead.play_on(world, options, seen.viewer, dice, level.turns, first)
                    candidate.add(other - value)
                    nodes += steps
            live = [candidate for candidate in live if candidate.lead + DROP * candidate.error > 0]
            live = sorted(live, key=lambda one: -one.lead)[: max(KEEP, (len(live) + 1) // 2)]
        action = self._pick(prior, candidates, live, Random(f"{seed}/pick"))
        return Verdict(action, prior, candidates, won / worlds if worlds else 0.0, worlds, nodes)

    def _pick(self, prior: Any, candidates: list[Candidate], live: list[Candidate], rng: Random) -> Any:
        temperature = self._level.temperature
        if temperature > 0:
            weights = [1.0, *(math.exp(candidate.lead / temperature) for candidate in candidates)]
            return rng.choices([prior, *(candidate.action for candidate in candidates)], weights)[0]
        sure = [one for one in live if one.lead > self._level.sure * one.error]
        return max(sure, key=lambda one: one.lead).action if sure else prior
