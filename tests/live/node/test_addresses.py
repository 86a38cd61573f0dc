"""Who counts as one caller, with and without proxies in between."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.live.addresses import Proxies
from tests.live.node.service import nothing_here, running

NONE = Proxies()
TWO = Proxies(["10.0.0.1", "10.0.0.2"])
NETWORK = Proxies(["172.16.0.0/12", "fd00::/8"])
ANY = Proxies(["*"])


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "caller"),
    [
        # Nobody is believed who is no proxy.
        (NONE, "203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        (TWO, "203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        (TWO, "10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        # What a client claims stands left of what our own proxies saw.
        (TWO, "10.0.0.1", ["1.2.3.4, 198.51.100.1", "10.0.0.2"], "198.51.100.1"),
        (TWO, "10.0.0.1", [], "10.0.0.1"),
        (TWO, "10.0.0.1", ["10.0.0.2"], "10.0.0.2"),
        (NETWORK, "172.20.0.5", ["198.51.100.1, 172.31.255.255"], "198.51.100.1"),
        (NETWORK, "fd00::1", ["198.51.100.1"], "198.51.100.1"),
        # A network may be named by any of its addresses.
        (Proxies(["10.9.8.7/8"]), "10.1.1.1", ["198.51.100.1"], "198.51.100.1"),
        # With "*" there is one proxy: the last entry is its own, whatever a client claims.
        (ANY, "192.0.2.1", ["1.2.3.4, 198.51.100.1"], "198.51.100.1"),
        (ANY, "192.0.2.1", ["1.2.3.4", "198.51.100.1"], "198.51.100.1"),
        (ANY, "192.0.2.1", [], "192.0.2.1"),
        # What is no address ends the list.
        (TWO, "10.0.0.1", ["198.51.100.1, unknown"], "10.0.0.1"),
        (TWO, "10.0.0.1", ["198.51.100.1, unknown, 10.0.0.2"], "10.0.0.2"),
        (TWO, "10.0.0.1", [""], "10.0.0.1"),
        # Ports are left away.
        (TWO, "10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        (TWO, "10.0.0.1", ["[2001:db8:1:2:3::4]:4711"], "2001:db8:1:2::/64"),
        # One site of IPv6 is one caller.
        (NONE, "2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        (NONE, "2001:db8:1:2:ffff::", [], "2001:db8:1:2::/64"),
        (NONE, "2001:db8:1:3::1", [], "2001:db8:1:3::/64"),
        # IPv4 in the clothes of IPv6 is IPv4.
        (NONE, "::ffff:203.0.113.9", [], "203.0.113.9"),
        (TWO, "::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        # A unix socket, or a test client, has no address.
        (NONE, "", ["198.51.100.1"], ""),
        (NONE, "testclient", [], "testclient"),
    ],
)
def test_the_caller_is_the_nearest_hop_that_is_no_proxy(
    proxies: Proxies, peer: str, forwarded: list[str], caller: str
) -> None:
    assert proxies.caller(peer, forwarded) == caller


@given(st.lists(st.text("0123456789abcdef.:,[] *", max_size=20), max_size=3))
def test_what_a_client_claims_never_changes_who_they_are(claims: list[str]) -> None:
    for proxies, peer in ((TWO, "10.0.0.1"), (ANY, "192.0.2.1")):
        assert proxies.caller(peer, [*claims, "198.51.100.1"]) == "198.51.100.1"
    assert NONE.caller("203.0.113.9", claims) == "203.0.113.9"


@pytest.mark.parametrize("name", ["proxy.example", "10.0.0.1/33", "10.0.0.1:80", "**"])
def test_a_proxy_is_an_address_or_a_network(name: str) -> None:
    with pytest.raises(ValueError, match="does not appear"):
        Proxies([name])


def test_address_is_known_before_any_word_except_behind_a_proxy() -> None:
    assert NONE.peer("203.0.113.9") == "203.0.113.9"
    assert NONE.peer("2001:db8::1") == "2001:db8::/64"
    assert (TWO.peer("10.0.0.1"), TWO.peer("10.0.0.3")) == ("", "10.0.0.3")
    assert ANY.peer("203.0.113.9") == ""
    assert NONE.peer("") == ""


async def test_local_requests_cannot_claim_another_address(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The web server, too, could believe ``X-Forwarded-For``: whom to believe is for the node alone to say."""
    seen: list[str] = []

    async def note(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])
        await nothing_here(scope, receive, send)

    monkeypatch.setattr("tests.live.node.service.nothing_here", note)
    async with running(redis_url) as service, httpx2.AsyncClient() as client:
        url = f"http://127.0.0.1:{service.port}/"
        await client.get(url, headers={"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"})
    assert seen == ["127.0.0.1"]
