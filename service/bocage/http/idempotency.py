"""Requests that may be sent again: the header Idempotency-Key.

https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/

What a key stands for is not an answer but the id of the match that its first request was to make. Every step
after that can be repeated by itself, so it does not matter where the first try ended.
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
    "1 to 100 printable ASCII characters that you never used for another request, quoted or not. Within a day the "
    "same request under the same key makes one match, however often it is sent."
)
LONGEST = 100
#: The same as a pattern, for the description.
PATTERN = rf'^([!#-~]([ -~]{{0,{LONGEST - 2}}}[!-~])?|"[ -~]{{1,{LONGEST}}}")$'


class Intent(msgspec.Struct, frozen=True):
    """Which match a request is to make. ``made``: it is there already, though perhaps nobody sits at it yet."""

    match: str
    made: Match | None = None


def key_of(context: RequestContext) -> str:
    """The key that came along; empty: none. Raises ``bad_key``."""
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
    """What tells one request from another: its address and its body, however that was written."""
    body = msgspec.json.encode(wish, order="sorted")
    return hashlib.sha256(context.request.url.path.encode() + b"\n" + body).hexdigest()


async def intent_of(context: RequestContext, player: Player, wish: msgspec.Struct) -> Intent:
    """What ``player`` wants to be made, or has been made already, by this request.

    Counts a match that is still to be made against the limit. Raises ``bad_key``, ``key_reused``, ``limit``.
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
    context.state.take("match_rate", player.id)
    context.state.take("address_match_rate", context.address)
    if not key:
        return Intent(create.new_id())
    kept = known or await store.reserve(player.id, key, Reservation(digest, create.new_id()))
    _check(kept, digest)
    return Intent(kept.match)


def _check(kept: Reservation, digest: str) -> None:
    if kept.digest != digest:
        raise RefusedError("key_reused")


async def find_match(context: RequestContext, match: str) -> Match | None:
    """The match as it stands; None: there is none. Raises ``RefusedError``: it cannot be opened."""
    try:
        return (await context.node.rooms.room(match)).match
    except RefusedError as error:
        if error.code != "no_match":
            raise
        return None
