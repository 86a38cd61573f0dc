"""What players are called: looked up, in no log and no stored row, and changed everywhere at once."""

from __future__ import annotations

import asyncio

from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Entry, Seated, encode
from bocage.log.projection import row_of
from bocage.protocol import messages as m
from bocage.store import Store
from bocage.store.keys import SHARDS, shard_key
from tests.live.node.service import Client, running
from tests.tally import TALLY


async def told(client: Client, match: str, names: list[str]) -> None:
    """Wait until ``client`` sees these names at the seats."""
    while [seat.get("name") for seat in client.views[match]["seats"].values()] != names:
        await client.receive()


async def rows(store: Store) -> list[bytes]:
    """All rows as they are stored."""
    server = store.topology.masters()[0]
    found = [await server.call("HVALS", shard_key(shard, "rows")) for shard in range(SHARDS)]
    return [row for some in found for row in some]


async def lobby_names(client: Client, match: str) -> list[str]:
    """The names in the row of a match that ``client`` was told last."""
    told = [row for one in client.received if isinstance(one, m.Lobby) for row in one.rows if row.match == match]
    return told[-1].names if told else []


async def test_name_changes_at_tables_and_lists_of_all_nodes(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as other:
        (ann, anns), (bob, bobs) = await one.player("Ann"), await other.player("Bob")
        match = await one.match(ann, bob)
        async with one.client(anns) as a, other.client(bobs) as b, other.client() as eve:
            for client in (a, b, eve):
                await client.watch(match)
                await told(client, match, ["Ann", "Bob"])
            await eve.send(m.WatchLobby())
            assert await one.store.rename(ann.id, "Anna") is not None
            for client in (a, b, eve):
                await told(client, match, ["Anna", "Bob"])
            while await lobby_names(eve, match) != ["Anna", "Bob"]:
                await eve.receive()
            await a.ask(m.Say, match=match, text="it is me")
            while not (heard := [said.name for said in eve.received if isinstance(said, m.Said)]):
                await eve.receive()
            assert heard == ["Anna"]
            await a.answer(match)
            assert [row.names for row in await other.store.matches_of(bob.id)] == [["Anna", "Bob"]]
            await b.until(match, a.seqs[match])
            assert b.views[match]["seats"]["0"]["name"] == "Anna"
        for stored in [*[entry.raw for entry in await one.store.read(match)], *await rows(one.store)]:
            assert b"Ann" not in stored
            assert b"Bob" not in stored


async def test_who_sits_down_on_another_node_is_known_by_name(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as other:
        (ann, _), (bob, _) = await one.player("Ann"), await one.player("Bob")
        match = await one.match(ann)
        async with other.client() as eve:
            await eve.watch(match)
            await one.sit(match, bob)
            await told(eve, match, ["Ann", "Bob"])
            updates = [event for one in eve.received if isinstance(one, m.Update) for event in one.events]
            assert [event["name"] for event in updates if event["ev"] == "seated"] == ["Bob"]


async def test_log_of_an_earlier_release_shows_present_names(redis_url: str) -> None:
    async with running(redis_url) as service:
        ann, _ = await service.player("Ann")
        fresh, body = create(TALLY, ann.id)
        await service.node.create(fresh, body)
        old = [Seated(0, ann.id, "Old Ann", "0" * 32), Seated(1, "forgotten", "Bob", "1" * 32)]
        for seq, seated in enumerate(old, 2):
            await service.store.append(body.match, seq, encode(seated))
        async with service.client() as eve:
            await eve.watch(body.match)
            await told(eve, body.match, ["Ann", "Bob"])
            await service.store.rename(ann.id, "Anna")
            await told(eve, body.match, ["Anna", "Bob"])


async def test_names_changed_during_an_outage_are_looked_up_afterwards(store: Store) -> None:
    """As a node does it: what it remembers may be too old."""
    ann, _ = await store.create_player("Ann")
    assert await store.names([ann.id, "nobody"]) == {ann.id: "Ann"}
    key = f"player:{ann.id}"
    await store.topology.server(key).call("HSET", key, "name", "Anna")
    assert await store.names([ann.id]) == {ann.id: "Ann"}
    store._changed(True, 0)
    assert await store.names([ann.id]) == {ann.id: "Anna"}


async def test_rows_keep_their_order_while_names_are_looked_up(store: Store) -> None:
    ann, _ = await store.create_player("Ann")
    heard: asyncio.Queue[list[str]] = asyncio.Queue()
    store.on_row = lambda row: heard.put_nowait(row.names)
    match, body = create(TALLY, ann.id)
    match.extend(Entry(1, 1, encode(body)))
    waits = row_of(match)
    match.extend(Entry(2, 2, encode(judge.sit(match, ann.id, ""))))
    sits = row_of(match)
    for row in (sits, waits, sits):
        store.player_names.row(row)
    assert [await heard.get() for _ in range(3)] == [["Ann", ""], ["", ""], ["Ann", ""]]
