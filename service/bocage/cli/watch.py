"""``bocage watch``: watch a match in a terminal."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from bocage.cli.common import add_language, add_service
from bocage.terminal.console import Terminal
from bocage.terminal.sit import watch

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser("watch", description="Watches a live match.")
    add_service(parser)
    add_language(parser)
    parser.add_argument("match", help="id of the match")
    parser.add_argument("--invite", default="", metavar="CODE", help="invite code of a private match")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    asyncio.run(_watch(chosen))
    return 0


async def _watch(chosen: argparse.Namespace) -> None:
    await watch(chosen.match, Terminal(), url=chosen.url, lang=chosen.lang, invite=chosen.invite)
