"""Ratings: the results of rated matches, folded in the order of their ends. Pure: the same results, the same bytes.

Two players' matches of one day (UTC) count up to a number: who makes up a second name gains little by beating it.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import TypeAlias

import msgspec

from bocage.log.deals import DAY
from bocage.log.glicko import Strength, after, aged
from bocage.log.match import Match
from bocage.log.records import Rated

#: Milliseconds after which a player's strength may have changed by as much as their volatility says.
PERIOD = 7 * DAY
#: So many matches of the same two players count per day and game.
PER_DAY = 10
#: A ladder shows who has played so many rated matches,
LEAST_GAMES = 10
#: against so many others.
LEAST_OPPONENTS = 3

#: A game's ladder: of people, or of programs.
Pool: TypeAlias = tuple[str, bool]


class Standing(msgspec.Struct, frozen=True):
    """A player on a ladder. ``at``: when their last rated match ended (ms). ``met``: the first few they met."""

    strength: Strength = Strength()
    at: int = 0
    games: int = 0
    won: int = 0
    drawn: int = 0
    met: tuple[str, ...] = ()

    @property
    def listed(self) -> bool:
        """Whether a ladder shows them."""
        return self.games >= LEAST_GAMES and len(self.met) >= LEAST_OPPONENTS

    def at_time(self, now: int) -> Strength:
        """What is known of their strength at ``now`` (ms)."""
        return aged(self.strength, max(0, now - self.at) / PERIOD)


Standings: TypeAlias = MutableMapping[tuple[Pool, str], Standing]


def rated_of(match: Match) -> Rated | None:
    """What a match that has ended means for ratings; None: nothing. One that never began, or that the operator
    closed, counts for nobody."""
    outcome = match.outcome
    if match.status != "ended" or not match.created.rated or not match.begun or outcome is None:
        return None
    if outcome.reason == "closed":
        return None
    first, second = match.seats
    assert first is not None
    assert second is not None
    half = 1 if len(outcome.winners) != 1 else 2 if 0 in outcome.winners else 0
    programs = first.bot and second.bot
    players, private = (first.player, second.player), match.created.access.private
    return Rated(match.id, match.created.game, programs, players, half, private=private)


class Ratings:
    """The fold. Give it every result once, in the order of :func:`in_order`."""

    def __init__(self) -> None:
        self.standings: Standings = {}
        self._day: int | None = None
        #: How often two players have met today.
        self._met: dict[tuple[Pool, str, str], int] = {}

    def branch(self, standings: Standings) -> Ratings:
        """A fold that goes on from here in ``standings`` (which show these), and leaves this one as it is."""
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
        ours = self.standings.get((pool, first), Standing())
        theirs = self.standings.get((pool, second), Standing())
        self.standings[pool, first] = _played(ours, theirs, second, result.half, result.at)
        self.standings[pool, second] = _played(theirs, ours, first, 2 - result.half, result.at)


def _played(own: Standing, other: Standing, opponent: str, half: int, at: int) -> Standing:
    passed = max(0, at - own.at) / PERIOD if own.games else 0.0
    met = own.met
    if opponent not in met and len(met) < LEAST_OPPONENTS:
        met = (*met, opponent)
    strength = after(own.strength, [(other.at_time(at) if other.games else other.strength, half / 2)], passed)
    return Standing(strength, at, own.games + 1, own.won + (half == 2), own.drawn + (half == 1), met)


def in_order(results: Iterable[Rated]) -> list[Rated]:
    """By the time of their end, then by their id."""
    return sorted(results, key=lambda result: (result.at, result.match))
