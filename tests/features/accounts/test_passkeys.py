"""Passkeys over REST, with a device in software, and what somebody who wants to be another could try."""

from __future__ import annotations

from typing import Any

import httpx2
import msgspec
import pytest

from bocage.features.accounts.checks import to_text
from bocage.features.accounts.feature import Accounts
from bocage.features.accounts.relying_party import relying_party
from bocage.features.accounts.storage import CHALLENGE_LASTS
from bocage.features.accounts.wire import NewPasskey
from bocage.limits import Limits
from bocage.protocol.sign_ins import sign_in_id
from bocage.store import Store
from bocage.store.keys import player_key
from tests.features.accounts.authenticator import Authenticator, player_of
from tests.http.site import NO_LIMITS, Site
from tests.redis_server import RedisServer

ME = "/api/players/me"


async def offered(site: Site, token: str) -> dict[str, Any]:
    answer = await site.post(f"{ME}/passkeys/challenge", {}, token)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def added(site: Site, token: str, device: Authenticator, name: str = "") -> httpx2.Response:
    made = device.make(await offered(site, token))
    return await site.post(f"{ME}/passkeys", made | {"name": name}, token)


async def asked(site: Site) -> dict[str, Any]:
    answer = await site.post("/api/passkeys/challenge", {})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def signed_in(site: Site, answer: dict[str, Any]) -> httpx2.Response:
    return await site.post("/api/passkeys/sign-in", answer)


async def owner(site: Site, name: str = "Ann") -> tuple[str, str, Authenticator]:
    """A player with a passkey: id, token, their device."""
    player, token = await site.player(name)
    device = Authenticator()
    assert (await added(site, token, device, "my key")).status_code == 201
    return player, token, device


async def test_a_passkey_brings_its_player_to_any_device(site: Site) -> None:
    player, token, device = await owner(site)
    assert player_of(device.credentials[0].user) == player
    for name in ("Firefox, Linux", "Safari, iPhone"):
        back = await signed_in(site, device.sign(await asked(site), device=name))
        assert (back.status_code, back.json()["player"], back.json()["name"]) == (201, player, "Ann")
        assert (await site.get(ME, back.json()["token"])).json()["player"] == player
    table = (await site.get(f"{ME}/sign-ins", token)).json()
    assert {one["device"] for one in table["sign_ins"]} == {"", "Firefox, Linux", "Safari, iPhone"}
    assert (table["codes"], table["passkeys"]) == (0, 1)
    (one,) = (await site.get(f"{ME}/passkeys", token)).json()["passkeys"]
    assert (one["name"], one["used"] >= one["made"], one["synced"]) == ("my key", True, False)


async def test_several_of_one_player_named_and_removed(site: Site) -> None:
    _, token, first = await owner(site)
    offer = await offered(site, token)
    assert offer["known"] == [to_text(first.credentials[0].id)]
    second = Authenticator()
    await added(site, token, second, "second")
    ids = {one["name"]: one["passkey"] for one in (await site.get(f"{ME}/passkeys", token)).json()["passkeys"]}
    renamed = await site.post(f"{ME}/passkeys/change", {"passkey": ids["second"], "name": "desk"}, token)
    assert {one["name"] for one in renamed.json()["passkeys"]} == {"my key", "desk"}
    left = await site.post(f"{ME}/passkeys/change", {"passkey": ids["my key"], "remove": True}, token)
    assert [one["name"] for one in left.json()["passkeys"]] == ["desk"]
    assert (await signed_in(site, first.sign(await asked(site)))).json()["code"] == "bad_passkey"
    assert (await signed_in(site, second.sign(await asked(site)))).status_code == 201
    nothing = await site.post(f"{ME}/passkeys/change", {"passkey": ids["my key"], "name": "x"}, token)
    assert nothing.json()["code"] == "bad_passkey"


async def test_who_made_a_passkey_is_never_forgotten(store: Store, redis_server: RedisServer) -> None:
    site = Site(store, NO_LIMITS)
    player, token = await site.player()
    with redis_server.client() as client:
        assert client.ttl(player_key(player)) > 0
        await added(site, token, Authenticator())
        assert client.ttl(player_key(player)) == -1
    assert (await site.get(f"/api/players/{player}", token)).json()["kept"]


