"""Standings, folded from the results of rated matches in the order of their ends. Pure and deterministic.

Only the first ``PER_DAY`` matches of two players on one day (UTC) count, so that a second account is of little use.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import TypeAlias

import msgspec

from bocage.features.ratings.anchors import anchor
from bocage.features.ratings.glicko import Strength, after, aged
from bocage.log.deals import DAY
from bocage.log.records import Rated

#: Rating period of Glicko-2, in milliseconds.
PERIOD = 7 * DAY
#: Matches of the same two players that count per day and game.
PER_DAY = 10
#: Rated matches, and different opponents, that a player needs to be listed on a ladder.
LEAST_GAMES = 10
LEAST_OPPONENTS = 3

#: A ladder: the game, and whether it is for programs.
Pool: TypeAlias = tuple[str, bool]


class Standing(msgspec.Struct, frozen=True):
    """A player on a ladder. ``at``: end of the last rated match (ms). ``met``: the first few opponents.

    ``house``: strategy of a house bot whose strength is fixed; empty: it follows the results.
    """

    strength: Strength = Strength()
    at: int = 0
    games: int = 0
    won: int = 0
    drawn: int = 0
    met: tuple[str, ...] = ()
    house: str = ""

    @property
    def listed(self) -> bool:
        """True if the ladder lists the player."""
        return self.games >= LEAST_GAMES and len(self.met) >= LEAST_OPPONENTS

    def at_time(self, now: int) -> Strength:
        """Return the strength at ``now`` (ms), less certain the longer ago the last match was."""
        return aged(self.strength, max(0, now - self.at) / PERIOD)


Standings: TypeAlias = MutableMapping[tuple[Pool, str], Standing]


class Ratings:
    """The fold. Add every result once, in the order of :func:`in_order`."""

    def __init__(self) -> None:
        self.standings: Standings = {}
        self._day: int | None = None
        #: Matches of two players on the day of the last result.
        self._met: dict[tuple[Pool, str, str], int] = {}

    def branch(self, standings: Standings) -> Ratings:
        """Return a copy that continues in ``standings``, a mapping that begins with the standings of this one."""
        made = Ratings()
        made.standings, made._met = standings, dict(self._met)
        made._day = self._day
        return made

    def add(self, result: Rated) -> None:
        """Fold the next result."""
        pool, (first, second) = (result.game, result.programs), result.players
        day = result.at // DAY
        if day != self._day:
            self._day, self._met = day, {}
        pair = (pool, min(first, second), max(first, second))
        often = self._met.get(pair, 0)
        if often >= PER_DAY:
            return
        self._met[pair] = often + 1
        ours, theirs = (
            self.standings.get((pool, who), _new(result.game, house))
            for who, house in zip(result.players, result.houses, strict=True)
        )
        self.standings[pool, first] = _played(ours, theirs, second, result.half, result.at)
        self.standings[pool, second] = _played(theirs, ours, first, 2 - result.half, result.at)


def _new(game: str, house: str) -> Standing:
    """Return the standing before the first match. ``house``: strategy of a house bot; empty: it is none."""
    fixed = anchor(game, house)
    return Standing() if fixed is None else Standing(fixed, house=house)


def _played(own: Standing, other: Standing, opponent: str, half: int, at: int) -> Standing:
    passed = max(0, at - own.at) / PERIOD if own.games else 0.0
    met = own.met
    if opponent not in met and len(met) < LEAST_OPPONENTS:
        met = (*met, opponent)
    if own.house:
        return Standing(
            own.strength, at, own.games + 1, own.won + (half == 2), own.drawn + (half == 1), met, own.house
        )
    strength = after(own.strength, [(other.at_time(at) if other.games else other.strength, half / 2)], passed)
    return Standing(strength, at, own.games + 1, own.won + (half == 2), own.drawn + (half == 1), met)


def in_order(results: Iterable[Rated]) -> list[Rated]:
    """Sort results by the time of the end, then by match id."""
    return sorted(results, key=lambda result: (result.at, result.match))
