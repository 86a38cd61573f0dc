"""Counters of a node: plain numbers, read when metrics are requested."""

from __future__ import annotations

from collections import Counter

#: Upper bounds (seconds) of the buckets that append times are counted in.
APPEND_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Counts:
    """Totals since the node started."""

    __slots__ = (
        "append_buckets",
        "append_seconds",
        "bytes_out",
        "closed",
        "dropped",
        "due_failed",
        "entries",
        "frames_out",
        "lost",
        "messages_in",
        "opened",
        "refused",
        "replayed",
        "snapshots",
        "turned_away",
    )

    def __init__(self) -> None:
        #: Messages received; update and snapshot frames sent, and their bytes; updates dropped for slow readers.
        self.messages_in = 0
        self.frames_out = 0
        self.bytes_out = 0
        self.dropped = 0
        #: Snapshots made, frames recomputed for a resume.
        self.snapshots = 0
        self.replayed = 0
        #: Entries folded, appended by any node; rooms opened; appends that lost the race.
        self.entries = 0
        self.opened = 0
        self.lost = 0
        #: Attempts to open a due match that failed.
        self.due_failed = 0
        #: Refusals by code; connections that this side closed, by the name of the close code.
        self.refused: Counter[str] = Counter()
        self.closed: Counter[str] = Counter()
        #: Connections other than websockets that were rejected or dropped, by limit; ``full``: no room.
        self.turned_away: Counter[str] = Counter()
        #: Own appends by the time they took; the last bucket has no bound.
        self.append_buckets = [0] * (len(APPEND_BUCKETS) + 1)
        self.append_seconds = 0.0
