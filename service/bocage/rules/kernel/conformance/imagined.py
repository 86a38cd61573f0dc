"""Imagining: made of what a seat knows alone, and as often each way as in truth.

Once a game, at one of its decisions, a few states are imagined. Each gives its owner the same view, decision and
outcome, and asking again after other worlds were looked at gives the same bytes: it depends on nothing but what was
seen. Over a run, the truth must be one among the imagined states that nothing sets apart: of what open hands see,
each value comes in truth as often as in truth and imagined states together, and so does the commonest value of each
moment, whichever it is. Chance goes beyond the bound on these sums (``tally``) two times in a thousand million.
And what resampling varies, imagining varies too (``hidden``).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import msgspec

from bocage.rules.kernel.conformance.coverage import Coverage
from bocage.rules.kernel.conformance.hidden import note_hidden
from bocage.rules.kernel.conformance.moment import BrokenError, encode
from bocage.rules.kernel.conformance.paths import differing, first_difference, leaves
from bocage.rules.kernel.conformance.tally import Tally
from bocage.rules.kernel.conformance.views import name_of
from bocage.rules.kernel.game import OPEN, AnyGame, Decision, Seen, Told, UnimaginableError
from bocage.rules.kernel.play import Playthrough

#: States imagined beside the truth, and games in which they are.
_BESIDE, _GAMES = 9, 150


class Imagining:
    """One decision of a game, any of them alike, at which states are imagined when the game is over."""

    def __init__(self, playthrough: Playthrough, told: Sequence[Told]) -> None:
        self._playthrough = playthrough
        self._rng = Random(f"{playthrough.seed}/imagine")
        self._told: list[Told] = list(told)
        self._decisions = 0
        self._chosen: tuple[int, Any, Decision, int] | None = None

    def meet(self, state: msgspec.Struct, decision: Decision) -> None:
        """A decision of the game; ``state`` stays as it is."""
        self._decisions += 1
        if self._rng.random() * self._decisions < 1:
            number = len(self._playthrough.actions)
            self._chosen = (number, state, decision, len(self._told))

    def hear(self, told: Sequence[Told]) -> None:
        """Record the events of a step."""
        self._told += told

    def check(self, coverage: Coverage) -> None:
        """Imagine, and take in how that compares; nothing where the game does not offer it."""
        if self._chosen is None or coverage.games >= _GAMES:
            return
        number, state, decision, heard = self._chosen
        playthrough, seat = self._playthrough, decision.seat
        game: AnyGame = playthrough.game
        events = tuple(one.to(seat) for one in islice(self._told, heard))
        seen = Seen(game.view(state, seat), playthrough.options, seat, events, decision)

        def imagine(attempt: int) -> Any:
            return game.imagine(seen, playthrough.chance(number, f"imagine {attempt}"))

        try:
            worlds = [imagine(attempt) for attempt in range(_BESIDE)]
        except UnimaginableError:
            return
        for world in worlds:
            _check_world(game, state, world, decision, encode(seen.table))
        other = game.resample(state, seat, playthrough.chance(number, "imagine beside"))
        game.view(other, seat)
        game.setup(playthrough.options, playthrough.seats, playthrough.chance(0, "imagine beside"))
        if game.pack(imagine(0)) != game.pack(worlds[0]):
            raise BrokenError(f"LEAK: imagine() for {name_of(seat)} depends on more than what was seen")
        # Compare views of open hands: a state may distinguish two pieces that are alike.
        truth, beside, *views = (game.view(one, OPEN) for one in (state, other, *worlds))
        paths = coverage.hidden.setdefault(f"imagine for {name_of(seat)}", {})
        note_hidden(paths, differing(truth, beside), truth, lambda at: views[at % _BESIDE], playthrough.line)
        _take_in(coverage, truth, views, self._rng)


def _check_world(game: AnyGame, state: Any, world: Any, decision: Decision, view: bytes) -> None:
    who = name_of(decision.seat)
    try:
        game.assert_invariants(world)
    except AssertionError as problem:
        raise BrokenError(f"imagine for {who} broke an invariant: {problem}") from problem
    if encode(shown := game.view(world, decision.seat)) != view:
        where = first_difference(game.view(state, decision.seat), shown)
        raise BrokenError(f"imagine for {who} changed their view, at {where!r}")
    if encode(game.decision(world)) != encode(decision):
        raise BrokenError(f"imagine for {who} changed their decision {decision.kind!r}")
    if game.outcome(world) is not None:
        raise BrokenError(f"imagine for {who} ended the game")


def _take_in(coverage: Coverage, truth: Any, worlds: Sequence[Any], rng: Random) -> None:
    """Compare one part of each kind of what open hands see of the truth and of the imagined states."""
    if all(truth == world for world in worlds):
        return
    known = [{at: value for at, _, value in leaves(one)} for one in (truth, *worlds)]
    places: dict[str, list[str]] = defaultdict(list)
    for at, kind, _ in leaves(truth):
        places[kind].append(at)
    for kind, ats in places.items():
        at = rng.choice(ats)
        if not all(at in one for one in known):
            continue
        values = [one[at] for one in known]
        counts = Counter(values)
        if len(counts) == 1:
            continue
        for value, count in counts.items():
            share = count / len(values)
            name = f"{kind!r} is in truth {value!r}"
            coverage.evenness.setdefault(name, Tally()).add(values[0] == value, share)
        most = max(counts.values())
        share = sum(count for count in counts.values() if count == most) / len(values)
        name = f"{kind!r} is in truth what it is most often in truth and imagined states together"
        coverage.evenness.setdefault(name, Tally()).add(counts[values[0]] == most, share)


def check_evenness(game: AnyGame, coverage: Coverage) -> None:
    """No part of the state comes oftener, or more seldom, than it is imagined."""
    for name, tally in coverage.evenness.items():
        if tally.is_uneven():
            raise BrokenError(
                f"{game.id}: imagine() is uneven: {name} {_figure(tally.count)} times of {tally.trials}, where "
                f"{_figure(tally.expected)} are expected of states that are drawn evenly from what the seat knows"
            )


def _figure(value: float) -> str:
    return msgspec.json.encode(round(value, 1)).decode()
