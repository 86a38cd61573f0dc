"""Storage of challenges.

    offer:<id>       hash: made (the challenge), answer; until it expires
    offers:<player>  sorted set: challenges to and from a player that wait for an answer, by expiry (ms)

All nodes hear of changes over a channel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from bocage.protocol.challenges import Challenge, Reason
from bocage.protocol.terms import ClockRules
from bocage.store.store import Store

#: Channel of challenges that were made or answered.
CHANNEL = b"bocage:challenges"
#: Milliseconds for which an answered or expired challenge can still be read.
KEPT = 300_000


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    """A challenge as it was made. ``seat``: the challenger's; -1: by lot. ``match``: id of the match to come.

    ``where``: digest of the challenger's address.
    """

    id: str
    game: str
    challenger: str
    challenged: str
    at: int
    until: int
    match: str
    nonce: str
    options: dict[str, Any] = {}
    seat_options: dict[str, Any] = {}
    clock: ClockRules = ClockRules()
    seat: int = -1
    rated: bool = False
    private: bool = False
    where: str = ""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first answer to a challenge, which counts."""

    answer: Literal["accept", "decline", "cancel"]
    reason: Reason = ""
    nonce: str = ""
    seat_options: dict[str, Any] = {}


class Change(msgspec.Struct, frozen=True):
    """A challenge that was made or answered, as nodes tell one another."""

    players: tuple[str, str]
    challenge: Challenge


class ChallengeStorage(msgspec.Struct, frozen=True):
    """The challenges of all players."""

    store: Store

    async def add(self, made: Made) -> None:
        """Store a new challenge, until some minutes after it expires."""
        key = _key(made.id)
        await self.store.topology.call(key, "HSET", key, "made", msgspec.json.encode(made))
        await self.store.topology.call(key, "PEXPIREAT", key, made.until + KEPT)
        for player in (made.challenger, made.challenged):
            await self.store.topology.call(_set(player), "ZADD", _set(player), made.until, made.id)
            await self.store.topology.call(_set(player), "PERSIST", _set(player))

    async def find(self, name: str) -> tuple[Made, Answer | None] | None:
        """Return a challenge and its answer; None: there is no such challenge, or not any more."""
        made, answer = await self.store.topology.call(_key(name), "HMGET", _key(name), "made", "answer")
        if made is None:
            return None
        return (
            msgspec.json.decode(made, type=Made),
            msgspec.json.decode(answer, type=Answer) if answer is not None else None,
        )

    async def answer(self, made: Made, answer: Answer) -> Answer:
        """Store the answer unless there is one. Returns the one that counts."""
        key = _key(made.id)
        await self.store.topology.call(key, "HSETNX", key, "answer", msgspec.json.encode(answer))
        first = msgspec.json.decode(await self.store.topology.call(key, "HGET", key, "answer"), type=Answer)
        for player in (made.challenger, made.challenged):
            await self.store.topology.call(_set(player), "ZREM", _set(player), made.id)
        return first

    async def waiting(self, player: str) -> list[Made]:
        """Return the challenges to and from a player that wait for an answer, oldest first."""
        now = self.store.now()
        await self.store.topology.call(_set(player), "ZREMRANGEBYSCORE", _set(player), "-inf", now)
        names = await self.store.topology.call(_set(player), "ZRANGE", _set(player), 0, -1)
        found = await asyncio.gather(*[self.find(name.decode()) for name in names])
        waits = [one[0] for one in found if one is not None and one[1] is None]
        return sorted(waits, key=lambda made: (made.at, made.id))

    async def publish(self, change: Change) -> None:
        """Tell all nodes."""
        call = self.store.topology.call
        await call(CHANNEL.decode(), "PUBLISH", CHANNEL, msgspec.json.encode(change))

    async def forget(self, player: str) -> None:
        """Delete the challenges to and from a player."""
        names: Iterable[bytes] = await self.store.topology.call(_set(player), "ZRANGE", _set(player), 0, -1)
        for name in names:
            found = await self.find(name.decode())
            if found is not None:
                for other in (found[0].challenger, found[0].challenged):
                    await self.store.topology.call(_set(other), "ZREM", _set(other), name)
            await self.store.topology.call(_key(name.decode()), "DEL", _key(name.decode()))
        await self.store.topology.call(_set(player), "DEL", _set(player))


def _key(name: str) -> str:
    return f"offer:{name}"


def _set(player: str) -> str:
    return f"offers:{player}"
