"""What watchers hold after each entry is what the match looks like to them, and they are sent no more than that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from bocage.live import feed as feed_module
from bocage.live.counts import Counts
from bocage.live.effects import Deliver, Effect
from bocage.live.feed import MatchFeed
from bocage.live.watching import Subscription, Watcher
from bocage.log.entries import Entry
from bocage.log.match import Match
from bocage.log.view import view
from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.messages import Message, Snapshot, Update
from bocage.protocol.patch import apply, diff
from bocage.rules.kernel import OPEN, PUBLIC
from tests.live.room.world import World
from tests.log.logs import Play
from tests.tally import TALLY

EYES = (0, 1, PUBLIC, OPEN)


class Reader(Watcher):
    """Somebody who keeps what they are shown, as a client does."""

    def __init__(self, codec: Codec = MSGPACK) -> None:
        super().__init__(codec, cast(Any, None), Counts())
        self.subscription = Subscription("m", False, "")
        self.view: Any = None
        self.sent: list[Message] = []

    def take(self, frame: bytes) -> None:
        size = 2 if frame[1] < 126 else 4 if frame[1] == 126 else 10
        message = self.codec.decode_server(frame[size:])
        self.sent.append(message)
        if isinstance(message, Snapshot):
            self.view = message.view
        elif isinstance(message, Update) and message.patch:
            assert message.patch == diff(self.view, apply(self.view, message.patch)), "more than what changed"
            self.view = apply(self.view, message.patch)


class Table:
    """A match of the toy game unless it is another one, its feed, and readers by whose eyes they have."""

    def __init__(self, log: Sequence[Entry] = (), secret: bytes = b"") -> None:
        self.play = Play()
        match = Match.fold(log or self.play.entries, secret or self.play.secret)
        self.feed = MatchFeed(match, Counts())
        self.readers: list[tuple[int, Reader]] = []

    def add(self, viewer: int, codec: Codec = MSGPACK) -> Reader:
        reader = Reader(codec)
        self.readers.append((viewer, reader))
        self.feed.add(reader, reader.subscription, viewer)
        reader.take(self.feed.snapshot(viewer, reader, reader.subscription))
        return reader

    def remove(self, reader: Reader) -> None:
        self.feed.remove(reader, reader.subscription)
        self.readers = [one for one in self.readers if one[1] is not reader]

    def carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            assert isinstance(effect, Deliver)
            for watcher in effect.watchers:
                assert isinstance(watcher, Reader)
                watcher.take(effect.frame)

    def follow(self) -> None:
        """Fold what was played; everybody then holds what they should."""
        self.show(self.play.entries)

    def show(self, log: Sequence[Entry]) -> None:
        for entry in log[self.feed.match.seq :]:
            out: list[Effect] = []
            self.feed.extend(entry, out)
            self.carry_out(out)
            self.check()

    def check(self) -> None:
        for viewer, reader in self.readers:
            assert reader.view == view(self.feed.match, viewer), viewer
            assert reader.subscription.viewer == viewer


def test_changes_alone_are_shown_from_first_to_last_entry() -> None:
    table = Table()
    for viewer in EYES:
        table.add(viewer, JSON if viewer == 1 else MSGPACK)
    table.check()
    table.play.begin()
    table.follow()
    table.play.act()
    table.follow()
    for viewer in EYES:
        table.add(viewer)
    table.play.finish()
    table.follow()
    assert table.feed.match.status == "ended"


def test_late_first_viewer_is_shown_later_changes_alone() -> None:
    table = Table()
    first = table.add(PUBLIC)
    table.play.begin()
    table.follow()
    table.remove(first)
    assert first.subscription.viewer is None
    assert table.feed.groups == {}
    table.play.act()
    table.follow()
    reader, other = table.add(0), table.add(OPEN)
    table.remove(other)
    assert set(table.feed.groups) == {0}
    table.play.act()
    table.follow()
    assert [type(message) for message in reader.sent] == [Snapshot, Update]


def test_a_match_that_nobody_watches_makes_no_views(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make(*of: object) -> dict[str, object]:
        made.append(of)
        return {}

    for name in ("shared_view", "view"):
        monkeypatch.setattr(feed_module, name, make)
    table = Table()
    table.play.begin().finish()
    out: list[Effect] = []
    for entry in table.play.entries[1:]:
        assert table.feed.extend(entry, out) is not None
    table.feed.call({"ann": "Anna"}, out)
    assert (made, out, table.feed.match.names) == ([], [], {"ann": "Anna"})


def test_new_name_is_used_at_once_and_kept() -> None:
    table = Table()
    readers = [table.add(viewer) for viewer in EYES]
    table.play.begin()
    table.follow()
    # Snapshots as of the last entry are there.
    readers += [table.add(viewer) for viewer in EYES]
    for reader in readers:
        reader.sent.clear()
    out: list[Effect] = []
    table.feed.call({"ann": "Anna", "eve": "Eva"}, out)
    table.carry_out(out)
    table.check()
    assert [type(message) for reader in readers for message in reader.sent] == [Snapshot] * 8
    assert {reader.view["seats"]["0"]["name"] for reader in readers} == {"Anna"}
    assert table.feed.match.names["ann"] == "Anna"
    for names in ({"ann": "Anna"}, {"eve": "Eva"}, {}):
        again: list[Effect] = []
        table.feed.call(names, again)
        assert again == []
    table.play.act()
    table.follow()
    assert [type(message) for message in readers[2].sent] == [Snapshot, Update]


def test_table_compared_by_parts_shows_changes_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def public_part(state: Any) -> dict[str, object]:
        return {"left": state.left, "totals": {"0": state.totals[0], "1": state.totals[1]}}

    def own_part(state: Any, viewer: int) -> dict[str, object]:
        seen = TALLY.view(state, viewer)
        return {"turn": seen["turn"], "secrets": seen["secrets"]}

    monkeypatch.setattr(TALLY, "public_part", public_part)
    monkeypatch.setattr(TALLY, "own_part", own_part)
    world = World(turns=20)
    table = Table(world.log, world.truth.secret)
    for viewer in (0, PUBLIC):
        table.add(viewer)
    for step in ("unheard ann", "unheard bob"):
        world.step(step)
        table.show(world.log)
    for _, reader in list(table.readers):
        table.remove(reader)
    world.step("unheard ann")
    table.show(world.log)
    reader = table.add(PUBLIC)
    for step in ("unheard bob", "unheard ann"):
        world.step(step)
        table.show(world.log)
    assert [type(message) for message in reader.sent] == [Snapshot, Update, Update]


def test_a_watcher_is_here_by_one_subscription_alone() -> None:
    """Who left and came back is not sent away by the end of what was before."""
    table = Table()
    table.play.begin()
    table.follow()
    reader = table.add(0)
    old, reader.subscription = reader.subscription, Subscription("m", False, "")
    assert table.feed.shows(reader, old)
    assert not table.feed.shows(reader, reader.subscription)
    table.feed.remove(reader, old)
    assert not table.feed.shows(reader, old)
    table.feed.add(reader, reader.subscription, 0)
    old.viewer = 0
    assert not table.feed.shows(reader, old)
    table.feed.remove(reader, old)
    assert table.feed.shows(reader, reader.subscription)
    # Somebody else, with the same eyes.
    other = Reader()
    other.subscription.viewer = 0
    assert not table.feed.shows(other, other.subscription)
    other.subscription.viewer = 1
    assert not table.feed.shows(other, other.subscription)
    assert [watcher for watcher, _ in table.feed.watchers()] == [reader]
