"""Deals of days in Redis: one secret for all nodes, one attempt for each player, and boards over all shards."""

from __future__ import annotations

import asyncio

import pytest

from bocage.log.records import Change, Points
from bocage.store import Store, StoreSettings
from bocage.store.deals import SECRETS, DealSecret
from bocage.store.keys import shard_of
from tests.redis_server import RedisServer

DAY = 86_400
#: Two matches that lie in one shard, and two that lie in others.
SAME = [f"m{number}" for number in range(200) if shard_of(f"m{number}") == 3][:3]
OTHERS = [f"m{number}" for number in range(200) if shard_of(f"m{number}") in (4, 5)][:2]


async def finish(store: Store, match: str, player: str, score: int, *spans: str) -> None:
    points = Points("squad", spans, player, score)
    await store.append(match, 1, b"{}", change=Change(points=points))


async def test_a_secret_is_made_once_for_all_nodes(store: Store, redis_url: str, redis_server: RedisServer) -> None:
    other = await Store.open(StoreSettings(redis_url))
    before = store.now()
    made = await asyncio.gather(*[node.deals.secret("2027-01-15", "squad") for node in (store, other) * 4])
    await other.close()
    assert len(set(made)) == 1
    assert (made[0].day, made[0].game, len(made[0].secret)) == ("2027-01-15", "squad", 32)
    # Nodes' clocks differ by a little.
    assert abs(made[0].made - before) < 600_000
    assert await store.deals.secret("2027-01-15", "squad") == made[0]
    assert (await store.deals.secret("2027-01-15", "omaha")).secret != made[0].secret
    assert (await store.deals.secret("2027-01-16", "squad")).secret != made[0].secret
    with redis_server.client() as client:
        assert client.ttl(SECRETS) == -1


async def test_deals_are_told_the_newest_day_first_and_by_game(store: Store) -> None:
    assert await store.deals.all() == []
    for day, game in (("2027-01-15", "squad"), ("2027-01-16", "omaha"), ("2027-01-15", "omaha")):
        await store.deals.secret(day, game)
    deals = await store.deals.all()
    assert [(deal.day, deal.game) for deal in deals] == [
        ("2027-01-16", "omaha"),
        ("2027-01-15", "omaha"),
        ("2027-01-15", "squad"),
    ]
    assert deals[0] == await store.deals.secret("2027-01-16", "omaha")
    assert isinstance(deals[0], DealSecret)


async def test_the_first_attempt_is_the_one_that_is_kept_for_sixty_days(
    store: Store, redis_server: RedisServer
) -> None:
    deals = store.deals
    assert await deals.attempt_of("2027-01-15", "squad", "ann") == ""
    assert await deals.attempt("2027-01-15", "squad", "ann", "m1") == "m1"
    assert await deals.attempt("2027-01-15", "squad", "ann", "m2") == "m1"
    assert await deals.attempt("2027-01-15", "squad", "bob", "m3") == "m3"
    assert await deals.attempt("2027-01-16", "squad", "ann", "m4") == "m4"
    assert await deals.attempt("2027-01-15", "omaha", "ann", "m5") == "m5"
    assert await deals.attempt_of("2027-01-15", "squad", "ann") == "m1"
    assert await deals.attempt_of("2027-01-15", "squad", "bob") == "m3"
    assert await deals.attempt_of("2027-01-17", "squad", "ann") == ""
    with redis_server.client() as client:
        keys = client.keys("daily:attempts:*")
        assert len(keys) == 3
        assert all(59 * DAY < client.ttl(key) <= 60 * DAY for key in keys)


async def test_a_board_adds_up_what_lies_in_several_shards(store: Store) -> None:
    board = store.deals.board
    assert await board("squad", "day") == []
    await finish(store, SAME[0], "ann", 5, "day", "week")
    await finish(store, SAME[1], "bob", 9, "day", "week")
    await finish(store, SAME[2], "cid", 7, "day", "week")
    await finish(store, OTHERS[0], "dan", 7, "day", "week")
    await finish(store, OTHERS[1], "ann", 6, "next day", "week")
    assert await board("squad", "day") == [("bob", 9), ("cid", 7), ("dan", 7), ("ann", 5)]
    assert await board("squad", "next day") == [("ann", 6)]
    assert await board("squad", "week") == [("ann", 11), ("bob", 9), ("cid", 7), ("dan", 7)]
    assert await board("omaha", "week") == []


@pytest.mark.parametrize("again", [4, 40])
async def test_a_day_counts_once(store: Store, again: int) -> None:
    await finish(store, SAME[0], "ann", 5, "day", "week", "all")
    await finish(store, SAME[1], "ann", again, "day", "week", "all")
    for span in ("day", "week", "all"):
        assert await store.deals.board("squad", span) == [("ann", 5)]
    await finish(store, SAME[2], "ann", 3, "next day", "week", "all")
    for span, points in (("day", 5), ("next day", 3), ("week", 8), ("all", 8)):
        assert await store.deals.board("squad", span) == [("ann", points)]
