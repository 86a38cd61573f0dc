"""When a sign-in ends, its connections are closed: on every node, and whatever was missed."""

from __future__ import annotations

import asyncio

from bocage.protocol import messages as m
from bocage.protocol.codes import CLOSE
from bocage.protocol.sign_ins import sign_in_id
from bocage.store.keys import player_key
from tests.live.node.service import PATIENCE, Client, running
from tests.redis_server import RedisServer


async def closed(client: Client) -> int:
    """The code with which the service closes the connection."""
    async with asyncio.timeout(PATIENCE):
        await client.socket.wait_closed()
    assert client.socket.close_code is not None
    return client.socket.close_code


async def test_what_ended_unheard_is_found_when_storage_is_back(redis_url: str, shared_redis: RedisServer) -> None:
    async with running(redis_url) as service:
        ann, token = await service.player("Ann")
        _, bobs = await service.player("Bob")
        async with service.client(token) as first, service.client(bobs) as second:
            with shared_redis.client() as client:
                client.hdel(player_key(ann.id), f"sign-in:{sign_in_id(token)}", "token")
            service.store.on_up()
            assert await closed(first) == CLOSE["signed_out"].number
            assert isinstance(await second.ask(m.Ping), m.Pong)


async def test_who_is_suspended_is_put_out_and_can_only_watch(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        ann, token = await one.player("Ann")
        async with two.client(token) as first:
            await one.store.audit.suspend(ann.id, [sign_in_id(token)], True)
            assert await closed(first) == CLOSE["signed_out"].number
        client = one.client(token)
        await client.open()
        await client.send(m.Hello(token))
        assert (await client.get(m.Refused)).code == "suspended"
        await client.send(m.Hello())
        assert (await client.get(m.Welcome)).player == ""
        await client.socket.close()
        await one.store.audit.suspend(ann.id, [], False)
        async with one.client(token) as again:
            assert isinstance(await again.ask(m.Ping), m.Pong)
