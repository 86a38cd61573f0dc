"""Estimating the chance of winning from a viewer's knowledge, for reviews, hints and graphs."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import cache
from typing import Any, get_args

import msgspec

from bocage.engine.heuristic import Heuristic, Play
from bocage.engine.lookahead import Lookahead
from bocage.engine.values import value_of
from bocage.rules.kernel import Decision, Event, Game, Seen
from bocage.rules.kernel.registry import find_game

#: Deviations that contain 95 % of the standard normal distribution.
_TWO_SIDED_95 = 1.959964


class Estimate(msgspec.Struct, frozen=True):
    """A chance of winning, 0 to 1, with the 95 % interval of sampling ``worlds`` worlds.

    The interval does not include errors of the evaluation itself.
    """

    chance: float
    low: float
    high: float
    worlds: int


def seen_in(game: Game[Any], view: dict[str, Any], viewer: int, actions: Sequence[Any] = ()) -> Seen:
    """Parse a viewed document. ``actions``: the legal ones, if the viewer decides.

    ``view`` may have ``told``: all events sent to the viewer, oldest first, including those of the match.
    """
    owed = Decision(view["turn"], view["decision"], list(actions), actions[0] if actions else None)
    events = events_in(game, view["told"]) if "told" in view else None
    return Seen(view["table"], msgspec.convert(view["options"], game.Options), viewer, events, owed)


def events_in(game: Game[Any], told: Sequence[dict[str, Any]]) -> tuple[Event, ...]:
    """Return the game's own events among all events."""
    own = _kinds(game.id)
    events: list[Event] = msgspec.convert(
        [event for event in told if event["ev"] in own],
        list[game.Events],  # type: ignore[name-defined]
    )
    return tuple(events)


@cache
def _kinds(game: str) -> frozenset[Any]:
    """Return the tags of a game's events."""
    events = find_game(game).Events
    return frozenset(event.__struct_config__.tag for event in get_args(events) or (events,))


def seed_of(view: dict[str, Any], seed: int) -> str:
    """Derive a seed from a view and ``seed``."""
    return hashlib.sha256(msgspec.json.encode([seed, view["table"]], order="deterministic")).hexdigest()


class Evaluator:
    """Evaluates positions of one game in worlds imagined from the view alone."""

    def __init__(self, game: str, play: Play, seed: int = 0) -> None:
        """``play``: the heuristic, a strategy. Raises ``UnknownGameError`` for an unknown game."""
        self._game = find_game(game)
        self._ahead = Lookahead(self._game, Heuristic(self._game, play), value_of(game))
        self._seed = seed

    def estimate(
        self,
        view: dict[str, Any],
        seat: int,
        viewer: int,
        actions: Sequence[dict[str, Any]] = (),
        *,
        worlds: int = 32,
        turns: int = 1,
    ) -> Estimate:
        """Estimate the chance of ``seat`` from the view of ``viewer`` (a seat, or the public, -1). Deterministic.

        ``actions``: the legal ones, if the viewer decides. In each of ``worlds`` imagined states the heuristic
        plays for all seats until ``turns`` turns have ended. Raises ``UnimaginableError`` if nothing can be
        imagined; ``KeyError`` for a view without ``decision``.
        """
        parsed = msgspec.convert(list(actions), list[self._game.Actions])  # type: ignore[name-defined]
        seen = seen_in(self._game, view, viewer, parsed)
        digest = seed_of(view, self._seed)
        found = []
        for number in range(worlds):
            world = self._ahead.imagine(seen, f"{digest}/{number}/world")
            dice = f"{digest}/{number}/dice"
            found.append(self._ahead.play_on(world, view["options"], seat, dice, turns)[0])
        return summed_up(found)


def summed_up(found: Sequence[float]) -> Estimate:
    """Return the mean of the results of worlds, with its interval."""
    count = len(found)
    mean = sum(found) / count
    # One additional world of each kind keeps the interval open if all worlds agree.
    spread = sum((one - mean) ** 2 for one in found) + mean**2 + (1 - mean) ** 2
    half = _TWO_SIDED_95 * math.sqrt(spread / (count + 1) / count)
    return Estimate(mean, max(0.0, mean - half), min(1.0, mean + half), count)
