"""What a node does with what a room wants: one room of the test's own, a store that stores nothing, a clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, cast

import pytest

from bocage.live import effects, inputs
from bocage.live.background import Background
from bocage.live.commands import Command
from bocage.live.counts import APPEND_BUCKETS, Counts
from bocage.live.outbox import Outbox
from bocage.live.room import Room
from bocage.live.rooms import HostedRoom, Rooms
from bocage.live.watching import Subscription, Watcher
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.log.projection import Proposal, propose
from bocage.log.records import Change, Entry
from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import ClockRules
from bocage.store import NumberTakenError, StorageUnavailableError
from tests.live.sockets.pipe import unflushed_batch
from tests.tally import TALLY
from tests.virtual_time import run

MATCH = "m"


class Store:
    """Keeps what it is asked."""

    node = "here"

    def __init__(self) -> None:
        self.time = 1_000_000
        self.submitted: list[tuple[Any, ...]] = []
        self.whispered: list[tuple[str, bytes]] = []
        self.log: list[Entry] | Exception = []
        self.unfollowed: list[str] = []

    def now(self) -> int:
        return self.time

    def outages(self, match: str) -> list[tuple[int, int]]:
        return [(1, 2)]

    def submit(self, *asked: Any) -> None:
        self.submitted.append(asked)

    def unfollow(self, match: str) -> None:
        self.unfollowed.append(match)

    def whisper(self, match: str, note: bytes) -> None:
        self.whispered.append((match, note))

    async def catch_up(self, match: str) -> list[Entry]:
        if isinstance(self.log, Exception):
            raise self.log
        return self.log


class Tasks(Background):
    """Runs what is spawned, without an account of it."""

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        asyncio.get_running_loop().create_task(work)


class Opened(Rooms):
    """Opened the room; keeps which commands were submitted again, and which matches were looked for again."""

    def __init__(self) -> None:
        self.time = 50.0
        self.stored = Store()
        super().__init__(
            cast(Any, self.stored), Counts(), Tasks(), lambda: self.time, resume_span=50, idle_room=60.0
        )
        self.submitted: list[tuple[str, Command]] = []
        self.watched: list[Subscription] = []

    def submit(self, match: str, command: Command) -> None:
        self.submitted.append((match, command))

    def watch(self, watcher: Watcher, subscription: Subscription) -> None:
        self.watched.append(subscription)


class Scripted:
    """A room that wants what a test says, and keeps what it is given."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.clock_runs = False
        self.unused = True
        self.wants: list[effects.Effect] = []
        self.given: list[tuple[inputs.Input, int, Any]] = []

    def receive(self, message: inputs.Input, now: int, outages: Any) -> list[effects.Effect]:
        self.given.append((message, now, outages))
        wants, self.wants = self.wants, []
        return wants

    @property
    def heard(self) -> list[inputs.Input]:
        return [message for message, _, _ in self.given]


class Line:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.sent = b""

    def write(self, data: bytes) -> None:
        self.sent += data

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False


class Reader(Watcher):
    """A watcher that keeps what it is sent."""

    def __init__(self) -> None:
        self.line = Line()
        super().__init__(MSGPACK, Outbox(cast(Any, self.line), unflushed_batch()), Counts())
        self.told: list[object] = []

    @property
    def sent(self) -> bytes:
        self.outbox.flush()
        return self.line.sent

    def send(self, message: m.Message) -> None:
        self.told.append(message)


class Wish(Command):
    """A command that keeps its answer."""

    def __init__(self) -> None:
        self.seen = 7
        self.asked = 0
        self.answers: list[object] = []

    def decide(self, match: Match) -> Body | judge.Again:
        raise AssertionError("the room is scripted")

    def stored(self, seq: int, again: bool) -> None:
        self.answers.append((seq, again))

    def refused(self, error: RefusedError) -> None:
        self.answers.append(error.code)


class World:
    """A hosted room, its host, and the room inside."""

    def __init__(self) -> None:
        self.host = Opened()
        self.store = self.host.stored
        self.hosted = HostedRoom(self.host)
        match, body = create(TALLY, "ann", match_id=MATCH)
        proposal = propose(match, body, 1_000_000)
        match.extend(Entry(1, 1_000_000, proposal.raw))
        self.room = Scripted(match)
        self.hosted.room = cast(Room, self.room)
        self.host.open[MATCH] = self.hosted

    def want(self, *wanted: effects.Effect, message: inputs.Input | None = None) -> None:
        """The room is given an input, and wants this."""
        self.room.wants = list(wanted)
        self.hosted.receive(message or inputs.Wake())

    def append(self) -> Proposal:
        """The room wants an entry stored."""
        proposal = Proposal(MATCH, 2, b'{"e":"started"}', 5, Change(), None)
        self.want(effects.Append(proposal, asked=77))
        return proposal


