"""Clocks do not punish an outage of storage: the beats of all nodes tell when there was one."""

from __future__ import annotations

import functools
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.match import judge
from service.match.match import Match
from service.match.projection import propose
from service.store import Store, StoreSettings
from tests.match.logs import BANK, Play
from tests.redis_server import RedisServer
from tests.store.logs import until

#: Milliseconds without a beat that make an outage in these tests.
OUTAGE = 300


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RedisServer]:
    monkeypatch.setattr("service.store.topology.BEAT_EVERY", 0.02)
    monkeypatch.setattr("service.store.lane.BEAT", 20)
    monkeypatch.setattr("service.store.lane.OUTAGE", OUTAGE)
    server = RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "always")
    server.start()
    yield server
    server.stop(signal.SIGKILL)


def lost(node: Store) -> bool:
    return not node.available


def back(node: Store) -> bool:
    return node.available


def passed(node: Store, time: float) -> bool:
    return node.now() > time


async def outage(server: RedisServer, *nodes: Store) -> None:
    """Redis is gone for longer than the threshold."""
    server.stop(signal.SIGKILL)
    for node in nodes:
        await until(functools.partial(lost, node))
    gone = nodes[0].now()
    await until(lambda: nodes[0].now() > gone + 2 * OUTAGE)
    server.start()
    for node in nodes:
        await until(functools.partial(back, node))


async def test_every_node_learns_of_an_outage_as_one_and_the_same(server: RedisServer) -> None:
    nodes = [await Store.open(StoreSettings(server.url)) for _ in range(3)]
    await until(lambda: nodes[0].now() > 0)
    assert [list(node.outages("m")) for node in nodes] == [[], [], []]
    before = nodes[0].now()
    await outage(server, *nodes)
    after = nodes[0].now()
    first = list(nodes[0].outages("m"))
    assert len(first) == 1
    since, until_ = first[0]
    assert before - OUTAGE <= since <= until_ - OUTAGE
    assert until_ <= after + OUTAGE
    late = await Store.open(StoreSettings(server.url))
    nodes.append(late)
    assert [list(node.outages("any")) for node in nodes] == [first] * 4
    await outage(server, *nodes)
    assert len(nodes[0].outages("m")) == 2
    for node in nodes:
        assert list(node.outages("m")) == list(nodes[0].outages("m"))
        await node.close()


async def test_while_one_node_beats_there_is_no_outage(server: RedisServer) -> None:
    steady = await Store.open(StoreSettings(server.url))
    for _ in range(3):
        other = await Store.open(StoreSettings(server.url))
        now = other.now()
        await other.close()
        await until(functools.partial(passed, steady, now + 1.5 * OUTAGE))
    assert list(steady.outages("m")) == []
    await steady.close()


async def test_a_clock_gets_back_what_an_outage_took_and_nobody_is_late_for_it(server: RedisServer) -> None:
    node = await Store.open(StoreSettings(server.url))
    play = Play(BANK).begin()
    match = Match(play.secret)
    for proposal in play.proposals:
        stored = await node.append(proposal.match, proposal.seq, proposal.raw, change=proposal.change)
        match.extend(stored)
    raised, deadline = match.clock.since, match.deadline()
    await outage(server, node)
    outages = node.outages(match.id)
    body = judge.owed(match, outages)
    assert body is not None
    proposal = propose(match, body, node.now())
    stored = await node.append(proposal.match, proposal.seq, proposal.raw, proposal.not_before, proposal.change)
    match.extend(stored, proposal.outlook)
    since, until_ = outages[-1]
    assert match.deadline() == deadline + until_ - max(since, raised)
    assert judge.owed(match, outages) is None
    assert judge.timeout(match, deadline) is None
    await node.close()
