"""What players are called: looked up once, heard of when it changes, and put into rows in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.log.records import Entry, Log, Row
from bocage.store.names import Names
from bocage.store.records import StorageUnavailableError
from tests.store.logs import a_row
from tests.store.wire import turns


class World:
    """A server that knows some players, and answers when it is let."""

    def __init__(self, **known: str) -> None:
        self.known = known
        self.asked: list[str] = []
        self.open = asyncio.Event()
        self.open.set()
        self.fails = False
        self.rows: list[Row] = []
        self.told: list[tuple[str, str]] = []
        self.tasks: list[asyncio.Task[None]] = []
        topology: Any = SimpleNamespace(server=lambda key: self)
        self.names = Names(topology, self.rows.append, self.spawn)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    async def call(self, verb: str, key: str, *fields: str) -> list[bytes | None]:
        assert (verb, fields) == ("HMGET", ("name", "left"))
        player = key.removeprefix("player:")
        self.asked.append(player)
        name = self.known.get(player)
        await self.open.wait()
        if self.fails:
            raise StorageUnavailableError()
        return [None, b"5"] if name == "" else [name.encode() if name is not None else None, None]


async def test_a_name_is_looked_up_once() -> None:
    world = World(ann="Ann", bob="Bob", gone="")
    assert await world.names.of(["ann", "", "ann", "gone", "nobody"]) == {"ann": "Ann", "gone": ""}
    assert world.asked == ["ann", "gone", "nobody"]
    assert await world.names.of(["bob", "ann", "nobody"]) == {"bob": "Bob", "ann": "Ann"}
    assert world.asked[3:] == ["bob", "nobody"]
    assert [world.names.left(one) for one in ("gone", "ann", "nobody")] == [True, False, False]
    world.names.forget()
    assert await world.names.of(["ann"]) == {"ann": "Ann"}
    assert world.asked[5:] == ["ann"]


async def test_what_is_heard_is_newer_than_what_was_read() -> None:
    world = World(ann="Ann")
    world.names.on_named = lambda player, name: world.told.append((player, name))
    world.open.clear()
    asking = asyncio.create_task(world.names.of(["ann"]))
    await turns()
    world.names.heard(b"ann Anna of the hills")
    world.open.set()
    assert await asking == {"ann": "Anna of the hills"}
    world.names.heard(b"ann ")
    assert world.names.left("ann")
    assert world.told == [("ann", "Anna of the hills"), ("ann", "")]


async def test_name_read_before_a_reset_is_not_cached() -> None:
    world = World(ann="Ann")
    world.open.clear()
    asking = asyncio.create_task(world.names.of(["ann"]))
    await turns()
    world.names.forget()
    world.open.set()
    assert await asking == {"ann": "Ann"}
    world.known["ann"] = "Anna"
    assert await world.names.of(["ann"]) == {"ann": "Anna"}


async def test_names_are_not_remembered_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.store.names.MOST", 2)
    world = World(ann="Ann", bob="Bob", cem="Cem")
    await world.names.of(["ann", "bob"])
    await world.names.of(["ann", "bob"])
    assert world.asked == ["ann", "bob"]
    # The one too many is told all the same.
    assert await world.names.of(["cem"]) == {"cem": "Cem"}
    assert await world.names.of(["ann"]) == {"ann": "Ann"}
    assert world.asked == ["ann", "bob", "cem", "ann"]


async def test_a_log_has_the_names_of_who_sat_down() -> None:
    world = World(ann="Ann", bob="Bob")
    raws = [b'{"e":"created"}', b'{"e":"seated","player":"bob"}', b'{"e":"seated","player":"ann"}', b'{"e":"act"}']
    log = await world.names.log(Log([Entry(seq, 1, raw) for seq, raw in enumerate(raws, 1)], b"secret"))
    assert (log.names, len(log.entries), log.secret) == ({"bob": "Bob", "ann": "Ann"}, 4, b"secret")


async def test_rows_have_the_names_of_their_players() -> None:
    world = World(ann="Anna", bob="Bob")
    rows = await world.names.rows([a_row("m1"), a_row("m2", players=["bob", "ann"], names=["", "Ann"])])
    assert [row.names for row in rows] == [["Anna", ""], ["Bob", "Anna"]]
    assert sorted(world.asked) == ["ann", "bob"]


async def test_rows_are_passed_on_in_their_order() -> None:
    world = World(ann="Anna", bob="Bob")
    await world.names.of(["ann"])
    world.names.row(a_row("m1"))
    # Everybody in it is known: at once, without work beside everything else.
    assert ([row.names for row in world.rows], world.tasks) == ([["Anna", ""]], [])
    world.open.clear()
    world.names.row(a_row("m2", players=["bob", "ann"]))
    await turns()
    world.names.row(a_row("m3"))
    world.names.row(a_row("m4"))
    assert len(world.rows) == len(world.tasks) == 1
    world.open.set()
    await asyncio.gather(*world.tasks)
    assert [(row.match, row.names) for row in world.rows[1:]] == [
        ("m2", ["Bob", "Anna"]),
        ("m3", ["Anna", ""]),
        ("m4", ["Anna", ""]),
    ]
    world.names.row(a_row("m5"))
    assert (world.rows[-1].match, len(world.tasks)) == ("m5", 1)


async def test_row_with_unreadable_names_passes_unchanged() -> None:
    world = World(ann="Anna")
    world.fails = True
    world.names.row(a_row("m1"))
    await world.tasks[0]
    world.fails = False
    world.names.row(a_row("m2"))
    await world.tasks[1]
    assert [(row.match, row.names[0]) for row in world.rows] == [("m1", "Ann"), ("m2", "Anna")]
