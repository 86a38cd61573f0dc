"""Career: a player's record, folded from the list rows of their matches. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bocage.log.records import Row

#: Reasons of matches that were cancelled or closed by the operator, and so were neither won nor lost.
NOTHING_WON = ("cancelled", "expired", "closed")


class Count(msgspec.Struct):
    """Matches played, won and drawn."""

    played: int = 0
    won: int = 0
    drawn: int = 0

    def add(self, result: int) -> None:
        """Add a result: 1 won, 0 drawn, -1 lost."""
        self.played += 1
        self.won += result > 0
        self.drawn += result == 0


class Top(msgspec.Struct):
    """The best score with one set of options."""

    options: Mapping[str, Any]
    score: int
    match: str
    played: int = 1


class GameCareer(msgspec.Struct):
    """The career at one game. Keys of ``options``: name and JSON value. Keys of ``tops``: all options, as JSON."""

    total: Count = msgspec.field(default_factory=Count)
    streak: int = 0
    longest: int = 0
    sides: dict[str, Count] = {}
    options: dict[tuple[str, bytes], Count] = {}
    tops: dict[bytes, Top] = {}


class Career(msgspec.Struct):
    """The career at all games. ``opponents``: by player id."""

    games: dict[str, GameCareer] = {}
    opponents: dict[str, Count] = {}
    rows: list[Row] = []


def counts(row: Row) -> bool:
    """True if the match was played to its end."""
    return row.status == "ended" and not row.unreadable and row.reason not in NOTHING_WON and "" not in row.players


def result_of(row: Row, seat: int) -> int:
    """Return 1 for a win, 0 for a draw, -1 for a loss. A solo game that is not won is lost."""
    if seat in row.winners:
        return 1
    return -1 if row.winners or len(row.players) < 2 else 0


def career_of(player: str, rows: Iterable[Row], usual: Mapping[str, Mapping[str, object]]) -> Career:
    """Compute the career of ``player`` from the finished matches among ``rows``.

    ``usual``: default options by game.
    """
    career = Career(rows=sorted(filter(counts, rows), key=lambda row: (row.at, row.match)))
    for row in career.rows:
        if player not in row.players:
            continue
        seat = row.players.index(player)
        result = result_of(row, seat)
        game = career.games.setdefault(row.game, GameCareer())
        game.total.add(result)
        game.streak = result + game.streak if result * game.streak > 0 else result
        game.longest = max(game.longest, game.streak)
        if seat < len(row.sides) and row.sides[seat]:
            game.sides.setdefault(row.sides[seat], Count()).add(result)
        for name, value in row.options.items():
            if name in usual.get(row.game, {}) and usual[row.game][name] != value:
                game.options.setdefault((name, msgspec.json.encode(value)), Count()).add(result)
        if row.score is not None:
            _score(game, row, row.score)
        for other in row.players:
            if other not in (player, ""):
                career.opponents.setdefault(other, Count()).add(result)
    return career


def _score(game: GameCareer, row: Row, score: int) -> None:
    key = msgspec.json.encode(row.options, order="sorted")
    top = game.tops.get(key)
    if top is None:
        game.tops[key] = Top(row.options, score, row.match)
        return
    top.played += 1
    if score > top.score:
        top.score, top.match = score, row.match
