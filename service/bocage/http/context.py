"""One HTTP request for handlers, and responses."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.errors import language_of, refusal_response
from bocage.live.refusals import explain
from bocage.live.stored_matches import check_hidden
from bocage.log.fairness import is_nonce
from bocage.protocol.refusal import RefusedError
from bocage.protocol.sign_ins import sign_in_id
from bocage.rules.kernel import AnyGame
from bocage.rules.kernel.registry import UnknownGameError, find_game
from bocage.store import Player

log = logging.getLogger("bocage.http")

T = TypeVar("T")

#: Timeout for the body in seconds.
BODY_TIME = 15.0
#: Greatest length of match ids and of tokens.
LONGEST_ID = 40
LONGEST_TOKEN = 200

_encode = msgspec.json.Encoder().encode
#: Matches anything that may be a number with a fraction or an exponent, also within strings.
_FLOAT = re.compile(rb"\d(?:\.\d|[eE])")


class RequestContext:
    """One HTTP request. A :class:`RefusedError` raised by a handler becomes the response."""

    def __init__(self, state: AppState, request: Request, endpoint: Endpoint) -> None:
        self.state = state
        self.node = state.node
        self.request = request
        self.endpoint = endpoint
        self.lang = language_of(request)
        #: Player id; empty until the handler authenticates.
        self.asks = ""
        client = request.client
        self.address = state.node.ingress.proxies.caller(
            client.host if client else "", request.headers.getlist("x-forwarded-for")
        )

    def part(self, name: str) -> str:
        """Return a path parameter."""
        return str(self.request.path_params[name])

    def query(self, name: str) -> str:
        """Return a query parameter; empty: not given."""
        return self.request.query_params.get(name, "")

    def match_id(self) -> str:
        """Return the match id in the path. Raises ``no_match`` for an invalid one."""
        match = self.part("match")
        if len(match) > LONGEST_ID or not (match.isascii() and match.isalnum()):
            raise RefusedError("no_match")
        return match

    def game(self, game_id: str) -> AnyGame:
        """Return the newest rules of a game."""
        try:
            return find_game(game_id)
        except UnknownGameError:
            raise RefusedError("no_game") from None

    def invite(self) -> str:
        """Return the invite code in the header or the query."""
        return self.request.headers.get("bocage-invite", "") or self.query("invite")

    def is_house_bot(self) -> bool:
        """True if a house bot of this service sent the request."""
        key = self.state.opponents.key
        return bool(key) and hmac.compare_digest(
            key.encode(), self.request.headers.get("bocage-house", "").encode()
        )

    async def body(self, kind: type[T]) -> T:
        """Decode the JSON body. A missing one counts as an empty object."""
        data = await self._read() or b"{}"
        try:
            if _FLOAT.search(data):
                # In JSON Schema 5.0 is an integer, and some languages write it so.
                wish = msgspec.convert(_with_integers(msgspec.json.decode(data)), kind)
            else:
                wish = msgspec.json.decode(data, type=kind)
        except msgspec.DecodeError as error:
            raise RefusedError("bad_request", str(error)) from None
        except (UnicodeDecodeError, RecursionError):
            raise RefusedError("bad_request", "not JSON") from None
        nonce = getattr(wish, "nonce", "")
        if nonce and not is_nonce(nonce):
            # Checked even if unused: a repeated request may not need it.
            raise RefusedError("bad_nonce")
        return wish

    async def _read(self) -> bytes:
        most = self.node.limits.body_size
        if int(_number(self.request.headers.get("content-length", ""))) > most:
            raise _too_big()
        data = bytearray()
        try:
            async with asyncio.timeout(BODY_TIME):
                async for chunk in self.request.stream():
                    data += chunk
                    if len(data) > most:
                        raise _too_big()
        except TimeoutError:
            raise RefusedError("bad_request", "the body did not arrive in time") from None
        return bytes(data)

    async def player(self) -> Player:
        """Authenticate the caller. Raises ``no_token``, ``bad_token``, ``out_of_scope``."""
        player = await self.player_or_none()
        if player is None:
            raise RefusedError("no_token")
        if player.scopes is not None and self.endpoint.scope not in player.scopes:
            raise RefusedError("out_of_scope")
        return player

    def token(self) -> str:
        """Return the bearer token, unverified; empty: none. Raises ``bad_token`` for a malformed one."""
        scheme, _, token = self.request.headers.get("authorization", "").partition(" ")
        token = token.strip()
        if scheme and (scheme.lower() != "bearer" or not token.isascii() or not 0 < len(token) <= LONGEST_TOKEN):
            raise RefusedError("bad_token")
        return token if scheme else ""

    async def player_or_none(self) -> Player | None:
        """Authenticate the caller, if there is a token. Raises ``bad_token``."""
        token = self.token()
        if not token:
            return None
        player = await self.node.store.authenticate(token)
        if player is None:
            raise RefusedError("bad_token")
        if player.suspended and not self.endpoint.suspended:
            raise RefusedError("suspended")
        self.asks = player.id
        if player.program:
            self.state.programs.seen(sign_in_id(token), player.id)
        return player

    def take_match(self, player: Player) -> None:
        """Count a match that ``player`` makes: those of programs for their accounts alone. Raises ``limit``."""
        self.state.take("match_rate", player.id)
        if not player.program:
            self.state.take("address_match_rate", self.address)

    def limited_as(self) -> str:
        """Return who is counted for rates: a program that this node knows, or the address."""
        scheme, _, token = self.request.headers.get("authorization", "").partition(" ")
        return self.state.programs.find(sign_in_id(token.strip())) or self.address if scheme else self.address


def _with_integers(value: Any) -> Any:
    """Convert numbers without a fraction to integers in a JSON value."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, list):
        return [_with_integers(one) for one in value]
    if isinstance(value, dict):
        return {key: _with_integers(one) for key, one in value.items()}
    return value


