"""The table from which both the routes and their description are made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from starlette.responses import Response

if TYPE_CHECKING:
    from bocage.http.context import RequestContext

Handler = Callable[["RequestContext"], Awaitable[msgspec.Struct | Response]]
Who = Literal["anybody", "player", "optional"]


class Query(msgspec.Struct, frozen=True):
    """A parameter of the query: its name and one sentence. ``kind``: type of its values, for the description."""

    name: str
    text: str
    kind: Any = str
    required: bool = False


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One method of one address.

    ``body``, ``answer``: types of the JSON that comes and goes (``answer`` None: ``media`` says what comes).
    ``who``: whether a bearer token is needed, of use, or neither. ``refusals``: codes that this endpoint has
    besides those that any may have. ``rated``: whether it counts against the limit request_rate. ``once``:
    whether it heeds the header Idempotency-Key. ``suspended``: whether a suspended player may use it.
    """

    method: Literal["GET", "POST", "DELETE"]
    path: str
    handler: Handler
    tag: str
    text: str
    body: Any = None
    answer: Any = None
    media: str = "application/json"
    status: int = 200
    who: Who = "anybody"
    query: tuple[Query, ...] = ()
    refusals: tuple[str, ...] = ()
    rated: bool = True
    once: bool = False
    suspended: bool = False

    def common_refusals(self) -> tuple[str, ...]:
        """Codes that follow from the other fields."""
        found: tuple[str, ...] = ("limit",) if self.rated else ()
        if self.body is not None:
            found += ("bad_request", "too_big")
        if self.who != "anybody":
            found += ("bad_token", "unavailable") if self.suspended else ("bad_token", "suspended", "unavailable")
        if self.who == "player":
            found += ("no_token",)
        if self.once:
            found += ("bad_key", "key_reused")
        return found
