"""Replay: a viewer's messages, computed from the log from any position on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bocage.log.entries import Entry, told_secret
from bocage.log.match import Match
from bocage.log.view import EntryMessages, snapshot, view
from bocage.protocol.messages import Snapshot, Update
from bocage.protocol.patch import diff
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import PUBLIC, Viewer


class Replay:
    """A log that can be viewed after any of its entries.

    ``seat``: seat of the player who watches; -1: none. Until the match is over they may see their own view and the
    public one. ``names``: current names of players.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        secret: bytes = b"",
        seat: int = PUBLIC,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self._entries = entries
        self._told = told_secret(entries)
        self._secret = secret or self._told
        self._seat = seat
        self._names = names
        self._match = Match.fold((), self._secret, names)

    @property
    def length(self) -> int:
        """The number of the last entry."""
        return len(self._entries)

    @property
    def over(self) -> bool:
        """True if the log is complete, with its secret."""
        return bool(self._told)

    def at(self, seq: int) -> Match:
        """Return the match after entry ``seq``, valid until the next call. Moving forward folds only the entries
        between.

        Refusals: ``no_such_entry``.
        """
        if not 1 <= seq <= len(self._entries):
            raise RefusedError("no_such_entry")
        if seq < self._match.seq:
            self._match = Match.fold((), self._secret, self._names)
        while self._match.seq < seq:
            self._match.extend(self._entries[self._match.seq])
        return self._match

    def snapshot(self, seq: int, viewer: Viewer) -> Snapshot:
        """Return the view of ``viewer`` after entry ``seq``. Refusals: ``no_such_entry``, ``open_hands_closed``."""
        self._check(viewer)
        match = self.at(seq)
        return snapshot(match, viewer, view(match, viewer))

    def stream(self, viewer: Viewer, start: int = 1, end: int = 0) -> Iterator[Snapshot | Update]:
        """Yield a snapshot after entry ``start``, then an update per entry up to ``end`` (0: the last).

        Refusals: ``no_such_entry``, ``open_hands_closed``.
        """
        self._check(viewer)
        match = self.at(start)
        seen: Mapping[str, Any] = view(match, viewer)
        yield snapshot(match, viewer, seen)
        for entry in self._entries[start : end or len(self._entries)]:
            # The caller may have moved this replay to another position since the last update.
            match = self.at(entry.seq - 1)
            told = match.extend(entry)
            before, seen = seen, view(match, viewer)
            yield EntryMessages(match, entry, told).update(viewer, diff(before, seen))

    def _check(self, viewer: Viewer) -> None:
        if not self.over and viewer not in (PUBLIC, self._seat):
            raise RefusedError("open_hands_closed")


def updates(
    entries: Sequence[Entry],
    secret: bytes,
    viewer: Viewer,
    after: int,
    odds: bool = False,
    names: Mapping[str, str] | None = None,
) -> Iterator[Update]:
    """Yield the updates of ``viewer`` for the entries after number ``after`` of a whole log.

    ``odds``: add odds to the last one; earlier decisions have been answered. ``names``: current names of players.
    Unlike :class:`Replay` this checks no permission.
    """
    match = Match.fold(entries[:after], secret, names)
    seen = view(match, viewer)
    for entry in entries[after:]:
        told = match.extend(entry)
        before, seen = seen, view(match, viewer)
        last = entry is entries[-1]
        yield EntryMessages(match, entry, told).update(viewer, diff(before, seen), odds and last)
