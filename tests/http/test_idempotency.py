"""Requests that may be sent again: the same key makes the same match, whatever became of the first try."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bocage.http import idempotency
from bocage.protocol.refusal import RefusedError
from bocage.store import Store, StoreSettings
from tests.http.site import NO_LIMITS, NONCE, Site
from tests.http.test_replays import begun, ended

KEY = {idempotency.HEADER: '"8e03978e-40d5-43dd-bc93-6894a57f9324"'}
SOLO = {"game": "omaha", "nonce": NONCE}
DUEL = {"game": "squad", "nonce": NONCE, "access": {"private": True}, "opponent": "random"}


@pytest.mark.parametrize("wishes", [SOLO, DUEL], ids=["solo", "two seats"])
async def test_the_same_request_makes_one_match(site: Site, wishes: dict[str, Any]) -> None:
    _, token = await site.player()
    first = await site.post("/api/matches", wishes, token, **KEY)
    again = await site.post("/api/matches", wishes, token, **KEY)
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert first.status_code == 201
    assert await site.store.matches() == [first.json()["match"]]
    other = await site.post("/api/matches", wishes, token, **{idempotency.HEADER: "another"})
    assert other.json()["match"] != first.json()["match"]
    without = [(await site.post("/api/matches", wishes, token)).json()["match"] for _ in range(2)]
    assert len(set(without)) == 2


async def test_quotes_and_the_order_of_fields_make_no_difference(site: Site) -> None:
    _, token = await site.player()
    bodies = [b'{"game":"omaha","bot":true}', b'{ "bot": true, "game": "omaha", "options": {} }']
    keys = ['"abc"', "abc"]
    made = [
        await site.call("POST", "/api/matches", content=body, token=token, headers={idempotency.HEADER: key})
        for body in bodies
        for key in keys
    ]
    assert len({response.json()["match"] for response in made}) == 1


async def test_another_request_under_the_same_key_is_refused(site: Site) -> None:
    match, ann, _ = await ended(site)
    made = await site.post("/api/matches", SOLO, ann, **KEY)
    for path, body in (
        ("/api/matches", {**SOLO, "bot": True}),
        ("/api/matches", {**SOLO, "nonce": NONCE[::-1]}),
        (f"/api/matches/{match}/fork", {"seq": 9}),
    ):
        refused = await site.post(path, body, ann, **KEY)
        assert (refused.status_code, refused.json()["code"]) == (422, "key_reused")
    assert (await site.post("/api/matches", SOLO, ann, **KEY)).json() == made.json()


async def test_keys_belong_to_their_player(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    first = await site.post("/api/matches", SOLO, ann, **KEY)
    second = await site.post("/api/matches", {"game": "zombies"}, bob, **KEY)
    assert second.status_code == 201
    assert second.json()["match"] != first.json()["match"]


async def test_requests_that_arrive_together_make_one_match(site: Site, redis_url: str) -> None:
    _, token = await site.player()
    store = await Store.open(StoreSettings(redis_url))
    other = Site(store)
    await other.node.start()
    for wishes, key in ((SOLO, "solo"), (DUEL, "duel")):
        made = await asyncio.gather(
            *[one.post("/api/matches", wishes, token, **{idempotency.HEADER: key}) for one in (site, other) * 4]
        )
        assert {response.status_code for response in made} == {201}
        assert len({response.content for response in made}) == 1
    assert len(await site.store.matches()) == 2
    await other.http.aclose()
    await other.node.close()
    await store.close()


async def test_a_fork_is_made_once(site: Site) -> None:
    match, ann, _ = await begun(site)
    path = f"/api/matches/{match}/fork"
    first = await site.post(path, {"seq": 8, "nonce": NONCE}, ann, **KEY)
    await site.act(match, 2)
    assert (await site.post(path, {"seq": 8, "nonce": NONCE}, ann, **KEY)).json() == first.json()
    assert (await site.post(path, {"seq": 9, "nonce": NONCE}, ann, **KEY)).json()["code"] == "key_reused"
    assert len(await site.store.matches()) == 2


async def test_a_key_is_known_after_a_restart(site: Site, redis_url: str) -> None:
    _, token = await site.player()
    first = await site.post("/api/matches", DUEL, token, **KEY)
    store = await Store.open(StoreSettings(redis_url))
    later = Site(store)
    await later.node.start()
    assert (await later.post("/api/matches", DUEL, token, **KEY)).json() == first.json()
    await later.http.aclose()
    await later.node.close()
    await store.close()


@pytest.mark.parametrize("step", ["create", "command"])
async def test_interrupted_first_request_is_completed_by_the_retry(
    site: Site, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    _, token = await site.player()

    async def gone(*_: object) -> None:
        raise RefusedError("unavailable", retry=1)

    with monkeypatch.context() as broken:
        broken.setattr(site.node, step, gone)
        refused = await site.post("/api/matches", DUEL, token, **KEY)
    assert refused.json()["code"] == "unavailable"
    assert site.bots.invited == []
    made = await site.post("/api/matches", DUEL, token, **KEY)
    assert made.status_code == 201
    table = await site.node.rooms.room(made.json()["match"])
    assert (table.match.seq, made.json()["seat"]) == (2, 0)
    assert [invited[1] for invited in site.bots.invited] == [made.json()["match"]]
    assert len(await site.store.matches()) == 1


async def test_what_is_refused_is_refused_again_and_leaves_nothing_behind(site: Site) -> None:
    _, token = await site.player()
    for _ in range(2):
        refused = await site.post("/api/matches", {"game": "squad", "seat": 7}, token, **KEY)
        assert refused.json()["code"] == "no_seat"
    assert await site.store.matches() == []


async def test_only_matches_that_are_made_count_against_the_limit(store: Store) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, match_rate=1, match_burst=2)
    site = Site(store, limits)
    site.node.clock = lambda: 0.0
    _, token = await site.player()
    made = [await site.post("/api/matches", SOLO, token, **KEY) for _ in range(5)]
    assert {response.status_code for response in made} == {201}
    await site.post("/api/matches", SOLO, token)
    for _ in range(2):
        refused = await site.post("/api/matches", SOLO, token, **{idempotency.HEADER: "third"})
        assert refused.json()["code"] == "limit"
    assert (await site.post("/api/matches", SOLO, token, **KEY)).json() == made[0].json()
    await site.http.aclose()


async def test_made_match_is_told_again_at_the_limit(store: Store) -> None:
    """It has begun, and another one of the same player waits in its place."""
    site = Site(store, msgspec.structs.replace(NO_LIMITS, open_matches=1))
    await site.node.start()
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    wishes = {"game": "squad", "nonce": NONCE}
    first = await site.post("/api/matches", wishes, ann, **KEY)
    await site.post(f"/api/matches/{first.json()['match']}/join", {}, bob)
    await site.match(ann)
    assert (await site.post("/api/matches", wishes, ann)).json()["code"] == "too_many_open"
    again = await site.post("/api/matches", wishes, ann, **KEY)
    assert (again.status_code, again.json()) == (201, first.json())
    await site.http.aclose()
    await site.node.close()
