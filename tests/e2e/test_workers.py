"""Two workers at one port: one is killed, then both are replaced, in the middle of matches; nobody is refused."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import httpx2
from websockets.asyncio.client import connect as websocket
from websockets.typing import Subprotocol

from bocage.cli.logs import entries_of
from bocage.sdk import connect
from bocage.sdk.rest import Rest
from bocage.start import announcement
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import PATIENCE, Player, assert_kept, seen_by, sit_down
from tests.e2e.tally import Tally


async def written(node: NodeProcess, pattern: str, times: int) -> list[str]:
    """What ``pattern`` finds in the log, as soon as it is there so often."""
    while len(found := re.findall(pattern, node.log)) < times:  # noqa: ASYNC110 - another process writes
        await asyncio.sleep(0.05)
    return [str(one) for one in found]


class Visitor:
    """Knocks at the port without a pause."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.answered = 0

    async def knock(self) -> None:
        """Until cancelled. Raises ``OSError`` when a connection is refused."""
        while True:
            _, writer = await asyncio.open_connection("127.0.0.1", self._port)
            writer.close()
            self.answered += 1
            await asyncio.sleep(0.01)


async def rounds(node: NodeProcess, over: asyncio.Event, tally: Tally) -> int:
    """Two players over one connection each play match after match, at least until ``over``; how many."""
    count = 0
    matches = [await sit_down([node.url] * 2, "company_commander", {"turn_cap": 10})]
    _, tokens = matches[0]
    async with (
        connect(node.url, token=tokens[0], longest_wait=0.5) as one,
        connect(node.url, token=tokens[1], longest_wait=0.5) as two,
        Rest(node.url) as rest,
    ):
        players = [Player(client, ("workers", seat), tally) for seat, client in enumerate((one, two))]
        match, _ = matches[0]
        while True:
            count += 1
            last = over.is_set()
            states = await asyncio.gather(*(player.play(match) for player in players))
            entries = entries_of(await rest.export(match), match)
            assert_kept(
                entries, {seq: act for player in players for seq, act in player.acknowledged[match].items()}
            )
            for state in states:
                assert state.view == seen_by(entries, state)
            if last:
                return count
            match = (await one.rest.create_match("company_commander", options={"turn_cap": 10})).match
            await two.rest.join(match)


async def disasters(node: NodeProcess, tally: Tally) -> None:
    """A worker is killed, then all are replaced, each in the middle of a match."""
    # A worker that is killed before all serve ends the others: the start has failed.
    await written(node, f"({re.escape(announcement(node.url))})", 1)
    first = {int(pid) for pid in await written(node, r"worker \d is process (\d+)", 2)}
    await tally.reach(10)
    os.kill(min(first), signal.SIGKILL)
    await written(node, r"ended with (-9); another follows", 1)
    await written(node, r"worker \d is process (\d+)", 3)
    await tally.reach(tally.count + 10)
    node.hang_up()
    await written(node, "(all workers are new)", 1)
    processes = await written(node, r"worker \d is process (\d+)", 5)
    assert len(set(processes)) == 5
    await tally.reach(tally.count + 10)


async def test_matches_go_on_while_workers_die_and_are_replaced(folder: Path) -> None:
    with NodeProcess(folder, workers="2", log="json") as node:
        over, tally = asyncio.Event(), Tally()
        visitor = Visitor(node.port)
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            knocking = group.create_task(visitor.knock())
            playing = group.create_task(rounds(node, over, tally))
            await disasters(node, tally)
            over.set()
            assert await playing >= 1
            assert visitor.answered > 10
            knocking.cancel()
        assert node.stop() == 0
        lines = [json.loads(line) for line in node.log.splitlines() if line.startswith("{")]
    assert {line["worker"] for line in lines if line["text"] == "stopped" and "worker" in line} == {1, 2}
    assert "Traceback" not in node.log


async def sockets(metrics: list[str]) -> list[int]:
    """How many websockets each worker has."""
    async with httpx2.AsyncClient(timeout=PATIENCE) as http:
        found = [await http.get(address) for address in metrics]
    return [int(float(re.findall(r"^bocage_sockets ([0-9.]+)", page.text, re.MULTILINE)[0])) for page in found]


async def crowd(url: str, stack: AsyncExitStack) -> None:
    """Ten watchers of one match connect at its address."""
    for _ in range(10):
        socket = await stack.enter_async_context(
            websocket(f"ws{url.removeprefix('http')}/ws?match=m1", subprotocols=[Subprotocol("bocage.v1.json")])
        )
        await socket.send('{"t":"hello"}')
        assert json.loads(await socket.recv())["per_match"]


async def test_watchers_of_a_match_meet_at_one_worker(folder: Path) -> None:
    with NodeProcess(folder, workers="2", metrics="127.0.0.1:0", bots="off") as node:
        await written(node, f"({re.escape(announcement(node.url))})", 1)
        processes = [int((await written(node, rf"worker {number} is process (\d+)", 1))[0]) for number in (1, 2)]
        metrics = [(await written(node, rf"\[{number}\].* metrics: (\S+)", 1))[0] for number in (1, 2)]
        async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
            await crowd(node.url, stack)
            before = await sockets(metrics)
            assert sorted(before) == [0, 10]
            home = before.index(10)
            os.kill(processes[home], signal.SIGKILL)
            await written(node, r"ended with (-9); another follows", 1)
            # The other worker serves them until the successor does.
            await crowd(node.url, stack)
            assert sum(await sockets(metrics)) == 10
        assert node.stop() == 0
