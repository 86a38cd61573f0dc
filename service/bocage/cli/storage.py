"""Access to storage for commands that work on stored logs directly."""

from __future__ import annotations

import argparse
import os
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bocage import features
from bocage.cli.common import CommandError
from bocage.settings import Settings
from bocage.store import EmbeddedError, EmbeddedRedis, InUseError, Store, StoreSettings

if TYPE_CHECKING:
    from bocage.http.feature import Feature


def add_storage(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that select the storage."""
    parser.add_argument(
        "--redis",
        default=os.environ.get("BOCAGE_REDIS", ""),
        metavar="URL",
        help="its URL (default: BOCAGE_REDIS)",
    )
    parser.add_argument(
        "--data",
        default=os.environ.get("BOCAGE_DATA", "data"),
        metavar="DIRECTORY",
        help="directory of the private Redis, used without a URL (default: BOCAGE_DATA, or data)",
    )
    parser.add_argument(
        "--cold-storage",
        default=os.environ.get("BOCAGE_COLD_STORAGE", ""),
        metavar="PLACE",
        help="cold storage of finished matches (default: BOCAGE_COLD_STORAGE)",
    )


def storage_url(chosen: argparse.Namespace, stack: ExitStack) -> str:
    """Return the URL of the selected Redis; starts a private one that is not running, until ``stack`` ends.

    Raises :class:`CommandError`.
    """
    return chosen.redis or _private(Path(chosen.data) / "redis", stack)


@asynccontextmanager
async def opened(url: str, cold_storage: str = "") -> AsyncIterator[tuple[Store, list[Feature]]]:
    """Open the store at ``url`` and its features for as long as the context lasts.

    Raises as :meth:`bocage.store.Store.open`.
    """
    store = await Store.open(StoreSettings(url))
    try:
        yield store, features.make(store, Settings(cold_storage=cold_storage))
    finally:
        await store.close()


def _private(folder: Path, stack: ExitStack) -> str:
    """Return the URL of the private Redis in ``folder``: of the running service, or started temporarily."""
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
