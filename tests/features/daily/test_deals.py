"""Deals of days in Redis: one secret for all nodes, one attempt for each player, and boards over all shards."""

from __future__ import annotations

import asyncio

import pytest

from bocage.features.daily.deals import SECRETS, Deals, DealSecret
from bocage.log.records import Change, Points
from bocage.store import Store, StoreSettings
from bocage.store.keys import shard_key, shard_of
from tests.redis_server import RedisServer

DAY = 86_400
#: Two matches that lie in one shard, and two that lie in others.
SAME = [f"m{number}" for number in range(200) if shard_of(f"m{number}") == 3][:3]
OTHERS = [f"m{number}" for number in range(200) if shard_of(f"m{number}") in (4, 5)][:2]


@pytest.fixture(autouse=True)
def known_dice() -> None:
    """Secrets are drawn here."""


async def finish(store: Store, match: str, player: str, score: int, *spans: str) -> None:
    points = Points("squad", spans, player, score)
    await store.append(match, 1, b"{}", change=Change(points=points))


async def test_a_secret_is_made_once_for_all_nodes(store: Store, redis_url: str, redis_server: RedisServer) -> None:
    other = await Store.open(StoreSettings(redis_url))
    before = store.now()
    made = await asyncio.gather(*[Deals(node).secret("2027-01-15", "squad") for node in (store, other) * 4])
    await other.close()
    assert len(set(made)) == 1
    assert (made[0].day, made[0].game, len(made[0].secret)) == ("2027-01-15", "squad", 32)
    # Nodes' clocks differ by a little.
    assert abs(made[0].made - before) < 600_000
    assert await Deals(store).secret("2027-01-15", "squad") == made[0]
    assert (await Deals(store).secret("2027-01-15", "omaha")).secret != made[0].secret
    assert (await Deals(store).secret("2027-01-16", "squad")).secret != made[0].secret
    with redis_server.client() as client:
        assert client.ttl(SECRETS) == -1


async def test_deals_are_told_the_newest_day_first_and_by_game(store: Store) -> None:
    assert await Deals(store).all() == []
    for day, game in (("2027-01-15", "squad"), ("2027-01-16", "omaha"), ("2027-01-15", "omaha")):
        await Deals(store).secret(day, game)
    deals = await Deals(store).all()
    assert [(deal.day, deal.game) for deal in deals] == [
        ("2027-01-16", "omaha"),
        ("2027-01-15", "omaha"),
        ("2027-01-15", "squad"),
    ]
    assert deals[0] == await Deals(store).secret("2027-01-16", "omaha")
    assert isinstance(deals[0], DealSecret)


async def test_first_attempt_is_kept_for_sixty_days(store: Store, redis_server: RedisServer) -> None:
    deals = Deals(store)
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
    board = Deals(store).board
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
        assert await Deals(store).board("squad", span) == [("ann", 5)]
    await finish(store, SAME[2], "ann", 3, "next day", "week", "all")
    for span, points in (("day", 5), ("next day", 3), ("week", 8), ("all", 8)):
        assert await Deals(store).board("squad", span) == [("ann", points)]


async def test_attempts_and_points_of_who_leaves_are_deleted(store: Store, redis_server: RedisServer) -> None:
    deals, me = Deals(store), "ann"
    made = [await deals.secret(day, "omaha") for day in ("2030-01-01", "2030-01-03", "2030-01-02")]
    for deal in made[:2]:
        await deals.attempt(deal.day, deal.game, me, f"m{deal.day[-1]}")
    attempts = await deals.attempts(me)
    assert [(one.day, one.game, one.match) for one in attempts] == [
        ("2030-01-03", "omaha", "m3"),
        ("2030-01-01", "omaha", "m1"),
    ]
    boards = [("a", "omaha:d"), ("b", "omaha:d"), ("a", "omaha:w"), ("a", "omaha:e")]
    assert shard_of("a") != shard_of("b")
    with redis_server.client() as client:
        for points, (match, name) in enumerate(boards[:3], 1):
            client.zadd(shard_key(shard_of(match), f"board:{name}"), {me: points, "bob": 9})
    assert await deals.points(me, boards) == {"omaha:d": 3, "omaha:w": 3}
    for _ in range(2):
        await deals.forget(me, boards)
    with redis_server.client() as client:
        assert [key for key in client.keys("*") if me.encode() in key] == []
        assert client.keys("daily:attempts:*") == []
        assert client.zrange(shard_key(shard_of("a"), "board:omaha:w"), 0, -1) == [b"bob"]
    assert await deals.points(me, boards) == {}
    assert await deals.attempts(me) == []
