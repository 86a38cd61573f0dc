"""What a viewer was shown, recomputed from the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from protocol.messages import Update
from protocol.patch import diff
from service.games.kernel import Viewer
from service.match.entries import Entry
from service.match.match import Match
from service.match.view import News, view


def updates(entries: Sequence[Entry], secret: bytes, viewer: Viewer, after: int) -> Iterator[Update]:
    """What ``viewer`` was shown of each of a log's ``entries`` (from number 1 on) after number ``after``."""
    match = Match.fold(entries[:after], secret)
    seen = view(match, viewer)
    for entry in entries[after:]:
        told = match.extend(entry)
        before, seen = seen, view(match, viewer)
        yield News(match, entry, told).update(viewer, diff(before, seen))
