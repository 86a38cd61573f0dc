"""Cold storage as objects in a bucket of Amazon S3 or a compatible server. Credentials come from AWS_*."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable
from datetime import timedelta
from typing import Any, TypeVar

import obstore
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import S3Store

from bocage.features.cold_storage.storage import ColdStorageError, Place

T = TypeVar("T")

#: Timeouts of one request, and of all attempts together.
REQUEST, TRIES = timedelta(seconds=4), timedelta(seconds=8)


class ObjectStorage:
    """Objects named ``prefix/folder/name``. An acknowledged PUT is durable."""

    def __init__(self, place: Place) -> None:
        given: dict[str, Any] = {"region": place.region or "us-east-1"}
        if place.endpoint:
            given |= {"endpoint": place.endpoint, "virtual_hosted_style_request": False}
        self._prefix = f"{place.prefix}/" if place.prefix else ""
        try:
            self._store = S3Store(
                place.bucket,
                client_options={"timeout": REQUEST, "allow_http": place.endpoint.startswith("http:")},
                retry_config={"max_retries": 2, "retry_timeout": TRIES},
                **given,
            )
        except BaseError as error:
            raise ValueError(str(error)) from error

    async def put(self, name: str, data: bytes) -> None:
        """Write or replace an object."""
        await _asked(obstore.put_async(self._store, self._prefix + name, data, use_multipart=False))

    async def get(self, name: str) -> bytes | None:
        """Return the content of an object; None: there is none."""
        try:
            found = await obstore.get_async(self._store, self._prefix + name)
            return bytes(await found.bytes_async())
        except (NotFoundError, FileNotFoundError):
            return None
        except (BaseError, OSError) as error:
            raise ColdStorageError(str(error)) from error

    async def delete(self, name: str) -> None:
        """Remove an object."""
        with contextlib.suppress(NotFoundError, FileNotFoundError):
            await _asked(obstore.delete_async(self._store, self._prefix + name))

    async def folders(self) -> list[str]:
        """Return the folders in the bucket, below the prefix."""
        found = await _asked(obstore.list_with_delimiter_async(self._store, self._prefix or None))
        return sorted(path.rstrip("/").rpartition("/")[2] for path in found["common_prefixes"])

    async def names(self, folder: str) -> list[str]:
        """Return the objects in a folder."""
        found = await _asked(obstore.list_with_delimiter_async(self._store, f"{self._prefix}{folder}/"))
        return sorted(one["path"].rpartition("/")[2] for one in found["objects"])


async def _asked(answer: Awaitable[T]) -> T:
    try:
        return await answer
    except (NotFoundError, FileNotFoundError):
        raise
    except (BaseError, OSError) as error:
        raise ColdStorageError(str(error)) from error
