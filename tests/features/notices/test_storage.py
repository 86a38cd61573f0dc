"""Notices: written with the entry, taken by one node at a time, gone when they are dealt with."""

from __future__ import annotations

import pytest

from bocage.features.notices.storage import LEFT, Notices, PendingNotice
from bocage.log.records import Change, NoticeWish
from bocage.protocol.sign_ins import sign_in_id
from bocage.store import NumberTakenError, Store
from bocage.store.keys import SHARDS
from tests.store.contract.conftest import open_store as open_store
from tests.store.contract.conftest import other as other
from tests.store.contract.conftest import store as store

ALL = 64 * SHARDS
TURN = Change(notices=(NoticeWish("turn", "ann", 1), NoticeWish("turn", "bob", 1)))


async def taken(store: Store) -> list[PendingNotice]:
    return [one.notice for one in await Notices(store.topology, store.now).take(ALL)]


async def test_notice_is_written_with_the_entry_if_wanted(store: Store) -> None:
    await store.append("quiet", 1, b"{}", change=TURN)
    assert await taken(store) == []
    await Notices(store.topology, store.now).want("ann", True, 0)
    await store.append("m", 1, b"{}", change=TURN)
    assert await taken(store) == [PendingNotice("turn", "ann", "m", 1)]


async def test_an_entry_that_is_refused_leaves_none(store: Store) -> None:
    await Notices(store.topology, store.now).want("ann", True, 0)
    await store.append("m", 1, b"{}")
    with pytest.raises(NumberTakenError):
        await store.append("m", 1, b"{}", change=TURN)
    assert await taken(store) == []


async def test_who_wants_none_any_more_gets_none(store: Store) -> None:
    await Notices(store.topology, store.now).want("ann", True, 0)
    await Notices(store.topology, store.now).want("ann", False, 0)
    await store.append("m", 1, b"{}", change=TURN)
    assert await taken(store) == []


async def test_one_node_has_it_at_a_time(store: Store, other: Store) -> None:
    await Notices(store.topology, store.now).want("ann", True, 0)
    await store.append("m", 1, b"{}", change=TURN)
    before = store.now()
    (one,) = await Notices(store.topology, store.now).take(ALL)
    assert before + LEFT - 1000 <= one.until
    assert await taken(other) == []
    assert await Notices(store.topology, store.now).settle(one)
    assert not await Notices(store.topology, store.now).settle(one)
    assert await taken(other) == []


async def test_what_comes_in_its_place_waits_until_its_time(store: Store, other: Store) -> None:
    await Notices(store.topology, store.now).want("ann", True, 0)
    await store.append("m", 1, b"{}", change=TURN)
    (one,) = await Notices(store.topology, store.now).take(ALL)
    again = PendingNotice("turn", "ann", "m", 1, "a channel's id".replace(" ", "_"), 1)
    later = PendingNotice("turn", "ann", "m", 1, "other", 1)
    assert await Notices(store.topology, store.now).settle(
        one, [(again, store.now() - 1), (later, store.now() + 3_600_000)]
    )
    assert await taken(other) == [again]


async def test_a_newer_entry_takes_the_place_of_the_same_notice(store: Store) -> None:
    """A warning that the clock is running out has no number, so a match has one per player."""
    await Notices(store.topology, store.now).want("ann", True, 0)
    warned = Change(notices=(NoticeWish("time", "ann", 0),))
    await store.append("m", 1, b"{}", change=warned)
    (one,) = await Notices(store.topology, store.now).take(ALL)
    await store.append("m", 2, b"{}", change=Change(notices=(NoticeWish("time", "ann", 0, 3_600_000),)))
    assert not await Notices(store.topology, store.now).settle(one)
    assert await taken(store) == []


async def test_preferences_are_changed_by_one_at_a_time(store: Store, other: Store) -> None:
    ann, token = await store.create_player("Ann")
    assert await Notices(store.topology, store.now).preferences(ann.id) == ""
    assert await Notices(store.topology, store.now).change_preferences(ann.id, "", "one")
    assert not await Notices(other.topology, other.now).change_preferences(ann.id, "", "two")
    assert await Notices(other.topology, other.now).change_preferences(ann.id, "one", "two")
    assert await Notices(store.topology, store.now).preferences(ann.id) == "two"
    assert await store.authenticate(token) == ann
    assert await store.sign_in_ids(ann.id) == [sign_in_id(token)]


async def test_players_who_want_deals_are_told_of_each_once(store: Store) -> None:
    await Notices(store.topology, store.now).want("ann", False, 20_000)
    await Notices(store.topology, store.now).want("bob", False, 20_001)
    assert await Notices(store.topology, store.now).untold(20_001, 10) == ["ann"]
    await Notices(store.topology, store.now).told("ann", 20_001)
    assert await Notices(store.topology, store.now).untold(20_001, 10) == []
    await Notices(store.topology, store.now).want("bob", False, 0)
    await Notices(store.topology, store.now).told("bob", 20_002)
    assert await Notices(store.topology, store.now).untold(20_003, 10) == ["ann"]
    await Notices(store.topology, store.now).add(PendingNotice("daily", "ann", "2026-11-22"), store.now() - 1)
    assert await taken(store) == [PendingNotice("daily", "ann", "2026-11-22")]


async def test_all_nodes_have_the_key_of_the_first(store: Store, other: Store) -> None:
    assert await Notices(store.topology, store.now).push_key("first") == "first"
    assert await Notices(other.topology, other.now).push_key("second") == "first"
