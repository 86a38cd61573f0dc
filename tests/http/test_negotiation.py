"""What a reader takes decides how it is answered: packed or not, a page or JSON, whole or 304."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.http.accept import packing, wants_page, weights
from bocage.http.context import tag_of
from bocage.protocol.codes import REFUSAL
from tests.http.site import Site

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("", "never"),
        ("gzip", "worthwhile"),
        ("GZip", "worthwhile"),
        ("x-gzip", "worthwhile"),
        ("gzip, deflate, br, zstd", "worthwhile"),
        ("br;q=1.0, gzip;q=0.001", "worthwhile"),
        ("*", "worthwhile"),
        ("identity;q=0.5, *", "worthwhile"),
        ("br", "never"),
        ("gzip;q=0", "never"),
        ("gzip;q=0.000", "never"),
        ("gzip ; q=0", "never"),
        ("gzip;\tQ=0", "never"),
        ("GZIP;Q=0", "never"),
        ("deflate, gzip;q=0, br", "never"),
        ("*;q=0", "never"),
        ("*, gzip;q=0", "never"),
        ("identity, gzip;q=0.5", "never"),
        ("identity", "never"),
        ("not-gzip", "never"),
        ("gzip;q=much", "never"),
        ("gzip;q=-1", "never"),
        ("gzip, *;q=0", "always"),
        ("gzip, identity;q=0", "always"),
        ("*;q=0.5, identity;q=0.0", "always"),
        ("identity;q=0", "never"),
        ("gzip;q=0, identity;q=0", "never"),
    ],
)
def test_an_answer_is_packed_as_its_reader_says(header: str, wanted: str) -> None:
    assert packing(header) == wanted


@given(st.text(max_size=60))
def test_any_header_has_weights_from_0_to_1(header: str) -> None:
    assert all(0.0 <= weight <= 1.0 for weight in weights(header).values())
    assert packing(header) in ("worthwhile", "always", "never")


@pytest.mark.parametrize("path", ["/js/app.js", "/", "/api/games", "/api/openapi.json", "/api"])
async def test_a_weight_of_0_refuses_gzip(site: Site, path: str) -> None:
    packed = await site.http.get(path, headers={"Accept-Encoding": "gzip;q=0.1"})
    plain = await site.http.get(path, headers={"Accept-Encoding": "deflate, GZIP ; q=0.0, *;q=0"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert packed.headers["etag"] == plain.headers["etag"]
    assert all("accept-encoding" in answer.headers["vary"].lower() for answer in (packed, plain))


async def test_a_small_answer_is_packed_only_for_those_who_insist(site: Site) -> None:
    plain = await site.http.get("/healthz", headers={"Accept-Encoding": "gzip"})
    packed = await site.http.get("/healthz", headers={"Accept-Encoding": "gzip, identity;q=0"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()


async def test_two_fields_count_as_one_list(site: Site) -> None:
    headers = [("Accept-Encoding", "deflate"), ("Accept-Encoding", "gzip")]
    assert (await site.http.get("/api", headers=headers)).headers["content-encoding"] == "gzip"


# A wrong address ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "page"),
    [
        (BROWSER["Accept"], True),
        ("text/html", True),
        ("TEXT/HTML;level=1", True),
        ("application/json;q=0.5, text/html", True),
        ("application/xhtml+xml", True),
        ("", False),
        ("*/*", False),
        ("application/json", False),
        ("application/json, text/html", False),
        ("application/json, text/html;q=0.9", False),
        ("text/html;q=0", False),
        ("image/webp,*/*", False),
    ],
)
def test_a_page_is_for_those_who_prefer_html(header: str, page: bool) -> None:
    assert wants_page(header) is page


@pytest.mark.parametrize("path", ["/nothing", "/match/!", "/js/none.js", "/api/nothing", "/rules/a/b"])
@pytest.mark.parametrize(("lang", "back"), [("en", "Go to the front page"), ("ja", "トップページへ")])
async def test_a_wrong_address_in_a_browser_is_a_page(site: Site, path: str, lang: str, back: str) -> None:
    answer = await site.http.get(path, headers={**BROWSER, "Accept-Language": lang})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert answer.headers["content-language"] == lang
    assert f'<html lang="{lang}">' in answer.text
    assert getattr(REFUSAL["not_found"], lang) in answer.text
    root = "../" * (path.count("/") - 1) or "./"
    assert f'<a href="{root}">{back}</a>' in answer.text
    assert answer.headers["vary"] == "Accept, Accept-Language"


@pytest.mark.parametrize("headers", [{}, {"Accept": "*/*"}, {"Accept": "application/json"}])
async def test_a_wrong_address_in_a_program_is_json(site: Site, headers: dict[str, str]) -> None:
    answer = await site.http.get("/nothing", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer.headers["vary"] == "Accept, Accept-Language"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("query", ["", "?x=1"])
async def test_a_websocket_s_address_asks_for_an_upgrade(site: Site, method: str, query: str) -> None:
    answer = await site.http.request(method, f"/ws{query}")
    assert answer.status_code == 426
    assert answer.headers["upgrade"] == "websocket"
    assert answer.headers["connection"] == "Upgrade"
    assert answer.headers["sec-websocket-version"] == "13"
    assert method == "HEAD" or answer.json()["code"] == "websocket_only"


# Tags -----------------------------------------------------------------------------------------------


async def addresses(site: Site) -> list[str]:
    """One of each kind of answer that has a tag."""
    _, ann = await site.player("Ann")
    match = await site.match(ann, "omaha")
    assert (await site.post(f"/api/matches/{match}/resign", {}, ann)).is_success
    looks = [f"/api/matches/{match}/{what}" for what in ("replay", "export")]
    games = ["/api/games", "/api/games/squad", "/api/games/squad/text/en"]
    return [*looks, *games, "/", "/files.json", "/js/app.js", "/icon.svg"]


async def test_a_tag_follows_the_contents(site: Site) -> None:
    for path in await addresses(site):
        answer = await site.http.get(path)
        assert answer.headers["etag"] == tag_of(answer.content), path
        again = await site.http.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", answer.headers["etag"]), path


async def test_a_tag_does_not_follow_the_version(site: Site) -> None:
    paths = await addresses(site)
    tags = [(await site.http.get(path)).headers["etag"] for path in paths]
    site.node.version = "another"
    site.state.long_responses._kept.clear()
    assert [(await site.http.get(path)).headers["etag"] for path in paths] == tags
