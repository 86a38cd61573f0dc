"""Whatever is wanted of a match reaches its room, if it is open here, and no other: with rooms that keep it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.live import inputs
from bocage.live.presence import Count, Here, decode_note
from bocage.live.watching import Subscription
from bocage.log import judge
from bocage.log.match import Match
from bocage.log.records import Row
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import find_game
from tests.live.node.test_rooms_alone import World
from tests.store.wire import turns


class Room:
    """Keeps what it is given; whoever uses it is told apart from what merely happens."""

    def __init__(self, match: str, *players: str) -> None:
        seat_of: Callable[[str], int] = lambda player: players.index(player) if player in players else -1  # noqa: E731
        self.match = SimpleNamespace(id=match, seq=7, seat_of=seat_of, game=find_game("tally"))
        self.got: list[tuple[str, Any]] = []
        self.idles = 0.0

    def wanted(self, message: Any) -> None:
        self.got.append(("wanted", message))

    def receive(self, message: Any) -> None:
        self.got.append(("told", message))

    def idle(self, now: float) -> float:
        return self.idles


class Watcher:
    """Wants, or wants no more; keeps why it was rejected."""

    def __init__(self, player: str = "", wants: bool = True) -> None:
        self.player = player
        self.wanted = wants
        self.told: list[tuple[Any, str]] = []

    def wants(self, subscription: Subscription) -> bool:
        return self.wanted

    def rejected(self, subscription: Subscription, error: RefusedError) -> None:
        self.told.append((subscription, error.code))


def opened() -> tuple[World, Room, Room]:
    """A world in which two rooms are open."""
    world, here, other = World(), Room("m", "ann", "bob"), Room("n", "bob")
    world.rooms.open = cast(Any, {"m": here, "n": other})
    return world, here, other


WATCHER, SAID = cast(Any, Watcher()), cast(Any, SimpleNamespace(match="m"))
WISH = Subscription("m", False, "")


@pytest.mark.parametrize(
    ("ask", "how", "message"),
    [
        (lambda rooms: rooms.watch(WATCHER, WISH), "wanted", inputs.Join(WATCHER, WISH)),
        (lambda rooms: rooms.unwatch(WATCHER, WISH), "wanted", inputs.Leave(WATCHER, WISH)),
        (lambda rooms: rooms.renew(WATCHER, WISH), "told", inputs.Renew(WATCHER, WISH)),
        (lambda rooms: rooms.say(SAID, True), "told", inputs.Talk(SAID, True)),
        (lambda rooms: rooms.say(SAID, False), "told", inputs.Talk(SAID, False)),
        (lambda rooms: rooms.submit("m", SAID), "wanted", inputs.Submit(SAID)),
        (lambda rooms: rooms.named("ann", "Anna"), "told", inputs.Named({"ann": "Anna"})),
        (lambda rooms: rooms.due(["m"]), "told", inputs.Due()),
    ],
)
async def test_one_room_is_told(ask: Callable[[Any], None], how: str, message: object) -> None:
    world, here, other = opened()
    ask(world.rooms)
    assert (here.got, other.got) == ([(how, message)], [])


@pytest.mark.parametrize(
    "ask",
    [
        lambda rooms: rooms.unwatch(WATCHER, WISH),
        lambda rooms: rooms.renew(WATCHER, WISH),
        lambda rooms: rooms.say(SAID, True),
        lambda rooms: rooms.row_changed(Row("m", "squad", "open", [""], [""], hidden=True)),
        lambda rooms: rooms.named("ann", "Anna"),
    ],
)
async def test_a_room_that_is_not_open_is_not_opened_for_that(ask: Callable[[Any], None]) -> None:
    world = World()
    ask(world.rooms)
    assert (world.background._tasks, world.rooms.open) == (set(), {})


async def test_all_rooms_are_told_what_concerns_all() -> None:
    world, here, other = opened()
    world.rooms.named("bob", "Rob")
    world.rooms.name_all()
    world.rooms.storage_back()
    wanted = [
        ("told", inputs.Named({"bob": "Rob"})),
        ("told", inputs.NamesMissed()),
        ("told", inputs.StorageBack()),
    ]
    assert (here.got, other.got) == (wanted, wanted)
    assert (world.rooms.seq_of("m"), world.rooms.seq_of("x")) == (7, 0)


def closes(room: Room) -> list[tuple[str, int, str]]:
    """Code, wait and way of each closing that a room was told."""
    found = [message for _, message in room.got]
    assert all(isinstance(message, inputs.Close) for message in found)
    return [(one.error.code, one.error.retry, one.watchers) for one in found]


async def test_how_rooms_are_closed() -> None:
    world, here, other = opened()
    world.rooms.drop(cast(Any, here), None)
    world.rooms.drop(cast(Any, here), RefusedError("no_match"))
    assert closes(here) == [("unavailable", 100, "restart"), ("no_match", 0, "refuse")]
    here.got.clear()
    here.idles, other.idles = 60.0, 60.1
    world.rooms.sweep(world.time, False)
    assert here.got == [("told", inputs.Tick(world.time, False))]
    assert closes(other) == [("unavailable", 100, "leave")]
    here.got.clear()
    other.got.clear()
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
    watcher = Watcher(player, wants)
    world.rooms.watch(cast(Any, watcher), WISH)
    assert here.got == []
    await world.quiet()
    assert bool(here.got) is joined
    assert watcher.told == ([(WISH, told)] if told else [])


async def test_who_watches_a_match_that_cannot_be_opened_is_told() -> None:
    world, watcher = World(), Watcher()
    world.rooms.watch(cast(Any, watcher), WISH)
    await world.quiet()
    assert watcher.told == [(WISH, "no_match")]


async def test_a_room_knows_what_its_players_are_called_before_anybody_sees_it() -> None:
    world = World()
    match = await world.match("ann", "bob")
    world.store.called = {"ann": "Anna"}
    room = await world.rooms.room(match)
    assert room.match.names["ann"] == "Anna"
    world.rooms.close()


async def test_a_room_that_closed_while_it_was_opened_is_not_used() -> None:
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


async def test_a_room_that_opens_asks_the_other_nodes_who_is_there_and_adds_what_is_owed() -> None:
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
