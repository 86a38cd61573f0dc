"""In which order lists of matches are shown: makers take turns. Pure functions over rows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from bocage.log.records import Row

#: Where a row stands: its number among its maker's, whether it does not wait, how old it is, its match.
Position: TypeAlias = tuple[int, bool, int, str]

#: A position as clients send it back.
PLACE = r"[0-9]{1,9}\.[01]\.[0-9]{1,16}\.[A-Za-z0-9]{1,40}"


class RowFilter(msgspec.Struct, frozen=True):
    """Which rows a reader wants. Empty, None: all. ``bots``: with programs at the table; ``forks``: forks."""

    game: str = ""
    status: Literal["", "open", "playing"] = ""
    bots: bool | None = None
    forks: bool | None = None

    def fits(self, row: Row) -> bool:
        """Whether ``row`` is one of them."""
        return (
            self.game in ("", row.game)
            and self.status in ("", row.status)
            and self.bots in (None, bool(row.bots))
            and self.forks in (None, row.fork is not None)
        )


def by_turns(rows: Iterable[Row]) -> list[tuple[Position, Row]]:
    """The rows in order: of every maker the first, then of every maker the second, and so on.

    Matches that wait come before those that are played, newer ones before older ones. So a maker of a hundred
    matches stands before others with one of them.
    """
    by_age = sorted(rows, key=lambda row: (row.status != "open", -row.at, row.match))
    so_far: dict[str, int] = {}
    placed: list[tuple[Position, Row]] = []
    for row in by_age:
        maker = row.creator or row.match
        number = so_far[maker] = so_far.get(maker, -1) + 1
        placed.append(((number, row.status != "open", -row.at, row.match), row))
    placed.sort(key=lambda one: one[0])
    return placed


def page_of(rows: Iterable[Row], wanted: RowFilter, after: str, most: int) -> tuple[list[Row], str]:
    """The next ``most`` rows that are wanted, and where the page after them begins; empty: there is none.

    ``after``: what the page before gave. Raises ``ValueError`` when nothing gave that.
    """
    placed = by_turns(row for row in rows if wanted.fits(row))
    if after:
        seen = _position(after)
        placed = [one for one in placed if one[0] > seen]
    here = placed[:most]
    return [row for _, row in here], _text(here[-1][0]) if len(placed) > most else ""


def _text(place: Position) -> str:
    number, waits_not, age, match = place
    return f"{number}.{int(waits_not)}.{-age}.{match}"


def _position(text: str) -> Position:
    if not re.fullmatch(PLACE, text):
        raise ValueError(f"no page ends with {text!r}")
    number, waits_not, at, match = text.split(".")
    return int(number), waits_not == "1", -int(at), match
