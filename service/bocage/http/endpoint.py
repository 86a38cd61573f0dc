"""Endpoints: the table from which routes and their OpenAPI description are made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from starlette.responses import Response

if TYPE_CHECKING:
    from bocage.http.context import RequestContext

Handler = Callable[["RequestContext"], Awaitable[msgspec.Struct | Response]]
Who = Literal["anybody", "player", "optional"]
#: Scopes that a token of a program may be limited to.
Scope = Literal["play", "challenge"]


class Query(msgspec.Struct, frozen=True):
    """A query parameter and its description. ``kind``: type of its values, for OpenAPI."""

    name: str
    text: str
    kind: Any = str
    required: bool = False


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One method of one path.

    ``body``, ``answer``: types of the JSON request and response (``answer`` None: see ``media``).
    ``who``: whether a bearer token is required, optional or ignored. ``refusals``: codes besides
    :meth:`common_refusals`. ``rated``: counts against the limit request_rate. ``idempotent``: supports the header
    Idempotency-Key. ``suspended``: allowed to suspended players. ``scope``: suffices in a limited token; None: only
    a token without limits does.
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
    idempotent: bool = False
    suspended: bool = False
    scope: Scope | None = None

    def common_refusals(self) -> tuple[str, ...]:
        """Return the refusal codes that follow from the other fields."""
        found: tuple[str, ...] = ("limit",) if self.rated else ()
        if self.body is not None:
            found += ("bad_request", "too_big")
        if self.who != "anybody":
            found += ("bad_token", "unavailable") if self.suspended else ("bad_token", "suspended", "unavailable")
        if self.who == "player":
            found += ("no_token", "out_of_scope")
        if self.idempotent:
            found += ("bad_key", "key_reused")
        return found
