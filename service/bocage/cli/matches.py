"""``bocage matches``: list open, running or finished matches."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from bocage.cli.common import add_language, add_player, add_service
from bocage.sdk import Client
from bocage.sdk.identity import connect_as
from bocage.terminal.matches import table
from bocage.terminal.sit import NAME

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "matches",
        description="Lists public matches that wait for players (bocage play --join ID) or are being played "
        "(bocage watch ID).",
    )
    add_service(parser)
    add_language(parser)
    add_player(parser, "with --mine: your name")
    parser.add_argument("--game", default="", metavar="ID", help="matches of that game only")
    state = parser.add_mutually_exclusive_group()
    state.add_argument("--open", action="store_const", const="open", dest="status", help="only those that wait")
    state.add_argument(
        "--playing", action="store_const", const="playing", dest="status", help="only those that are being played"
    )
    parser.add_argument("--no-forks", action="store_true", help="no forks of other matches")
    parser.add_argument("--most", type=int, default=200, metavar="N", help="how many at most; default: 200")
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
        if chosen.recent:
            return await table(rest, await rest.recent(), chosen.lang)
        forks = False if chosen.no_forks else None
        rows = await rest.matches(game=chosen.game, status=chosen.status or "", forks=forks, most=chosen.most)
        return await table(rest, rows, chosen.lang)
