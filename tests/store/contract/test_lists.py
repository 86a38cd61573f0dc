"""Lists, deadlines, players, reservations and places, as every store keeps them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.log.records import Change, Log, Row
from bocage.store import Reservation
from bocage.store.store import Store
from tests.store.contract.conftest import OpenStore
from tests.store.logs import a_row, body, until


async def begin(store: Store, match: str, status: str = "open", at: int = 0, **fields: Any) -> None:
    seq = len(await store.read(match)) + 1
    await store.append(match, seq, body(seq, match), at, Change(row=a_row(match, status, **fields)))


def ids(rows: list[Row]) -> list[str]:
    return [row.match for row in rows]


async def test_a_match_moves_from_list_to_list(store: Store, other: Store) -> None:
    await begin(store, "m")
    (row,) = await other.lobby()
    assert (row.match, row.status, row.names) == ("m", "open", ["Ann", ""])
    assert await other.row("m") == row
    assert row.at == (await store.read("m"))[0].at
    assert await store.row("none") is None
    both: dict[str, Any] = {"names": ["Ann", "Bob"], "players": ["ann", "bob"]}
    await begin(store, "m", "playing", **both)
    assert [row.status for row in await other.lobby()] == ["playing"]
    assert await store.recent() == []
    await begin(store, "m", "ended", **both, winners=[1], reason="resigned")
    assert await store.lobby() == []
    (ended,) = await other.recent()
    assert (ended.winners, ended.reason) == ([1], "resigned")
    assert ids(await store.matches_of("bob")) == ids(await store.matches_of("ann")) == ["m"]
    assert await store.matches_of("cat") == []


async def test_lists_are_newest_first_limited_and_put_the_unfinished_first(store: Store) -> None:
    for number in range(30):
        await begin(store, f"m{number:02}", "ended" if number % 3 else "open", at=10**13 + number)
    opened = [f"m{number:02}" for number in reversed(range(0, 30, 3))]
    ended = [f"m{number:02}" for number in reversed(range(30)) if number % 3]
    assert ids(await store.lobby()) == opened
    assert ids(await store.lobby(limit=4)) == opened[:4]
    assert ids(await store.recent(limit=7)) == ended[:7]
    assert ids(await store.matches_of("ann")) == [*opened, *ended]


@pytest.mark.parametrize("hidden", ["private", "unlisted"])
async def test_what_is_private_is_listed_for_its_players_alone(store: Store, hidden: str) -> None:
    row = a_row("m", private=hidden == "private", house="cautious")
    await store.append("m", 1, body(1), change=Change(row=row, unlisted=hidden == "unlisted"))
    assert await store.lobby() == []
    assert ids(await store.matches_of("ann")) == ids(await store.called()) == ["m"]


async def test_rows_that_change_are_told_on_all_nodes(store: Store, other: Store) -> None:
    told: list[Row] = []
    other.on_row = told.append
    await begin(store, "m")
    await begin(store, "secret", private=True)
    await begin(store, "m", "ended")
    await until(lambda: len(told) == 3)
    assert [(row.match, row.status, row.private) for row in told] == [
        ("m", "open", False),
        ("secret", "open", True),
        ("m", "ended", False),
    ]
    assert told[-1] == await store.row("m")


async def test_house_bots_are_called_until_they_come(store: Store) -> None:
    await begin(store, "m", house="cautious")
    await begin(store, "other")
    assert ids(await store.called()) == ["m"]
    await begin(store, "m", "playing")
    assert await store.called() == []


async def test_deadlines_are_told_until_they_are_moved(store: Store, other: Store) -> None:
    due: list[str] = []
    other.on_due = lambda matches: due.extend(matches)
    await store.append("late", 1, body(1), change=Change(row=a_row("late"), due=1))
    await store.append("soon", 1, body(1), 2000, Change(due_in=1))
    await store.append("never", 1, body(1), change=Change(due_in=3_600_000))
    await until(lambda: due.count("late") >= 2)
    assert "never" not in due
    assert await store.project("late", Change(due=-1), 1, 1)
    await store.append("soon", 2, body(2), change=Change(due=10**14))
    due.clear()
    await store.append("mark", 1, body(1), change=Change(due=1))
    await until(lambda: due.count("mark") >= 2)
    assert set(due[due.index("mark") + 1 :]) == {"mark"}


async def test_lists_are_corrected_for_an_unchanged_log_alone(store: Store) -> None:
    await begin(store, "m")
    assert not await store.project("m", Change(row=a_row("m", "ended")), 2, 5)
    assert await store.project("m", Change(row=a_row("m", "playing")), 1, 5)
    row = await store.row("m")
    assert row is not None
    assert (row.status, row.at) == ("playing", 5)


async def test_lists_can_be_made_anew(store: Store) -> None:
    for match in ("a", "b"):
        await begin(store, match)
        await begin(store, match, "ended")

    def project(log: Log) -> Change:
        first = log.entries[0]
        return Change(row=a_row("a" if first.raw == body(1, "a") else "b", at=first.at))

    assert await store.rebuild(project) == 2
    assert await store.recent() == []
    assert sorted(ids(await store.lobby())) == ["a", "b"]


async def test_players(store: Store, other: Store) -> None:
    player, token = await store.create_player("Ann Ä")
    assert await other.player(player.id) == await other.authenticate(token) == player
    assert await other.player("nobody") is await other.authenticate(f"{player.id}.wrong") is None
    await store.keep_player(player.id)
    renamed = await other.rename(player.id, "Änn")
    assert renamed is not None
    assert (renamed.id, renamed.name) == (player.id, "Änn")
    assert await store.authenticate(token) == renamed
    assert await store.rename("nobody", "x") is None


async def test_the_first_reservation_stays(store: Store, other: Store) -> None:
    assert await store.reserved("ann", "k") is None
    first = Reservation("digest", "m1")
    assert await store.reserve("ann", "k", first) == first
    assert await other.reserve("ann", "k", Reservation("another", "m2")) == first
    assert await other.reserved("ann", "k") == first
    assert await other.reserved("bob", "k") is None


async def test_places_are_counted_together(store: Store, other: Store) -> None:
    tries = [node.take_place("ann", f"m{number}", 5, 60) for number in range(4) for node in (store, other)]
    assert all(await asyncio.gather(*tries))
    more = [node.take_place("ann", f"n{node.node}", 5, 60) for node in (store, other)]
    assert sorted(await asyncio.gather(*more)) == [False, True]
    assert await other.take_place("bob", "b", 5, 60)
    await other.give_place_back("ann", "m0")
    assert await store.take_place("ann", "o", 5, 60)


async def test_a_match_that_waits_no_more_has_no_place(store: Store) -> None:
    assert await store.take_place("ann", "m1", 1, 60)
    await begin(store, "m1")
    assert not await store.take_place("ann", "m2", 1, 60)
    await begin(store, "m1", "playing")
    assert await store.take_place("ann", "m2", 1, 60)


async def test_a_closed_store_says_that_it_cannot(open_store: OpenStore) -> None:
    first = await open_store()
    second = await open_store()
    assert first.available
    assert second.available
    assert first.node != second.node
    assert list(first.outages("m")) == []
    before = first.now()
    await first.append("m", 1, body(1))
    assert before <= first.now()
    await first.close()
    assert len(await second.read("m")) == 1
