"""A match as its watchers see it: folded entry by entry, each distinct view made once, each frame encoded once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from protocol.codec import Codec
from protocol.messages import Message
from protocol.patch import diff
from protocol.refusal import RefusedError
from service.games.kernel import Game, Told, Viewer
from service.live.counts import Counts
from service.live.outbox import Outbox, frame
from service.match.answers import Preview
from service.match.entries import Entry
from service.match.match import Match
from service.match.view import EntryMessages, shared_view, snapshot, table_view, view


class Watcher(Protocol):
    """Somebody who watches; see :class:`~service.live.session.Session`."""

    codec: Codec
    outbox: Outbox
    player: str
    #: What he follows, by match.
    follows: dict[str, Following]

    def send(self, message: Message) -> None:
        """Send a message that must not be dropped."""

    def restart(self, match: str) -> None:
        """The table of a match that is followed was closed: look for it again, from the beginning."""

    def refuse(self, error: RefusedError, match: str = "", request: int = 0, game: Game[Any] | None = None) -> None:
        """Say that something was not carried out."""


class Following:
    """One watcher's wish to follow one match, and where it has led."""

    __slots__ = ("invite", "lane", "match", "open_hands", "show", "since")

    def __init__(self, match: str, open_hands: bool, invite: str, since: int = -1) -> None:
        self.match = match
        self.open_hands = open_hands
        self.invite = invite
        #: The last entry that he has seen; -1: he wants a snapshot.
        self.since = since
        #: Where he is shown it; None: not yet.
        self.show: Show | None = None
        self.lane: Lane | None = None


class Lane:
    """Everybody who sees a match through the same eyes."""

    __slots__ = ("groups", "snapshots", "table", "viewer")

    def __init__(self, viewer: Viewer, table: Mapping[str, object]) -> None:
        self.viewer = viewer
        #: What they see of the table as of the last entry.
        self.table = table
        #: Watchers by the codec they speak.
        self.groups: dict[Codec, dict[Watcher, None]] = {}
        #: Snapshot frames as of the last entry, made when first asked for.
        self.snapshots: dict[Codec, bytes] = {}


class Show:
    """A match and its lanes. A match that is shown late is a second one, folded later."""

    __slots__ = ("_around", "counts", "lanes", "match")

    def __init__(self, match: Match, counts: Counts) -> None:
        self.match = match
        self.counts = counts
        self.lanes: dict[Viewer, Lane] = {}
        #: What all lanes see alike as of the last entry; of no meaning while there are none.
        self._around: dict[str, Any] = {}

    def extend(self, entry: Entry, preview: Preview | None = None) -> list[Told]:
        """Fold the next entry and show everybody what it changed. Raises what ``Match.extend`` raises."""
        match, counts = self.match, self.counts
        told = match.extend(entry, preview)
        if not self.lanes:
            return told
        before, self._around = self._around, shared_view(match)
        common = diff(before, self._around)
        news = EntryMessages(match, entry, told)
        for lane in self.lanes.values():
            was, lane.table = lane.table, table_view(match, lane.viewer)
            changed = diff(was, lane.table)
            message = news.update(lane.viewer, {**common, "table": changed} if changed else common)
            lane.snapshots.clear()
            for codec, watchers in lane.groups.items():
                data = frame(codec.encode(message), codec.text)
                sent = 0
                for watcher in watchers:
                    sent += watcher.outbox.update(match.id, data)
                counts.frames_out += sent
                counts.bytes_out += sent * len(data)
                counts.dropped += len(watchers) - sent
        return told

    def tell(self, message: Message, to_seats: bool = True) -> None:
        """Tell all watchers something that is no entry; a reader who lags may miss it."""
        frames: dict[Codec, bytes] = {}
        for lane in self.lanes.values():
            if lane.viewer >= 0 and not to_seats:
                continue
            for codec, watchers in lane.groups.items():
                data = frames.get(codec)
                if data is None:
                    data = frames[codec] = frame(codec.encode(message), codec.text)
                for watcher in watchers:
                    if not watcher.outbox.full_since:
                        watcher.outbox.write(data)

    def add(self, watcher: Watcher, following: Following, viewer: Viewer) -> Lane:
        """From now on ``watcher`` is shown every entry, through the eyes of ``viewer``."""
        lane = self.lanes.get(viewer)
        if lane is None:
            if not self.lanes:
                self._around = shared_view(self.match)
            lane = self.lanes[viewer] = Lane(viewer, table_view(self.match, viewer))
        lane.groups.setdefault(watcher.codec, {})[watcher] = None
        following.show = self
        following.lane = lane
        return lane

    def remove(self, watcher: Watcher, following: Following) -> None:
        """Show ``watcher`` nothing more."""
        lane, following.lane, following.show = following.lane, None, None
        if lane is None:
            return
        watchers = lane.groups[watcher.codec]
        del watchers[watcher]
        if not watchers:
            del lane.groups[watcher.codec]
            if not lane.groups:
                del self.lanes[lane.viewer]

    def watchers(self) -> Iterator[Watcher]:
        """Everybody who watches."""
        for lane in self.lanes.values():
            for group in lane.groups.values():
                yield from group

    def snapshot(self, lane: Lane, codec: Codec) -> bytes:
        """The frame that shows the whole match to somebody in ``lane``."""
        data = lane.snapshots.get(codec)
        if data is None:
            seen = view(self.match, lane.viewer)
            data = frame(codec.encode(snapshot(self.match, lane.viewer, seen)), codec.text)
            lane.snapshots[codec] = data
            self.counts.snapshots += 1
        self.counts.frames_out += 1
        self.counts.bytes_out += len(data)
        return data
