"""``bocage matches``: what is open, being played, or over."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from clients.sdk import Client
from clients.sdk.identity import connect_as
from clients.terminal.matches import table
from clients.terminal.sit import NAME
from service.cli.common import add_language, add_player, add_service

if TYPE_CHECKING:
    from service.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "matches",
        description="Lists public matches that wait for players (bocage play --join ID) or are being played "
        "(bocage watch ID).",
    )
    add_service(parser)
    add_language(parser)
    add_player(parser, "with --mine: your name")
    lists = parser.add_mutually_exclusive_group()
    lists.add_argument("--mine", action="store_true", help="your own matches instead, unfinished ones first")
    lists.add_argument("--recent", action="store_true", help="matches that are over instead (bocage replay ID)")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    print("\n".join(asyncio.run(_list(chosen))))
    return 0


async def _list(chosen: argparse.Namespace) -> list[str]:
    if chosen.mine:
        async with await connect_as(chosen.name or NAME, chosen.url) as client:
            return await table(client.rest, await client.rest.mine(), chosen.lang)
    async with Client(chosen.url).rest as rest:
        return await table(rest, await (rest.recent() if chosen.recent else rest.matches()), chosen.lang)
