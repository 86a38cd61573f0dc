"""The page: files of clients/web, compressed once, under paths that change with their content."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import re
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bocage.http.accept import packing
from bocage.http.context import known, tag_of, tagged
from bocage.http.middleware import relative_root

#: Suffixes of the page's files; the folder also contains its tools.
KINDS = frozenset({".html", ".js", ".css", ".svg", ".png", ".webp", ".ico", ".woff2", ".webmanifest", ".txt"})
TOOLS = frozenset({"node_modules"})
#: Kinds that are compressed already.
PACKED = frozenset({".png", ".webp", ".woff2"})
#: First segment of immutable paths, `/files-<digest>/js/app.js`.
PREFIX = "files-"
#: Path of the list of all files, for the service worker.
LISTED = "/files.json"
_PREFIXED = re.compile(rf"/{PREFIX}([0-9a-f]+)/(.+)")
#: Addresses in the front page that are replaced by immutable ones.
_RELATIVE = re.compile(r'\b(href|src)="((?:css|fonts|js|icons?|manifest)[^":]*)"')
#: Other addresses in the front page.
_ANSWERS = re.compile(r'\bhref="(api/[^":]*)"')

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/webp", ".webp")
mimetypes.add_type("font/woff2", ".woff2")


def folder() -> Path:
    """Return the folder of the page: beside the service in a wheel, else in the checkout."""
    here = Path(__file__).resolve()
    packed = here.parents[1] / "web"
    return packed if packed.is_dir() else here.parents[3] / "clients" / "web"


def has_board(game: str) -> bool:
    """True if the page has its own board for a game."""
    return (folder() / "js" / "games" / game / "board.js").is_file()


def has_picture(game: str) -> bool:
    """True if the page has a picture of a game's board, for its card in the lobby."""
    return (folder() / "js" / "games" / game / "board.webp").is_file()


class File(msgspec.Struct, frozen=True):
    """A file: content, compressed content (empty: it does not pay), type and ETag."""

    content: bytes
    packed: bytes
    media: str
    etag: str


class Files:
    """All files of the page, reread when one of them changes."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._stamp: object = None
        self._files: dict[str, File] = {}
        self.digest = ""

    def all(self) -> dict[str, File]:
        """Return the files by path."""
        paths = sorted(_parts(self._root))
        stamp = [(path, (stat := path.stat()).st_mtime_ns, stat.st_size) for path in paths]
        if stamp != self._stamp:
            files = {path.relative_to(self._root).as_posix(): _read(path) for path in paths}
            tags = "\n".join(f"{name} {file.etag}" for name, file in files.items())
            self.digest = hashlib.sha256(tags.encode()).hexdigest()[:16]
            self._files, self._stamp = files, stamp
        return self._files

    def known(self) -> dict[str, File]:
        """Return the files without checking for changes."""
        return self._files or self.all()


@cache
def files_in(root: Path) -> Files:
    """Return the files of a page, shared by all applications of a process."""
    return Files(root)


def _parts(root: Path) -> Iterator[Path]:
    """Yield the page's files, without descending into the many files of its tools."""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in TOOLS and not name.startswith(".")]
        for name in names:
            path = Path(folder, name)
            if path.suffix in KINDS and not name.startswith("."):
                yield path


def _read(path: Path) -> File:
    content = path.read_bytes()
    packed = b"" if path.suffix in PACKED else gzip.compress(content, 9, mtime=0)
    media = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(content, packed if len(packed) < len(content) else b"", media, tag_of(content))


#: Makes the head of the front page for a request: HTML, or "" for an address without a screen.
HeadMaker = Callable[[Request], Awaitable[str]]

#: Placeholder for the head in index.html.
HEAD = "<!-- head -->"


#: Headers of the response to a plain request for the websocket's path (RFC 9110, section 15.5.22).
TO_WEBSOCKET = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}


class Pages:
    """Serves screens and files of the page, for all paths that are not endpoints."""

    def __init__(self, root: Path, head: HeadMaker, websocket: str = "/ws") -> None:
        """``websocket``: its path, which is not a screen."""
        self.files = files_in(root)
        self._head = head
        self._websocket = websocket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["type"] == "http"
        request = Request(scope, receive)
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405)
        if request.url.path == self._websocket:
            raise HTTPException(426, headers=TO_WEBSOCKET)
        response = self._file(request) or await self._screen(request)
        await response(scope, receive, send)

    def _file(self, request: Request) -> Response | None:
        path = request.url.path
        if path == LISTED:
            all_names = [name for name in self.files.all() if name != "index.html"]
            names = [f"/{PREFIX}{self.files.digest}/{name}" for name in all_names]
            listed = msgspec.json.encode({"files": names})
            return tagged(request, listed, "application/json", {"Cache-Control": "no-cache"})
        if not PurePosixPath(path).suffix:
            return None
        prefixed = _PREFIXED.fullmatch(path)
        # A plain path means the current content.
        found = (self.files.known() if prefixed else self.files.all()).get(prefixed[2] if prefixed else path[1:])
        if found is None:
            return None
        forever = prefixed is not None and prefixed[1] == self.files.digest
        cache = "public, max-age=31536000, immutable" if forever else "public, no-cache"
        headers = {"Cache-Control": cache, "ETag": found.etag, "Vary": "Accept-Encoding"}
        if known(request, found.etag):
            return Response(status_code=304, headers=headers)
        content = found.content
        if found.packed and packing(request.headers.get("accept-encoding", "")) != "never":
            content, headers["Content-Encoding"] = found.packed, "gzip"
        return Response(content, 200, headers, found.media)

    async def _screen(self, request: Request) -> Response:
        """Serve the front page with the head of a screen. Raises 404."""
        head = await self._head(request)
        if not head:
            raise HTTPException(404)
        files = self.files.all()
        page = files["index.html"].content.decode().replace(HEAD, head)
        up = relative_root(request.scope)
        page = _RELATIVE.sub(rf'\1="{up}{PREFIX}{self.files.digest}/\2"', page)
        page = _ANSWERS.sub(rf'href="{up}\1"', page)
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Host"}
        return tagged(request, page.encode(), "text/html; charset=utf-8", headers)
