"""``bocage rebuild``: rebuild all lists from the logs."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import ExitStack
from typing import TYPE_CHECKING

from bocage.cli.storage import add_storage, opened, storage_url
from bocage.log.projection import project
from bocage.log.records import Change, Log
from bocage.progress import Progress

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "rebuild",
        description="Deletes the lobby, players' matches, recent matches and deadlines, and rebuilds them "
        "from the logs in Redis. Nodes may run meanwhile.",
    )
    add_storage(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    with ExitStack() as stack:
        url = storage_url(chosen, stack)
        print(f"{asyncio.run(_rebuild(url, chosen.cold_storage))} matches")
    return 0


async def _rebuild(url: str, cold_storage: str) -> int:
    async with opened(url, cold_storage) as (store, _):
        with Progress("matches", len(await store.matches())) as progress:

            def noted(stored: Log) -> Change:
                progress.step()
                return project(stored)

            return await store.rebuild(noted)
