"""A second version of SQUAD's rules, from install to upgrade to rollback, on two nodes, one after the other."""

from __future__ import annotations

import asyncio
import itertools
import os
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bocage.cli.logs import entries_of
from bocage.sdk import RefusedError, connect
from bocage.sdk.rest import Rest
from tests.checkout import search_path
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import Player, assert_kept, guest
from tests.e2e.proxy import Proxy
from tests.e2e.releases import install
from tests.e2e.tally import Tally

OPTIONS = {"turn_cap": 3}


class Pair:
    """Two players who reach the nodes through a balancer only."""

    def __init__(self, url: str, tokens: list[str]) -> None:
        self.url = url
        self.tokens = tokens

    async def begin(self, node: NodeProcess) -> tuple[str, int]:
        """A new match, made at ``node``: its id, and the version of the rules that it is played by."""
        async with Rest(node.url, token=self.tokens[0]) as rest:
            match = (await rest.create_match("squad", options=OPTIONS)).match
        async with Rest(self.url, token=self.tokens[1]) as rest:
            await rest.join(match)
        return match, (await self.view(match))["rules"]

    async def view(self, match: str) -> dict[str, Any]:
        """The match as the first player sees it."""
        async with connect(self.url, token=self.tokens[0], longest_wait=0.5) as client:
            feed = client.follow(match)
            return (await feed.get()).view

    async def play(self, match: str, count: int = 0) -> dict[int, Any]:
        """Play until so many actions are acknowledged, 0: to the end. Those acknowledged, by their entries."""
        tally = Tally()
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(connect(self.url, token=token, longest_wait=0.5))
                for token in self.tokens
            ]
            players = [Player(client, (match, seat), tally) for seat, client in enumerate(clients)]
            playing = [asyncio.create_task(player.play(match)) for player in players]
            if count:
                reached = asyncio.create_task(tally.reach(count))
                await asyncio.wait([reached, *playing], return_when=asyncio.FIRST_COMPLETED)
                for task in (reached, *playing):
                    task.cancel()
            for result in await asyncio.gather(*playing, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result
        return {seq: action for player in players for seq, action in player.acknowledged[match].items()}


async def replace(node: NodeProcess, release: Path) -> None:
    """Stop a node, and start it from another release."""
    assert await asyncio.to_thread(node.stop) == 0
    node.root = release
    await asyncio.to_thread(node.start)


def verified(release: Path, file: Path) -> tuple[int, str]:
    """What ``bocage verify`` of a release says of a file."""
    command = [sys.executable, "-m", "bocage.cli", "verify", "--lang", "en", str(file)]
    imports = {**os.environ, "PYTHONPATH": search_path(release)}
    done = subprocess.run(command, cwd=release, env=imports, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


async def test_old_matches_go_on_and_new_ones_follow_new_rules(folder: Path, redis_url: str) -> None:
    first, second = install(folder / "first", second=False), install(folder / "second", second=True)
    kept: dict[str, dict[int, Any]] = {}
    async with AsyncExitStack() as stack:
        one, two = (
            stack.enter_context(
                NodeProcess(folder, redis_url, name, first, data=str(folder / f"{name}-data"), bots="off")
            )
            for name in ("one", "two")
        )
        balanced = itertools.cycle([one.port, two.port])
        line = await stack.enter_async_context(Proxy(lambda: next(balanced)))
        pair = Pair(line.url, [await guest(line.url, name) for name in ("Ann", "Bob")])
        old, rules = await pair.begin(one)
        assert rules == 1
        kept[old] = await pair.play(old, 10)

        # The upgrade, one node after the other. Who plays by new rules finds the node that knows them.
        await replace(one, second)
        kept[old] |= await pair.play(old, 10)
        new, rules = await pair.begin(one)
        assert rules == 2
        other, rules = await pair.begin(two)
        assert rules == 1
        kept[new] = await pair.play(new, 10)
        async with Rest(two.url, token=pair.tokens[0]) as rest:
            told = {row.match: row.unknown_rules for row in await rest.mine()}
            assert told == {old: False, new: True, other: False}
            with pytest.raises(RefusedError, match="does not know the rules"):
                await rest.resign(new)
        await replace(two, second)
        kept[new] |= await pair.play(new)
        kept[old] |= await pair.play(old, 10)
        left, rules = await pair.begin(two)
        assert rules == 2
        kept[left] = await pair.play(left, 5)

        # The rollback. What is over can be had, what was being played waits.
        await replace(two, first)
        kept[left] |= await pair.play(left, 5)
        await replace(one, first)
        kept[old] |= await pair.play(old)
        with pytest.raises(RefusedError, match="does not know the rules"):
            await pair.view(left)
        bare, whole = folder / "bare.jsonl", folder / "whole.jsonl"
        async with Rest(line.url, token=pair.tokens[0]) as rest:
            rows = {row.match: row for row in await rest.mine()}
            assert (rows[left].status, rows[left].unknown_rules) == ("playing", True)
            assert (rows[new].status, rows[old].status) == ("ended", "ended")
            bare.write_bytes(await rest.export(new))
            whole.write_bytes(await rest.export(old))
        assert verified(first, whole)[0] == 0
        assert "not installed" in verified(first, bare)[1]

        # And forward again: the match that waited is played to its end, and every log holds what was acknowledged.
        await replace(one, second)
        kept[left] |= await pair.play(left)
        async with Rest(one.url, token=pair.tokens[0]) as rest:
            for match, actions in kept.items():
                file = folder / f"{match}.jsonl"
                file.write_bytes(await rest.export(match))
                assert verified(second, file)[0] == 0, match
                assert_kept(entries_of(file.read_bytes(), match), actions)
        assert verified(second, bare)[0] == 0
