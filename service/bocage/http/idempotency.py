"""Idempotent requests: the header Idempotency-Key.

https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/

A key stands for the id of the match that its first request creates, not for a response. All later steps are
idempotent by themselves, so it does not matter where the first attempt ended.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from bocage.log import create
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError
from bocage.store import Player, Reservation

if TYPE_CHECKING:
    from bocage.http.context import RequestContext

HEADER = "Idempotency-Key"
HELP = (
    "1 to 100 printable ASCII characters, quoted or not, unique to the request. Within a day, repeats of the "
    "request with the same key create one match."
)
LONGEST = 100
#: Pattern of a key, for OpenAPI.
PATTERN = rf'^([!#-~]([ -~]{{0,{LONGEST - 2}}}[!-~])?|"[ -~]{{1,{LONGEST}}}")$'


class Intent(msgspec.Struct, frozen=True):
    """The match that a request creates. ``made``: it exists already, though possibly without its creator."""

    match: str
    made: Match | None = None


def key_of(context: RequestContext) -> str:
    """Return the key of the request; empty: none. Raises ``bad_key``."""
    sent = context.request.headers.get(HEADER)
    if sent is None:
        return ""
    key = sent.strip()
    if len(key) >= 2 and key[0] == key[-1] == '"':
        key = key[1:-1]
    if not 0 < len(key) <= LONGEST or not (key.isascii() and key.isprintable()):
        raise RefusedError("bad_key")
    return key


def digest_of(context: RequestContext, wish: msgspec.Struct) -> str:
    """Return a digest of path and body, independent of the body's formatting."""
    body = msgspec.json.encode(wish, order="sorted")
    return hashlib.sha256(context.request.url.path.encode() + b"\n" + body).hexdigest()


async def intent_of(context: RequestContext, player: Player, wish: msgspec.Struct) -> Intent:
    """Return the match that this request of ``player`` creates, or has created.

    A match still to be created counts against the limit. Raises ``bad_key``, ``key_reused``, ``limit``.
    """
    key = key_of(context)
    store = context.node.store
    digest = digest_of(context, wish) if key else ""
    known = await store.reserved(player.id, key) if key else None
    if known is not None:
        _check(known, digest)
        made = await find_match(context, known.match)
        if made is not None:
            return Intent(known.match, made)
    context.take_match(player)
    if not key:
        return Intent(create.new_id())
    kept = known or await store.reserve(player.id, key, Reservation(digest, create.new_id()))
    _check(kept, digest)
    return Intent(kept.match)


def _check(kept: Reservation, digest: str) -> None:
    if kept.digest != digest:
        raise RefusedError("key_reused")


async def find_match(context: RequestContext, match: str) -> Match | None:
    """Return the match; None: there is none. Raises ``RefusedError`` if it cannot be opened."""
    try:
        return (await context.node.rooms.room(match)).match
    except RefusedError as error:
        if error.code != "no_match":
            raise
        return None
