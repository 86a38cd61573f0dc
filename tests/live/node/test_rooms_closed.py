"""How rooms are closed, hidden and opened."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.live import inputs
from bocage.live.counts import Counts
from bocage.live.outbox import Outbox
from bocage.live.presence import Count, Here, decode_note
from bocage.live.watching import Subscription, Watcher
from bocage.log import judge
from bocage.log.match import Match
from bocage.log.records import Row
from bocage.protocol.codec import MSGPACK
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import find_game
from tests.live.node.test_rooms_alone import World
from tests.live.sockets.pipe import Pipe, unflushed_batch
from tests.store.wire import turns

WISH = Subscription("m", False, "")


class Room:
    """Keeps what it is given."""

    def __init__(self, match: str, *players: str) -> None:
        seat_of: Callable[[str], int] = lambda player: players.index(player) if player in players else -1  # noqa: E731
        self.match = SimpleNamespace(id=match, seq=7, seat_of=seat_of, game=find_game("tally"))
        self.room = self
        self.got: list[Any] = []
        self.touched = 0.0

    def receive(self, message: Any) -> None:
        self.got.append(message)


class Reader(Watcher):
    """Wants to watch, or does not any more."""

    def __init__(self, player: str = "", wants: bool = True) -> None:
        self.line = Pipe()
        super().__init__(MSGPACK, Outbox(self.line, unflushed_batch()), Counts())
        self.player = player
        if wants:
            self.subscriptions["m"] = WISH

    def told(self) -> list[str]:
        """The codes of refusals."""
        return list(self.counts.refused.elements())


def opened() -> tuple[World, Room, Room]:
    """A world in which two rooms are open."""
    world, here, other = World(), Room("m", "ann", "bob"), Room("n", "bob")
    world.rooms.open = cast(Any, {"m": here, "n": other})
    return world, here, other


def closes(room: Room) -> list[tuple[str, int, str]]:
    """Code, wait and way of each closing that a room was told."""
    found = room.got
    assert all(isinstance(message, inputs.Close) for message in found)
    return [(one.error.code, one.error.retry, one.watchers) for one in found]


async def test_how_rooms_are_closed() -> None:
    world, here, other = opened()
    world.rooms.drop(cast(Any, here), None)
    world.rooms.drop(cast(Any, here), RefusedError("no_match"))
    assert closes(here) == [("unavailable", 100, "restart"), ("no_match", 0, "refuse")]
    here.got.clear()
    world.rooms.close()
    assert closes(here) == closes(other) == [("draining", 0, "leave")]


@pytest.mark.parametrize(("hidden", "closed"), [(True, True), (False, False), (None, False)])
async def test_who_watches_a_match_that_is_hidden_now_begins_anew(hidden: bool | None, closed: bool) -> None:
    world, here, other = opened()
    world.rooms.row_changed(Row("m", "squad", "open", [""], [""], hidden=hidden))
    assert closes(here) == ([("unavailable", 100, "restart")] if closed else [])
    assert other.got == []


@pytest.mark.parametrize(
    ("player", "wants", "joined", "told"),
    [
        ("ann", True, True, None),
        # Meanwhile they want it no more.
        ("ann", False, False, None),
        ("eve", True, False, "no_match"),
        ("", True, False, "no_match"),
    ],
)
async def test_a_hidden_match_is_shown_to_its_players_only(
    player: str, wants: bool, joined: bool, told: str | None
) -> None:
    world, here, _ = opened()
    store: Any = world.store
    store.hidden.known = frozenset({"m"})
    row = Row("m", "squad", "playing", ["Ann", ""], ["ann", ""])

    async def look(match: str) -> Row:
        return row

    store.row = look
    watcher = Reader(player, wants)
    world.rooms.watch(watcher, WISH)
    assert here.got == []
    await world.quiet()
    assert bool(here.got) is joined
    assert watcher.told() == ([told] if told else [])


async def test_who_watches_a_match_that_cannot_be_opened_is_told() -> None:
    world, watcher = World(), Reader()
    world.rooms.watch(watcher, WISH)
    await world.quiet()
    assert (watcher.told(), watcher.subscriptions) == (["no_match"], {})


async def test_watcher_gone_during_opening_is_not_shown_the_match() -> None:
    world, stays, went = World(), Reader(), Reader(wants=False)
    match = await world.match("ann")
    for watcher in (went, stays):
        subscription = Subscription(match, False, "")
        world.rooms.watch(watcher, subscription)
        if watcher is stays:
            watcher.subscriptions[match] = subscription
    await world.quiet()
    assert [bool(watcher.outbox.frames) for watcher in (stays, went)] == [True, False]
    await world.background.close()


async def test_room_knows_its_players_names_before_it_is_seen() -> None:
    world = World()
    match = await world.match("ann", "bob")
    world.store.called = {"ann": "Anna"}
    room = await world.rooms.room(match)
    assert room.match.names["ann"] == "Anna"
    world.rooms.close()


async def test_room_closed_during_opening_is_not_used() -> None:
    world = World()
    match = await world.match("ann")

    async def rewound(players: Any) -> dict[str, str]:
        world.store.followers[match].rewound()
        return {}

    world.store.names = rewound  # type: ignore[method-assign]
    with pytest.raises(RefusedError) as caught:
        await world.rooms.room(match)
    assert (caught.value.code, caught.value.retry) == ("unavailable", 100)
    assert (world.rooms.open, world.counts.opened) == ({}, 0)


async def test_opening_room_asks_for_presence_and_adds_owed_entries() -> None:
    world = World()
    whispered: list[tuple[str, Any]] = []
    world.store.whisper = lambda match, note: whispered.append((match, decode_note(note)))  # type: ignore[method-assign]
    match = await world.match("ann")
    there = Match.fold(world.store.logs[match])
    # The node that stored this stopped before it stored what follows.
    await world.add(there, judge.sit(there, "bob", "Bob"))
    await world.rooms.room(match)
    await world.quiet()
    await turns()
    assert whispered == [(match, Here("here", Count(), ask=True))]
    assert world.bodies(match)[2:] == ["Seated", "Started"]
    await world.background.close()
