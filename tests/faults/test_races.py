"""Several nodes judge the same match at once: what one stores, the others read, fold and judge again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from bocage.log import judge
from bocage.log.entries import Body, Entry, TimedOut, decode
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.store import NumberTakenError, Store, StoreSettings
from tests.log.logs import BANK, BANK_DEFAULT, Play, random_play, state_of


@pytest.fixture
async def nodes(redis_url: str) -> AsyncIterator[list[Store]]:
    """Three nodes on the same Redis."""
    opened = [await Store.open(StoreSettings(redis_url)) for _ in range(3)]
    yield opened
    for node in opened:
        await node.close()


class AppState:
    """One node's own fold of a match; appends what it decides, or learns that it was too late."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self.store = store
        self.match = Match(secret)
        self.lost = 0

    async def add(self, body: Body) -> bool:
        proposal = propose(self.match, body, self.store.now())
        try:
            entry = await self.store.append(
                proposal.match, proposal.seq, proposal.raw, proposal.not_before, proposal.change
            )
        except NumberTakenError:
            self.lost += 1
            await self.read()
            return False
        self.match.extend(entry, proposal.preview)
        return True

    async def read(self) -> None:
        for entry in await self.store.read(self.match.id, self.match.seq):
            self.match.extend(entry)


async def put(nodes: list[Store], play: Play, count: int) -> list[AppState]:
    """Store the first entries of a match; every node has read them."""
    for proposal, entry in zip(play.proposals[:count], play.entries, strict=False):
        await nodes[0].append(proposal.match, proposal.seq, proposal.raw, entry.at, proposal.change)
    desks = [AppState(node, play.secret) for node in nodes]
    for desk in desks:
        desk.match.id = play.match.id
        await desk.read()
    return desks


@pytest.mark.parametrize("clock", [BANK, BANK_DEFAULT])
async def test_one_timeout_although_several_nodes_see_the_deadline_pass(nodes: list[Store], clock: object) -> None:
    play = Play(BANK if clock is BANK else BANK_DEFAULT).begin()
    desks = await put(nodes, play, 4)
    deadline = play.match.deadline()

    async def watch(desk: AppState) -> int:
        body = judge.timeout(desk.match, deadline)
        assert body is not None
        stored = int(await desk.add(body))
        # Having read what was first, nobody is late any more.
        assert judge.timeout(desk.match, deadline) is None
        return stored

    assert sum(await asyncio.gather(*[watch(desk) for desk in desks])) == 1
    log = await nodes[0].read(play.match.id)
    assert [type(decode(entry.raw)) for entry in log[4:]] == [TimedOut]
    assert log[4].at >= deadline
    assert len({state_of(desk.match) for desk in desks}) == 1


@pytest.mark.parametrize("seed", range(6))
async def test_nodes_that_act_at_once_agree_in_the_end(nodes: list[Store], seed: int) -> None:
    rng = random.Random(seed)
    play = Play(options={"hand": 3}).begin()
    desks = await put(nodes, play, 4)

    async def serve(desk: AppState) -> None:
        while not desk.match.revealed:
            body = judge.owed(desk.match)
            if body is None:
                decision = desk.match.decision()
                assert decision is not None
                acted = judge.act(desk.match, decision.seat, desk.match.seq, rng.choice(decision.actions))
                assert not isinstance(acted, judge.Again)
                body = acted
            await desk.add(body)

    await asyncio.gather(*[serve(desk) for desk in desks])
    assert sum(desk.lost for desk in desks) > 0
    log = await nodes[0].read(play.match.id)
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    assert {state_of(desk.match) for desk in desks} == {state_of(Match.fold(log))}


@pytest.mark.parametrize("seed", range(6))
async def test_missing_last_entries_are_healed_once(nodes: list[Store], seed: int) -> None:
    play = random_play(seed)
    desks = await put(nodes, play, len(play.entries) - 1 - seed % 2)

    async def heal(desk: AppState) -> None:
        while (body := judge.owed(desk.match)) is not None:
            await desk.add(body)

    await asyncio.gather(*[heal(desk) for desk in desks])
    stored: list[Entry] = await nodes[1].read(play.match.id)
    assert [entry.raw for entry in stored[:-1]] == [entry.raw for entry in play.entries[:-1]]
    assert Match.fold(stored).revealed
    assert all(desk.match.revealed for desk in desks)
