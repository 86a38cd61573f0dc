"""A match as its watchers see it: folded entry by entry, each distinct view made once, each frame encoded once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from protocol.codec import Codec
from protocol.messages import Message
from protocol.patch import diff
from protocol.refusal import RefusedError
from service.games.kernel import AnyGame, Told, Viewer
from service.match.answers import Preview
from service.match.entries import Entry
from service.match.match import Match
from service.match.view import EntryMessages, shared_view, snapshot, table_view, view
from service.node.counts import Counts
from service.sockets.outbox import Outbox, encode_frame


class Watcher(Protocol):
    """Somebody who watches; see :class:`~service.sockets.session.Session`."""

    codec: Codec
    outbox: Outbox
    player: str
    #: What he follows, by match.
    subscriptions: dict[str, Subscription]

    def send(self, message: Message) -> None:
        """Send a message that must not be dropped."""

    def restart(self, match: str) -> None:
        """The table of a match that is followed was closed: look for it again, from the beginning."""

    def refuse(self, error: RefusedError, match: str = "", request: int = 0, game: AnyGame | None = None) -> None:
        """Say that something was not carried out."""


class Subscription:
    """One watcher's wish to follow one match, and where it has led."""

    __slots__ = ("feed", "group", "invite", "match", "open_hands", "since")

    def __init__(self, match: str, open_hands: bool, invite: str, since: int = -1) -> None:
        self.match = match
        self.open_hands = open_hands
        self.invite = invite
        #: The last entry that he has seen; -1: he wants a snapshot.
        self.since = since
        #: Where he is shown it; None: not yet.
        self.feed: MatchFeed | None = None
        self.group: ViewerGroup | None = None


class ViewerGroup:
    """Everybody who sees a match through the same eyes."""

    __slots__ = ("by_codec", "snapshots", "table", "viewer")

    def __init__(self, viewer: Viewer, table: Mapping[str, object]) -> None:
        self.viewer = viewer
        #: What they see of the table as of the last entry.
        self.table = table
        #: Watchers by the codec they speak.
        self.by_codec: dict[Codec, dict[Watcher, None]] = {}
        #: Snapshot frames as of the last entry, made when first asked for.
        self.snapshots: dict[Codec, bytes] = {}


class MatchFeed:
    """A match and its lanes. A match that is shown late is a second one, folded later."""

    __slots__ = ("_shared", "counts", "groups", "match")

    def __init__(self, match: Match, counts: Counts) -> None:
        self.match = match
        self.counts = counts
        self.groups: dict[Viewer, ViewerGroup] = {}
        #: What all lanes see alike as of the last entry; of no meaning while there are none.
        self._shared: dict[str, Any] = {}

    def extend(self, entry: Entry, preview: Preview | None = None) -> list[Told]:
        """Fold the next entry and show everybody what it changed. Raises what ``Match.extend`` raises."""
        match, counts = self.match, self.counts
        told = match.extend(entry, preview)
        if not self.groups:
            return told
        before, self._shared = self._shared, shared_view(match)
        common = diff(before, self._shared)
        messages = EntryMessages(match, entry, told)
        for group in self.groups.values():
            was, group.table = group.table, table_view(match, group.viewer)
            changed = diff(was, group.table)
            message = messages.update(group.viewer, {**common, "table": changed} if changed else common)
            group.snapshots.clear()
            for codec, watchers in group.by_codec.items():
                data = encode_frame(codec.encode(message), codec.text)
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
        for group in self.groups.values():
            if group.viewer >= 0 and not to_seats:
                continue
            for codec, watchers in group.by_codec.items():
                data = frames.get(codec)
                if data is None:
                    data = frames[codec] = encode_frame(codec.encode(message), codec.text)
                for watcher in watchers:
                    if not watcher.outbox.full_since:
                        watcher.outbox.write(data)

    def add(self, watcher: Watcher, subscription: Subscription, viewer: Viewer) -> ViewerGroup:
        """From now on ``watcher`` is shown every entry, through the eyes of ``viewer``."""
        group = self.groups.get(viewer)
        if group is None:
            if not self.groups:
                self._shared = shared_view(self.match)
            group = self.groups[viewer] = ViewerGroup(viewer, table_view(self.match, viewer))
        group.by_codec.setdefault(watcher.codec, {})[watcher] = None
        subscription.feed = self
        subscription.group = group
        return group

    def remove(self, watcher: Watcher, subscription: Subscription) -> None:
        """Show ``watcher`` nothing more."""
        group, subscription.group, subscription.feed = subscription.group, None, None
        if group is None:
            return
        watchers = group.by_codec[watcher.codec]
        del watchers[watcher]
        if not watchers:
            del group.by_codec[watcher.codec]
            if not group.by_codec:
                del self.groups[group.viewer]

    def watchers(self) -> Iterator[Watcher]:
        """Everybody who watches."""
        for group in self.groups.values():
            for watchers in group.by_codec.values():
                yield from watchers

    def snapshot(self, group: ViewerGroup, codec: Codec) -> bytes:
        """The frame that shows the whole match to somebody in ``group``."""
        data = group.snapshots.get(codec)
        if data is None:
            seen = view(self.match, group.viewer)
            data = encode_frame(codec.encode(snapshot(self.match, group.viewer, seen)), codec.text)
            group.snapshots[codec] = data
            self.counts.snapshots += 1
        self.counts.frames_out += 1
        self.counts.bytes_out += len(data)
        return data
