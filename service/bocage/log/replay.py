"""Replay: what a viewer was shown, computed again from the log, from any position on."""

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
    """A log that can be looked at after any of its entries.

    ``seat``: the seat of the player who looks; -1: no seat. Until the match is over they may see their own view
    and the public's. ``names``: what players are called now.
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
        """Whether the log is complete, its secret told."""
        return bool(self._told)

    def at(self, seq: int) -> Match:
        """The match after entry ``seq``; valid until the next call. Going forward folds only the entries between.

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
        """What ``viewer`` saw after entry ``seq``. Refusals: ``no_such_entry``, ``open_hands_closed``."""
        self._check(viewer)
        match = self.at(seq)
        return snapshot(match, viewer, view(match, viewer))

    def stream(self, viewer: Viewer, start: int = 1, end: int = 0) -> Iterator[Snapshot | Update]:
        """A snapshot after entry ``start``, then one update for each entry up to ``end`` (0: the last).

        Refusals: ``no_such_entry``, ``open_hands_closed``.
        """
        self._check(viewer)
        match = self.at(start)
        seen: Mapping[str, Any] = view(match, viewer)
        yield snapshot(match, viewer, seen)
        for entry in self._entries[start : end or len(self._entries)]:
            # The caller may have used this replay for another position since the last update.
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
    """What ``viewer`` was shown of each of a log's ``entries`` (from number 1 on) after number ``after``.

    ``odds``: the last one with the odds of its decision; those before it have been answered.
    ``names``: what players are called now.
    Unlike :class:`Replay` it asks no permission: the caller has checked that ``viewer`` may look.
    """
    match = Match.fold(entries[:after], secret, names)
    seen = view(match, viewer)
    for entry in entries[after:]:
        told = match.extend(entry)
        before, seen = seen, view(match, viewer)
        last = entry is entries[-1]
        yield EntryMessages(match, entry, told).update(viewer, diff(before, seen), odds and last)
