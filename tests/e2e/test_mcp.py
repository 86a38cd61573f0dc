"""Agents play through the tools of ``bocage mcp``, called by the client of the official SDK."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from bocage.mcp.player import Player
from bocage.mcp.server import CallRate, server_of
from bocage.sdk.identity import Identities, connect_as
from tests.checkout import ROOT
from tests.e2e.nodes import NodeProcess
from tests.redis_server import free_port


class Agent:
    """A scripted agent: it calls tools, and looks for secrets in what they answer."""

    def __init__(self, client: Client, secrets: list[str]) -> None:
        self._client = client
        self._secrets = secrets

    async def call(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers."""
        result = await self._client.call_tool(tool, arguments)
        text = "".join(getattr(part, "text", "") for part in result.content)
        assert not result.is_error, text
        assert not any(secret in text for secret in self._secrets)
        assert result.structured_content is not None
        return result.structured_content.get("result", result.structured_content)

    async def error(self, tool: str, **arguments: Any) -> str:
        """What a tool says that cannot do what it was asked."""
        result = await self._client.call_tool(tool, arguments)
        assert result.is_error
        return "".join(getattr(part, "text", "") for part in result.content)

    async def read(self, uri: str) -> str:
        """A resource."""
        (found,) = (await self._client.read_resource(uri)).contents
        return str(getattr(found, "text", ""))


@asynccontextmanager
async def agent(node: NodeProcess, folder: Path, name: str) -> AsyncIterator[Agent]:
    """An agent whose server runs in this process."""
    identities = Identities(folder / "players.json")
    async with await connect_as(name, node.url, identities=identities) as sdk:
        player = Player(sdk)
        token = identities.get(node.url, name)
        assert token is not None
        try:
            async with Client(server_of(player, CallRate(100_000))) as client:
                yield Agent(client, [token.token])
        finally:
            await player.close()


async def play(agents: list[Agent], match: str, look: Any, rng: Random) -> Any:
    """Play a match to its end: everybody takes any action that is theirs to take."""
    while look["status"] != "ended":
        for each in agents:
            look = await each.call("look", match=match, since=look["seq"])
            while look["actions"]:
                number = rng.randint(1, sum(line.lstrip()[0].isdigit() for line in look["actions"]))
                look = await each.call("act", match=match, seq=look["seq"], action=number, wait=0)
    return look


@pytest.mark.parametrize("game", ["omaha", "zombies"])
async def test_an_agent_plays_a_game_alone_and_reviews_it(node: NodeProcess, folder: Path, game: str) -> None:
    async with agent(node, folder, f"reader of {game}") as alone:
        games = {row["game"]: row for row in await alone.call("list_games")}
        assert games[game]["players"] == 1
        assert (await alone.read(games[game]["rules"])).startswith("# ")
        look = await alone.call("sit_down", game=game)
        match = look["match"]
        end = await play([alone], match, look, Random(1))
        assert end["outcome"]
        whole = await alone.call("look", match=match)
        assert [one["seq"] for one in whole["log"]] == sorted(one["seq"] for one in whole["log"])
        assert len(whole["log"]) > len(end["log"])
        assert await alone.call("review", match=match)


@pytest.mark.parametrize(
    ("game", "options"),
    [("squad", {"turn_cap": 12}), ("company_commander", {"turn_cap": 10})],
)
async def test_two_agents_play_each_other(
    node: NodeProcess, folder: Path, game: str, options: dict[str, Any]
) -> None:
    async with agent(node, folder, "first") as first, agent(node, folder, "second") as second:
        look = await first.call("sit_down", game=game, options=options)
        match = look["match"]
        assert (look["status"], look["actions"]) == ("open", [])
        assert match in {row["match"] for row in await second.call("list_matches", game=game)}
        looks_on = await second.call("look", match=match)
        assert looks_on["seat"] == -1
        look = await second.call("sit_down", match=match)
        assert (look["seat"], look["status"]) == (1, "playing")
        end = await play([first, second], match, look, Random(2))
        assert end["outcome"]
        assert (await first.call("look", match=match))["outcome"] == (await second.call("look", match=match))[
            "outcome"
        ]


async def test_what_an_agent_cannot_do_is_said_and_changes_nothing(node: NodeProcess, folder: Path) -> None:
    async with agent(node, folder, "errant") as errant:
        assert "not found" in await errant.error("look", match="nosuchmatch")
        assert "either" in await errant.error("sit_down")
        assert "not valid" in await errant.error("sit_down", game="omaha", options={"squad_track": 99})
        look = await errant.call("sit_down", game="omaha")
        match, seq = look["match"], look["seq"]
        assert "not allowed" in await errant.error("act", match=match, seq=seq, action=99)
        assert "moved on" in await errant.error("act", match=match, seq=seq + 1, action=1)
        assert (await errant.call("look", match=match))["seq"] == seq
        assert (await errant.call("resign", match=match))["status"] == "ended"
        assert "not your turn" in await errant.error("act", match=match, seq=seq + 2, action=1)


async def test_a_match_against_a_bot_waits_for_ones_turn(node: NodeProcess, folder: Path) -> None:
    async with agent(node, folder, "patient") as patient:
        look = await patient.call("sit_down", game="squad", opponent="random")
        look = await patient.call("look", match=look["match"], wait=50)
        assert look["actions"]
        after = await patient.call("act", match=look["match"], seq=look["seq"], action=1, wait=50)
        assert after["actions"]
        assert all(one["seq"] > look["seq"] for one in after["log"])


def command(node: NodeProcess, *more: str) -> list[str]:
    return ["-m", "bocage.cli", "mcp", "--url", node.url, "--name", "in a process of its own", *more]


def environment(folder: Path) -> dict[str, str]:
    paths = os.pathsep.join(str(ROOT / part) for part in ("protocol", "service", "clients"))
    return {**os.environ, "PYTHONPATH": paths, "BOCAGE_PLAYERS": str(folder / "players.json")}


async def plays_a_little(client: Client) -> None:
    assert {tool.name for tool in (await client.list_tools()).tools} >= {"list_games", "sit_down", "look", "act"}
    someone = Agent(client, [])
    look = await someone.call("sit_down", game="omaha")
    look = await someone.call("act", match=look["match"], seq=look["seq"], action=1, wait=0)
    assert look["log"]


async def test_over_standard_input_and_output(node: NodeProcess, folder: Path) -> None:
    server = StdioServerParameters(command=sys.executable, args=command(node), env=environment(folder))
    async with Client(server) as client:
        await plays_a_little(client)


async def test_over_streamable_http(node: NodeProcess, folder: Path) -> None:
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command(node, "--port", str(port)), env=environment(folder)
    )
    try:
        async with asyncio.timeout(60):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    await asyncio.sleep(0.1)
                else:
                    writer.close()
                    break
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            await plays_a_little(client)
    finally:
        process.terminate()
        await process.wait()
