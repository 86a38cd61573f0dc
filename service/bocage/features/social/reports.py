"""Reports about players, for the operator.

    reports      sorted set: ids by time (ms)
    report:<id>  the report as JSON

They are kept for 30 days, including their lines of chat.
"""

from __future__ import annotations

import secrets

import msgspec

from bocage.store.topology import Topology

#: Seconds for which a report is kept.
KEPT = 30 * 86_400

_INDEX = "reports"


class Reports(msgspec.Struct, frozen=True):
    """The stored reports."""

    topology: Topology

    async def add(self, report: bytes, now: int) -> str:
        """Store a report. Returns its id."""
        name = secrets.token_hex(8)
        key = f"report:{name}"
        await self.topology.call(key, "SET", key, report, "EX", KEPT)
        await self.topology.call(_INDEX, "ZADD", _INDEX, now, name)
        await self.topology.call(_INDEX, "ZREMRANGEBYSCORE", _INDEX, "-inf", now - KEPT * 1000)
        return name

    async def newest(self, count: int) -> list[tuple[str, bytes]]:
        """Return the newest ``count`` reports with their ids."""
        names = [one.decode() for one in await self.topology.call(_INDEX, "ZREVRANGE", _INDEX, 0, count - 1)]
        found = [(name, await self.topology.call(f"report:{name}", "GET", f"report:{name}")) for name in names]
        return [(name, report) for name, report in found if report is not None]
