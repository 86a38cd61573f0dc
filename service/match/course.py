"""From a log to the course of its game: the actions that count, with their draws."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from service.games.kernel.course import Course, CourseStep
from service.match.entries import Acted, Entry, Started, TimedOut, Undone, told_secret
from service.match.match import Match


def course_of(entries: Sequence[Entry], secret: bytes = b"") -> Course | None:
    """The course of a log; None: its game never began. What was taken back is not in it.

    ``secret``: as in :meth:`Match.fold`. Raises ``BrokenLogError``, and ``UnknownGameError`` for rules that are not
    installed.
    """
    match = Match(secret or told_secret(entries))
    start = b""
    steps: list[CourseStep] = []
    for entry in entries:
        body = match.read(entry)
        match.extend(entry)
        if isinstance(body, Started):
            start = match.game.pack(match.state)
        elif isinstance(body, Acted | TimedOut) and body.action is not msgspec.UNSET:
            steps.append(CourseStep(entry.seq, body.seat, msgspec.to_builtins(body.action), match.draws))
        elif isinstance(body, Undone):
            steps.pop()
    if not start:
        return None
    created = match.created
    return Course(match.id, created.game, created.rules, msgspec.to_builtins(match.options), start, steps)