async def test_an_answer_that_was_heard_is_of_no_use_again(site: Site) -> None:
    _, token, device = await owner(site)
    answer = device.sign(await asked(site))
    assert (await signed_in(site, answer)).status_code == 201
    assert (await signed_in(site, answer)).json()["code"] == "bad_passkey"
    # A wrong answer ends the challenge as well.
    fresh = await asked(site)
    right = device.sign(fresh)
    assert (await signed_in(site, right | {"signature": answer["signature"]})).json()["code"] == "bad_passkey"
    assert (await signed_in(site, right)).json()["code"] == "bad_passkey"
    made = Authenticator().make(await offered(site, token))
    assert (await site.post(f"{ME}/passkeys", made, token)).status_code == 201
    assert (await site.post(f"{ME}/passkeys", made, token)).json()["code"] == "bad_passkey"


async def test_a_challenge_belongs_to_one_session_and_one_purpose(site: Site) -> None:
    _, token, device = await owner(site)
    _, eve = await site.player("Eve")
    mine, other = await asked(site), await asked(site)
    answer = device.sign(mine, session=other["session"])
    assert (await signed_in(site, answer)).json()["code"] == "bad_passkey"
    made = Authenticator().make(await offered(site, token))
    assert (await site.post(f"{ME}/passkeys", made, eve)).json()["code"] == "bad_passkey"
    offer = await offered(site, token)
    crossed = device.sign({"session": sign_in_id(token), **offer})
    assert (await signed_in(site, crossed)).json()["code"] == "bad_passkey"
    signing = await asked(site)
    made = Authenticator().make({**offer, "challenge": signing["challenge"]})
    assert (await site.post(f"{ME}/passkeys", made, token)).json()["code"] == "bad_passkey"


async def test_a_challenge_waits_five_minutes(store: Store, redis_server: RedisServer) -> None:
    site = Site(store, NO_LIMITS)
    _, token, device = await owner(site)
    with redis_server.client() as client:
        answers = [device.sign(await asked(site))]
        await offered(site, token)
        kept = list(client.scan_iter("challenge:*"))
        assert len(kept) == 2
        assert all(0 < client.ttl(key) <= CHALLENGE_LASTS == 300 for key in kept)
        assert answers[0]["client_data"].encode() not in b"".join(kept)
        client.delete(*kept)  # as if they had passed
    assert (await signed_in(site, answers[0])).json()["code"] == "bad_passkey"


async def test_every_wrong_answer_is_refused_with_the_same_words(site: Site) -> None:
    """Nobody learns whether there is such a player, whether they have passkeys, or which."""
    ann, _, device = await owner(site)
    bob, _, bobs = await owner(site, "Bob")
    lone, _ = await site.player("Zoe")
    wrong: list[dict[str, Any]] = [
        bobs.sign(await asked(site), user=to_text(ann.encode())),  # another's passkey
        bobs.sign(await asked(site), user=device.credentials[0].user, credential=to_text(device.credentials[0].id)),
        device.sign(await asked(site), user=to_text(lone.encode())),  # a player without one
        device.sign(await asked(site), user=to_text(b"a" * 16)),  # nobody
        device.sign(await asked(site), user=""),
        device.sign(await asked(site), user=to_text(b"a:b\xff")),
        device.sign(await asked(site), credential="AAAA"),
        device.sign(await asked(site), signature="AAAA"),
        device.sign(await asked(site), authenticator=""),
        device.sign(await asked(site), client_data="AAAA"),
        device.sign(await asked(site), client_data="A"),
        device.sign({"challenge": "AAAA", "site": "localhost", "session": "me"}),  # none of ours
    ]
    answers = [await signed_in(site, one) for one in wrong]
    assert {(one.status_code, one.text) for one in answers} == {(403, answers[0].text)}
    assert answers[0].json()["code"] == "bad_passkey"
    assert (await signed_in(site, device.sign(await asked(site)))).json()["player"] == ann
    # What is asked at first is the same for everybody: it names nobody and no passkey.
    assert set(await asked(site)) == {"session", "challenge", "site"}
    assert bob != ann


@pytest.mark.parametrize("device", [Authenticator("https://bocage.evil"), Authenticator(site="bocage.evil")])
async def test_a_page_elsewhere_gets_nothing_that_is_of_use_here(site: Site, device: Authenticator) -> None:
    _, token = await site.player()
    refused = await site.post(f"{ME}/passkeys", device.make(await offered(site, token)), token)
    assert refused.json()["code"] == "bad_passkey"
    _, token, mine = await owner(site)
    mine.origin, mine.site = device.origin, device.site
    assert (await signed_in(site, mine.sign(await asked(site)))).json()["code"] == "bad_passkey"