@pytest.fixture
def world() -> World:
    return World()


def test_room_with_a_clock_is_told_time_and_outages(world: World) -> None:
    world.want()
    world.room.clock_runs = True
    world.room.match.clock.rules = ClockRules("bank", 1000, 0)
    world.store.time += 1
    world.want()
    assert [(now, list(outages)) for _, now, outages in world.room.given] == [
        (1_000_000, []),
        (1_000_001, [(1, 2)]),
    ]


def test_what_fails_does_not_keep_the_next_from_being_done(world: World, caplog: pytest.LogCaptureFixture) -> None:
    watcher = Reader()
    world.want(effects.Send(object(), m.Pong(1, 2)), effects.Send(watcher, m.Pong(1, 2)))  # type: ignore[arg-type]
    assert watcher.told == [m.Pong(1, 2)]
    assert f"match {MATCH}: Send failed" in caplog.text


def test_updates_are_counted_and_dropped_where_there_is_no_room(world: World) -> None:
    quick, slow = Reader(), Reader()
    slow.outbox.full(1.0)
    world.want(effects.Deliver((quick, slow), b"12345"))
    assert (quick.sent, slow.sent) == (b"12345", b"")
    assert slow.outbox.behind == {MATCH}
    counts = world.host.counts
    assert (counts.frames_out, counts.bytes_out, counts.dropped) == (1, 5, 1)


def test_chat_and_presence_are_not_kept_for_slow_readers(world: World) -> None:
    """They are lost: what waits for a slow reader would else grow without bounds."""
    quick, slow = Reader(), Reader()
    slow.outbox.full(1.0)
    world.want(effects.Tell((slow, quick), b"hello"))
    assert (quick.sent, slow.sent) == (b"hello", b"")
    assert slow.outbox.behind == set()


def test_answers_find_their_way(world: World) -> None:
    reader, wish = Reader(), Wish()
    world.want(
        effects.Answer(wish, 5, True),
        effects.Decline(wish, RefusedError("not_your_turn")),
        effects.Whisper(b"note"),
        effects.Send(reader, m.Pong(1, 2)),
    )
    assert reader.told == [m.Pong(1, 2)]
    assert wish.answers == [(5, True), "not_your_turn"]
    assert world.store.whispered == [(MATCH, b"note")]


def test_only_the_subscription_that_counts_is_refused_or_restarted(world: World) -> None:
    reader = Reader()
    old, subscription = Subscription(MATCH, False, ""), Subscription(MATCH, True, "code", 5, "d", True)
    reader.subscriptions[MATCH] = subscription
    world.want(effects.Restart(reader, old), effects.Reject(reader, old, RefusedError("private")))
    assert (reader.told, world.host.watched) == ([], [])
    reader.outbox.behind.add(MATCH)
    world.want(effects.Restart(reader, subscription))
    (again,) = world.host.watched
    assert reader.subscriptions == {MATCH: again}
    assert reader.outbox.behind == set()
    # From the beginning, and else as it was.
    assert (again.open_hands, again.invite, again.since, again.digest, again.odds) == (True, "code", -1, "", True)
    world.want(effects.Reject(reader, again, RefusedError("private")))
    (refused,) = reader.told
    assert isinstance(refused, m.Refused)
    assert (refused.code, refused.match, reader.subscriptions) == ("private", MATCH, {})
    assert reader.counts.refused == {"private": 1}


