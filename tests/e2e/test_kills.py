"""kill -9 in the middle of a match loses nothing that was acknowledged."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import redis

from bocage.cli.logs import entries_of
from bocage.sdk import connect
from bocage.sdk.rest import Rest
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import Player, assert_kept, seen_by, sit_down
from tests.e2e.tally import Tally


async def play_through(node: NodeProcess, disaster: Callable[[], None], times: int) -> None:
    """Two players play a match; the disaster strikes after every twenty acknowledged actions."""
    match, tokens = await sit_down([node.url] * 2, "company_commander", {"turn_cap": 10})
    async with (
        connect(node.url, token=tokens[0], longest_wait=0.5) as one,
        connect(node.url, token=tokens[1], longest_wait=0.5) as two,
    ):
        acknowledged = Tally()
        players = [Player(client, ("kill", seat), acknowledged) for seat, client in enumerate((one, two))]

        async def strike() -> None:
            for number in range(1, times + 1):
                await acknowledged.reach(20 * number)
                await asyncio.to_thread(disaster)

        async with asyncio.TaskGroup() as group:
            striking = group.create_task(strike())
            playing = [group.create_task(player.play(match)) for player in players]
        assert striking.done()
    async with Rest(node.url) as rest:
        entries = entries_of(await rest.export(match), match)
    kept = {seq: action for player in players for seq, action in player.acknowledged[match].items()}
    assert len(kept) > 20 * times
    assert_kept(entries, kept)
    for task in playing:
        assert task.result().view == seen_by(entries, task.result())


async def test_kill_9_of_the_service_loses_no_acknowledged_action(folder: Path) -> None:
    """Its private Redis is left behind; the next service takes it over."""
    with NodeProcess(folder) as node:

        def kill_and_start() -> None:
            node.kill()
            node.start()

        await play_through(node, kill_and_start, times=2)


async def test_killed_redis_loses_nothing_with_durable_appends(folder: Path) -> None:
    """The service notices, says so, starts its private Redis again and goes on."""
    with NodeProcess(folder, durability="always") as node:
        socket = folder / "data" / "redis" / "redis.sock"

        def kill_redis() -> None:
            with redis.Redis(unix_socket_path=str(socket)) as client:
                os.kill(client.info("server")["process_id"], signal.SIGKILL)

        await play_through(node, kill_redis, times=2)
