"""Pairs of programs for the next matches that the service arranges. Pure and deterministic for a given ``rng``."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence

import msgspec

#: Matches of the same two players that a ladder counts per day and game.
PER_DAY = 10
#: How much further away an opponent may be, in logits of the score, for each match that both have played today.
PER_MATCH = 0.5
#: Matches with a house bot count so many times: it is met half as often as another program.
HOUSE_COUNTS = 2


class Candidate(msgspec.Struct, frozen=True):
    """A program that wants matches. ``free``: tables and matches left this hour. ``scores``: expected score against
    an average player, by game. ``where``, ``owner``: empty, or the same for programs that must not meet.
    """

    player: str
    games: tuple[str, ...]
    free: int
    scores: Mapping[str, float] = {}
    where: str = ""
    owner: str = ""


class Pairing(msgspec.Struct, frozen=True):
    """A match to arrange. ``players``: by seat; of a house bot, the empty string. ``house``: its strategy."""

    game: str
    players: tuple[str, str]
    house: str = ""


#: Number of matches today, by game and the two players, smaller id first; a house bot is ``house:<strategy>``.
Met = Mapping[tuple[str, str, str], int]


def pair_key(game: str, one: str, other: str) -> tuple[str, str, str]:
    """Return the key of two players in :data:`Met`."""
    return game, min(one, other), max(one, other)


def pairings(
    candidates: Iterable[Candidate],
    met: Met,
    houses: Mapping[str, Sequence[str]],
    apart: Iterable[tuple[str, str]],
    room: int,
    rng: random.Random,
) -> list[Pairing]:
    """Return at most ``room`` pairings. ``houses``: strategies of house bots by game. ``apart``: those who blocked
    one another.

    Of the opponents met least today, a program gets the one closest in strength.
    """
    there = sorted(candidates, key=lambda one: one.player)
    free = {one.player: one.free for one in there}
    today, blocked = dict(met), {frozenset(pair) for pair in apart}
    found: list[Pairing] = []
    rng.shuffle(there)
    for one in there:
        if len(found) >= room or free[one.player] <= 0:
            continue
        choices = [choice for game in sorted(one.games) for choice in _choices(one, game, there, houses, today)]
        choices = [
            choice
            for choice in choices
            if choice[3].startswith("house:") or (free[choice[3]] > 0 and {one.player, choice[3]} not in blocked)
        ]
        if not choices:
            continue
        _, _, game, other = min(choices)
        key = pair_key(game, one.player, other)
        before = today.get(key, 0)
        today[key] = before + 1
        free[one.player] -= 1
        house = other.removeprefix("house:") if other.startswith("house:") else ""
        if not house:
            free[other] -= 1
        # They take turns in beginning.
        first, second = sorted((one.player, other), reverse=before % 2 == 1)
        seats = tuple("" if who.startswith("house:") else who for who in (first, second))
        found.append(Pairing(game, (seats[0], seats[1]), house))
    return found


def _choices(
    one: Candidate,
    game: str,
    there: Iterable[Candidate],
    houses: Mapping[str, Sequence[str]],
    today: Met,
) -> Iterable[tuple[float, float, str, str]]:
    """Yield the opponents of a program in one game: cost, a tie-break, the game, the opponent."""
    own = _logit(one.scores.get(game, 0.5))
    for other in there:
        often = today.get(pair_key(game, one.player, other.player), 0)
        same = (one.where and one.where == other.where) or (one.owner and one.owner == other.owner)
        if other.player == one.player or game not in other.games or same or often >= PER_DAY:
            continue
        lead = abs(own - _logit(other.scores.get(game, 0.5)))
        yield lead + PER_MATCH * often, often, game, other.player
    for strategy in houses.get(game, ()):
        often = today.get(pair_key(game, one.player, f"house:{strategy}"), 0)
        if often < PER_DAY:
            yield PER_MATCH * HOUSE_COUNTS * (often + 1), often, game, f"house:{strategy}"


def _logit(score: float) -> float:
    score = min(0.999, max(0.001, score))
    return math.log(score / (1 - score))
