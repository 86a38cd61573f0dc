"""Making up for what was missed: one reading of the log serves everybody who waits for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from protocol.codec import Codec
from protocol.refusal import RefusedError
from service.games.kernel import Viewer
from service.match.entries import Entry, Seated, decode
from service.match.replay import updates
from service.room.access import viewer_for
from service.room.feed import MatchFeed, Subscription, Watcher
from service.sockets.outbox import encode_frame

if TYPE_CHECKING:
    from service.node.node import Node
    from service.room.room import Room


class CatchUp:
    """Those who wait until the log of a table has been read."""

    __slots__ = ("_news", "_node", "_room", "_waiting")

    def __init__(self, node: Node, room: Room) -> None:
        self._node = node
        self._room = room
        self._waiting: list[tuple[Watcher, Subscription]] = []
        #: What was added to the log while it was being read.
        self._news: list[Entry] = []

    def add(self, watcher: Watcher, subscription: Subscription) -> None:
        """Show ``watcher`` the match as soon as the log has been read."""
        if not self._waiting:
            self._node.spawn(self._run(), f"catch up {self._room.match.id}")
        self._waiting.append((watcher, subscription))

    def push(self, entry: Entry) -> None:
        """The log has grown meanwhile."""
        self._news.append(entry)

    async def _run(self) -> None:
        try:
            entries = await self._read()
        except Exception as error:
            why = self._node.explain(error, "a log could not be read")
            self._room.caught_up()
            for watcher, subscription in self._wanted():
                self._refuse(watcher, subscription, why)
            return
        # From here to the end nothing is awaited: no entry can come in between.
        self._room.caught_up()
        if self._node.rooms.get(self._room.match.id) is not self._room:
            # Closed meanwhile (the log was rewound): nobody would tell this table anything any more.
            for watcher, subscription in self._wanted():
                watcher.restart(subscription.match)
            return
        self._serve(entries)

    async def _read(self) -> list[Entry]:
        """The log, exactly as far as the table knows it."""
        room = self._room
        entries = await self._node.store.catch_up(room.match.id)
        entries += [entry for entry in self._news if entry.seq > len(entries)]
        if len(entries) < room.match.seq:
            raise RefusedError("unavailable", retry=500)
        return entries

    def _wanted(self) -> list[tuple[Watcher, Subscription]]:
        match = self._room.match.id
        return [(watcher, wish) for watcher, wish in self._waiting if watcher.subscriptions.get(match) is wish]

    def _refuse(self, watcher: Watcher, subscription: Subscription, why: RefusedError) -> None:
        del watcher.subscriptions[subscription.match]
        watcher.refuse(why, subscription.match)

    def _serve(self, entries: Sequence[Entry]) -> None:
        groups: dict[tuple[MatchFeed, Viewer], list[tuple[Watcher, Subscription]]] = {}
        for watcher, subscription in self._wanted():
            try:
                viewer = viewer_for(self._room.match, watcher.player, subscription.open_hands, subscription.invite)
                feed = self._room.feed_for(viewer) or self._room.open_delayed(entries)
            except RefusedError as error:
                self._refuse(watcher, subscription, error)
                continue
            groups.setdefault((feed, viewer), []).append((watcher, subscription))
        for (feed, viewer), members in groups.items():
            try:
                self._show(feed, viewer, members, entries)
            except Exception as error:
                why = self._node.explain(error, "a log could not be shown again")
                for watcher, subscription in members:
                    if subscription.feed is None:
                        self._refuse(watcher, subscription, why)

    def _show(
        self,
        feed: MatchFeed,
        viewer: Viewer,
        members: Sequence[tuple[Watcher, Subscription]],
        entries: Sequence[Entry],
    ) -> None:
        """Give everybody who sees the match through the same eyes what he missed."""
        match = feed.match
        # Who sat down since then saw it through other eyes before.
        oldest = max(match.seq - self._node.limits.resume_span, _sat_down(entries, viewer), 1)
        first = min((wish.since for _, wish in members if oldest <= wish.since <= match.seq), default=match.seq)
        missed = list(updates(entries[: match.seq], match.secret, viewer, first))
        frames: dict[Codec, list[bytes]] = {}
        for watcher, subscription in members:
            since = subscription.since
            codec = watcher.codec
            group = feed.add(watcher, subscription, viewer)
            if not oldest <= since <= match.seq:
                watcher.outbox.update(match.id, feed.snapshot(group, codec))
                continue
            if codec not in frames:
                frames[codec] = [encode_frame(codec.encode(message), codec.text) for message in missed]
            for data in frames[codec][since - first :]:
                watcher.outbox.update(match.id, data)
                self._node.counts.replayed += 1


def _sat_down(entries: Sequence[Entry], viewer: Viewer) -> int:
    """The entry by which the seat ``viewer`` was taken; 0: it is no seat."""
    if viewer >= 0:
        for entry in entries:
            body = decode(entry.raw)
            if isinstance(body, Seated) and body.seat == viewer:
                return entry.seq
    return 0