def test_mistakes_are_told_to_the_operator_and_not_to_people(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    wish = Wish()
    with caplog.at_level(logging.WARNING):
        world.want(effects.Report(KeyError("first"), "a room made a mistake"))
        world.want(effects.Decline(wish, KeyError("second"), "a command failed"))
    assert "a room made a mistake" in caplog.text
    assert "a command failed" in caplog.text
    assert wish.answers == ["internal"]


def test_its_own_entry_answers_the_append_once(world: World) -> None:
    proposal = world.append()
    (asked,) = world.store.submitted
    assert asked[:-1] == (MATCH, 2, proposal.raw, 5, 77, proposal.change)
    world.host.time += 0.25
    entry = Entry(2, 1_000_100, proposal.raw)
    world.hosted.entry(entry)
    assert world.room.heard[-1] == inputs.EntryStored(entry, 0.25)
    assert world.host.counts.append_seconds == 0.25
    assert world.host.counts.append_buckets[APPEND_BUCKETS.index(0.25)] == 1
    answered = asked[-1]
    answered(entry)
    assert len(world.room.heard) == 2
    # The next entry is another's, even with the same bytes.
    world.hosted.entry(Entry(3, 1_000_200, proposal.raw))
    assert world.room.heard[2:] == [inputs.EntryAdded(Entry(3, 1_000_200, proposal.raw))]


@pytest.mark.parametrize("entry", [Entry(2, 1, b"other"), Entry(3, 1, b'{"e":"started"}')])
def test_an_entry_of_others_is_no_answer(world: World, entry: Entry) -> None:
    world.append()
    world.hosted.entry(entry)
    assert world.room.heard[-1] == inputs.EntryAdded(entry)
    assert world.host.counts.append_seconds == 0.0


def test_append_tells_its_end_and_times_only_stored_entries(world: World) -> None:
    for result, told in (
        (Entry(2, 9, b"x"), inputs.AppendConfirmed(Entry(2, 9, b"x"), 0.5)),
        (NumberTakenError(), inputs.NumberTaken()),
    ):
        world.append()
        answered = world.store.submitted[-1][-1]
        world.host.time += 0.5
        answered(result)
        assert world.room.heard[-1] == told
        answered(result)
        assert world.room.heard.count(told) == 1
    failure = StorageUnavailableError()
    world.append()
    world.store.submitted[-1][-1](failure)
    assert world.room.heard[-1] == inputs.AppendFailed(failure)
    assert world.host.counts.append_seconds == 0.5
    assert sum(world.host.counts.append_buckets) == 1


def test_idleness_is_counted_from_what_was_wanted_last(world: World) -> None:
    world.host.time += 10
    assert world.hosted.idle(world.host.time) == 10.0
    world.hosted.touched = world.host.time
    world.host.time += 3
    world.want()
    assert world.hosted.idle(world.host.time) == 3.0
    world.room.unused = False
    assert world.hosted.idle(world.host.time) == 0.0


def test_room_wakes_at_its_last_wish_never_after_its_end() -> None:
    async def main() -> None:
        world, loop = World(), asyncio.get_running_loop()
        began = loop.time()
        woken: list[float] = []
        receive = world.room.receive

        def noted(message: inputs.Input, now: int, outages: Any) -> list[effects.Effect]:
            if not world.room.wants:
                woken.append(loop.time() - began)
            return receive(message, now, outages)

        world.room.receive = noted  # type: ignore[method-assign]
        world.want(effects.WakeAt(1_005_000))
        world.want(effects.WakeAt(1_002_500))
        await asyncio.sleep(10)
        assert woken == [2.5]
        # What is past is due at once.
        world.want(effects.WakeAt(0))
        await asyncio.sleep(1)
        assert woken == [2.5, 10.0]
        world.want(effects.WakeAt(1_002_500), effects.CloseRoom())
        await asyncio.sleep(10)
        assert len(woken) == 2
        assert world.host.open == {}
        assert world.store.unfollowed == [MATCH]

    run(main())


def test_log_is_read_for_room_and_command() -> None:
    async def main() -> None:
        world, wish = World(), Wish()
        world.store.log = [Entry(1, 5, b"x")]
        world.want(effects.ReadLog(), effects.ReadFirst(wish))
        await asyncio.sleep(1)
        assert world.room.heard[-1] == inputs.LogRead([Entry(1, 5, b"x")])
        assert world.host.submitted == [(MATCH, wish)]
        assert (wish.seen, wish.answers) == (0, [])
        world.store.log = StorageUnavailableError()
        world.want(effects.ReadLog(), effects.ReadFirst(wish))
        await asyncio.sleep(1)
        failed = world.room.heard[-1]
        assert isinstance(failed, inputs.LogNotRead)
        assert isinstance(failed.error, RefusedError)
        assert failed.error.code == "unavailable"
        assert wish.answers == ["unavailable"]
        assert len(world.host.submitted) == 1

    run(main())


def test_what_others_say_is_handed_in(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.hosted.heard(b"note")
    world.hosted.rewound()
    assert world.room.heard == [inputs.NoteHeard(b"note", 50.0), inputs.Rewound()]
    assert f"match {MATCH} was rewound" in caplog.text


def test_a_node_that_has_done_nothing_counts_nothing() -> None:
    counts = Counts()
    for name in Counts.__slots__:
        counted = getattr(counts, name)
        assert not (any(counted) if isinstance(counted, list) else counted), name
