"""The page: its files alone, with headers that allow it what it needs and nothing else."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from bocage.http.middleware import FILE_HEADERS, HEADERS, POLICY, headers_for
from bocage.http.pages import Files, folder
from tests.http.site import Site


@pytest.mark.parametrize("path", ["/", "/js/app.js", "/api", "/api/games", "/nothing", "/healthz", "/api/nothing"])
async def test_every_answer_carries_the_security_headers(site: Site, path: str) -> None:
    answer = await site.http.get(path)
    assert headers_for(path).keys() >= HEADERS.keys()
    for name, value in headers_for(path).items():
        assert answer.headers[name] == value


@pytest.mark.parametrize(
    ("name", "document"), [("js/app.js", False), ("fonts/cabin.woff2", False), ("icon.svg", True)]
)
async def test_subresources_carry_only_their_security_headers(site: Site, name: str, document: bool) -> None:
    digest = re.findall(r"/files-\w+/", (await site.http.get("/")).text)[0]
    answer = await site.http.get(f"{digest}{name}")
    assert answer.status_code == 200
    assert {header for header in HEADERS if header in answer.headers} == set(HEADERS if document else FILE_HEADERS)


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    rules = dict(rule.partition(" ")[::2] for rule in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in POLICY
    assert "http" not in POLICY


async def test_the_front_page_needs_nothing_that_the_policy_forbids(site: Site) -> None:
    page = await site.http.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    # Chats need the whole address of the picture that they show of a link.
    needed = re.sub(r'<meta property="og:image" [^>]*>', "", page.text)
    assert (
        re.findall(r"<script(?![^>]*\bsrc=)[^>]*>|<style|\bstyle=|\bon\w+=|https?://(?!bocage/api/)", needed) == []
    )


async def test_each_file_of_the_page_is_served_with_its_type(site: Site) -> None:
    types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
    files = [
        path
        for path in folder().rglob("*")
        if path.is_file() and path.suffix in types and "node_modules" not in path.parts
    ]
    assert len(files) > 20
    names = (await site.http.get("/files.json")).json()["files"]
    addresses = {name.split("/", 2)[2]: name for name in names}
    # By the plain name all files are looked at each time, so only one of each type is asked for so.
    plain = {path.suffix: path for path in files}.values()
    for path in files:
        name = path.relative_to(folder()).as_posix()
        answer = await site.http.get(f"/{name}" if path in plain else addresses.get(name, f"/{name}"))
        assert answer.status_code == 200, path
        assert answer.headers["content-type"].startswith(types[path.suffix])
        assert answer.content == path.read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "/package.json",
        "/tsconfig.json",
        "/node_modules/typescript/lib/typescript.js",
        "/js",
        "/js/",
        "/../pyproject.toml",
        "/%2e%2e/%2e%2e/pyproject.toml",
        "/..%2fsdk/rest.py",
        "/api/matches/..%2F..",
        "/.hidden.js",
        "/js/%00.js",
        "/js/" + "x" * 400 + ".js",
    ],
)
async def test_nothing_else_is_served(site: Site, path: str) -> None:
    answer = await site.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_browsers_ask_before_they_use_what_they_kept(site: Site) -> None:
    first = await site.http.get("/js/app.js")
    again = await site.http.get("/js/app.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    packed = await site.http.get("/js/app.js", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == first.text


async def test_the_front_page_names_files_by_what_they_hold(site: Site) -> None:
    page = await site.http.get("/")
    names = re.findall(r'(?:href|src)="\.(/files-[0-9a-f]+/[^"]+)"', page.text)
    assert any(name.endswith("/js/app.js") for name in names)
    assert any(name.endswith(".css") for name in names)
    for name in names:
        kept = await site.http.get(name)
        assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert kept.content == (await site.http.get("/" + name.split("/", 2)[2])).content
    # Whoever still has the page of another release gets what there is, and does not keep it.
    other = await site.http.get("/files-0123456789abcdef/js/app.js")
    assert other.headers["cache-control"] == "public, no-cache"


def test_a_changed_file_changes_its_name(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>one</p>")
    files = Files(tmp_path)
    assert set(files.all()) == {"index.html"}
    before = files.digest
    assert files.all() is files.known()
    (tmp_path / "index.html").write_text("<p>two and more</p>")
    assert files.all()["index.html"].content == b"<p>two and more</p>"
    assert files.digest != before


def test_tools_and_hidden_files_are_not_served(tmp_path: Path) -> None:
    for name in (
        "js/app.js",
        "node_modules/tool/index.js",
        "js/node_modules/a.js",
        ".kept/a.js",
        "js/.a.js",
        "a.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    assert set(Files(tmp_path).all()) == {"js/app.js"}


async def test_the_page_takes_no_posts(site: Site) -> None:
    assert (await site.http.post("/index.html")).json()["code"] == "bad_method"


async def test_the_icon_is_a_square_png(site: Site) -> None:
    icon = await site.get("/api/icon.png")
    assert icon.content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", icon.content[16:24]) == (512, 512)
