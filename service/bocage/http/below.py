"""A service below a path of its host, such as ``/games/bocage``, where a proxy leaves that path on."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bocage.http.headers import HEADERS


class BelowPath:
    """Takes the path off, so that requests look alike whether a proxy has taken it off or not."""

    def __init__(self, app: ASGIApp, folder: str) -> None:
        """``folder``: the path, without a slash at its end."""
        self._app = app
        self._folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        path: str = scope["path"] if scope["type"] == "http" else ""
        if path == self._folder:
            # Relative addresses need the slash. This one is relative as well: the header Host is anybody's choice.
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
    """Relative address of the root of the service, for links in the answer to a request: ``./``, ``../`` and so on.

    It holds below any path that a proxy takes off. A browser counts the slashes that it sees, so ``%2F`` is none.
    """
    return "../" * (scope["raw_path"].partition(b"?")[0].count(b"/") - 1) or "./"
