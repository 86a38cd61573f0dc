"""Headers on every answer: what a browser may do with it, and nothing else."""

from __future__ import annotations

import re

from starlette.datastructures import MutableHeaders
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


class SecurityHeaders:
    """Adds the headers to whatever the application answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        names = FILE_HEADERS if _FILE.fullmatch(scope["path"]) else tuple(HEADERS)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name in names:
                    headers[name] = HEADERS[name]
            await send(message)

        await self._app(scope, receive, send_with_headers)
