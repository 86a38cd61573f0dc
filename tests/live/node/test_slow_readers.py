"""A reader who does not keep up harms nobody else."""

from __future__ import annotations

import asyncio
import gc
import socket

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from bocage.limits import Limits
from bocage.live.capacity import AddressShare
from bocage.live.connection import WebSocketConnection
from bocage.live.http_connection import HttpConnection
from bocage.live.outbox import LOBBY, Outbox
from bocage.live.session import Session
from bocage.live.watching import Subscription
from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from bocage.rules.kernel import PUBLIC
from tests.live.node.service import PATIENCE, Client, Service, running, seen_by


class Sluggard(Client):
    """Reads only when told to, through the smallest buffers there are."""

    def __init__(self, port: int) -> None:
        super().__init__(port, "", MSGPACK, "en")

    async def open(self) -> None:
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", self.port))
        self.socket = await connect(
            f"ws://127.0.0.1:{self.port}/ws",
            sock=plain,
            subprotocols=[Subprotocol(MSGPACK.name)],
            compression=None,
            max_queue=1,
            open_timeout=PATIENCE,
            ping_interval=None,
        )


async def flood(service: Service, match: str, first: Client, second: Client) -> None:
    """Play until the sluggard's updates are dropped."""
    while not service.node.counts.dropped:
        for client, other in ((first, second), (second, first)):
            answer = await client.act(match, {"do": "add", "n": 1})
            assert isinstance(answer, m.Ack)
            await other.until(match, client.seqs[match])


async def table(service: Service) -> tuple[str, str, str]:
    (ann, ann_token), (bob, bob_token) = await service.player("Ann"), await service.player("Bob")
    return await service.match(ann, bob, options={"turns": 1_000_000}), ann_token, bob_token


async def test_updates_give_way_to_a_snapshot(redis_url: str) -> None:
    limits = Limits(outbox_size=4096, message_rate=100_000, message_burst=100_000)
    async with running(redis_url, limits=limits) as service:
        match, ann, bob = await table(service)
        async with service.client(ann) as first, service.client(bob) as second, Sluggard(service.port) as slow:
            for client in (first, second):
                await client.watch(match)
            await slow.watch(match)
            await flood(service, match, first, second)
            # They wake up: what was on its way, then a snapshot instead of what was dropped, then updates.
            snapshot = await slow.get(m.Snapshot)
            assert snapshot.seq > 5
            await first.act(match, {"do": "add", "n": 1})
            await slow.until(match, first.seqs[match])
            assert slow.views[match] == seen_by(await service.fold(match), PUBLIC)


async def test_who_stays_stuck_is_closed_with_a_code(redis_url: str) -> None:
    limits = Limits(outbox_size=4096, stuck_time=1, message_rate=100_000, message_burst=100_000)
    async with running(redis_url, limits=limits) as service:
        match, ann, bob = await table(service)
        slow = Sluggard(service.port)
        async with service.client(ann) as first, service.client(bob) as second, slow:
            for client in (first, second):
                await client.watch(match)
            await slow.watch(match)
            await flood(service, match, first, second)
            while service.node.counts.closed["too_slow"] == 0:
                await first.ask(m.Ping)
            with pytest.raises(ConnectionClosed) as closed:
                await slow.get(m.Draining)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4005
            assert isinstance(await first.act(match, {"do": "add", "n": 1}), m.Ack)


async def test_who_leaves_the_lobby_while_behind_is_not_brought_back(redis_url: str) -> None:
    async with running(redis_url) as service, service.client() as client:
        await client.send(m.WatchLobby())
        await client.get(m.Lobby)
        (session,) = service.node.sessions.all
        session.outbox.behind.add(LOBBY)
        await client.send(m.UnwatchLobby())
        await client.ask(m.Ping)
        session.drained()
        await client.ask(m.Ping)
        assert [type(message) for message in client.received].count(m.Lobby) == 1


async def test_nothing_is_kept_of_those_who_subscribed_and_read_nothing(redis_url: str) -> None:
    """Round after round; what a process holds then is what its allocator keeps for the next round."""

    def kept() -> dict[str, int]:
        gc.collect()
        kinds = (WebSocketConnection, HttpConnection, Session, Outbox, Subscription, AddressShare)
        return {kind.__name__: sum(isinstance(one, kind) for one in gc.get_objects()) for kind in kinds}

    async with running(redis_url, limits=Limits(outbox_size=4096)) as service:
        sessions = service.node.sessions.all

        def served() -> bool:
            return len(sessions) == 10 and all(one.in_lobby or one.outbox.full_since for one in sessions)

        (ann, _) = await service.player("Ann")
        matches = [await service.match(ann) for _ in range(5)]
        before = kept()
        for _ in range(3):
            sluggards = [Sluggard(service.port) for _ in range(10)]
            for slow in sluggards:
                await slow.open()
                await slow.send(m.Hello())
                for match in matches * 4:
                    await slow.send(m.Watch(match))
                await slow.send(m.WatchLobby())
            async with asyncio.timeout(PATIENCE):
                for _ in iter(served, True):
                    await asyncio.sleep(0.001)
            for slow in sluggards:
                slow.socket.transport.abort()
            async with asyncio.timeout(PATIENCE):
                for _ in iter(lambda: len(sessions), 0):
                    await asyncio.sleep(0.001)
            del slow, sluggards
            await asyncio.sleep(0)
        assert kept() == before
