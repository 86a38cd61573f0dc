"""Compression of responses by the header Accept-Encoding."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from bocage.http.accept import packing

#: Smaller responses are not compressed: it does not pay, and responses with tokens stay uncompressed.
LEAST_COMPRESSED = 1000


class Compression:
    """Starlette's compression, which only searches for the word gzip, with proper parsing of the header."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._worthwhile = GZipMiddleware(app, minimum_size=LEAST_COMPRESSED, compresslevel=6)
        self._always = GZipMiddleware(app, minimum_size=1, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._plain(scope, receive, send)
            return
        wanted = packing(", ".join(Headers(scope=scope).getlist("accept-encoding")))
        inner = {**scope, "headers": list(scope["headers"])}
        MutableHeaders(scope=inner)["Accept-Encoding"] = "identity" if wanted == "never" else "gzip"
        await (self._always if wanted == "always" else self._worthwhile)(inner, receive, send)
