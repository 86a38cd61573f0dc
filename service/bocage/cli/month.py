"""The public matches of a service that ended in one month, for ``bocage dataset --month``."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from bocage.dataset.records import Record, record_of
from bocage.log.course import course_of
from bocage.log.match import Match
from bocage.log.outline import Outline, fold
from bocage.progress import Progress
from bocage.store import Store


class Month(NamedTuple):
    """A month of UTC: its name and its milliseconds, from ``start`` up to but not including ``end``."""

    name: str
    start: int
    end: int


def month_of(name: str) -> Month:
    """Return the month called such as ``2026-11``. Raises ``ValueError``."""
    start = datetime.strptime(name, "%Y-%m").replace(tzinfo=UTC)
    after = start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)
    return Month(name, int(start.timestamp() * 1000), int(after.timestamp() * 1000))


async def records_of_month(store: Store, month: Month) -> dict[str, list[Record]]:
    """Return the records by folder: a game, the version of its rules, and what else than the defaults was chosen.

    Left out: private matches, forks, matches that ended before they began, those of rules that are not installed,
    and all matches of somebody whose account is deleted.
    """
    found: dict[str, list[Record]] = {}
    matches = sorted(await store.matches())
    with Progress("matches", len(matches)) as progress:
        for name in matches:
            progress.step()
            row = await store.row(name)
            if row is None or row.status != "ended" or not month.start <= row.at < month.end:
                continue
            log = await store.load(name)
            match = fold(log.entries, names=log.names)
            if is_public(match) and (course := course_of(log.entries)) is not None:
                record = record_of(course)
                found.setdefault(folder_of(record), []).append(record)
    return found


def is_public(match: Match) -> bool:
    """Return whether a finished match may be published: everybody may watch it, and no player left the service."""
    created = match.created
    if isinstance(match, Outline) or match.outcome is None or created.access.private or created.fork is not None:
        return False
    return all(match.names.get(seat.player, seat.name) for seat in match.seats if seat is not None)


def folder_of(record: Record) -> str:
    """Return the name of a data set's folder, such as ``squad-1-0a1b2c3d``."""
    chosen = hashlib.sha256(msgspec.json.encode(record.options, order="sorted")).hexdigest()[:8]
    return f"{record.game}-{record.rules}-{chosen}"
