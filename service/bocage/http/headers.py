"""Headers on every answer: what a browser may do with it, and nothing else.

Any origin may use REST, as it may the websocket: docs/decisions/047-other-origins.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Scripts, styles and sockets come from here alone; nobody may frame the page; nothing inline runs.
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

#: What matters for scripts, styles and fonts of a release; browsers heed the others in documents and workers only.
FILE_HEADERS = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
#: Files that are no documents, under the addresses that hold for one content; the worker's script has another.
_FILE = re.compile(r"/files-[0-9a-f]+/.+\.(?:js|css|woff2)")


#: Addresses that pages of other origins may use: REST, without its description for people.
OPEN = "/api/"
#: Response headers that such a page may read besides those that Fetch always shows.
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
#: On every answer of those addresses. It does not depend on the request, so a cache may hand it to any origin.
CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": ", ".join(EXPOSED),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
#: The answer to a preflight. Of Authorization the star says nothing (Fetch, section 4.9).
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "*, Authorization, Bocage-Invite, Content-Type, Idempotency-Key, If-None-Match",
    "Access-Control-Max-Age": "86400",
    "Cache-Control": "no-store",
}


def headers_for(path: str) -> Mapping[str, str]:
    """The headers that every answer of an address carries."""
    if path.startswith(OPEN):
        return {**HEADERS, **CROSS_ORIGIN}
    return {name: HEADERS[name] for name in FILE_HEADERS} if _FILE.fullmatch(path) else HEADERS


def _is_preflight(scope: Scope) -> bool:
    """Whether a browser asks if a page of another origin may send a request."""
    if scope["method"] != "OPTIONS" or not scope["path"].startswith(OPEN):
        return False
    headers = Headers(scope=scope)
    return "origin" in headers and "access-control-request-method" in headers


class StandardHeaders:
    """Adds :func:`headers_for` to whatever the application answers, and answers preflights."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
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
