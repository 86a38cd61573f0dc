"""Makes a trace of some of the actions that pass through a node: receive ─ decode ─ judge ─ append ─ fan-out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from bocage.features.tracing.spans import Recorder, Span, Trace
from bocage.live.commands import Command
from bocage.log import judge
from bocage.log.entries import Body, Entry
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError

#: Rooms whose append may be under way; more than that were closed meanwhile.
MOST_ROOMS = 10_000


class TracedCommand(Command):
    """A command; judging it is a step of its trace."""

    __slots__ = ("_command", "_judged", "_trace")

    def __init__(self, command: Command, trace: Trace, judged: dict[str, Trace]) -> None:
        """``judged``: where its trace is kept, by match, when it was judged and is about to be stored."""
        self.seen = command.seen
        self.asked = command.asked
        self._command = command
        self._trace = trace
        self._judged = judged

    def decide(self, match: Match) -> Body | judge.Again:
        trace = self._trace
        span = trace.step("judge")
        try:
            body = self._command.decide(match)
        except RefusedError as error:
            trace.ended(span, error.code)
            trace.finish(error.code)
            raise
        trace.ended(span)
        if isinstance(body, judge.Again):
            trace.finish()
        else:
            self._judged[match.id] = trace
        return body

    def stored(self, seq: int, again: bool) -> None:
        self._command.stored(seq, again)

    def refused(self, error: RefusedError) -> None:
        self._command.refused(error)


class Steps:
    """What is traced just now. It is the ``ActionObserver`` of a node."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        #: When the message that is being handled came in.
        self._came = 0
        #: Match → its action that was judged, until the room asks for the append; and those that are being stored.
        self.judged: dict[str, Trace] = {}
        self._stored: dict[str, tuple[Trace, Span]] = {}
        #: The step in which an entry is told to watchers just now.
        self._fan: Span | None = None

    def received(self) -> None:
        """A message came in."""
        self._came = self._recorder.now()

    def decoded(self, match: str, seen: int, command: Command) -> Command:
        """It is an action. If it is chosen, judging it is a step."""
        if not self._recorder.chosen():
            return command
        trace = Trace(self._recorder, "action", self._came)
        trace.root.facts = {"bocage.match": match, "bocage.seen": seen}
        trace.ended(trace.step("decode", self._came))
        return TracedCommand(command, trace, self.judged)

    def appending(self, match: str) -> None:
        """An entry goes to storage."""
        trace = self.judged.pop(match, None)
        if trace is not None:
            if len(self._stored) >= MOST_ROOMS:
                self._stored.clear()
            self._stored[match] = (trace, trace.step("append"))

    @contextlib.contextmanager
    def telling(self, match: str, seq: int) -> Iterator[None]:
        """The entry is in the log: it is shown and acknowledged in the same breath."""
        found = self._stored.pop(match, None)
        if found is None:
            yield
            return
        trace, span = found
        trace.ended(span)
        trace.root.facts["bocage.entry"] = seq
        self._fan = trace.step("fan-out")
        self._fan.facts = {"bocage.watchers": 0}
        try:
            yield
        finally:
            trace.ended(self._fan)
            trace.finish()
            self._fan = None

    def delivered(self, watchers: int) -> None:
        """It goes to so many watchers."""
        if self._fan is not None:
            self._fan.facts["bocage.watchers"] = int(self._fan.facts["bocage.watchers"]) + watchers

    def answered(self, match: str, result: Entry | Exception) -> None:
        """Storage answered, and had not told the entry: another one was first, or it failed."""
        found = self._stored.pop(match, None)
        if found is None:
            return
        trace, span = found
        error = "" if isinstance(result, Entry) else type(result).__name__
        trace.ended(span, error)
        if error != "NumberTakenError":  # then it is judged again
            trace.finish(error)
