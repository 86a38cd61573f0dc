"""Two nodes on one Redis, either of which may die at any moment."""

from __future__ import annotations

import asyncio
import os
import random
from contextlib import AsyncExitStack
from pathlib import Path

from bocage.sdk import Client, MatchState, RefusedError, UnreachableError, connect
from bocage.sdk.bot import SEATED_PERHAPS
from bocage.store import Store, StoreSettings
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import Player, assert_kept, guest, seen_by
from tests.e2e.tally import Tally
from tests.redis_server import RedisServer

#: BOCAGE_TEST_MATCHES makes it longer (or shorter).
MATCHES = int(os.environ.get("BOCAGE_TEST_MATCHES", "100"))
PAIRS = 4
#: Matches that a pair plays at the same time, over the same two connections.
AT_ONCE = 5
KILLS = 4
SEED = 20_441


class Pair:
    """Two players on different nodes, and what they saw of their matches."""

    def __init__(self, number: int, clients: list[Client]) -> None:
        self.players = [Player(client, (SEED, number, seat)) for seat, client in enumerate(clients)]
        self.last: dict[str, list[MatchState]] = {}
        self._clients = clients
        self._rng = random.Random(f"{SEED} {number}")

    async def play(self, game: str) -> None:
        """One quick match: somebody gives up soon, if it has not ended before."""
        match = await self._make(game)
        patience = [self._rng.randint(3, 12) for _ in self.players]
        async with asyncio.TaskGroup() as group:
            playing = [
                group.create_task(player.play(match, resign_after=turns))
                for player, turns in zip(self.players, patience, strict=True)
            ]
        self.last[match] = [task.result() for task in playing]

    async def _make(self, game: str) -> str:
        """A match at which both sit, however often a node dies meanwhile."""
        first, second = self._clients
        match = ""
        while True:
            try:
                match = match or (await first.rest.create_match(game)).match
                await second.rest.join(match)
                return match
            except UnreachableError:
                continue
            except RefusedError as error:
                if error.code not in SEATED_PERHAPS:  # the answer to an earlier try was lost
                    raise
                return match


async def test_match_across_nodes_survives_killed_nodes(
    folder: Path, redis_server: RedisServer, redis_url: str
) -> None:
    nodes = [NodeProcess(folder, redis_url, name, drain="0", bots="off") for name in ("one", "two")]
    pairs: list[Pair] = []
    played = Tally()

    async def kill_now_and_then() -> None:
        rng = random.Random(SEED)
        for number in range(1, KILLS + 1):
            await played.reach(MATCHES * number // (KILLS + 1))
            victim = rng.choice(nodes)
            victim.kill()
            await asyncio.to_thread(victim.start)

    async def play_share(pair: Pair) -> None:
        for number in range(MATCHES // (PAIRS * AT_ONCE)):
            await pair.play("squad" if number % 3 else "company_commander")
            played.add()

    try:
        for node in nodes:
            node.start()
        async with AsyncExitStack() as stack:
            for number in range(PAIRS):
                # Each player always comes back to their own node.
                tokens = [await guest(node.url, f"{number}{seat}") for seat, node in enumerate(nodes)]
                clients = [
                    await stack.enter_async_context(connect(node.url, token=token, longest_wait=0.5))
                    for node, token in zip(nodes, tokens, strict=True)
                ]
                pairs.append(Pair(number, clients))
            async with asyncio.TaskGroup() as group:
                group.create_task(kill_now_and_then())
                for pair in pairs:
                    for _ in range(AT_ONCE):
                        group.create_task(play_share(pair))
    finally:
        for node in nodes:
            node.stop()
    await check(redis_url, pairs)
    assert sum(len(pair.last) for pair in pairs) == played.count == MATCHES


async def check(redis_url: str, pairs: list[Pair]) -> None:
    """Every log is gap-free and holds what was acknowledged; every client ended with what a fresh fold gives."""
    store = await Store.open(StoreSettings(redis_url))
    try:
        for pair in pairs:
            for match, states in pair.last.items():
                log = await store.load(match)
                for player in pair.players:
                    assert_kept(log.entries, player.acknowledged[match])
                for state in states:
                    assert state.ended
                    assert state.view == seen_by(log.entries, state, log.secret), match
    finally:
        await store.close()
