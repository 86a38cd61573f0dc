"""As much of an S3 server as cold storage uses, on a loopback port: one bucket in memory, signatures unchecked."""

from __future__ import annotations

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape


class S3Server:
    """Serves while it is entered. ``url``: of cold storage in it. ``fails``: an HTTP status to answer with."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.fails = 0
        self.asked: list[str] = []
        outer = self

        class Handler(_Handler):
            server_of = outer

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        return f"s3://bucket/some/where?endpoint=http://127.0.0.1:{self._server.server_port}&region=eu-west-1"

    def __enter__(self) -> S3Server:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    server_of: S3Server
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *arguments: Any) -> None:
        pass

    def _answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _begin(self) -> tuple[str, dict[str, list[str]], bytes]:
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        self.server_of.asked.append(self.command)
        key = unquote(parts.path).removeprefix("/bucket").removeprefix("/")
        return key, parse_qs(parts.query, keep_blank_values=True), data

    def _failed(self) -> bool:
        if self.server_of.fails:
            self._answer(self.server_of.fails, b"<Error><Code>Trouble</Code></Error>")
        return bool(self.server_of.fails)

    def do_PUT(self) -> None:
        key, _, data = self._begin()
        if not self._failed():
            self.server_of.objects[key] = data
            self._answer(200, ETag=f'"{hashlib.md5(data, usedforsecurity=False).hexdigest()}"')

    def do_GET(self) -> None:
        key, query, _ = self._begin()
        if self._failed():
            return
        if "list-type" in query:
            self._list(query)
        elif key in self.server_of.objects:
            data = self.server_of.objects[key]
            digest = hashlib.md5(data, usedforsecurity=False).hexdigest()
            self._answer(200, data, ETag=f'"{digest}"', Last_Modified="Sun, 22 Nov 2026 10:00:00 GMT")
        else:
            self._answer(404, b"<Error><Code>NoSuchKey</Code></Error>")

    def do_POST(self) -> None:
        _, query, data = self._begin()
        if self._failed():
            return
        assert "delete" in query
        text = data.decode()
        keys = [part.partition("</Key>")[0] for part in text.split("<Key>")[1:]]
        for key in keys:
            self.server_of.objects.pop(key, None)
        gone = "".join(f"<Deleted><Key>{escape(key)}</Key></Deleted>" for key in keys)
        self._answer(200, f"<DeleteResult>{gone}</DeleteResult>".encode())

    def do_DELETE(self) -> None:
        key, _, _ = self._begin()
        if not self._failed():
            self.server_of.objects.pop(key, None)
            self._answer(204)

    def _list(self, query: dict[str, list[str]]) -> None:
        prefix = query.get("prefix", [""])[0]
        rest = [key.removeprefix(prefix) for key in sorted(self.server_of.objects) if key.startswith(prefix)]
        folders = sorted({f"{prefix}{one.partition('/')[0]}/" for one in rest if "/" in one})
        objects = "".join(
            f"<Contents><Key>{escape(prefix + one)}</Key><LastModified>2026-11-22T10:00:00.000Z</LastModified>"
            f'<ETag>"x"</ETag><Size>{len(self.server_of.objects[prefix + one])}</Size></Contents>'
            for one in rest
            if "/" not in one
        )
        common = "".join(f"<CommonPrefixes><Prefix>{escape(one)}</Prefix></CommonPrefixes>" for one in folders)
        body = (
            f"<ListBucketResult><Name>bucket</Name><Prefix>{escape(prefix)}</Prefix><KeyCount>{len(rest)}</KeyCount>"
            f"<IsTruncated>false</IsTruncated>{objects}{common}</ListBucketResult>"
        )
        self._answer(200, body.encode(), Content_Type="application/xml")
