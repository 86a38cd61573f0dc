"""Middleware: standard response headers, cross-origin access, path prefix, compression.

REST is open to any origin, as is the websocket: docs/decisions/047-other-origins.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bocage.http.accept import packing

#: Scripts, styles and sockets of this origin only, no framing, nothing inline.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

#: Headers that matter for scripts, styles and fonts; browsers use the others for documents and workers only.
FILE_HEADERS = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
#: Immutable files other than documents. The worker's script has another address.
_FILE = re.compile(r"/files-[0-9a-f]+/.+\.(?:js|css|woff2)")


#: Prefix of paths that are open to other origins: REST, without its HTML description.
OPEN = "/api/"
#: Response headers readable for other origins, besides those that Fetch always exposes.
EXPOSED = (
    "Allow",
    "Content-Disposition",
    "Content-Encoding",
    "ETag",
    "Location",
    "Retry-After",
    "Vary",
    "WWW-Authenticate",
)
#: Independent of the request, so that a cache can serve any origin.
CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": ", ".join(EXPOSED),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
#: Response to a preflight. The star does not cover Authorization (Fetch, section 4.9).
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "*, Authorization, Bocage-Invite, Content-Type, Idempotency-Key, If-None-Match",
    "Access-Control-Max-Age": "86400",
    "Cache-Control": "no-store",
}


def headers_for(path: str) -> Mapping[str, str]:
    """Return the standard headers of a path."""
    if path.startswith(OPEN):
        return {**HEADERS, **CROSS_ORIGIN}
    return {name: HEADERS[name] for name in FILE_HEADERS} if _FILE.fullmatch(path) else HEADERS


def _is_preflight(scope: Scope) -> bool:
    """True for a CORS preflight request."""
    if scope["method"] != "OPTIONS" or not scope["path"].startswith(OPEN):
        return False
    headers = Headers(scope=scope)
    return "origin" in headers and "access-control-request-method" in headers


class StandardHeaders:
    """Adds :func:`headers_for` to every response, and answers preflights."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        added = headers_for(scope["path"])

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(added)
            await send(message)

        app = Response(status_code=204, headers=PREFLIGHT) if _is_preflight(scope) else self._app
        await app(scope, receive, send_with_headers)


class StripPrefix:
    """Strips the prefix, so that requests look the same whether or not the proxy has stripped it."""

    def __init__(self, app: ASGIApp, folder: str) -> None:
        """``folder``: the prefix, without a slash at its end."""
        self._app = app
        self._folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"] if scope["type"] == "http" else ""
        if path == self._folder:
            # Relative addresses need the slash. The redirect is relative, too: a client can choose the header Host.
            query = scope["query_string"].decode("latin-1")
            target = f"{path.rpartition('/')[2]}/" + (f"?{query}" if query else "")
            await Response(status_code=308, headers={**HEADERS, "Location": target})(scope, receive, send)
        elif path.startswith(f"{self._folder}/"):
            raw = scope["raw_path"].split(b"/", self._folder.count("/") + 1)[-1]
            own = {**scope, "path": path.removeprefix(self._folder), "raw_path": b"/" + raw}
            await self._app(own, receive, send)
        else:
            await self._app(scope, receive, send)


def relative_root(scope: Scope) -> str:
    """Return the relative address of the service's root for links in a response: ``./``, ``../`` and so on.

    Valid below any prefix that a proxy strips. Browsers count literal slashes, so ``%2F`` does not count.
    """
    return "../" * (scope["raw_path"].partition(b"?")[0].count(b"/") - 1) or "./"


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
