"""The page itself: the files of clients/web, as they are."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

#: What belongs to the page; the folder holds its tools as well.
KINDS = frozenset({".html", ".js", ".css", ".svg", ".png", ".ico", ".woff2", ".webmanifest", ".txt"})
TOOLS = frozenset({"node_modules"})


def folder() -> Path:
    """Where the page is: beside the service, in a checkout as in an installed wheel."""
    return Path(__file__).resolve().parents[2] / "clients" / "web"


def has_board(game: str) -> bool:
    """Whether the page has a board of its own for a game."""
    return (folder() / "js" / "games" / game / "board.js").is_file()


def _is_part(path: PurePath) -> bool:
    return path.suffix in KINDS and not any(part in TOOLS or part.startswith(".") for part in path.parts)


class Pages(StaticFiles):
    """Static files that browsers keep, but ask about before they use them: a release changes them all at once."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, html=True)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or 404 for what is no part of the page."""
        # The front page has one name only; any other would be answered with a redirect.
        if scope["path"] != "/" and not _is_part(PurePath(path)):
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        if response.status_code == 404:
            raise HTTPException(404)
        response.headers["Cache-Control"] = "public, no-cache"
        return response

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """As inherited; a name that no file can have names none."""
        try:
            return super().lookup_path(path)
        except ValueError:
            return "", None
