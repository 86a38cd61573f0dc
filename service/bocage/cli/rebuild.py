"""``bocage rebuild``: make all lists again from the logs."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import ExitStack
from typing import TYPE_CHECKING

from bocage.cli.storage import add_storage, storage_url
from bocage.log.projection import project
from bocage.log.records import Change, Log
from bocage.progress import Progress
from bocage.store import Store, StoreSettings

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    """Add ``bocage rebuild`` to the command line."""
    parser = commands.add_parser(
        "rebuild",
        description="Deletes the lobby, everybody's matches, recent matches and deadlines, and makes them again "
        "from the logs in Redis. Nodes may run meanwhile.",
    )
    add_storage(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Carry out ``bocage rebuild``. Returns the exit code."""
    with ExitStack() as stack:
        settings = StoreSettings(storage_url(chosen, stack), cold=chosen.cold_storage)
        print(f"{asyncio.run(_rebuild(settings))} matches")
    return 0


async def _rebuild(settings: StoreSettings) -> int:
    store = await Store.open(settings)
    try:
        with Progress("matches", len(await store.matches())) as progress:

            def noted(stored: Log) -> Change:
                progress.step()
                return project(stored)

            return await store.rebuild(noted)
    finally:
        await store.close()
