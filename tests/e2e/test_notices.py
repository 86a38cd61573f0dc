"""A node is killed between an entry and its notices: another one sends them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import msgspec
import redis

from bocage.features.notices.message import NoticeMessage
from bocage.features.notices.storage import LEFT
from bocage.features.notices.wire import NewNoticeChannel
from bocage.sdk.rest import Rest
from bocage.store.keys import SHARDS, shard_key
from tests.e2e.nodes import NodeProcess
from tests.features.notices.receiver import receiving

DAY = 86_400_000


def waits(storage: redis.Redis) -> bool:
    """Whether a notice about a turn is still to be sent, or settled."""
    keys = [shard_key(shard, "notices") for shard in range(SHARDS)]
    return any(b"turn " in bytes(line) for key in keys for line in cast("list[bytes]", storage.zrange(key, 0, -1)))


async def test_notices_of_a_killed_node_are_sent_once(folder: Path, redis_url: str) -> None:

    def node(name: str) -> NodeProcess:
        return NodeProcess(folder, redis_url, name, notices_anywhere="on", bots="off")

    async with receiving() as hook:
        with node("one") as one:
            players = []
            for name in ("Ann", "Bob"):
                async with Rest(one.url) as rest:
                    made = await rest.create_player(name)
                players.append(made)
                async with Rest(one.url, token=made.token) as rest:
                    await rest.add_notices(NewNoticeChannel("webhook", f"{hook.url}/{name}", ["turn"]))
            async with Rest(one.url, token=players[0].token) as rest:
                match = (await rest.create_match("squad", clock={"kind": "days", "base": DAY})).match
            async with Rest(one.url, token=players[1].token) as rest:
                await rest.join(match)
            # The entry that asks for the first turn is acknowledged.
            one.kill()
        with node("two"):
            # Mostly at once; a node that had taken it already has a minute for it before it is taken again.
            async with asyncio.timeout(3 * LEFT / 1000):
                came = [await hook.came.get()]
            told = msgspec.json.decode(came[0].body, type=NoticeMessage)
            assert (told.kind, told.match) == ("turn", match)
            # It is settled: nobody sends it again.
            with redis.Redis.from_url(redis_url) as storage:
                while waits(storage):  # noqa: ASYNC110 - Redis tells nobody
                    await asyncio.sleep(0.05)
        while not hook.came.empty():
            came.append(await hook.next())
        ids = {msgspec.json.decode(one.body, type=NoticeMessage).id for one in came}
        assert ids == {told.id}
