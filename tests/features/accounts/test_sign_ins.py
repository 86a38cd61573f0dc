"""Sign-ins over REST, and what somebody who wants to be another could try."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.features.accounts import sign_ins
from bocage.limits import Limits
from bocage.protocol.refusal import RefusedError
from bocage.protocol.sign_ins import sign_in_id
from bocage.store import Player, Store
from bocage.store.keys import player_key
from tests.http.site import NO_LIMITS, Site
from tests.redis_server import RedisServer


async def moved(site: Site, token: str, device: str = "") -> str:
    """The token of another device."""
    code = (await site.post("/api/players/me/link", {}, token)).json()["code"]
    answer = await site.post("/api/sign-in", {"code": code, "device": device})
    assert answer.status_code == 201
    return str(answer.json()["token"])


async def test_another_device_is_the_same_player(site: Site) -> None:
    made = (await site.post("/api/players", {"name": "Ann", "device": "Firefox,\tLinux"})).json()
    phone = await moved(site, made["token"], "Safari, iPhone")
    assert (await site.get("/api/players/me", phone)).json() == {"player": made["player"], "name": "Ann"}
    table = (await site.get("/api/players/me/sign-ins", phone)).json()
    assert {(one["device"], one["this"]) for one in table["sign_ins"]} == {
        ("Firefox, Linux", False),
        ("Safari, iPhone", True),
    }
    assert (table["codes"], table["codes_made"]) == (0, 0)


async def test_used_link_is_refused_like_an_unknown_one(site: Site) -> None:
    player, token = await site.player()
    code = (await site.post("/api/players/me/link", {}, token)).json()["code"]
    assert (await site.post("/api/sign-in", {"code": code})).status_code == 201
    never = player + "a" * (len(code) - len(player))
    nobody = "a" * len(code)
    answers = [await site.post("/api/sign-in", {"code": one}) for one in (code, never, nobody, "", "?")]
    assert {(answer.status_code, answer.text) for answer in answers} == {(403, answers[0].text)}
    assert answers[0].json()["code"] == "bad_code"


async def test_tries_are_counted_by_address_whoever_is_meant(store: Store) -> None:
    site = Site(store, Limits(sign_in_rate=1, sign_in_burst=3))
    site.node.clock = lambda: 100.0
    _, token = await site.player()
    link = (await site.post("/api/players/me/link", {}, token)).json()["code"]
    for number in range(3):
        assert (await site.post("/api/sign-in", {"code": f"{number}" * 32})).json()["code"] == "bad_code"
    refused = await site.post("/api/sign-in", {"code": link})
    assert (refused.status_code, refused.json()["limit"]) == (429, "sign_in_rate")
    # Who guesses locks nobody out: the code works from elsewhere.
    async with site.client("10.0.0.7") as other:
        assert (await other.post("/api/sign-in", json={"code": link})).status_code == 201


async def test_codes_are_not_made_without_end(store: Store) -> None:
    site = Site(store, Limits(sign_in_rate=1, sign_in_burst=2))
    site.node.clock = lambda: 100.0
    _, token = await site.player()
    for path in ("link", "recovery-codes"):
        assert (await site.post(f"/api/players/me/{path}", {}, token)).status_code == 201
    for path in ("link", "recovery-codes", "sign-ins"):
        assert (await site.post(f"/api/players/me/{path}", {}, token)).json()["limit"] == "sign_in_rate"


async def test_lost_devices_are_recovered_from(site: Site) -> None:
    player, token = await site.player()
    codes = (await site.post("/api/players/me/recovery-codes", {}, token)).json()["codes"]
    back = (await site.post("/api/sign-in", {"code": codes[0], "device": "new"})).json()
    assert back["player"] == player
    ended = await site.post("/api/players/me/sign-out", {"others": True}, back["token"])
    assert ended.json() == {"sign_ins": [sign_in_id(token)]}
    assert (await site.get("/api/players/me", token)).json()["code"] == "bad_token"
    # Codes made before are void: whoever had that device may have read them.
    assert (await site.post("/api/sign-in", {"code": codes[1]})).json()["code"] == "bad_code"


async def test_a_stolen_token_is_ended_by_its_owner(site: Site) -> None:
    _, token = await site.player()
    thief = await moved(site, token)
    match = await site.match(thief)
    assert (await site.post("/api/players/me/sign-out", {"sign_in": sign_in_id(thief)}, token)).json()[
        "sign_ins"
    ] == [sign_in_id(thief)]
    for method, path in (
        ("GET", "/api/players/me"),
        ("GET", "/api/players/me/sign-ins"),
        ("POST", "/api/players/me/link"),
        ("POST", "/api/players/me/recovery-codes"),
        ("POST", "/api/players/me/sign-ins"),
        ("POST", "/api/matches"),
        ("POST", f"/api/matches/{match}/resign"),
    ):
        body = {"game": "omaha"} if path == "/api/matches" else {}
        refused = await site.call(method, path, body if method == "POST" else None, token=thief)
        assert (refused.status_code, refused.json()["code"]) == (401, "bad_token"), path


async def test_nobody_ends_the_sign_ins_of_another_player(site: Site) -> None:
    _, ann = await site.player()
    _, bob = await site.player()
    gone = await site.post("/api/players/me/sign-out", {"sign_in": sign_in_id(ann)}, bob)
    assert gone.json() == {"sign_ins": []}
    assert (await site.get("/api/players/me", ann)).status_code == 200


async def test_a_token_is_changed_without_a_moment_without_one(site: Site) -> None:
    player, token = await site.player()
    new = (await site.post("/api/players/me/sign-ins", {"device": "here"}, token)).json()
    assert new["player"] == player
    assert (await site.get("/api/players/me", token)).status_code == 200
    await site.post("/api/players/me/sign-out", {"others": True}, new["token"])
    assert (await site.get("/api/players/me", token)).status_code == 401
    assert (await site.get("/api/players/me", new["token"])).status_code == 200


@pytest.mark.parametrize("body", [{}, {"sign_in": "0123456789abcdef", "others": True}])
async def test_what_is_to_end_is_said(site: Site, body: dict[str, object]) -> None:
    _, token = await site.player()
    assert (await site.post("/api/players/me/sign-out", body, token)).json()["code"] == "bad_request"


async def test_only_hashes_of_codes_are_stored(store: Store, redis_server: RedisServer) -> None:
    site = Site(store, NO_LIMITS)
    player, token = await site.player()
    link = (await site.post("/api/players/me/link", {}, token)).json()["code"]
    codes = (await site.post("/api/players/me/recovery-codes", {}, token)).json()["codes"]
    with redis_server.client() as client:
        kept = b" ".join(client.hgetall(player_key(player)).values()).decode()
    for secret in (token, link, *(code.replace("-", "").lower() for code in codes)):
        assert hashlib.sha256(secret.encode()).hexdigest() in kept
        assert secret[16:] not in kept


async def test_tokens_of_earlier_releases_are_sign_ins_too(store: Store, redis_server: RedisServer) -> None:
    site = Site(store, NO_LIMITS)
    player, token = await site.player()
    with redis_server.client() as client:
        client.hdel(player_key(player), f"sign-in:{sign_in_id(token)}")
    (one,) = (await site.get("/api/players/me/sign-ins", token)).json()["sign_ins"]
    assert (one["sign_in"], one["this"]) == (sign_in_id(token), True)
    phone = await moved(site, token)
    await site.post("/api/players/me/sign-out", {"sign_in": sign_in_id(token)}, phone)
    assert (await site.get("/api/players/me", token)).status_code == 401


class EndedSignIn:
    """A request whose sign-in ends while it is carried out: nothing is stored for it."""

    def __init__(self) -> None:
        self.node = self.state = self
        self.limits = Limits()
        self.taken: list[tuple[str, str]] = []

    async def player(self) -> Player:
        return Player("ann", "Ann", 1)

    async def body(self, kind: type[Any]) -> Any:
        return kind()

    def token(self) -> str:
        return "ann.t"

    def take(self, limit: str, key: str) -> None:
        self.taken.append((limit, key))

    def part(self, kind: type[Any]) -> Any:
        async def ended(token: str, device: str = "", most: int = 0) -> None:
            assert (token, device) == ("ann.t", "")

        return SimpleNamespace(add=ended, link=ended, recovery_codes=ended)


@pytest.mark.parametrize("handler", [sign_ins.add, sign_ins.link, sign_ins.recovery_codes])
async def test_nothing_is_made_for_a_sign_in_that_ends_meanwhile(handler: Callable[[Any], Any]) -> None:
    context = EndedSignIn()
    with pytest.raises(RefusedError, match="bad_token"):
        await handler(context)
    assert context.taken == [("sign_in_rate", "ann")]
