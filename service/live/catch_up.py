"""Making up for what was missed: one reading of the log serves everybody who waits for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from protocol.codec import Codec
from protocol.refusal import RefusedError
from service.games.kernel import Viewer
from service.live.access import eyes
from service.live.outbox import frame
from service.live.show import Following, Show, Watcher
from service.match.entries import Entry, Seated, decode
from service.match.replay import updates

if TYPE_CHECKING:
    from service.live.node import Node
    from service.live.table import Table


class CatchUp:
    """Those who wait until the log of a table has been read."""

    __slots__ = ("_news", "_node", "_table", "_waiting")

    def __init__(self, node: Node, table: Table) -> None:
        self._node = node
        self._table = table
        self._waiting: list[tuple[Watcher, Following]] = []
        #: What was added to the log while it was being read.
        self._news: list[Entry] = []

    def add(self, watcher: Watcher, following: Following) -> None:
        """Show ``watcher`` the match as soon as the log has been read."""
        if not self._waiting:
            self._node.spawn(self._run(), f"catch up {self._table.match.id}")
        self._waiting.append((watcher, following))

    def push(self, entry: Entry) -> None:
        """The log has grown meanwhile."""
        self._news.append(entry)

    async def _run(self) -> None:
        try:
            entries = await self._read()
        except Exception as error:
            why = self._node.explain(error, "a log could not be read")
            self._table.caught_up()
            for watcher, following in self._wanted():
                self._refuse(watcher, following, why)
            return
        # From here to the end nothing is awaited: no entry can come in between.
        self._table.caught_up()
        if self._node.tables.get(self._table.match.id) is not self._table:
            # Closed meanwhile (the log was rewound): nobody would tell this table anything any more.
            for watcher, following in self._wanted():
                watcher.restart(following.match)
            return
        self._serve(entries)

    async def _read(self) -> list[Entry]:
        """The log, exactly as far as the table knows it."""
        table = self._table
        entries = await self._node.store.catch_up(table.match.id)
        entries += [entry for entry in self._news if entry.seq > len(entries)]
        if len(entries) < table.match.seq:
            raise RefusedError("unavailable", retry=500)
        return entries

    def _wanted(self) -> list[tuple[Watcher, Following]]:
        match = self._table.match.id
        return [(watcher, wish) for watcher, wish in self._waiting if watcher.follows.get(match) is wish]

    def _refuse(self, watcher: Watcher, following: Following, why: RefusedError) -> None:
        del watcher.follows[following.match]
        watcher.refuse(why, following.match)

    def _serve(self, entries: Sequence[Entry]) -> None:
        groups: dict[tuple[Show, Viewer], list[tuple[Watcher, Following]]] = {}
        for watcher, following in self._wanted():
            try:
                viewer = eyes(self._table.match, watcher.player, following.open_hands, following.invite)
                show = self._table.show_for(viewer) or self._table.open_late(entries)
            except RefusedError as error:
                self._refuse(watcher, following, error)
                continue
            groups.setdefault((show, viewer), []).append((watcher, following))
        for (show, viewer), members in groups.items():
            try:
                self._show(show, viewer, members, entries)
            except Exception as error:
                why = self._node.explain(error, "a log could not be shown again")
                for watcher, following in members:
                    if following.show is None:
                        self._refuse(watcher, following, why)

    def _show(
        self, show: Show, viewer: Viewer, members: Sequence[tuple[Watcher, Following]], entries: Sequence[Entry]
    ) -> None:
        """Give everybody who sees the match through the same eyes what he missed."""
        match = show.match
        # Who sat down since then saw it through other eyes before.
        oldest = max(match.seq - self._node.limits.resume_span, _sat_down(entries, viewer), 1)
        first = min((wish.since for _, wish in members if oldest <= wish.since <= match.seq), default=match.seq)
        missed = list(updates(entries[: match.seq], match.secret, viewer, first))
        frames: dict[Codec, list[bytes]] = {}
        for watcher, following in members:
            since = following.since
            codec = watcher.codec
            lane = show.add(watcher, following, viewer)
            if not oldest <= since <= match.seq:
                watcher.outbox.update(match.id, show.snapshot(lane, codec))
                continue
            if codec not in frames:
                frames[codec] = [frame(codec.encode(message), codec.text) for message in missed]
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
