"""The course of a game, extracted from its log: the actions that count, with their draws."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bocage.log.entries import Acted, Entry, Started, TimedOut, Undone, told_secret
from bocage.log.match import Match
from bocage.rules.kernel.course import Course, CourseStep


class CourseMaker:
    """Build a course entry by entry, so that the caller can yield in between."""

    def __init__(self, entries: Sequence[Entry], secret: bytes = b"") -> None:
        """``entries``: the whole log; a finished one contains its ``secret``."""
        self._match = Match(secret or told_secret(entries))
        self._start = b""
        self._steps: list[CourseStep] = []

    def add(self, entry: Entry) -> None:
        """Add an entry. Raises ``BrokenLogError``, ``UnknownGameError`` for rules that are not installed."""
        match = self._match
        body = match.read(entry)
        match.extend(entry)
        if isinstance(body, Started):
            self._start = match.game.pack(match.state)
        elif isinstance(body, Acted | TimedOut) and body.action is not msgspec.UNSET:
            self._steps.append(CourseStep(entry.seq, body.seat, msgspec.to_builtins(body.action), match.draws))
        elif isinstance(body, Undone):
            self._steps.pop()

    def course(self) -> Course | None:
        """Return the course so far, without undone actions; None before the game begins."""
        if not self._start:
            return None
        created, options = self._match.created, msgspec.to_builtins(self._match.options)
        return Course(self._match.id, created.game, created.rules, options, self._start, self._steps[:])


def course_of(entries: Sequence[Entry], secret: bytes = b"") -> Course | None:
    """Return the course of a log; None if its game never began. Raises as :meth:`CourseMaker.add`."""
    maker = CourseMaker(entries, secret)
    for entry in entries:
        maker.add(entry)
    return maker.course()
