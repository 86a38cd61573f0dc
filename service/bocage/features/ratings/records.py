"""The record of a program on its ladder: against each opponent, by side, by seat, by option. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bocage.features.ratings.glicko import TWO_SIDED_95
from bocage.features.ratings.wire import OptionScore, Score, SideScore, VersusScore
from bocage.log.records import Rated, Row

#: Decimal places of a score.
DIGITS = 4


def score_of(halves: Iterable[int]) -> Score:
    """Return games, wins, draws, and the mean score with its 95 % interval (Wilson). ``halves``: half points."""
    some = list(halves)
    games, mean = len(some), sum(some) / (2 * len(some))
    z = TWO_SIDED_95 * TWO_SIDED_95 / games
    middle, spread = mean + z / 2, math.sqrt(z * (mean * (1 - mean) + z / 4))
    low, high = (middle - spread) / (1 + z), (middle + spread) / (1 + z)
    return Score(games, some.count(2), some.count(1), *(round(one, DIGITS) for one in (mean, low, high)))


class Scores(msgspec.Struct, frozen=True):
    """All scores of one program, most games first."""

    opponents: list[VersusScore]
    seats: list[Score]
    sides: list[SideScore]
    options: list[OptionScore]


def scores_of(
    player: str, results: Iterable[Rated], rows: Mapping[str, Row], usual: Mapping[str, object]
) -> Scores:
    """Return the scores of ``player``. ``rows``: list rows by match; without one, side and options are not known.

    ``usual``: options that are not listed.
    """
    against: dict[tuple[str, str], list[int]] = {}
    seats: dict[int, list[int]] = {0: [], 1: []}
    sides: dict[str, list[int]] = {}
    options: dict[tuple[str, str], list[int]] = {}
    for one in results:
        seat = one.players.index(player)
        half = one.half if seat == 0 else 2 - one.half
        against.setdefault((one.players[1 - seat], one.houses[1 - seat]), []).append(half)
        seats[seat].append(half)
        row = rows.get(one.match)
        if row is None:
            continue
        if row.sides:
            sides.setdefault(row.sides[seat], []).append(half)
        for name, value in row.options.items():
            if value != usual.get(name):
                options.setdefault((name, msgspec.json.encode(value).decode()), []).append(half)
    return Scores(
        [VersusScore(who, "", score_of(some), house) for (who, house), some in _often(against)],
        [score_of(some) if some else Score() for some in seats.values()],
        [SideScore(side, score_of(some)) for side, some in _often(sides)],
        [OptionScore(name, msgspec.json.decode(value), score_of(some)) for (name, value), some in _often(options)],
    )


def _often(some: dict[Any, list[int]]) -> list[tuple[Any, list[int]]]:
    return sorted(some.items(), key=lambda one: (-len(one[1]), one[0]))
