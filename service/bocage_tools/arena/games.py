"""Plays the games of an arena and stores them in a file.

The file is JSON lines: the contest, then one finished game per line. Games in the file are not played again. A line
that was cut off is dropped and its game played again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from bocage.cli.common import CommandError
from bocage_tools.arena.scores import SCORES
from bocage_tools.report.games import load_strategy, play_game

if TYPE_CHECKING:
    from bocage.rules.kernel.game import AnyGame
    from bocage.sdk.bot import Strategy


class Contest(msgspec.Struct, frozen=True):
    """What is played. ``options`` are those that differ from the defaults; ``rules`` is the game's rules
    version.
    """

    game: str
    rules: int
    options: dict[str, Any]
    seed: str
    players: tuple[str, ...]


class Played(msgspec.Struct, frozen=True):
    """One finished game of pair number ``pair``.

    Per seat: the strategy, how many decisions with more than one option it took (``asked``), and how many
    milliseconds of processor time they took in total (``ms``) and at most (``worst``).
    """

    pair: int
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    reason: str
    decisions: int
    asked: tuple[int, ...]
    ms: tuple[float, ...]
    worst: tuple[float, ...]

    def score(self, player: str) -> float:
        """1 for a win, 0 for a loss, ½ for a draw between two."""
        if len(self.seats) > 1 and not self.winners:
            return 0.5
        return float(any(self.seats[seat] == player for seat in self.winners))


class Results:
    """The games of a contest, in memory and optionally in a file."""

    def __init__(self, contest: Contest, path: Path | None = None) -> None:
        """Read ``path`` if it exists. Raises :class:`CommandError` when it holds another contest."""
        self.contest = contest
        self.games: dict[tuple[int, tuple[str, ...]], Played] = {}
        self._path = path
        if path is None:
            return
        whole = path.read_bytes() if path.exists() else b""
        lines = whole.split(b"\n")
        # A last line without a line end was cut off during writing.
        if lines.pop():
            path.write_bytes(b"".join(line + b"\n" for line in lines))
        if not lines:
            self._append(contest)
            return
        try:
            if msgspec.json.decode(lines[0], type=Contest) != contest:
                raise CommandError(f"{path} holds another contest: other players, game, options, seed or rules")
            for line in lines[1:]:
                self._note(msgspec.json.decode(line, type=Played))
        except msgspec.DecodeError as problem:
            raise CommandError(f"{path} is no file of an arena: {problem}") from None

    def add(self, played: Played) -> None:
        self._note(played)
        if self._path is not None:
            self._append(played)

    def _note(self, played: Played) -> None:
        self.games[played.pair, played.seats] = played

    def _append(self, thing: msgspec.Struct) -> None:
        assert self._path is not None
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(thing) + b"\n")

    def pair_score(self, pair: int, one: str, other: str) -> float | None:
        """The share of the pair that ``one`` won against ``other``, from 0 to 1, or None if it is incomplete."""
        seatings = _seatings(one, other, self._solo)
        played = [self.games.get((pair, seats)) for seats in seatings]
        if any(game is None for game in played):
            return None
        if self._solo:
            mine, theirs = (game.score(who) for game, who in zip(played, (one, other), strict=True) if game)
            return (1 + mine - theirs) / 2
        return sum(game.score(one) for game in played if game) / len(seatings)

    @property
    def _solo(self) -> bool:
        return any(len(seats) == 1 for _, seats in self.games)

    def counts(self, one: str, other: str) -> list[int]:
        """How many pairs of ``one`` against ``other`` had each of the five scores."""
        counts = [0] * len(SCORES)
        for pair in {pair for pair, _ in self.games}:
            if (score := self.pair_score(pair, one, other)) is not None:
                counts[SCORES.index(score)] += 1
        return counts


def _seatings(one: str, other: str, solo: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The seating of the two games of a pair."""
    return ((one,), (other,)) if solo else ((one, other), (other, one))


def play_pairs(results: Results, pairs: int, go_on: Callable[[int], bool]) -> None:
    """Play the missing ones of the first ``pairs`` pairs of every two players.

    ``go_on(pairs done)`` returns False to stop early. All games with one pair number share a seed, and so cards and
    dice. Raises :class:`CommandError` for an unknown game, option or strategy.
    """
    from bocage.rules.kernel.registry import find_game

    contest = results.contest
    game = find_game(contest.game)
    options = options_of(game, contest.options)
    strategies = {name: load_strategy(name, game) for name in contest.players}
    for pair in range(pairs):
        for seats in _seatings_of_all(contest.players, game.seats == 1):
            if (pair, seats) not in results.games:
                results.add(_play(game, f"{contest.seed}/{pair}", pair, options, seats, strategies))
        if not go_on(pair + 1):
            return


def _seatings_of_all(players: tuple[str, ...], solo: bool) -> Iterator[tuple[str, ...]]:
    if solo:
        yield from ((name,) for name in players)
    else:
        for one, other in combinations(players, 2):
            yield from _seatings(one, other, solo)


def options_of(game: AnyGame, changed: Mapping[str, object]) -> msgspec.Struct:
    """The game's options with ``changed`` applied. Raises :class:`CommandError`."""
    try:
        return msgspec.convert(changed, game.Options)
    except msgspec.ValidationError as problem:
        raise CommandError(f"{game.id} has no such options: {problem}") from None


def _play(
    game: AnyGame,
    seed: str,
    pair: int,
    options: msgspec.Struct,
    seats: tuple[str, ...],
    strategies: Mapping[str, Strategy | None],
) -> Played:
    times: list[list[float]] = [[] for _ in seats]
    asked = [_timed(strategies[name], times[seat]) for seat, name in enumerate(seats)]
    end = play_game(game, seed, options, asked)
    return Played(
        pair,
        seats,
        end.winners,
        end.reason,
        end.decisions,
        tuple(len(spent) for spent in times),
        tuple(round(sum(spent), 1) for spent in times),
        tuple(round(max(spent, default=0.0), 1) for spent in times),
    )


def _timed(strategy: Strategy | None, times: list[float]) -> Strategy | None:
    """The same strategy; appends its thinking time to ``times`` when there is more than one option."""
    if strategy is None:
        return None

    def choose(view: dict[str, Any], actions: list[dict[str, Any]]) -> Any:
        begin = time.process_time()
        choice = strategy(view, actions)
        if len(actions) > 1:
            times.append((time.process_time() - begin) * 1000)
        return choice

    return choose
