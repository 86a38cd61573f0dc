"""``bocage rebuild``: the lists, made anew from the logs."""

from __future__ import annotations

import argparse
import asyncio
import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.common import CommandError, add_language
from service.cli.words import translate
from service.match.projection import project
from service.store import EmbeddedError, EmbeddedRedis, InUseError, Store, StoreSettings

if TYPE_CHECKING:
    from service.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "rebuild",
        description="Deletes the lobby, everybody's matches, recent matches and deadlines, and makes them anew "
        "from the logs in Redis. Nodes may run meanwhile.",
    )
    add_language(parser)
    parser.add_argument(
        "--redis", default=os.environ.get("BOCAGE_REDIS", ""), metavar="URL", help="which (default: BOCAGE_REDIS)"
    )
    parser.add_argument(
        "--data",
        default=os.environ.get("BOCAGE_DATA", "data"),
        metavar="DIRECTORY",
        help="where the private Redis has its data, when no other is given (default: BOCAGE_DATA, or data)",
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    with ExitStack() as stack:
        url = chosen.redis or _private(Path(chosen.data) / "redis", stack)
        print(translate(f"{asyncio.run(_rebuild(url))} matches", chosen.lang))
    return 0


def _private(folder: Path, stack: ExitStack) -> str:
    """The URL of the private Redis in ``folder``: that of the service running there, else started for now.

    Raises :class:`CommandError`.
    """
    if not folder.is_dir():
        raise CommandError(f"no service has stored anything in {folder}; say which Redis with --redis URL")
    redis = EmbeddedRedis(folder)
    try:
        redis.start()
    except InUseError:
        return redis.url
    except EmbeddedError as error:
        raise CommandError(str(error)) from None
    stack.callback(redis.stop)
    return redis.url


async def _rebuild(url: str) -> int:
    store = await Store.open(StoreSettings(url))
    try:
        return await store.rebuild(project)
    finally:
        await store.close()
