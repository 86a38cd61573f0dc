"""Facts about a Redis, read without changing anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bocage.store import rights, scripts
from bocage.store.connection import RedisConnection, ReplyError


class RedisFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a Redis.

    ``server``: its product name. ``info``: reply of INFO. ``config``: reply of CONFIG GET. Both are empty if the
    account may not ask. ``unmended``: its Lua lacks the fixes of October 2025. ``missing``: rights that the account
    lacks. ``refusal``: why it rejects writes, or empty. ``ahead``: its clock minus this machine's, in seconds.
    ``delay``: median response time in seconds.
    """

    version: tuple[int, ...]
    server: str = "redis"
    info: dict[str, str]
    config: dict[str, str]
    unmended: bool = False
    missing: tuple[str, ...] = ()
    refusal: str = ""
    ahead: float = 0.0
    delay: float = 0.0

    @property
    def product(self) -> str:
        """Product and version. Valkey also reports the Redis version that it is compatible with."""
        if "valkey_version" in self.info:
            return f"Valkey {self.info['valkey_version']}"
        name = "Valkey" if self.server == "valkey" else "Redis"
        return f"{name} {self.info.get('redis_version') or '.'.join(map(str, self.version))}"


async def facts_of(connection: RedisConnection, cluster: bool, version: Sequence[int]) -> RedisFacts:
    """Read the facts of a server. ``version``: from its greeting. Raises :class:`ConnectionGone`."""
    found = await rights.ask(connection, cluster, version)
    info = await _or_nothing(connection, "INFO")
    config = await _or_nothing(connection, "CONFIG", "GET", "*")
    return RedisFacts(
        version=tuple(version),
        info=dict(line.split(":", 1) for line in (info or b"").decode().splitlines() if ":" in line),
        config={name.decode(): value.decode() for name, value in (config or {}).items()},
        unmended=bool(await _or_nothing(connection, "EVAL", scripts.UNMENDED, 0)),
        missing=found.missing,
        refusal=found.refusal,
    )


async def _or_nothing(connection: RedisConnection, *command: Any) -> Any:
    """Return the reply; None if the account may not ask."""
    try:
        return await connection.call(*command)
    except ReplyError:
        return None
