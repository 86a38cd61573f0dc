"""The page: its files alone, with headers that allow it what it needs and nothing else."""

from __future__ import annotations

import re

import pytest

from service.http.headers import HEADERS, POLICY
from service.http.pages import folder
from tests.http.site import Site


@pytest.mark.parametrize("path", ["/", "/js/app.js", "/api", "/api/games", "/nothing", "/healthz", "/api/nothing"])
async def test_every_answer_carries_the_security_headers(site: Site, path: str) -> None:
    answer = await site.http.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


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
    assert page.headers["cache-control"] == "public, no-cache"
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>|<style|\bstyle=|\bon\w+=|https?://", page.text) == []


async def test_each_file_of_the_page_is_served_with_its_type(site: Site) -> None:
    types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
    files = [
        path
        for path in folder().rglob("*")
        if path.is_file() and path.suffix in types and "node_modules" not in path.parts
    ]
    assert len(files) > 20
    for path in files:
        answer = await site.http.get(f"/{path.relative_to(folder())}")
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


async def test_the_page_takes_no_posts(site: Site) -> None:
    assert (await site.http.post("/index.html")).json()["code"] == "bad_method"
