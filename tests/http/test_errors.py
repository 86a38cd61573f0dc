"""What is not done is answered with a code for programs and a text for people, in their language."""

from __future__ import annotations

import logging

import httpx2
import pytest
from starlette.requests import Request

from bocage.http.errors import language_of, refusal_response, status_of
from bocage.live.refusals import explain
from bocage.protocol.codes import REFUSAL, RESULT_UNKNOWN, RefusalCode
from bocage.protocol.messages import Language
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import RefusalBody
from bocage.store import StorageUnavailableError
from tests.http.site import Site


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.5", "ja"),
        ("en-GB,en;q=0.9,ja;q=0.8", "en"),
        ("fr,de;q=0.9", "en"),
        ("ja;q=x", "en"),
        ("ja;q=x, en;q=0.1", "en"),
        ("en;q=0.1, ja;q=x", "en"),
        ("ja;v=1;q=0.5, en;q=0.4", "ja"),
        ("fr, ja;q=0.3, en;q=0.2", "ja"),
        ("en;q=0, ja;q=0.1", "ja"),
        ("ja;q=0", "en"),
        ("fr;q=0.9, ja, en;q=1", "ja"),
        ("en, ja", "en"),
        ("JA", "ja"),
        ("ja;q=much", "en"),
        ("ja;q=nan", "en"),
        ("*", "en"),
        (";;;,,,q=", "en"),
    ],
)
def test_the_language_that_the_reader_likes_best(header: str, language: str) -> None:
    request = Request({"type": "http", "headers": [(b"accept-language", header.encode())]})
    assert language_of(request) == language


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_refusals_speak_both_languages(site: Site, language: str) -> None:
    refused = await site.get("/api/matches/nosuchmatch1", **{"Accept-Language": language})
    assert refused.json() == {"code": "no_match", "text": getattr(REFUSAL["no_match"], language)}
    assert refused.headers["content-language"] == language
    assert refused.headers["cache-control"] == "no-store"


async def test_a_detail_says_what_exactly_is_wrong(site: Site) -> None:
    refused = await site.post("/api/players", {"name": 7})
    assert refused.json()["text"] == f"{REFUSAL['bad_request'].en} (Expected `str`, got `int` - at `$.name`)"


async def test_addresses_and_methods_that_do_not_exist(site: Site) -> None:
    for path in ("/api/nothing", "/nothing", "/api/", "/api/matches/x/y/z", "/js/nothing.js"):
        refused = await site.get(path)
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    refused = await site.call("DELETE", "/api/matches")
    assert (refused.status_code, refused.json()["code"]) == (405, "bad_method")
    assert set(refused.headers["allow"].split(", ")) >= {"GET", "POST"}


def test_games_have_refusals_of_their_own() -> None:
    assert status_of("no_such_code_here") == 409
    assert refusal_response(RefusedError("x", rule="OM-1"), "en").body == b'{"code":"x","text":"x","rule":"OM-1"}'


async def test_when_storage_is_away_nothing_is_pretended(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise StorageUnavailableError(1500)

    monkeypatch.setattr(site.store, "lobby", away)
    refused = await site.get("/api/matches")
    assert refused.status_code == 503
    assert refused.json()["code"] == "unavailable"
    assert refused.json()["retry"] == 1500
    assert refused.headers["retry-after"] == "2"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("unknown", "row"), [(False, REFUSAL["unavailable"]), (True, RESULT_UNKNOWN)])
def test_an_unknown_result_has_a_sentence_of_its_own(unknown: bool, row: RefusalCode, language: Language) -> None:
    refusal = explain(StorageUnavailableError(unknown=unknown), "")
    assert (refusal.code, refusal.sentence(language)) == ("unavailable", getattr(row, language))


async def test_a_mistake_of_ours_is_logged_and_told_as_one(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("a secret of the machine room")

    monkeypatch.setattr(site.store, "lobby", broken)
    with caplog.at_level(logging.ERROR):
        answer = await site.http.get("/api/matches")
    assert answer.status_code == 500
    assert answer.json() == {"code": "internal", "text": REFUSAL["internal"].en}
    assert "GET /api/matches failed" in caplog.text


async def test_the_same_outside_of_endpoints(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("oops")

    monkeypatch.setattr("bocage.http.pages.Files.all", broken)
    answer: httpx2.Response = await site.http.get("/index.html", headers={"Accept-Language": "ja"})
    assert answer.status_code == 500
    assert answer.json() == {"code": "internal", "text": REFUSAL["internal"].ja}


def test_a_problem_leaves_out_what_does_not_apply() -> None:
    assert RefusalBody("a", "b").retry == 0
    assert (
        refusal_response(RefusedError("limit", limit="chat_rate", retry=1200), "en").headers["retry-after"] == "2"
    )
