"""``bocage rebuild``: the lists, made anew from the logs."""

from __future__ import annotations

import argparse
import asyncio
import os
from typing import TYPE_CHECKING

from service.cli.common import CommandError
from service.match.projection import project
from service.store import Store, StoreSettings

if TYPE_CHECKING:
    from service.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "rebuild",
        description="Deletes the lobby, everybody's matches, recent matches and deadlines, and makes them anew "
        "from the logs in Redis. Nodes may run meanwhile.",
    )
    parser.add_argument(
        "--redis", default=os.environ.get("BOCAGE_REDIS", ""), metavar="URL", help="which (default: BOCAGE_REDIS)"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if not chosen.redis:
        raise CommandError("say which Redis: --redis URL, or the variable BOCAGE_REDIS")
    print(f"{asyncio.run(_rebuild(chosen.redis))} matches")
    return 0


async def _rebuild(url: str) -> int:
    store = await Store.open(StoreSettings(url))
    try:
        return await store.rebuild(project)
    finally:
        await store.close()
