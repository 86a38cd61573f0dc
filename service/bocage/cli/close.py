"""``bocage close``: end a match that cannot continue."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import ExitStack
from typing import TYPE_CHECKING

from bocage.cli.common import CommandError
from bocage.cli.storage import add_storage, opened, storage_url
from bocage.live.stored_matches import append_all, closing_entry
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.log.outline import Outline
from bocage.protocol.refusal import RefusedError

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "close",
        description="Ends a match whose rules are no longer installed: nobody wins, its secret is revealed, and it "
        "can be exported. The log records that the operator closed it. Nodes may run meanwhile.",
    )
    add_storage(parser)
    parser.add_argument("match", metavar="ID", help="id of the match")
    parser.add_argument("--anyway", action="store_true", help="even if the rules are installed")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    with ExitStack() as stack:
        url = storage_url(chosen, stack)
        asyncio.run(_close(url, chosen.cold_storage, chosen.match, chosen.anyway))
    print(f"match {chosen.match} is closed: bocage export gives its log")
    return 0


async def _close(url: str, cold_storage: str, name: str, anyway: bool) -> None:
    def decide(match: Match) -> Body | None:
        # A partly closed match cannot be played any more, even with its rules.
        if not anyway and not match.over and not isinstance(match, Outline):
            raise CommandError(
                f"the rules of match {name} are installed, so it can go on; --anyway closes it all the same"
            )
        return closing_entry(match)

    try:
        async with opened(url, cold_storage) as (store, _):
            if not await append_all(store, name, decide):
                raise RefusedError("game_over")
    except RefusedError as error:
        raise CommandError(error.sentence("en")) from None
