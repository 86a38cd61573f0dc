"""Redis goes away and comes back; the service stops."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from bocage.limits import Limits
from bocage.log.entries import Acted, Ended, Outage, Revealed, Seated, Started, decode
from bocage.log.projection import propose
from bocage.protocol import messages as m
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel import OPEN
from bocage.store import StorageUnavailableError
from tests.live.node.service import Client, Service, play_out, running, seen_by
from tests.redis_server import RedisServer


async def table(service: Service, clock: ClockRules | None = None) -> tuple[str, Client, Client]:
    (ann, ann_token), (bob, bob_token) = await service.player("Ann"), await service.player("Bob")
    match = await service.match(ann, bob, options={"turns": 8}, clock=clock)
    return match, service.client(ann_token), service.client(bob_token)


async def insist(client: Client, match: str, action: object) -> m.Ack:
    """Send an action until it is acknowledged, always the same one for the same position."""
    seq = client.seqs[match]
    while True:
        answer = await client.act(match, action, seq)
        if isinstance(answer, m.Ack):
            return answer
        assert answer.code == "unavailable"
        assert answer.retry > 0
        # Not so often that it would be too often.
        await asyncio.sleep(0.05)


@pytest.mark.long
@pytest.mark.parametrize("how", ["kill", "pause", "stop"])
async def test_play_goes_on_after_an_outage(own_redis: RedisServer, how: str) -> None:
    async with running(own_redis.url) as service:
        match, ann, bob = await table(service)
        async with ann, bob:
            await ann.watch(match)
            await bob.watch(match)
            acked = await insist(ann, match, {"do": "add", "n": 1})
            if how == "pause":
                own_redis.pause()
            else:
                own_redis.stop(signal.SIGKILL if how == "kill" else signal.SIGTERM)
            assert (await bob.get(m.Unavailable)).retry > 0
            seq = bob.seqs[match]
            assert seq == acked.seq
            refused = await bob.act(match, {"do": "add", "n": 2})
            assert isinstance(refused, m.Refused)
            assert refused.code == "unavailable"
            # Nothing is shown that is not stored.
            assert bob.seqs[match] == seq
            async with service.client() as late:
                assert any(isinstance(message, m.Unavailable) for message in late.received) or await late.get(
                    m.Unavailable
                )
            if how == "pause":
                own_redis.resume()
            else:
                own_redis.start()
            for client in (ann, bob):
                await client.get(m.Available)
            again = await insist(bob, match, {"do": "add", "n": 2})
            assert again.seq == seq + 1
            await ann.until(match, again.seq)
            await play_out(match, ann, bob)
            folded = await service.fold(match)
            assert [entry.seq for entry in await service.store.read(match)] == list(range(1, folded.seq + 1))
            for client in (ann, bob):
                await client.until(match, folded.seq)
                assert client.views[match] == seen_by(folded, OPEN)


async def test_an_action_in_flight_is_neither_lost_nor_doubled(own_redis: RedisServer) -> None:
    async with running(own_redis.url) as service:
        match, ann, bob = await table(service)
        async with ann, bob:
            await ann.watch(match)
            await bob.watch(match)
            own_redis.pause()
            # The request reaches Redis, which answers only after we have given the connection up.
            seq = ann.seqs[match]
            await ann.send(m.Act(77, match, seq, {"do": "add", "n": 3}))
            await ann.get(m.Unavailable)
            own_redis.resume()
            assert await insist(ann, match, {"do": "add", "n": 3})
            await bob.until(match, seq + 1)
            assert bob.views[match]["table"]["totals"] == {"0": 3, "1": 0}
            assert len(await service.store.read(match)) == seq + 1


@pytest.mark.long
async def test_a_clock_does_not_count_an_outage(own_redis: RedisServer) -> None:
    clock = ClockRules("bank", 120_000, 0, "lose")
    async with running(own_redis.url, limits=Limits(message_rate=10**6, message_burst=10**6)) as service:
        match, ann, bob = await table(service, clock)
        async with ann, bob:
            await ann.watch(match)
            await bob.watch(match)
            before = ann.views[match]["clock"]["deadline"]
            own_redis.pause()
            await ann.get(m.Unavailable)
            down_at = service.store.now()
            while service.store.now() < down_at + 3500:
                await ann.ask(m.Ping)
                await asyncio.sleep(0.05)
            own_redis.resume()
            update = await ann.get(m.Update, lambda message: message.events[0]["ev"] == "outage")
            assert ann.views[match]["clock"]["deadline"] >= before + update.events[0]["ms"] > before
            bodies = [decode(entry.raw) for entry in await service.store.read(match)]
            assert [type(body) for body in bodies].count(Outage) == 1
            await insist(ann, match, {"do": "add", "n": 1})


async def test_action_in_flight_is_not_charged_for_a_hanging_redis(
    own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bocage.store.topology.PATIENCE", 600.0)
    clock = ClockRules("bank", 120_000, 0, "lose")
    async with running(own_redis.url, limits=Limits(message_rate=10**6, message_burst=10**6)) as service:
        match, ann, bob = await table(service, clock)
        async with ann, bob:
            await ann.watch(match)
            await bob.watch(match)
            own_redis.pause()
            await ann.send(m.Act(77, match, ann.seqs[match], {"do": "add", "n": 1}))
            await ann.ask(m.Ping)
            asked = service.store.now()
            while service.store.now() < asked + 1500:
                await ann.ask(m.Ping)
                await asyncio.sleep(0.05)
            own_redis.resume()
            await ann.get(m.Ack)
            # The seat that answered is charged until its answer came in; the other from when it was told.
            await bob.get(m.Update, lambda message: message.events[0]["ev"] == "outage")
            entries = await service.store.read(match)
            acted = next(entry for entry in entries if isinstance(decode(entry.raw), Acted))
            # Not before the entry before it, whose time is Redis's own: the node's estimate may be behind.
            assert acted.at <= max(asked, entries[acted.seq - 2].at)
            assert bob.views[match]["clock"]["since"] >= asked + 1500


async def test_answer_is_not_charged_for_an_unannounced_outage(redis_url: str) -> None:
    """A machine that slept keeps its connections: the outage is in the books, but nothing was lost or came back."""
    async with running(redis_url) as service:
        match, ann, bob = await table(service, ClockRules("bank", 60_000, 0, "lose"))
        async with ann, bob:
            await ann.watch(match)
            started = ann.views[match]["clock"]["since"]
            group = service.store._group(match)
            group.outages.append((started, started + 40_000))
            seq = ann.seqs[match]
            answer = await ann.act(match, {"do": "add", "n": 1})
            assert isinstance(answer, m.Ack)
            assert answer.seq == seq + 2
            bodies = [decode(entry.raw) for entry in await service.store.read(match)]
            assert [type(body) for body in bodies[-2:]] == [Outage, Acted]
            await ann.until(match, answer.seq)
            assert ann.views[match]["clock"]["left"]["0"] == 60_000


async def test_a_node_that_stops_says_so_and_closes_with_1001(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await table(service)
        async with ann, bob:
            await ann.watch(match)
            service.server.stop()
            assert (await ann.get(m.Draining)).retry > 0
            with pytest.raises(ConnectionClosed) as closed:
                await ann.get(m.Available)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1001


async def test_a_draining_node_refuses_work_and_newcomers(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await table(service)
        async with ann:
            await ann.watch(match)
            service.node.sessions.draining = True
            refused = await ann.act(match, {"do": "skip"})
            assert isinstance(refused, m.Refused)
            assert refused.code == "draining"
            assert refused.retry > 0
            await bob.open()
            with pytest.raises(ConnectionClosed) as closed:
                await bob.get(m.Welcome)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1001
            service.node.sessions.draining = False


async def test_next_node_does_what_a_dead_one_left(redis_url: str) -> None:
    """All seats are taken, but the node died before it could append the start."""
    async with running(redis_url) as first:
        (ann, token), (bob, _) = await first.player("Ann"), await first.player("Bob")
        match = await first.match(ann)
        # Appended behind the node's back, as by one that dies right after.
        proposal = propose(await first.fold(match), Seated(1, bob.id, bob.name, "0" * 32), first.store.now())
        await first.store.append(match, proposal.seq, proposal.raw, proposal.not_before, proposal.change)
        assert (await first.fold(match)).status == "open"
    async with running(redis_url) as second, second.client(token) as client:
        await client.watch(match)
        while client.views[match]["status"] != "playing":
            await client.receive()
        assert client.decisions[match]


async def test_idle_tables_are_closed_and_opened_again(redis_url: str) -> None:
    async with running(redis_url, idle_room=0.0) as service:
        match, ann, bob = await table(service)
        async with ann, bob:
            await ann.watch(match)
            list(service.node.sweep())
            assert match in service.node.rooms.open
            await ann.send(m.Unwatch(match))
            await ann.ask(m.Ping)
            list(service.node.sweep())
            assert match not in service.node.rooms.open
            before = service.node.counts.opened
            assert isinstance(await ann.act(match, {"do": "skip"}), m.Ack)
            # The node sweeps by itself as well, so it may be closed again by now.
            assert service.node.counts.opened > before


async def test_owed_entry_is_added_soon_after_a_first_failure(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(redis_url) as service:
        # Nor does anybody wait until the store says that something is due.
        monkeypatch.setattr("bocage.live.room.OVERDUE", 100)
        service.store.on_due = lambda matches: None
        submit = service.store.submit
        failed: list[type] = []

        def unlucky(match: str, seq: int, raw: bytes, *more: Any) -> None:
            kind = type(decode(raw))
            if kind in (Started, Ended, Revealed) and kind not in failed:
                failed.append(kind)
                asyncio.get_running_loop().call_soon(more[-1], StorageUnavailableError())
            else:
                submit(match, seq, raw, *more)

        monkeypatch.setattr(service.store, "submit", unlucky)
        match, ann, bob = await table(service)
        async with ann, bob:
            await ann.watch(match)
            await bob.watch(match)
            await play_out(match, ann, bob)
            await ann.until(match, bob.seqs[match])
        async with asyncio.timeout(60):
            while not (await service.fold(match)).revealed:  # noqa: ASYNC110 - a log tells nobody
                await asyncio.sleep(0.01)
        assert failed == [Started, Ended, Revealed]
