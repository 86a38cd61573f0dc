"""Checking that cold storage and Redis agree, reading both in pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

import msgspec

from bocage.features.cold_storage.reader import ColdReader
from bocage.features.cold_storage.record import day_in, decode, name_of
from bocage.store.archive import expand
from bocage.store.keys import cold_key, log_key

#: Records read concurrently.
AT_ONCE = 8
#: Matches looked up in Redis per round trip.
PAGE = 500


class Findings(msgspec.Struct):
    """The result of a check: number of valid records, and faults.

    ``unknown``: matches that Redis does not know, with the days (since 1970) of their ends.
    """

    right: int = 0
    missing: list[str] = []
    damaged: list[str] = []
    unknown: list[tuple[str, int]] = []


async def check(
    reader: ColdReader,
    pages: AsyncIterator[Mapping[str, int]],
    looked_at: Callable[[int], None] = lambda many: None,
) -> Findings:
    """Read the record of every match in ``pages`` (all that Redis knows, with the days of their ends), and search
    storage for others.

    ``looked_at`` is called with the number of further records read. Raises :class:`ColdUnavailableError` if storage
    fails, or is not the one that matches were moved to.
    """
    found = Findings()
    async for page in pages:
        known = sorted(page.items())
        for start in range(0, len(known), AT_ONCE):
            some = known[start : start + AT_ONCE]
            await asyncio.gather(*[_look(reader, match, day, found) for match, day in some])
            looked_at(len(some))
    if found.missing:
        await reader.find()
    for folder in await reader.ask(reader.storage.folders()):
        day = day_in(folder)
        names = await reader.ask(reader.storage.names(folder)) if day is not None else []
        for start in range(0, len(names), PAGE):
            asked = names[start : start + PAGE]
            answers = await asyncio.gather(*[_known(reader, match) for match in asked])
            found.unknown += [(match, day or 0) for match, here in zip(asked, answers, strict=True) if not here]
    found.missing.sort()
    found.damaged.sort()
    return found


async def _look(reader: ColdReader, match: str, day: int, found: Findings) -> None:
    data = await reader.ask(reader.storage.get(name_of(match, day)))
    try:
        if data is not None:
            expand(decode(data, match).archive)
            found.right += 1
        elif await reader.day(match) is not None:  # it was not deleted just now
            found.missing.append(match)
    except ValueError:
        found.damaged.append(match)


async def _known(reader: ColdReader, match: str) -> bool:
    """True if Redis knows the match, in cold storage or not. Concurrent calls share a round trip."""
    group = reader.topology.group(match)
    return any(
        await group.answer(
            group.call("HEXISTS", cold_key(match), match),
            group.call("EXISTS", log_key(match)),
        )
    )
