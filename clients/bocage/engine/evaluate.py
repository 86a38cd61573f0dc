"""How likely a seat wins, judged from what somebody sees: for reviews, hints and graphs."""

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

#: Of the standard normal distribution: 95 % lie within so many deviations.
_TWO_SIDED_95 = 1.959964


class Estimate(msgspec.Struct, frozen=True):
    """How likely a win is, 0 to 1, with the 95 % interval that comes of having looked at ``worlds`` worlds only.

    The interval says nothing about what the evaluation itself misjudges.
    """

    chance: float
    low: float
    high: float
    worlds: int


def seen_in(game: Game[Any], view: dict[str, Any], viewer: int, actions: Sequence[Any] = ()) -> Seen:
    """What a viewed document says. ``actions``: the legal ones, where it is the viewer who decides.

    ``view`` may hold ``told``: all events that the viewer was told, oldest first, those of the match among them.
    """
    owed = Decision(view["turn"], view["decision"], list(actions), actions[0] if actions else None)
    events = events_in(game, view["told"]) if "told" in view else None
    return Seen(view["table"], msgspec.convert(view["options"], game.Options), viewer, events, owed)


def events_in(game: Game[Any], told: Sequence[dict[str, Any]]) -> tuple[Event, ...]:
    """The game's own events among those that were told."""
    own = _kinds(game.id)
    events: list[Event] = msgspec.convert(
        [event for event in told if event["ev"] in own],
        list[game.Events],  # type: ignore[name-defined]
    )
    return tuple(events)


@cache
def _kinds(game: str) -> frozenset[Any]:
    """Tags of a game's events."""
    events = find_game(game).Events
    return frozenset(event.__struct_config__.tag for event in get_args(events) or (events,))


def seed_of(view: dict[str, Any], seed: int) -> str:
    """A seed that follows from what is seen and from ``seed``."""
    return hashlib.sha256(msgspec.json.encode([seed, view["table"]], order="deterministic")).hexdigest()


class Evaluator:
    """Judges positions of one game, in worlds that are imagined from the view alone."""

    def __init__(self, game: str, play: Play, seed: int = 0) -> None:
        """``play``: the heuristic, a strategy. Raises ``UnknownGameError`` for a game that is missing."""
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
        """How likely ``seat`` wins, by what ``viewer`` (a seat, or the public, -1) sees.

        ``actions``: the legal ones, where the viewer decides. In each of ``worlds`` imagined states the heuristic
        plays for all seats until ``turns`` turns have ended. The same view and seed give the same estimate.
        Raises ``UnimaginableError`` where nothing can be imagined; for a view without ``decision`` ``KeyError``.
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
    """The mean of what worlds came to, with its interval."""
    count = len(found)
    mean = sum(found) / count
    # One more world of each kind keeps the interval open where all worlds agree.
    spread = sum((one - mean) ** 2 for one in found) + mean**2 + (1 - mean) ** 2
    half = _TWO_SIDED_95 * math.sqrt(spread / (count + 1) / count)
    return Estimate(mean, max(0.0, mean - half), min(1.0, mean + half), count)
