"""Rooms that are opened, shared, dropped and forgotten; matches without rules: on a store in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, cast

import pytest

from bocage.live import inputs
from bocage.live.background import Background
from bocage.live.commands import Decide
from bocage.live.counts import Counts
from bocage.live.node import AwaitedCommand
from bocage.live.outbox import Outbox
from bocage.live.overdue import FIRST_WAIT, LEFT_ALONE, PUT_OFF
from bocage.live.rooms import MOST_LOOKS, HostedRoom, Rooms
from bocage.live.stored_matches import append_all, closing_entry
from bocage.live.watching import Subscription, Watcher
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Closed, Resigned, decode
from bocage.log.match import Match
from bocage.log.outline import Outline
from bocage.log.projection import propose
from bocage.protocol.codec import MSGPACK
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel.registry import find_game
from bocage.store import NumberTakenError, StorageUnavailableError
from tests.live.node.memory_store import MemoryStore
from tests.live.sockets.pipe import Pipe, unflushed_batch
from tests.rules_of_a_game import uninstall
from tests.store.wire import turns


class World:
    """The rooms of a node, a store in memory, and a clock that a test moves."""

    def __init__(self) -> None:
        self.time = 100.0
        self.store = MemoryStore()
        self.counts = Counts()
        self.background = Background()
        self.rooms = Rooms(
            cast(Any, self.store),
            self.counts,
            self.background,
            lambda: self.time,
            resume_span=50,
            idle_room=60.0,
        )

    async def match(
        self, *players: str, game: str = "tally", clock: ClockRules | None = None, open_for: int = 0
    ) -> str:
        """A stored match at which these players sit."""
        match, body = create(find_game(game), players[0] if players else "ann", None, clock, open_for=open_for)
        await self.add(match, body)
        for player in players:
            await self.add(match, judge.sit(match, player, player))
        if len(players) == match.created.seats:
            while (owed := judge.owed(match)) is not None:
                await self.add(match, owed)
        return match.id

    async def add(self, match: Match, body: Any) -> None:
        proposal = propose(match, body, self.store.time)
        entry = await self.store.append(
            proposal.match, proposal.seq, proposal.raw, proposal.not_before, proposal.change
        )
        match.extend(entry, proposal.preview)

    async def quiet(self) -> None:
        """All work beside has ended."""
        while self.background._tasks:
            await asyncio.gather(*self.background._tasks, return_exceptions=True)
            await asyncio.sleep(0)

    def bodies(self, match: str) -> list[str]:
        return [type(decode(entry.raw)).__name__ for entry in self.store.logs[match]]


async def command(world: World, match: str, decide: Decide) -> int:
    """Submit a command and wait for its answer."""
    awaited = AwaitedCommand(decide)
    world.rooms.submit(match, awaited)
    return await awaited.answer


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = World()
    yield made
    await made.background.close()


async def test_room_is_opened_once_for_all(world: World) -> None:
    match = await world.match("ann")
    found = await asyncio.gather(*[world.rooms.room(match) for _ in range(3)])
    assert len(set(map(id, found))) == 1
    assert await world.rooms.room(match) is found[0]
    assert world.counts.opened == 1
    assert world.rooms.open == {match: found[0]}
    assert world.store.followers == {match: found[0]}
    assert world.rooms.texts_of(match) == find_game("tally").text
    assert world.rooms.texts_of("other") is None


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (lambda world: None, "no_match"),
        (lambda world: setattr(world.store, "error", StorageUnavailableError(700)), "unavailable"),
        (lambda world: setattr(world.store, "error", LookupError("mine")), "internal"),
    ],
)
async def test_failed_opening_is_explained_to_those_who_wait(
    world: World, prepare: Callable[[World], None], code: str
) -> None:
    prepare(world)
    found = await asyncio.gather(*[world.rooms.room("m") for _ in range(2)], return_exceptions=True)
    assert [getattr(error, "code", error) for error in found] == [code] * 2
    assert (world.rooms.open, world.counts.opened, world.rooms._opening) == ({}, 0, {})
    assert world.store.unfollowed == ["m"]
    # The next one tries again.
    world.store.error = None
    with pytest.raises(RefusedError, match="no_match"):
        await world.rooms.room("m")


async def test_command_opens_its_room_and_answers_with_its_entry(world: World) -> None:
    match = await world.match("ann")
    assert await command(world, match, partial(judge.sit, player="bob", name="Bob")) == 3
    assert world.bodies(match)[:3] == ["Created", "Seated", "Seated"]
    with pytest.raises(RefusedError, match="already_seated"):
        await command(world, match, partial(judge.sit, player="bob", name="Bob"))
    with pytest.raises(RefusedError, match="no_match"):
        await command(world, "nothing", partial(judge.sit, player="bob", name="Bob"))


async def test_rooms_that_nobody_needs_are_closed_and_others_look_around(world: World) -> None:
    idle, used = await world.match("ann"), await world.match("ann")
    rooms = {name: await world.rooms.room(name) for name in (idle, used)}
    seen: list[tuple[str, inputs.Input]] = []
    receive = HostedRoom.receive

    def note(room: HostedRoom, message: inputs.Input) -> None:
        seen.append((room.match.id, message))
        receive(room, message)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(HostedRoom, "receive", note)
        world.time += 60.0
        list(world.rooms.sweep(world.time, False))
        assert [(name, type(message)) for name, message in seen] == [(idle, inputs.Tick), (used, inputs.Tick)]
        assert seen[0][1] == inputs.Tick(world.time, False)
        rooms[used].touched = world.time
        world.time += 0.1
        list(world.rooms.sweep(world.time, True))
        assert seen[-1] == (used, inputs.Tick(world.time, True))
    assert set(world.rooms.open) == {used}
    assert world.store.unfollowed == [idle]
    # A room that is closed twice, or was replaced, takes nothing with it.
    rooms[idle]._close()
    assert world.store.unfollowed == [idle]
    world.rooms.close()
    assert world.rooms.open == {}


def looks(world: World, seconds: float, step: float = 0.5) -> list[float]:
    """When rooms look around in the next so many seconds, counted from now."""
    seen: list[float] = []
    receive, began = HostedRoom.receive, world.time

    def note(room: HostedRoom, message: inputs.Input) -> None:
        if isinstance(message, inputs.Tick):
            seen.append(world.time - began)
        receive(room, message)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(HostedRoom, "receive", note)
        while world.time < began + seconds:
            list(world.rooms.sweep(world.time, False))
            world.time += step
    return seen


async def test_resting_room_is_looked_at_every_thirty_seconds(world: World) -> None:
    match = await world.match("ann", "bob")
    room = await world.rooms.room(match)
    assert looks(world, 50) == [0, 30]
    # Nor do the moves of its players make it look around.
    await command(world, match, lambda there: judge.act(there, 0, there.seq, {"do": "skip"}))
    assert looks(world, 50) == [10, 40]
    assert world.rooms.open == {match: room}
    assert looks(world, 100) == [10]
    assert world.rooms.open == {}


async def test_who_comes_and_goes_is_told_at_once_and_repeated(world: World) -> None:
    match = await world.match("ann", "bob")
    await world.rooms.room(match)
    watcher, subscription = (
        Watcher(MSGPACK, Outbox(Pipe(), unflushed_batch()), world.counts),
        Subscription(match, False, ""),
    )
    watcher.subscriptions[match] = subscription
    assert looks(world, 5) == [0]
    world.rooms.watch(watcher, subscription)
    assert looks(world, 70) == [0, 30, 60]
    world.rooms.unwatch(watcher, subscription)
    assert looks(world, 5) == [0]


async def test_a_player_who_sits_down_is_announced_at_once(world: World) -> None:
    match = await world.match("ann")
    room = await world.rooms.room(match)
    watcher = Watcher(MSGPACK, Outbox(Pipe(), unflushed_batch()), world.counts)
    subscription = Subscription(match, False, "")
    watcher.player = "bob"
    watcher.subscriptions[match] = subscription
    world.rooms.watch(watcher, subscription)
    assert looks(world, 5) == [0]
    assert room.room.seats_here == set()
    await command(world, match, partial(judge.sit, player="bob", name="Bob"))
    await turns()
    assert room.room.seats_here == {1}
    assert looks(world, 5) == [0]


async def test_others_have_a_turn_while_many_rooms_are_looked_at(world: World) -> None:
    for _ in range(2 * MOST_LOOKS + 1):
        await world.rooms.room(await world.match("ann"))
    assert len(list(world.rooms.sweep(world.time, False))) == 2


async def test_who_asks_a_room_that_is_dropped_may_ask_again(world: World) -> None:
    match = await world.match("ann")
    room = await world.rooms.room(match)
    world.rooms.drop(room, None)
    assert world.rooms.open == {}
    again = await world.rooms.room(match)
    assert again is not room
    assert world.counts.opened == 2


async def test_broken_due_match_is_left_alone_for_a_time(world: World) -> None:
    await world.store.append("m", 1, b'{"e":"started"}')
    for _ in range(3):
        world.rooms.due(["m"])
        await world.quiet()
    assert world.counts.due_failed == 1
    ((match, change, seq, at),) = world.store.projected
    assert (match, change.due, seq, at) == ("m", world.store.time + int(1000 * FIRST_WAIT), 1, world.store.time)
    world.time += FIRST_WAIT + 0.1
    world.rooms.due(["m"])
    await world.quiet()
    assert world.counts.due_failed == 2


async def test_entry_of_a_newer_version_is_refused_and_logged(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    match = await world.match("ann", "bob", clock=ClockRules("bank", 1000))
    await world.store.append(match, 5, b'{"e":"promoted"}')
    with pytest.raises(RefusedError, match="unknown_rules"):
        await world.rooms.room(match)
    assert f"match {match} cannot be opened: entry 5: this version knows no entry 'promoted'" in caplog.messages
    # It is left to a node that knows the kind; when none came, it makes room for others.
    for put_off in (0, 1):
        world.rooms.due([match])
        await world.quiet()
        assert len(world.store.projected) == put_off
        world.time += LEFT_ALONE + 1
    assert world.store.projected[0][1].due == world.store.time + PUT_OFF
    assert world.counts.due_failed == 0
    assert len(world.store.logs[match]) == 5


async def test_match_due_during_an_outage_is_retried_next_beat(world: World) -> None:
    match = await world.match("ann", "bob", clock=ClockRules("bank", 1000))
    world.store.error = StorageUnavailableError()
    world.rooms.due([match])
    await world.quiet()
    assert (world.counts.due_failed, world.store.projected) == (0, [])
    world.store.error = None
    world.store.time += 2_000
    world.rooms.due([match])
    await world.quiet()
    await turns()
    assert world.bodies(match)[-3:] == ["TimedOut", "Ended", "Revealed"]


async def test_without_its_rules_a_match_that_waited_too_long_expires(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.match("ann", game="squad", open_for=5_000)
    uninstall(monkeypatch, "squad")
    world.rooms.due([match])
    await world.quiet()
    assert world.bodies(match) == ["Created", "Seated"]
    world.store.time += 5_000
    # It was looked at just now.
    world.time += LEFT_ALONE - 0.1
    world.rooms.due([match])
    await world.quiet()
    assert world.bodies(match) == ["Created", "Seated"]
    world.time += 0.2
    world.rooms.due([match])
    await world.quiet()
    assert world.bodies(match) == ["Created", "Seated", "Expired", "Ended", "Revealed"]
    assert world.store.projected == []


async def test_match_with_unknown_rules_is_put_off_alone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.match("ann", "bob", game="squad", clock=ClockRules("bank", 1000))
    uninstall(monkeypatch, "squad")
    last = world.store.logs[match][-1]
    for put_off in (0, 1, 2):
        world.rooms.due([match])
        await world.quiet()
        assert len(world.store.projected) == put_off
        world.time += LEFT_ALONE + 1
    name, change, seq, at = world.store.projected[0]
    assert (name, change.due, seq, at) == (match, world.store.time + PUT_OFF, last.seq, last.at)
    # After a long time without it the first look is a first look again.
    world.time += 10 * LEFT_ALONE + 1
    world.rooms._without_rules.met("another")
    world.rooms.due([match])
    await world.quiet()
    assert len(world.store.projected) == 2
    world.store.error = StorageUnavailableError()
    world.time += LEFT_ALONE + 1
    world.rooms.due([match])
    await world.quiet()


async def test_matches_are_left_alone_each_for_itself(world: World) -> None:
    await world.store.append("m1", 1, b"{}")
    rooms = world.rooms
    for several in (rooms._without_rules, rooms._failed_due):
        meet = several.met if several is rooms._without_rules else rooms._failed_due.failed
        meet("m1")
        world.time += 1
        meet("m2")
        assert (several.leaves_alone("m1"), several.leaves_alone("m2"), several.leaves_alone("m3")) == (
            True,
            True,
            False,
        )
        world.time += 28.5
        assert several.leaves_alone("m1")
        world.time += 1
        assert (several.leaves_alone("m1"), several.leaves_alone("m2")) == (False, True)
    await world.quiet()


async def test_match_with_unknown_rules_is_seen_in_outline(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.match("ann", "bob", game="squad")
    assert type(await world.rooms.match_or_outline(match)) is Match
    with pytest.raises(RefusedError, match="no_match"):
        await world.rooms.match_or_outline("nothing")
    world.rooms.close()
    uninstall(monkeypatch, "squad")
    found = await world.rooms.match_or_outline(match)
    assert isinstance(found, Outline)
    assert found.seq == len(world.store.logs[match])

    async def gone(name: str) -> Any:
        raise RefusedError("unknown_rules")

    monkeypatch.setattr(world.rooms, "room", gone)
    with pytest.raises(RefusedError, match="no_match"):
        await world.rooms.match_or_outline("nothing")

    async def unreachable(name: str) -> Any:
        raise RefusedError("unavailable")

    # Nothing but missing rules is a reason for an outline.
    monkeypatch.setattr(world.rooms, "room", unreachable)
    with pytest.raises(RefusedError, match="unavailable"):
        await world.rooms.match_or_outline(match)


async def test_entries_are_added_until_nothing_is_to_be_added(world: World) -> None:
    match = await world.match("ann", "bob")
    store: Any = world.store
    assert await append_all(store, match, closing_entry) == 3
    assert world.bodies(match)[-3:] == ["Closed", "Ended", "Revealed"]
    # Closed by somebody who stopped in the middle: the rest is added, and the word is not said twice.
    half = await world.match("ann", "bob")
    await append_all(store, half, lambda seen: None if seen.over else Closed())
    assert world.bodies(half)[-1] == "Closed"
    assert await append_all(store, half, closing_entry) == 2
    assert await append_all(store, half, closing_entry) == 0
    with pytest.raises(RefusedError, match="no_match"):
        await append_all(store, "nothing", closing_entry)


async def test_a_match_that_ended_otherwise_is_not_closed(world: World) -> None:
    match = await world.match("ann", "bob")
    store: Any = world.store
    await append_all(store, match, lambda seen: None if seen.over else Resigned(0))
    # Decided, but its end is not written: the operator may still close it.
    assert await append_all(store, match, closing_entry) == 3
    other = await world.match("ann", "bob")

    def resign(seen: Match) -> Any:
        return judge.owed(seen) if seen.over else Resigned(0)

    assert await append_all(store, other, resign) == 3
    with pytest.raises(RefusedError, match="game_over"):
        await append_all(store, other, closing_entry)


async def test_who_is_not_first_looks_again(world: World) -> None:
    match = await world.match("ann", "bob")
    append = world.store.append
    tries: list[int] = []

    async def slower(name: str, seq: int, *more: Any) -> Any:
        tries.append(seq)
        if len(tries) == 1:
            raise NumberTakenError
        return await append(name, seq, *more)

    world.store.append = slower  # type: ignore[method-assign, assignment]
    assert await append_all(cast(Any, world.store), match, closing_entry) == 3
    assert tries == [tries[0], tries[0], tries[0] + 1, tries[0] + 2]


async def test_side_work_names_its_failure_and_ends_with_the_node(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    background = Background()
    ends: list[str] = []

    async def fails() -> None:
        raise LookupError("mine")

    async def long() -> None:
        try:
            await asyncio.sleep(600)
        finally:
            ends.append("ended")

    background.spawn(fails(), "count sheep")
    background.spawn(long(), "sleep")
    await turns()
    assert caplog.messages == ["count sheep failed"]
    assert caplog.records[0].exc_info is not None
    assert len(background._tasks) == 1
    await background.close()
    assert ends == ["ended"]
    assert caplog.messages == ["count sheep failed"]
    assert background._tasks == set()
