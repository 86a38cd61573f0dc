"""Friends, blocks, mutes and reports in Redis."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.features.social.blocks import CHANNEL, Blocks
from bocage.features.social.friends import ASKS, Friends
from bocage.features.social.reports import KEPT as REPORT_KEPT
from bocage.features.social.reports import Reports
from bocage.store import Store
from tests.redis_server import RedisServer
from tests.store.logs import until
from tests.store.test_about_players import DAY, left
from tests.store.test_about_players import other as other


async def test_friends_are_those_who_want_each_other(store: Store) -> None:
    friends = Friends(store.topology)
    assert await friends.want("ann", "bob", 3, 10, told=True)
    assert await friends.want("cem", "bob", 3, 20, told=True)
    assert await friends.want("dee", "bob", 3, 30, told=False)
    # Who says so twice has said so the first time.
    assert await friends.want("ann", "eva", 3, 40, told=True)
    assert await friends.want("ann", "bob", 3, 50, told=False)
    assert await friends.wanted_by("ann") == ["bob", "eva"]
    assert await friends.asking("bob") == ["cem", "ann"]
    assert (await friends.are("ann", "bob"), await friends.are("bob", "ann")) == (False, False)
    assert await friends.want("bob", "ann", 3, 60, told=True)
    assert (await friends.are("ann", "bob"), await friends.are("bob", "ann")) == (True, True)
    assert (await friends.wants("bob", "ann"), await friends.wants("bob", "cem")) == (True, False)
    await friends.end("bob", "ann")
    assert [await friends.wanted_by(one) for one in ("ann", "bob")] == [["eva"], []]
    assert [await friends.asking(one) for one in ("ann", "bob", "eva")] == [[], ["cem"], ["ann"]]
    # Who takes it back is nobody who asks, and no request to the other is left either.
    await friends.end("cem", "bob")
    assert await friends.asking("bob") == []
    await friends.forget("eva")
    assert await friends.asking("eva") == []
    await friends.forget("ann")
    assert await friends.wanted_by("ann") == []


async def test_who_wants_as_many_as_may_be_wants_no_more(store: Store, redis_server: RedisServer) -> None:
    for number in range(3):
        assert await Friends(store.topology).want("ann", f"p{number}", 3, number, told=True) is True
    assert await Friends(store.topology).want("ann", "p9", 3, 9, told=True) is False
    assert await Friends(store.topology).want("ann", "p1", 3, 9, told=False) is True
    assert await Friends(store.topology).wanted_by("ann") == ["p0", "p1", "p2"]
    assert await Friends(store.topology).asking("p9") == []
    for number in range(ASKS + 2):
        await Friends(store.topology).want(f"q{number}", "bob", 1, number, told=True)
    with redis_server.client() as client:
        assert client.zcard("friend-asks:bob") == ASKS == 100
        assert client.zrange("friend-asks:bob", 0, 0) == [b"q2"]
        # What somebody wants no more is not told, though it stands there.
        client.delete("friends:q50")
    assert (await Friends(store.topology).asking("bob"))[50:53] == ["q51", "q49", "q48"]


@pytest.mark.parametrize(("kind", "other_kind"), [("blocks", "mutes"), ("mutes", "blocks")])
async def test_blocks_and_mutes_are_separate_and_reach_every_node(
    kind: Any, other_kind: Any, store: Store, other: Store
) -> None:
    heard: list[str] = []
    await other.listen(CHANNEL, lambda player: heard.append(player.decode()))
    blocks = Blocks(store.topology)
    assert [await blocks.add("ann", whom, 2, kind) for whom in ("cem", "bob", "dee", "cem")] == [True] * 2 + [
        False,
        True,
    ]
    assert (await blocks.of("ann", kind), await blocks.of("ann", other_kind)) == (["bob", "cem"], [])
    await blocks.add("ann", "eva", 2, other_kind)
    assert await blocks.unheard("ann") == {"bob", "cem", "eva"}
    await until(lambda: heard == ["ann"] * 4)
    await blocks.remove("ann", "bob", kind)
    await until(lambda: heard == ["ann"] * 5)
    assert await blocks.of("ann", kind) == ["cem"]
    assert await blocks.of("ann") == (["cem"] if kind == "blocks" else ["eva"])


async def test_a_block_stands_between_both(store: Store) -> None:
    await Blocks(store.topology).add("ann", "bob", 9)
    await Blocks(store.topology).add("ann", "cem", 9, "mutes")
    await Blocks(store.topology).add("dee", "dee", 9)
    between = Blocks(store.topology).between
    assert [await between("ann", ["bob"]), await between("bob", ["cem", "ann"])] == [True, True]
    assert [await between("ann", ["cem", "dee"]), await between("dee", ["dee"]), await between("ann", [])] == [
        False,
        False,
        False,
    ]


async def test_reports_are_kept_for_thirty_days(store: Store, redis_server: RedisServer) -> None:
    now = 100 * DAY
    names = [await Reports(store.topology).add(b"report %d" % number, now + number) for number in range(3)]
    assert len(set(names)) == 3
    assert await Reports(store.topology).newest(2) == [(names[2], b"report 2"), (names[1], b"report 1")]
    assert REPORT_KEPT == 30 * 86_400
    assert 0 < REPORT_KEPT * 1000 - left(redis_server, f"report:{names[0]}") < 60_000
    with redis_server.client() as client:
        client.delete(f"report:{names[1]}")
    assert [name for name, _ in await Reports(store.topology).newest(9)] == [names[2], names[0]]
    # The list forgets what is thirty days old, and nothing younger.
    late = await Reports(store.topology).add(b"late", now + 1 + 30 * DAY)
    with redis_server.client() as client:
        assert [one.decode() for one in client.zrange("reports", 0, -1)] == [names[2], late]