def _number(text: str) -> str:
    return text if text.isascii() and text.isdigit() and len(text) < 20 else "0"


def _too_big() -> RefusedError:
    return RefusedError("too_big", limit="body_size")


def answer(data: object, status: int = 200) -> Response:
    """Create a JSON response that must not be cached."""
    return Response(_encode(data), status, {"Cache-Control": "no-store"}, "application/json")


def tag_of(content: bytes) -> str:
    """Return the ETag of a response. Weak, because it covers the compressed form, too."""
    return f'W/"{hashlib.sha256(content).hexdigest()[:24]}"'


def tagged(request: Request, content: bytes, media: str, headers: Mapping[str, str]) -> Response:
    """Create a cacheable response: the content, or 304 if the client has it."""
    etag = tag_of(content)
    if known(request, etag):
        return Response(status_code=304, headers={**headers, "ETag": etag})
    return Response(content, 200, {**headers, "ETag": etag}, media)


class ConstantAnswer:
    """A response that never changes within a release. Clients cache it and revalidate."""

    def __init__(self, content: bytes, media: str = "application/json") -> None:
        self._content = content
        self._media = media
        self.etag = tag_of(content)

    @classmethod
    def json(cls, data: object) -> ConstantAnswer:
        """Encode ``data`` as JSON, once."""
        return cls(_encode(data))

    def to(self, request: Request) -> Response:
        """Create the response: the content, or 304 if the client has it."""
        headers = {"Cache-Control": "public, no-cache", "ETag": self.etag}
        if known(request, self.etag):
            return Response(status_code=304, headers=headers)
        return Response(self._content, 200, headers, self._media)


def known(request: Request, etag: str) -> bool:
    """True if the client has the content with this ETag (RFC 9110, section 13.1.2)."""
    held = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
    return "*" in held or etag in held or etag.removeprefix("W/") in held


async def serve(state: AppState, request: Request, endpoint: Endpoint) -> Response:
    """Handle a request; errors become responses."""
    context = RequestContext(state, request, endpoint)
    match = request.path_params.get("match", "")
    try:
        if endpoint.rated:
            state.take("request_rate", context.limited_as())
        if match in state.node.store.hidden.known:
            player = await context.player_or_none()
            await check_hidden(state.node.store, match, player.id if player else "")
        result = await endpoint.handler(context)
        response = result if isinstance(result, Response) else answer(result, endpoint.status)
        if context.asks and endpoint.method != "GET" and state.node.store.player_names.left(context.asks):
            # The player deleted their account during this request: delete what the request stored.
            for feature in state.features:
                await feature.forget(context.asks)
    except ClientDisconnect:
        response = Response(status_code=400)
    except Exception as error:
        refusal = explain(error, f"{endpoint.method} {endpoint.path} failed")
        state.node.counts.refused[refusal.code] += 1
        response = refusal_response(refusal, context.lang, state.node.rooms.texts_of(match) if match else None)
    state.answered[endpoint.path, response.status_code] += 1
    return response
