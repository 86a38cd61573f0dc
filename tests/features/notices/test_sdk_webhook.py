"""Webhooks as the SDK checks them are as the service signs them."""

from __future__ import annotations

import msgspec
import pytest

from bocage.features.notices.message import of_test
from bocage.features.notices.webhook import generic
from bocage.features.notices.wire import NewNoticeChannel
from bocage.sdk.webhook import OLDEST, is_genuine
from tests.clients.test_sdk_rest import Server, rest_of

NOW = 1_800_000_000_000


def test_what_the_service_signs_is_genuine() -> None:
    headers, body = generic(of_test("id", "en", "https://here", NOW), "secret", NOW)
    header = headers["Bocage-Signature"]
    assert is_genuine("secret", header, body, NOW)
    assert is_genuine("secret", header, body, NOW + OLDEST)
    assert is_genuine("secret", header, body, NOW - OLDEST)


@pytest.mark.parametrize(
    ("secret", "change", "body", "passed"),
    [
        ("another", "", b"", 0),
        ("secret", "0", b"", 0),
        ("secret", "", b" ", 0),
        ("secret", "", b"", OLDEST + 1),
        ("secret", "", b"", -OLDEST - 1),
    ],
)
def test_what_is_not(secret: str, change: str, body: bytes, passed: int) -> None:
    headers, sent = generic(of_test("id", "en", "https://here", NOW), "secret", NOW)
    assert not is_genuine(secret, headers["Bocage-Signature"] + change, sent + body, NOW + passed)


@pytest.mark.parametrize("header", ["", "t=,v1=", "v1=00", "t=1", "t=x,v1=" + "0" * 64])
def test_headers_that_are_none(header: str) -> None:
    assert not is_genuine("secret", header, b"", NOW)


async def test_a_place_is_added_and_listed() -> None:
    place = {
        "channel": "c",
        "kind": "webhook",
        "goes_to": "hook.example",
        "events": ["turn"],
        "name": "",
        "made": 1,
        "confirmed": True,
        "failed": 0,
        "this": False,
    }
    table = {
        "offered": ["webhook"],
        "push_key": "",
        "lang": "en",
        "zone": "UTC",
        "quiet_from": 0,
        "quiet_to": 0,
        "channels": [place],
    }
    server = Server({"channel": place, "secret": "told once"}, table)
    async with rest_of(server, token="a.b") as rest:
        made = await rest.add_notices(NewNoticeChannel("webhook", "https://hook.example/1", ["turn"]))
        assert made.secret == "told once"
        assert (await rest.notices()).channels == [made.channel]
    sent, asked = server.requests
    assert (sent.method, sent.url.path) == ("POST", "/api/players/me/notices/channels")
    assert msgspec.json.decode(sent.content)["address"] == "https://hook.example/1"
    assert (asked.method, asked.url.path) == ("GET", "/api/players/me/notices")
