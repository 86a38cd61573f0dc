"""A match as its watchers see it: folded entry by entry, each distinct view made once, each frame encoded once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from protocol.codec import Codec
from protocol.framing import frame_of
from protocol.messages import Message
from protocol.patch import diff
from service.games.kernel import Told, Viewer
from service.match.answers import Preview
from service.match.entries import Entry
from service.match.match import Match
from service.match.view import EntryMessages, shared_view, snapshot, table_view, view
from service.room.effects import Deliver, Effect, Tell
from service.room.watching import Subscription, Watcher


class RoomCounts(Protocol):
    """What rooms count; the node has one of these for all of them."""

    #: Entries folded; appends that lost the race; snapshots made; updates made again for a resume.
    entries: int
    lost: int
    snapshots: int
    replayed: int


class ViewerGroup:
    """Everybody who is shown a match as the same viewer."""

    __slots__ = ("_members", "by_codec", "snapshots", "table", "viewer")

    def __init__(self, viewer: Viewer, table: Mapping[str, object]) -> None:
        self.viewer = viewer
        #: What they see of the game as of the last entry.
        self.table = table
        #: Watchers and their subscriptions, by the codec they speak.
        self.by_codec: dict[Codec, dict[Watcher, Subscription]] = {}
        #: Snapshot frames as of the last entry, made when first asked for.
        self.snapshots: dict[Codec, bytes] = {}
        #: The watchers as effects name them; made anew only when somebody has come or gone.
        self._members: list[tuple[Codec, tuple[Watcher, ...]]] | None = None

    def members(self) -> list[tuple[Codec, tuple[Watcher, ...]]]:
        """The watchers by the codec they speak."""
        if self._members is None:
            self._members = [(codec, tuple(watchers)) for codec, watchers in self.by_codec.items()]
        return self._members

    def add(self, watcher: Watcher, subscription: Subscription) -> None:
        """``watcher`` comes."""
        self.by_codec.setdefault(watcher.codec, {})[watcher] = subscription
        self._members = None

    def remove(self, watcher: Watcher) -> None:
        """``watcher`` goes."""
        watchers = self.by_codec[watcher.codec]
        del watchers[watcher]
        if not watchers:
            del self.by_codec[watcher.codec]
        self._members = None

    def has(self, watcher: Watcher, subscription: Subscription) -> bool:
        """Whether ``watcher`` is here because of this subscription."""
        return self.by_codec.get(watcher.codec, {}).get(watcher) is subscription


class MatchFeed:
    """A match and its viewer groups. A match that is shown with a delay has a second feed, folded later."""

    __slots__ = ("_counts", "_shared", "groups", "match")

    def __init__(self, match: Match, counts: RoomCounts) -> None:
        self.match = match
        self.groups: dict[Viewer, ViewerGroup] = {}
        self._counts = counts
        #: What all groups see alike as of the last entry; without meaning while there are no groups.
        self._shared: dict[str, Any] = {}

    def extend(self, entry: Entry, out: list[Effect], preview: Preview | None = None) -> list[Told]:
        """Fold the next entry and show everybody what it changed. Raises what ``Match.extend`` raises."""
        match = self.match
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
            for codec, watchers in group.members():
                out.append(Deliver(watchers, frame_of(codec, message)))
        return told

    def tell(self, message: Message, out: list[Effect], to_seats: bool = True) -> None:
        """Tell all watchers something that is no entry."""
        frames: dict[Codec, bytes] = {}
        for group in self.groups.values():
            if group.viewer >= 0 and not to_seats:
                continue
            for codec, watchers in group.members():
                if codec not in frames:
                    frames[codec] = frame_of(codec, message)
                out.append(Tell(watchers, frames[codec]))

    def add(self, watcher: Watcher, subscription: Subscription, viewer: Viewer) -> None:
        """From now on ``watcher`` is shown every entry as ``viewer``."""
        group = self.groups.get(viewer)
        if group is None:
            if not self.groups:
                self._shared = shared_view(self.match)
            group = self.groups[viewer] = ViewerGroup(viewer, table_view(self.match, viewer))
        group.add(watcher, subscription)
        subscription.viewer = viewer

    def remove(self, watcher: Watcher, subscription: Subscription) -> None:
        """Show ``watcher`` nothing more, if they are shown anything here."""
        viewer = subscription.viewer
        if viewer is not None and self.shows(watcher, subscription):
            subscription.viewer = None
            group = self.groups[viewer]
            group.remove(watcher)
            if not group.by_codec:
                del self.groups[viewer]

    def shows(self, watcher: Watcher, subscription: Subscription) -> bool:
        """Whether ``watcher`` is shown the match here."""
        group = self.groups.get(subscription.viewer) if subscription.viewer is not None else None
        return group is not None and group.has(watcher, subscription)

    def watchers(self) -> Iterator[tuple[Watcher, Subscription]]:
        """Everybody who watches."""
        for group in self.groups.values():
            for watchers in group.by_codec.values():
                yield from watchers.items()

    def snapshot(self, viewer: Viewer, codec: Codec) -> bytes:
        """The frame that shows the whole match to a member of the group of ``viewer``."""
        group = self.groups[viewer]
        data = group.snapshots.get(codec)
        if data is None:
            seen = view(self.match, viewer)
            data = group.snapshots[codec] = frame_of(codec, snapshot(self.match, viewer, seen))
            self._counts.snapshots += 1
        return data
