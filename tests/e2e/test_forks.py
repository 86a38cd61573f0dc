"""Forks of finished matches that wait in the lobby: nobody falls into one who only looks for an opponent."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from bocage.cli import main
from bocage.sdk import run_bot
from bocage.sdk.rest import Rest
from tests.cli.pty_program import PtyProgram
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import guest


async def fork_in_the_lobby(url: str, token: str) -> tuple[str, str]:
    """A finished match, and an open fork of it."""
    async with Rest(url, token=token) as rest, Rest(url, token=await guest(url, "Other")) as other:
        match = (await rest.create_match("squad")).match
        await other.join(match)
        await other.resign(match)
        return match, (await rest.fork(match, 4)).match


async def row_of(url: str, match: str) -> Any:
    async with Rest(url) as rest:
        return next(row for row in await rest.matches() if row.match == match)


async def test_searching_bot_joins_no_fork(node: NodeProcess) -> None:
    maker, joiner = await guest(node.url, "Maker"), await guest(node.url, "Joiner")
    match, fork = await fork_in_the_lobby(node.url, maker)
    async with Rest(node.url, token=maker) as rest:
        made = (await rest.create_match("squad", options={"turn_cap": 6})).match
    rng = random.Random(5)
    ends: list[str] = []

    def choose(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        return rng.choice(actions)

    async with asyncio.TaskGroup() as group:
        group.create_task(run_bot(choose, node.url, token=maker, match=made))
        playing = run_bot(
            choose, node.url, token=joiner, game="squad", matches=1, on_end=lambda end: ends.append(end.match)
        )
        group.create_task(playing)
    assert ends == [made]
    row = await row_of(node.url, fork)
    assert (row.status, row.fork.match, row.fork.seq, row.unrated) == ("open", match, 4, True)
    async with Rest(node.url, token=maker) as rest:
        await rest.withdraw(fork)


def test_terminal_player_is_led_into_no_fork(node: NodeProcess, tmp_path: Path, capsys: Any) -> None:
    token = asyncio.run(guest(node.url, "Maker"))
    match, fork = asyncio.run(fork_in_the_lobby(node.url, token))
    for lang, told in (
        ("en", f"fork of {match}, entry 4: hands known"),
        ("ja", f"対戦 {match} の記録 4 からの分岐・手札は既知"),
    ):
        assert main(["matches", "--url", node.url, "--lang", lang]) == 0
        (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith(fork)]
        assert told in line
        assert main(["matches", "--url", node.url, "--lang", lang, "--open", "--game", "squad", "--no-forks"]) == 0
        assert fork not in capsys.readouterr().out
    home = {"BOCAGE_URL": node.url, "BOCAGE_PLAYERS": str(tmp_path / "players.json"), "BOCAGE_LANG": "en"}
    with PtyProgram("play", "squad", "--name", "Ada", environment=home) as player:
        player.expect("Waiting for a player to sit down.")
        player.type("q")
        assert player.wait() == 0
    with PtyProgram("play", "--join", fork, "--name", "Bo", environment=home) as player:
        player.expect("Whoever knows that match knows all hands here.")
        player.type("q")
        assert player.wait() == 0
