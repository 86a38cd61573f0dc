"""``bocage replay``: step through a stored match in a terminal."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from bocage.cli.common import CommandError, UsageError, add_language, add_player, add_service
from bocage.cli.logs import entries_of, read_file
from bocage.cli.recording import LocalLibrary, LocalRecording
from bocage.sdk.identity import connect_as
from bocage.terminal.console import Terminal
from bocage.terminal.remote import RemoteRecording
from bocage.terminal.replay_player import EYES, NoEyesError, ReplayPlayer

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "replay",
        description="Steps through a match, both ways. A file is folded here, without any service; a match of the "
        "service may still be running: then you see what everybody may see, and your own seat.",
    )
    add_service(parser)
    add_language(parser)
    add_player(parser, "your name")
    parser.add_argument("log", metavar="FILE|ID", help="an exported log, or the id of a match of the service")
    parser.add_argument("--invite", default="", metavar="CODE", help="invite code of a private match")
    parser.add_argument("--at", type=int, default=1, metavar="N", help="start at entry N")
    parser.add_argument("--eyes", default="public", help="public, open (all hands), or a seat from 0")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    try:
        asyncio.run(_local(chosen) if Path(chosen.log).exists() else _remote(chosen))
    except NoEyesError as error:
        raise CommandError(str(error) or f"no such view: {chosen.eyes}") from None
    return 0


async def _local(chosen: argparse.Namespace) -> None:
    recording = LocalRecording(entries_of(read_file(chosen.log), chosen.log))
    await ReplayPlayer(recording, Terminal(), LocalLibrary(), chosen.lang, viewer_of(chosen.eyes)).run(chosen.at)


async def _remote(chosen: argparse.Namespace) -> None:
    async with await connect_as(chosen.name or "guest", chosen.url, lang=chosen.lang) as client:
        recording = await RemoteRecording.load(client.rest, chosen.log, chosen.invite)
        await ReplayPlayer(recording, Terminal(), client.rest, chosen.lang, viewer_of(chosen.eyes)).run(chosen.at)


def viewer_of(eyes: str) -> int:
    """Parse a viewer."""
    if eyes in EYES:
        return EYES[eyes]
    if not eyes.isdecimal():
        raise UsageError(f"a view is public, open, or a seat from 0; not {eyes!r}")
    return int(eyes)
