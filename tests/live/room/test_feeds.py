"""Who is shown what of a match, and when: presence, chat, slow readers, open hands with a delay. No I/O."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bocage.live.counts import Counts
from bocage.live.effects import Deliver, Effect, Tell
from bocage.live.feed import DelayedFeed, MatchFeed
from bocage.live.outbox import Outbox
from bocage.live.presence import FORGET, REPEAT, Count, Here, Presence
from bocage.live.watching import Subscription, Watcher
from bocage.log.match import Match
from bocage.log.records import Entry
from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.messages import Present, Said
from bocage.rules.kernel import OPEN, PUBLIC
from tests.live.sockets.pipe import unflushed_batch
from tests.log.logs import Play
from tests.virtual_time import run


class Line:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False


class Reader(Watcher):
    """Somebody who looks on."""

    def __init__(self, codec: Codec = JSON) -> None:
        self.line = Line()
        super().__init__(codec, Outbox(cast(Any, self.line), unflushed_batch()), Counts())

    async def heard(self) -> bytes:
        self.outbox.flush()
        sent, self.line.sent = b"".join(self.line.sent), []
        return sent


def feed_of(play: Play, upto: int = 0) -> MatchFeed:
    return MatchFeed(Match.fold(play.entries[: upto or None], play.secret), Counts())


def carried_out(effects: list[Effect]) -> int:
    """Do what a feed wants, as the node does; how many updates slow readers missed."""
    missed = 0
    for effect in effects:
        assert isinstance(effect, Deliver | Tell)
        for watcher in effect.watchers:
            if isinstance(effect, Deliver):
                missed += bool(watcher.outbox.full_since)
                watcher.outbox.update("m", effect.frame)
            elif not watcher.outbox.full_since:
                watcher.outbox.write(effect.frame)
    return missed


def tell(feed: MatchFeed, message: Said, to_seats: bool = True) -> None:
    out: list[Effect] = []
    feed.tell(message, out, to_seats)
    carried_out(out)


def extend(feed: MatchFeed, entry: Entry) -> int:
    out: list[Effect] = []
    feed.extend(entry, out)
    return carried_out(out)


def said(name: str, text: str) -> Said:
    return Said(match="m", player=name.lower(), name=name, text=text, at=1)


def add(feed: MatchFeed, viewer: int, codec: Codec = JSON) -> tuple[Reader, Subscription]:
    watcher, subscription = Reader(codec), Subscription("m", False, "")
    feed.add(watcher, subscription, viewer)
    return watcher, subscription


def test_updates_and_whispers_are_not_kept_for_slow_readers() -> None:
    """Updates are made up for by a snapshot, the rest is lost: memory of a slow reader stays bounded."""

    async def main() -> None:
        play = Play().begin()
        feed = feed_of(play)
        slow, _ = add(feed, PUBLIC)
        quick, _ = add(feed, PUBLIC)
        slow.outbox.full(1.0)
        tell(feed, said("Ann", "hello"))
        assert (await slow.heard(), b"hello" in await quick.heard()) == (b"", True)
        assert extend(feed, play.act()) == 1
        assert (await slow.heard(), b"update" in await quick.heard()) == (b"", True)
        assert slow.outbox.behind == {"m"}
        slow.outbox.drained()
        tell(feed, said("Ann", "again"))
        assert b"again" in await slow.heard()

    run(main())


def test_seats_hear_watchers_only_where_allowed() -> None:
    async def main() -> None:
        feed = feed_of(Play().begin())
        watchers = {viewer: add(feed, viewer)[0] for viewer in (0, 1, PUBLIC, OPEN)}
        tell(feed, said("Eve", "hint"), to_seats=False)
        assert {viewer for viewer, one in watchers.items() if b"hint" in await one.heard()} == {PUBLIC, OPEN}
        tell(feed, said("Ann", "hello"))
        assert {viewer for viewer, one in watchers.items() if b"hello" in await one.heard()} == set(watchers)

    run(main())


def test_each_codec_and_viewer_has_frames_until_leaving() -> None:
    async def main() -> None:
        play = Play().begin()
        counts = Counts()
        feed = MatchFeed(Match.fold(play.entries, play.secret), counts)
        plain, subscription = add(feed, 0)
        packed, its = add(feed, 0, MSGPACK)
        other, _ = add(feed, 1)
        assert subscription.viewer == 0
        before = feed.snapshot(0, plain, subscription)
        assert feed.snapshot(0, plain, subscription) is before
        assert feed.snapshot(0, packed, its) != before
        assert counts.snapshots == 2
        extend(feed, play.act())
        assert feed.snapshot(0, plain, subscription) != before
        frames = [await one.heard() for one in (plain, packed, other)]
        assert all(frames)
        assert len(set(frames)) == 3
        feed.remove(plain, subscription)
        feed.remove(plain, subscription)
        extend(feed, play.act())
        assert (await plain.heard(), bool(await packed.heard())) == (b"", True)
        assert [len(group.by_form) for group in feed.groups.values()] == [1, 1]
        assert [watcher for watcher, _ in feed.watchers()] == [packed, other]

    run(main())


class Presences:
    """What one node whispers and tells as seconds pass."""

    def __init__(self) -> None:
        self.presence = Presence("m", "here")
        self.feed = feed_of(Play().begin())

    def at(self, now: float) -> tuple[Here | None, Present | None]:
        return self.presence.here([self.feed], now)


def test_counts_are_whispered_on_change_and_repeated_while_present() -> None:
    table = Presences()
    assert table.at(0.0) == (None, None)
    _, subscription = watcher = add(table.feed, PUBLIC)
    add(table.feed, 1)
    here = Here("here", Count(1, (1,)))
    assert table.at(1.0) == (here, Present("m", 1, [1]))
    assert table.at(1.0 + REPEAT - 0.1) == (None, None)
    assert table.at(1.0 + REPEAT) == (here, None)
    table.feed.remove(watcher[0], subscription)
    assert table.at(32.0) == (Here("here", Count(0, (1,))), Present("m", 0, [1]))


def test_others_are_counted_until_they_are_silent_for_long() -> None:
    assert FORGET > 2 * REPEAT
    table = Presences()
    table.presence.heard(Here("there", Count(3, (0,))), 10.0)
    assert table.presence.seats([table.feed]) == {0}
    table.presence.heard(Here("elsewhere", Count(1, (0, 1))), 20.0)
    assert table.presence.seats([table.feed]) == {0, 1}
    assert table.at(20.0) == (None, Present("m", 4, [0, 1]))
    assert table.at(10.0 + FORGET - 0.1)[1] is None
    assert table.at(10.0 + FORGET)[1] == Present("m", 1, [0, 1])
    table.presence.heard(Here("elsewhere", Count()), 90.0)
    assert table.at(90.0)[1] == Present("m", 0, [])


def test_asking_node_is_answered_at_the_next_look_if_present() -> None:
    table = Presences()
    assert table.presence.ask() == Here("here", Count(), ask=True)
    table.presence.heard(Here("there", Count(), ask=True), 0.5)
    assert table.at(0.6) == (None, None)
    add(table.feed, PUBLIC)
    here = Here("here", Count(1))
    assert table.at(1.0)[0] == here
    table.presence.heard(Here("there", Count()), 2.0)
    assert table.at(2.0)[0] is None
    table.presence.heard(Here("there", Count(), ask=True), 3.0)
    assert table.at(3.0)[0] == here


@pytest.mark.parametrize("ends", [False, True])
def test_open_hands_come_late_and_all_at_the_end(ends: bool) -> None:
    play = Play().begin()
    start = len(play.entries)
    entries = [play.act(passed=2000) for _ in range(3)]
    base = entries[0].at
    out: list[Effect] = []
    delayed = DelayedFeed(feed_of(play, start), entries[:1], 10_000)
    assert delayed.release(base, out) == base + 10_000
    seen = []
    for half in range(34):
        now = base + 500 * half
        released = half in (4, 8) and delayed.push(entries[half // 4], over=ends and half == 8)
        # Only what has nothing older before it is looked at at once.
        assert bool(released) == (ends and half == 8)
        delayed.release(now, out)
        seen.append(delayed.feed.match.seq - start)
    came = [next(half for half, known in enumerate(seen) if known >= number) for number in (1, 2, 3)]
    assert came == ([8, 8, 8] if ends else [20, 24, 28])


def test_a_delayed_feed_says_when_to_come_back() -> None:
    play = Play().begin()
    start = len(play.entries)
    entry = play.act()
    delayed = DelayedFeed(feed_of(play, start), [], 5000)
    assert delayed.release(entry.at, []) == 0
    assert delayed.push(entry, over=False)
    assert delayed.release(entry.at, []) == entry.at + 5000
    assert delayed.release(entry.at + 5000, []) == 0
    assert delayed.feed.match.seq == start + 1
