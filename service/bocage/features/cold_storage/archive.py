"""``bocage archive``: move finished matches to cold storage, check, restore or delete them."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from bocage.cli.common import FAILED, CommandError
from bocage.cli.storage import add_storage, opened, storage_url
from bocage.features.cold_storage.feature import ColdStorageFeature
from bocage.features.cold_storage.records import ColdDamagedError
from bocage.features.cold_storage.storage import check_url
from bocage.progress import Progress, track
from bocage.store.private import owner_of

if TYPE_CHECKING:
    from bocage.cli.common import Commands

#: Seconds between two updates of the progress.
LOOKS = 0.2
#: Milliseconds per day.
DAY = 86_400_000


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "archive",
        description="Moves finished matches from Redis to cold storage and back, checks the records there, and "
        "deletes matches permanently. Nodes may run meanwhile.",
    )
    parser.add_argument("what", choices=("move", "check", "restore", "delete"), help="what to do")
    parser.add_argument("matches", nargs="*", metavar="ID", help="ids of matches to restore or to delete")
    parser.add_argument("--all", action="store_true", help="restore every match")
    parser.add_argument(
        "--days",
        type=int,
        default=os.environ.get("BOCAGE_COLD_AFTER") or 90,
        metavar="N",
        help="move matches that ended this many days ago (default: BOCAGE_COLD_AFTER, or 90)",
    )
    parser.add_argument("--adopt", action="store_true", help="register matches that Redis does not know")
    add_storage(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if not chosen.cold_storage and chosen.what != "delete":
        raise CommandError("no cold storage is set: say which with --cold-storage")
    if chosen.what in ("restore", "delete") and not (chosen.matches or (chosen.all and chosen.what == "restore")):
        raise CommandError("say which matches")
    if chosen.what == "move" and not chosen.redis:
        _refuse_to_make(chosen.cold_storage, Path(chosen.data) / "redis")
    with ExitStack() as stack:
        url = storage_url(chosen, stack)
        lines, code = asyncio.run(_do(chosen, url))
    for line in lines:
        print(line)
    return code


def _refuse_to_make(place: str, data: Path) -> None:
    """Raise :class:`CommandError` if root would create a folder that the owner of ``data`` cannot use."""
    folder = check_url(place).folder
    owner = owner_of(data) if data.is_dir() else None
    if not folder or Path(folder).exists() or owner is None:
        return
    above = next(parent for parent in Path(folder).resolve().parents if parent.exists())
    if above.stat().st_uid != owner[0]:
        raise CommandError(
            f"{folder} does not exist: make it for the account that runs the service"
            f" (install -d -m 700 -o {owner[0]} {folder})"
        )


async def _do(chosen: argparse.Namespace, url: str) -> tuple[list[str], int]:
    async with opened(url, chosen.cold_storage) as (store, features):
        cold = next(one for one in features if isinstance(one, ColdStorageFeature))
        if chosen.what == "move":
            await cold.moves.note_finished(await store.matches())
            with Progress("matches") as progress:
                before = store.now() - chosen.days * DAY
                counting = asyncio.create_task(_follow(progress, lambda: cold.reader.counts.moved))
                try:
                    moved = await cold.moves.move_before(before, alone=False)
                finally:
                    counting.cancel()
            return [f"{moved} matches moved to cold storage"], 0
        if chosen.what == "check":
            return await _check(cold, chosen.adopt)
        if chosen.what == "restore":
            return await _restore(cold, await cold.reader.matches() if chosen.all else chosen.matches)
        return await _delete(cold, chosen.matches)


async def _follow(progress: Progress, count: Callable[[], int]) -> None:
    """Show the growing ``count()`` until cancelled."""
    while True:
        await asyncio.sleep(LOOKS)
        progress.reach(count())


async def _check(cold: ColdStorageFeature, adopt: bool) -> tuple[list[str], int]:
    with Progress("matches") as progress:
        found = await cold.check(progress.step)
    lines = [f"{found.right} matches in cold storage are right"]
    lines += [f"match {match}: its record is missing" for match in found.missing]
    lines += [f"match {match}: its record is damaged" for match in found.damaged]
    if adopt:
        adopted = [match for match, day in found.unknown if await cold.moves.adopt(match, day)]
        lines.append(f"{len(adopted)} matches noted in Redis")
    else:
        lines += [f"match {match}: Redis does not know it" for match, _ in found.unknown]
    wrong = found.missing or found.damaged or (found.unknown and not adopt)
    return lines, FAILED if wrong else 0


async def _restore(cold: ColdStorageFeature, matches: Sequence[str]) -> tuple[list[str], int]:
    lines, restored = [], 0
    for match in track(matches, "matches", len(matches)):
        try:
            done = await cold.moves.restore(match)
        except ColdDamagedError as error:
            lines.append(str(error))
            continue
        if done:
            restored += 1
        else:
            lines.append(f"match {match} does not lie in cold storage")
    return [*lines, f"{restored} matches restored"], FAILED if lines else 0


async def _delete(cold: ColdStorageFeature, matches: Sequence[str]) -> tuple[list[str], int]:
    lines, deleted = [], 0
    for match in track(matches, "matches", len(matches)):
        if await cold.moves.delete(match):
            deleted += 1
        else:
            lines.append(f"match {match}: there is none, or it is not finished")
    return [*lines, f"{deleted} matches deleted"], FAILED if lines else 0
