"""Connections are lost; no update is, and none comes twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest

from bocage.limits import Limits
from bocage.log.records import Entry
from bocage.protocol import messages as m
from bocage.rules.kernel import OPEN, PUBLIC
from bocage.store.keys import near_key
from tests.live.node.service import Client, Service, running, seen_by
from tests.redis_server import RedisServer


async def two_players(service: Service, turns: int = 30) -> tuple[str, Client, Client]:
    (ann, ann_token), (bob, bob_token) = await service.player("Ann"), await service.player("Bob")
    match = await service.match(ann, bob, options={"turns": turns})
    return match, service.client(ann_token), service.client(bob_token)


async def come_back(client: Client, match: str) -> None:
    """A new connection that knows what the old one knew."""
    await client.open()
    await client.send(m.Hello(client.token))
    await client.get(m.Welcome)
    await client.send(m.Resume(match, client.seqs[match]))


async def test_what_was_missed_follows(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await two_players(service)
        watcher = service.client()
        async with ann, bob:
            for client in (ann, bob):
                await client.watch(match)
            async with watcher:
                await watcher.watch(match)
            for _ in range(5):
                await ann.answer(match)
                await bob.until(match, ann.seqs[match])
                await bob.answer(match)
                await ann.until(match, bob.seqs[match])
            await come_back(watcher, match)
            await watcher.until(match, bob.seqs[match])
            assert not isinstance(watcher.received[-1], m.Snapshot)
            assert watcher.views[match] == seen_by(await service.fold(match), PUBLIC)
            await watcher.socket.close()


async def test_who_missed_nothing_is_told_nothing_and_hears_what_comes(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await two_players(service)
        async with ann, bob:
            await ann.watch(match)
            async with bob:
                await bob.watch(match)
            await come_back(bob, match)
            await bob.ask(m.Ping)
            assert not any(isinstance(message, m.Snapshot | m.Update) for message in bob.received[-2:])
            await ann.answer(match)
            await bob.until(match, ann.seqs[match])
            assert bob.views[match] == seen_by(await service.fold(match), 1)


async def test_who_saw_another_history_gets_a_snapshot(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await two_players(service)
        async with ann, bob:
            before = await bob.watch(match)
            await ann.watch(match)
            await ann.answer(match)
            now = await bob.get(m.Update)
            assert before.digest != now.digest
            for seq, digest, kinds in (
                (before.seq, before.digest, [m.Update]),
                (now.seq, now.digest, []),
                (before.seq, "another1", [m.Snapshot]),
                (now.seq, before.digest, [m.Snapshot]),
            ):
                async with service.client() as guest:
                    guest.seqs[match], guest.views[match] = seq, {}
                    await guest.send(m.Resume(match, seq, digest=digest))
                    if kinds:
                        told = await guest.get(*kinds)
                        assert told.digest == now.digest
                    await guest.ask(m.Ping)
                    shown = [type(one) for one in guest.received if isinstance(one, m.Snapshot | m.Update)]
                    assert shown == kinds


async def test_too_long_ago_gives_a_snapshot(redis_url: str) -> None:
    async with running(redis_url, limits=Limits(resume_span=3)) as service:
        match, ann, bob = await two_players(service)
        async with ann, bob:
            await ann.watch(match)
            await bob.watch(match)
            start = ann.seqs[match]
            for first, second in ((ann, bob), (bob, ann)) * 2:
                await first.answer(match)
                await second.until(match, start + 1)
                start += 1
            async with service.client() as late:
                await late.send(m.Resume(match, start - 4))
                assert (await late.get(m.Snapshot)).seq == start
            async with service.client() as later:
                await later.send(m.Resume(match, start + 1000))
                assert (await later.get(m.Snapshot)).seq == start


async def test_player_ahead_of_the_log_gets_an_unread_snapshot(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await two_players(service)
        async with ann, bob:
            seq = (await ann.watch(match)).seq
            read = service.store.read

            async def reading(match: str, after: int = 0) -> list[Entry]:
                raise AssertionError("the log is read")

            monkeypatch.setattr(service.store, "read", reading)
            await bob.send(m.Resume(match, seq + 1000))
            assert (await bob.get(m.Snapshot)).seq == seq
            monkeypatch.setattr(service.store, "read", read)
            await ann.answer(match)
            await bob.until(match, seq + 1)


async def test_player_seated_meanwhile_gets_a_snapshot_of_their_own(redis_url: str) -> None:
    async with running(redis_url) as service:
        (ann, _), (bob, bob_token) = await service.player("Ann"), await service.player("Bob")
        match = await service.match(ann)
        guest = service.client(bob_token)
        async with guest:
            assert (await guest.watch(match)).seat == PUBLIC
        await service.sit(match, bob)
        await come_back(guest, match)
        assert (await guest.get(m.Snapshot)).seat == 1
        assert set(guest.views[match]["table"]["secrets"]) == {"1"}
        await guest.socket.close()


async def test_who_watches_and_sits_down_sees_what_their_seat_sees(redis_url: str) -> None:
    async with running(redis_url) as service:
        (ann, ann_token), (bob, bob_token) = await service.player("Ann"), await service.player("Bob")
        match = await service.match(ann)
        async with service.client(ann_token) as first, service.client(bob_token) as second:
            await first.watch(match)
            assert (await second.watch(match)).seat == PUBLIC
            await service.sit(match, bob)
            snapshot = await second.get(m.Snapshot)
            assert snapshot.seat == 1
            while second.views[match]["status"] != "playing":
                await second.receive()
            assert second.views[match] == seen_by(await service.fold(match), 1)


@pytest.mark.parametrize("seed", range(4))
async def test_players_and_watchers_lose_connections_at_random(redis_url: str, seed: int) -> None:
    rng = random.Random(seed)
    async with running(redis_url) as service:
        match, ann, bob = await two_players(service, turns=40)
        watchers = [service.client() for _ in range(3)]
        clients = [ann, bob, *watchers]

        async def take_part(client: Client) -> None:
            async with client:
                await client.watch(match)
                while client.views[match]["status"] != "ended":
                    if rng.random() < 0.2:
                        await client.socket.close()
                        await come_back(client, match)
                    if client in watchers:
                        await client.receive()
                    else:
                        await client.answer(match)

        async with asyncio.TaskGroup() as group:
            for client in clients:
                group.create_task(take_part(client))
        folded = await service.fold(match)
        for client in clients:
            await come_back(client, match)
            await client.until(match, folded.seq)
            assert client.views[match] == seen_by(folded, OPEN)
            await client.socket.close()


@contextlib.asynccontextmanager
async def one_node_behind(redis_url: str, server: RedisServer) -> AsyncIterator[Behind]:
    """Bob's last action at the second node was not told to the first; now it is Ann's turn."""
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, ann_token), (bob, bob_token) = await one.player("Ann"), await two.player("Bob")
        match = await one.match(ann, bob, options={"turns": 30})
        async with one.client(ann_token) as first, two.client(bob_token) as second:
            await first.watch(match)
            await second.watch(match)
            before = first.seqs[match] + 1
            await first.answer(match)
            await first.until(match, before)
            await second.until(match, before)
            with server.client() as client:
                client.delete(near_key(match))
            await second.answer(match)
            await second.until(match, before + 1)
            assert one.node.rooms.open[match].match.seq == before
            yield Behind(one, match, before + 1, first, second)


class Behind(NamedTuple):
    """A node that has not heard of entry ``seq``."""

    node: Service
    match: str
    seq: int
    ann: Client
    bob: Client


@pytest.fixture
def no_comparing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A node that is behind does not notice by itself."""
    monkeypatch.setattr("bocage.store.shard_group.ShardGroup._compare", lambda group, connection: None)