async def test_a_copy_of_a_passkey_is_noticed(site: Site) -> None:
    _, _, device = await owner(site)
    for before, status in ((4, 201), (2, 403), (4, 403), (5, 201)):
        device.credentials[0].count = before
        assert (await signed_in(site, device.sign(await asked(site)))).status_code == status


async def test_signing_out_everywhere_ends_passkeys_too(site: Site) -> None:
    """Whoever had a token may have made one for themselves."""
    _, token, device = await owner(site)
    thief = (await signed_in(site, device.sign(await asked(site)))).json()["token"]
    late = Authenticator().make(await offered(site, thief))
    ended = await site.post(f"{ME}/sign-out", {"others": True}, token)
    assert ended.json() == {"sign_ins": [sign_in_id(thief)]}
    assert (await site.get(f"{ME}/passkeys", token)).json() == {"passkeys": []}
    assert (await signed_in(site, device.sign(await asked(site)))).json()["code"] == "bad_passkey"
    assert (await site.post(f"{ME}/passkeys", late, thief)).json()["code"] == "bad_token"
    assert (await site.post(f"{ME}/passkeys", late, token)).json()["code"] == "bad_passkey"


async def test_tries_and_passkeys_are_limited(store: Store) -> None:
    site = Site(store, Limits(sign_in_rate=1, sign_in_burst=3, passkeys=1))
    site.node.clock = lambda: 100.0
    _, token, device = await owner(site)
    await offered(site, token)
    more = await site.post(f"{ME}/passkeys/challenge", {}, token)
    assert more.status_code == 201
    assert (await site.post(f"{ME}/passkeys/challenge", {}, token)).json()["limit"] == "sign_in_rate"
    for _ in range(3):
        await asked(site)
    assert (await site.post("/api/passkeys/challenge", {})).json()["limit"] == "sign_in_rate"
    full = await site.post(f"{ME}/passkeys", device.make(more.json()), token)
    assert full.json()["limit"] == "passkeys"


async def test_what_is_offered_depends_on_where_the_service_is(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = await site.player()
    for address, why, domain, origin in (
        ("http://127.0.0.1:8700", "", "localhost", "http://localhost:8700"),
        ("http://[::1]:8700", "", "localhost", "http://localhost:8700"),
        ("https://Bocage.example/play", "", "bocage.example", "https://bocage.example"),
        ("http://bocage.example", "plain", "bocage.example", "http://bocage.example"),
        ("https://192.0.2.7", "number", "192.0.2.7", "https://192.0.2.7"),
    ):
        site.feature(Accounts).party = relying_party(address)
        told = (await site.get("/api/passkeys")).json()
        assert told == {"why": why, "site": domain, "origins": [origin]}
        answer = await site.post(f"{ME}/passkeys/challenge", {}, token)
        assert answer.json().get("code") == ("no_passkeys" if why else None)
    monkeypatch.setattr("bocage.features.accounts.relying_party.installed", lambda: False)
    await site.feature(Accounts).start(site.state)
    assert (await site.get("/api/passkeys")).json()["why"] == "package"
    for path in ("challenge", "sign-in"):
        empty = dict.fromkeys(("session", "credential", "user", "client_data", "authenticator", "signature"), "")
        body = {} if path == "challenge" else empty
        assert (await site.post(f"/api/passkeys/{path}", body)).json()["code"] == "no_passkeys"
    # Those that were made before can be looked at and removed.
    assert (await site.get(f"{ME}/passkeys", token)).json() == {"passkeys": []}


@pytest.mark.parametrize("key", ["a+b", "a/b", "a=", "ä", "a b", "a" * 1401])
def test_keys_are_base64url_of_a_devices_length(key: str) -> None:
    fields = {"credential": "aZ_-09", "client_data": "", "attestation": ""}
    assert msgspec.convert(fields, NewPasskey).credential == "aZ_-09"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**fields, "credential": key}, NewPasskey)


def test_passkeys_know_the_host_alone() -> None:
    party = relying_party("https://club.example/games/bocage")
    assert (party.id, party.origins) == ("club.example", ("https://club.example",))
