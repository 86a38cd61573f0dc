"""Standard response headers: security policy and cross-origin access.

REST is open to any origin, as is the websocket: docs/decisions/047-other-origins.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
