"""The choice of a Redis, for commands that work on stored logs directly."""

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
    """Add the arguments that choose a Redis."""
    parser.add_argument(
        "--redis", default=os.environ.get("BOCAGE_REDIS", ""), metavar="URL", help="which (default: BOCAGE_REDIS)"
    )
    parser.add_argument(
        "--data",
        default=os.environ.get("BOCAGE_DATA", "data"),
        metavar="DIRECTORY",
        help="where the private Redis has its data, when no other is given (default: BOCAGE_DATA, or data)",
    )
    parser.add_argument(
        "--cold-storage",
        default=os.environ.get("BOCAGE_COLD_STORAGE", ""),
        metavar="PLACE",
        help="where finished matches lie that have left Redis (default: BOCAGE_COLD_STORAGE)",
    )


def storage_url(chosen: argparse.Namespace, stack: ExitStack) -> str:
    """The URL of the chosen Redis; a private one that does not run is started, and ``stack`` stops it.

    Raises :class:`CommandError`.
    """
    return chosen.redis or _private(Path(chosen.data) / "redis", stack)


@asynccontextmanager
async def opened(url: str, cold_storage: str = "") -> AsyncIterator[tuple[Store, list[Feature]]]:
    """The store at ``url`` and the features on it, for as long as the context lasts.

    Raises as :meth:`bocage.store.Store.open`.
    """
    store = await Store.open(StoreSettings(url))
    try:
        yield store, features.make(store, Settings(cold_storage=cold_storage))
    finally:
        await store.close()


def _private(folder: Path, stack: ExitStack) -> str:
    """The URL of the private Redis in ``folder``: that of the service running there, else started for now."""
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
