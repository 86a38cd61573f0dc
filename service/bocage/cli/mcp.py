"""``bocage mcp``: let an agent play, over the Model Context Protocol."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from bocage.cli.common import UsageError, add_language, add_player, add_service
from bocage.mcp.player import Player
from bocage.mcp.server import CallRate, server_of
from bocage.sdk.identity import connect_as

if TYPE_CHECKING:
    from bocage.cli.common import Commands

#: Loopback only: whoever can connect plays as its player.
HOST = "127.0.0.1"


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "mcp",
        description="A server of the Model Context Protocol, through which an agent plays as one player of a "
        "service: over standard input and output, or with --port over streamable HTTP on this machine.",
    )
    add_service(parser)
    add_language(parser)
    add_player(parser, "name of the agent")
    parser.add_argument("--port", type=int, default=0, help="listen on this port of 127.0.0.1, at /mcp")
    parser.add_argument("--calls", type=int, default=240, metavar="N", help="maximum calls per minute")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if chosen.calls < 1:
        raise UsageError("--calls is a number from 1")
    asyncio.run(_serve(chosen))
    return 0


async def _serve(chosen: argparse.Namespace) -> None:
    async with await connect_as(chosen.name or "agent", chosen.url, lang=chosen.lang) as client:
        player = Player(client, chosen.lang)
        server = server_of(player, CallRate(chosen.calls), chosen.lang)
        try:
            if chosen.port:
                await server.run_streamable_http_async(host=HOST, port=chosen.port)
            else:
                await server.run_stdio_async()
        finally:
            await player.close()
