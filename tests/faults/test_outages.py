"""Clocks do not punish an outage of storage: the beats of all nodes tell when there was one."""

from __future__ import annotations

import functools
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bocage.log import judge
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.store import Store, StoreSettings
from tests.log.logs import BANK, Play
from tests.redis_server import RedisServer
from tests.store.logs import until

#: Milliseconds without a beat that make an outage in these tests. A busy machine may well be so slow by itself:
#: what is asserted holds whatever else the nodes take for an outage.
OUTAGE = 300
#: The same where nothing must be taken for one.
LONG_OUTAGE = 2_000


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RedisServer]:
    monkeypatch.setattr("bocage.store.topology.BEAT_EVERY", 0.02)
    monkeypatch.setattr("bocage.store.shard_group.BEAT", 20)
    monkeypatch.setattr("bocage.store.shard_group.OUTAGE", OUTAGE)
    server = RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "always")
    server.start()
    yield server
    server.stop(signal.SIGKILL)


def lost(node: Store) -> bool:
    return not node.available


def back(node: Store) -> bool:
    return node.available


async def outage(server: RedisServer, *nodes: Store) -> int:
    """Redis is gone for longer than the threshold; a time in the middle of it."""
    server.stop(signal.SIGKILL)
    for node in nodes:
        await until(functools.partial(lost, node))
    gone = nodes[0].now()
    await until(lambda: nodes[0].now() > gone + 2 * OUTAGE)
    server.start()
    for node in nodes:
        await until(functools.partial(back, node))
    return gone + OUTAGE


def around(outages: Sequence[tuple[int, int]], time: int) -> list[tuple[int, int]]:
    return [(since, until_) for since, until_ in outages if since < time < until_]


async def test_all_nodes_learn_of_one_outage(server: RedisServer) -> None:
    nodes = [await Store.open(StoreSettings(server.url)) for _ in range(3)]
    known: list[tuple[int, int]] = []
    for _ in range(2):
        time = await outage(server, *nodes)
        nodes.append(await Store.open(StoreSettings(server.url)))
        ((since, until_),) = around(nodes[0].outages("m"), time)
        assert until_ - since >= 2 * OUTAGE
        for node in nodes:
            assert around(node.outages("any"), time) == [(since, until_)]
        known.append((since, until_))
    for node in nodes:
        outages = list(node.outages("m"))
        assert [each for each in outages if each in known] == known
        assert outages == sorted(set(outages))
        await node.close()


async def test_while_one_node_beats_there_is_no_outage(
    server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bocage.store.shard_group.OUTAGE", LONG_OUTAGE)
    steady = await Store.open(StoreSettings(server.url))
    other = await Store.open(StoreSettings(server.url))
    gone = other.now()
    await other.close()
    await until(lambda: steady.now() > gone + 1.25 * LONG_OUTAGE)
    assert list(steady.outages("m")) == []
    await steady.close()


async def test_cut_off_node_knows_its_own_outage(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.store.shard_group.OUTAGE", 10**6)
    monkeypatch.setattr("bocage.store.shard_group.CUT_OFF", OUTAGE)
    node = await Store.open(StoreSettings(server.url))
    for _ in range(2):
        time = await outage(server, node)
        ((since, until_),) = around(node.outages("m"), time)
        assert until_ - since >= 2 * OUTAGE
    newcomer = await Store.open(StoreSettings(server.url))
    assert list(newcomer.outages("m")) == []
    for store in (node, newcomer):
        await store.close()


async def test_outage_time_is_given_back(server: RedisServer) -> None:
    node = await Store.open(StoreSettings(server.url))
    play = Play(BANK).begin()
    match = Match(play.secret)
    for proposal in play.proposals:
        stored = await node.append(proposal.match, proposal.seq, proposal.raw, change=proposal.change)
        match.extend(stored)
    raised, deadline = match.clock.since, match.deadline()
    await outage(server, node)
    outages = [(since, until_) for since, until_ in node.outages(match.id) if until_ > raised]
    assert outages
    while (body := judge.owed(match, outages)) is not None:
        proposal = propose(match, body, node.now())
        stored = await node.append(proposal.match, proposal.seq, proposal.raw, proposal.not_before, proposal.change)
        match.extend(stored, proposal.preview)
    assert match.deadline() == deadline + sum(until_ - max(since, raised) for since, until_ in outages)
    assert judge.timeout(match, deadline) is None
    await node.close()
