"""Serving below a path prefix such as ``/games/bocage``, if the proxy does not strip it."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bocage.http.headers import HEADERS


class BelowPath:
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


def way_up(scope: Scope) -> str:
    """Return the relative address of the service's root for links in a response: ``./``, ``../`` and so on.

    Valid below any prefix that a proxy strips. Browsers count literal slashes, so ``%2F`` does not count.
    """
    return "../" * (scope["raw_path"].partition(b"?")[0].count(b"/") - 1) or "./"
