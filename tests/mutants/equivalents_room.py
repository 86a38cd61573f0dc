"""Bugs of ``room`` that are none, each with its reason."""

from __future__ import annotations

from tests.mutants.equivalent import Equivalent

ROOM = (
    Equivalent(
        "service/bocage/live/access.py",
        "seat = match.seat_of(player) if player else -1",
        "seat = match.seat_of(player) if player else -2",
        "no seat has either number",
    ),
    Equivalent(
        "service/bocage/live/access.py",
        "return seat if seat >= 0 else PUBLIC",
        "return seat if seat >= (-1) else PUBLIC",
        "who has no seat has the number of PUBLIC",
    ),
    Equivalent(
        "service/bocage/live/audience.py",
        "subscription.since = -1",
        "subscription.since = -2",
        "both are before the first entry",
    ),
    Equivalent(
        "service/bocage/live/audience.py",
        "subscription.since = -1",
        "subscription.since = -0",
        "both are before the first entry",
    ),
    Equivalent(
        "service/bocage/live/audience.py",
        "old = sum(1 for entry in entries[: match.seq] if entry.at + delay <= now)",
        "old = sum(0 for entry in entries[: match.seq] if entry.at + delay <= now)",
        "what is old enough is released before anybody is shown the feed",
    ),
    Equivalent(
        "service/bocage/live/presence.py",
        "AT_ONCE = 0.0",
        "AT_ONCE = (-1.0)",
        "no clock shows less than 0",
    ),
    Equivalent(
        "service/bocage/live/feed.py",
        "if viewer >= 0:",
        "if viewer >= (-1):",
        "nobody takes the seat -1",
    ),
    Equivalent(
        "service/bocage/live/feed.py", "return 0", "return 1", "the caller begins with entry 1 at the earliest"
    ),
    Equivalent(
        "service/bocage/live/feed.py",
        "return 0",
        "return (-1)",
        "the caller begins with entry 1 at the earliest",
    ),
    Equivalent("service/bocage/live/room.py", "self._now = 0", "self._now = 1", "set anew with each input"),
    Equivalent("service/bocage/live/room.py", "self._now = 0", "self._now = (-1)", "set anew with each input"),
    Equivalent(
        "service/bocage/live/room.py",
        "proposal = propose(self.match, body, asked or self._now)",
        "proposal = propose(self.match, body, (asked))",
        "what nobody asked for tells nothing that depends on the time",
    ),
)