@pytest.mark.usefixtures("no_comparing")
async def test_who_saw_more_on_another_node_is_not_set_back(redis_url: str, shared_redis: RedisServer) -> None:
    async with (
        one_node_behind(redis_url, shared_redis) as (node, match, seq, ann, bob),
        node.client(bob.token) as elsewhere,
    ):
        elsewhere.seqs[match] = seq
        elsewhere.views[match] = bob.views[match]
        await elsewhere.send(m.Resume(match, seq))
        # The node has read what it missed; whoever plays there is told, too.
        await ann.until(match, seq)
        await ann.answer(match)
        await elsewhere.until(match, seq + 1)
        await elsewhere.ask(m.Ping)
        assert not any(isinstance(message, m.Snapshot) for message in elsewhere.received)
        assert elsewhere.views[match] == seen_by(await node.fold(match), 1)


@pytest.mark.usefixtures("no_comparing")
async def test_answer_to_another_nodes_update_is_not_stale(redis_url: str, shared_redis: RedisServer) -> None:
    async with (
        one_node_behind(redis_url, shared_redis) as (node, match, seq, ann, _),
        node.client(ann.token) as elsewhere,
    ):
        answer = await elsewhere.act(match, {"do": "add", "n": 1}, seq=seq)
        assert isinstance(answer, m.Ack), answer
        assert answer.seq == seq + 1
        # What nobody has seen is stale, wherever it is said.
        answer = await elsewhere.act(match, {"do": "add", "n": 1}, seq=seq + 100)
        assert isinstance(answer, m.Refused)
        assert answer.code == "stale"


async def test_many_resumes_share_the_reading_of_the_log(redis_url: str) -> None:
    limits = Limits(address_sockets=2000, address_connections=2000)
    async with running(redis_url, limits=limits) as service:
        match, ann, bob = await two_players(service)
        async with ann, bob:
            await ann.watch(match)
            await bob.watch(match)
            since = ann.seqs[match]
            await ann.answer(match)
            await bob.until(match, since + 1)
            reads = 0
            read = service.store.catch_up

            async def counted(name: str) -> object:
                nonlocal reads
                reads += 1
                return await read(name)

            service.store.catch_up = counted  # type: ignore[method-assign,assignment]
            watchers = [service.client() for _ in range(50)]
            for watcher in watchers:
                await watcher.open()
                watcher.seqs[match], watcher.views[match] = since, {}
            await asyncio.gather(*(watcher.send(m.Hello()) for watcher in watchers))
            await asyncio.gather(*(watcher.send(m.Resume(match, since)) for watcher in watchers))
            await asyncio.gather(*(watcher.until(match, since + 1) for watcher in watchers))
            assert reads < len(watchers)
            assert service.node.counts.replayed == len(watchers)
            await asyncio.gather(*(watcher.socket.close() for watcher in watchers))


async def test_waiting_player_finds_the_table_after_a_closed_one(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await two_players(service)
        async with ann, bob, service.client() as watcher:
            await ann.watch(match)
            since = ann.seqs[match]
            await ann.answer(match)
            entries = await service.store.read(match)
            asked, go_on = asyncio.Event(), asyncio.Event()

            async def slow(match: str) -> list[Entry]:
                asked.set()
                await go_on.wait()
                return entries

            with monkeypatch.context() as patched:
                patched.setattr(service.store, "catch_up", slow)
                await watcher.send(m.Resume(match, since))
                await asked.wait()
                service.node.rooms.drop(service.node.rooms.open[match], None)
            go_on.set()
            await watcher.get(m.Snapshot)
            await ann.get(m.Snapshot)
            await bob.watch(match)
            await bob.answer(match)
            await watcher.until(match, since + 2)
            assert watcher.views[match] == seen_by(await service.fold(match), PUBLIC)
