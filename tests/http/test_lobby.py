"""The lobby by REST: how many matches may wait, whose are shown, pages and filters."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import msgspec
import pytest

from bocage.limits import Limits
from bocage.log.records import Change
from bocage.store import Store, StoreSettings
from tests.http.site import NO_LIMITS, Site
from tests.store.logs import a_row


def limited(player: int = 10**6, address: int = 10**6) -> Limits:
    return msgspec.structs.replace(NO_LIMITS, open_matches=player, address_open_matches=address)


async def ids(site: Site, query: str = "") -> list[str]:
    answer = await site.get(f"/api/matches{query}")
    assert answer.status_code == 200, answer.text
    return [row["match"] for row in answer.json()["matches"]]


@contextlib.asynccontextmanager
async def two_nodes(url: str, limits: Limits) -> AsyncIterator[tuple[Site, Site]]:
    one, two = [Site(await Store.open(StoreSettings(url)), limits) for _ in range(2)]
    try:
        yield one, two
    finally:
        for site in (one, two):
            await site.node.close()
            await site.store.close()


async def test_open_matches_of_a_player_are_limited_across_nodes(redis_url: str) -> None:
    async with two_nodes(redis_url, limited(player=3)) as (one, two):
        _, ann = await one.player("Ann")
        _, bob = await one.player("Bob")
        made = [await site.match(ann) for site in (one, two, one)]
        for site in (one, two):
            refused = await site.post("/api/matches", {"game": "squad"}, ann)
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many_open")
            assert refused.json()["limit"] == "open_matches"
            assert refused.json()["text"].startswith("Too many of your matches wait for players.")
        japanese = await two.post("/api/matches", {"game": "squad"}, ann, **{"Accept-Language": "ja"})
        assert japanese.json()["text"].startswith("参加者を待っている対戦が多すぎます。")
        # Nobody else is kept from anything, nor is Ann from solo games.
        await two.match(bob)
        for _ in range(4):
            await two.match(ann, game="omaha")
        # One begins, one is called off: there is room for two.
        await two.post(f"/api/matches/{made[0]}/join", {}, bob)
        await two.post(f"/api/matches/{made[1]}/withdraw", {}, ann)
        await two.match(ann)
        await one.match(ann, access={"private": True})
        assert (await one.post("/api/matches", {"game": "squad"}, ann)).json()["code"] == "too_many_open"
        # A fork waits as well.
        await one.post(f"/api/matches/{made[0]}/resign", {}, ann)
        refused = await one.post(f"/api/matches/{made[0]}/fork", {"seq": 4}, ann)
        assert refused.json()["code"] == "too_many_open"


async def test_open_matches_of_an_address_are_limited_across_nodes(redis_url: str) -> None:
    async with two_nodes(redis_url, limited(address=4)) as (one, two):
        for number in range(4):
            site = (one, two)[number % 2]
            _, token = await site.player(f"P{number}")
            await site.match(token)
        _, ann = await two.player("Ann")
        refused = await two.post("/api/matches", {"game": "squad"}, ann)
        assert (refused.status_code, refused.json()["code"]) == (429, "address_full")
        assert refused.json()["limit"] == "address_open_matches"
        async with two.client("10.0.0.7") as elsewhere:
            made = await elsewhere.post(
                "/api/matches", json={"game": "squad"}, headers={"Authorization": f"Bearer {ann}"}
            )
            assert made.status_code == 201


async def test_the_same_request_again_takes_no_second_place(store: Store) -> None:
    site = Site(store, limited(player=1))
    _, ann = await site.player("Ann")
    for _ in range(3):
        made = await site.post("/api/matches", {"game": "squad"}, ann, **{"Idempotency-Key": "k"})
        assert made.status_code == 201
    refused = await site.post("/api/matches", {"game": "squad", "seat": 7}, ann)
    assert refused.json()["code"] == "no_seat", "what cannot be made takes no place"
    await site.node.close()


async def test_a_flood_leaves_the_others_in_sight(site: Site) -> None:
    _, ann = await site.player("Ann")
    first = await site.match(ann)
    mallory, _ = await site.player("Mallory")
    rows = [
        a_row(f"flood{number}", names=["Mallory", ""], players=[mallory, ""], creator=mallory)
        for number in range(210)
    ]
    changes = [Change(row=msgspec.structs.replace(row, game="squad")) for row in rows]
    await asyncio.gather(
        *[site.store.append(row.match, 1, b"{}", change=change) for row, change in zip(rows, changes, strict=True)]
    )
    _, bob = await site.player("Bob")
    last = await site.match(bob)
    found = await ids(site)
    assert len(found) == 200
    assert {first, last} <= set(found[:3])


async def test_the_lobby_in_pages(site: Site) -> None:
    made = []
    for number in range(5):
        _, token = await site.player(f"P{number}")
        made += [await site.match(token), await site.match(token)]
    found: list[str] = []
    after = ""
    while True:
        page = (await site.get(f"/api/matches?limit=4&after={after}")).json()
        found += [row["match"] for row in page["matches"]]
        after = page.get("next", "")
        if not after:
            break
    assert sorted(found) == sorted(made)
    assert found == await ids(site)


async def test_the_lobby_filtered(site: Site) -> None:
    _, ann = await site.player("Ann")
    waiting, with_bot = await site.match(ann), await site.match(ann, bot=True)
    solo = await site.match(ann, game="omaha")
    company = await site.match(ann, game="company_commander")
    assert set(await ids(site, "?status=open")) == {waiting, with_bot, company}
    assert await ids(site, "?status=playing") == [solo]
    assert await ids(site, "?game=company_commander") == [company]
    assert await ids(site, "?game=squad&bots=no") == [waiting]
    assert await ids(site, "?bots=yes&forks=no&status=open") == [with_bot]
    assert await ids(site, "?forks=yes") == []
    assert await ids(site, "?game=chess") == []


@pytest.mark.parametrize(
    "query", ["status=ended", "bots=maybe", "forks=1", "limit=0", "limit=201", "limit=x", "after=nothing"]
)
async def test_questions_that_the_lobby_does_not_understand(site: Site, query: str) -> None:
    refused = await site.get(f"/api/matches?{query}")
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
    assert query.partition("=")[0] in refused.json()["text"]
