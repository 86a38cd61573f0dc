"""Traces of sampled actions on a node: receive ─ decode ─ judge ─ append ─ fan-out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from bocage.features.tracing.spans import Recorder, Span, Trace
from bocage.live.commands import Command
from bocage.live.counts import Counts
from bocage.live.node import Node
from bocage.log import judge
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.log.records import Change, Entry, Log
from bocage.protocol.refusal import RefusedError
from bocage.store.records import Answered, Follower

#: Most rooms with a pending append; beyond that they are stale.
MOST_ROOMS = 10_000


class TracedCommand(Command):
    """A command whose judging is a step of its trace."""

    __slots__ = ("_command", "_judged", "_trace")

    def __init__(self, command: Command, trace: Trace, judged: dict[str, Trace]) -> None:
        """``judged``: receives the trace, by match, when the command is judged and about to be stored."""
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


class TracedFollower:
    """A follower; delivering a traced entry to it is a step of the trace."""

    def __init__(self, steps: Steps, match: str, follower: Follower, counts: Counts) -> None:
        """``counts``: the node's counts of delivered frames."""
        self._steps = steps
        self._match = match
        self._follower = follower
        self._counts = counts

    def entry(self, entry: Entry) -> None:
        with self._steps.telling(self._match, entry, self._counts):
            self._follower.entry(entry)

    def heard(self, note: bytes) -> None:
        self._follower.heard(note)

    def rewound(self) -> None:
        self._follower.rewound()


class Steps:
    """The traces in progress on a node."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        #: Match → judged action, until its append is requested; and actions being stored, with their bytes.
        self.judged: dict[str, Trace] = {}
        self._stored: dict[str, tuple[Trace, Span, bytes]] = {}

    def attach(self, node: Node) -> None:
        """Wrap the commands of sessions, and the store's ``submit`` and ``follow``."""
        node.sessions.traced = self.decoded
        store, counts = node.store, node.counts
        submit, follow = store.submit, store.follow

        def traced_submit(
            match: str, seq: int, raw: bytes, not_before: int, asked: int, change: Change | None, answered: Answered
        ) -> None:
            self.appending(match, raw)

            def told(result: Entry | Exception) -> None:
                self.answered(match, result)
                answered(result)

            submit(match, seq, raw, not_before, asked, change, told)

        async def traced_follow(match: str, follower: Follower) -> Log:
            return await follow(match, TracedFollower(self, match, follower, counts))

        store.submit = traced_submit  # type: ignore[method-assign]
        store.follow = traced_follow  # type: ignore[method-assign]

    def decoded(self, match: str, seen: int, command: Command) -> Command:
        """Start a trace if the action is sampled, with judging as a step."""
        if not self._recorder.chosen():
            return command
        trace = Trace(self._recorder, "action", self._recorder.now())
        trace.root.facts = {"bocage.match": match, "bocage.seen": seen}
        return TracedCommand(command, trace, self.judged)

    def appending(self, match: str, raw: bytes) -> None:
        """Note the append of an entry."""
        trace = self.judged.pop(match, None)
        if trace is not None:
            if len(self._stored) >= MOST_ROOMS:
                self._stored.clear()
            self._stored[match] = (trace, trace.step("append"), raw)

    @contextlib.contextmanager
    def telling(self, match: str, entry: Entry, counts: Counts) -> Iterator[None]:
        """Trace the fan-out of a stored entry, which includes its acknowledgement."""
        found = self._stored.get(match)
        if found is None or found[2] is not entry.raw:
            yield
            return
        del self._stored[match]
        trace, span, _ = found
        trace.ended(span)
        trace.root.facts["bocage.entry"] = entry.seq
        fan, before = trace.step("fan-out"), counts.frames_out + counts.dropped
        try:
            yield
        finally:
            fan.facts = {"bocage.watchers": counts.frames_out + counts.dropped - before}
            trace.ended(fan)
            trace.finish()

    def answered(self, match: str, result: Entry | Exception) -> None:
        """Note the answer of storage to an entry that was not delivered: it failed, or another entry was first."""
        found = self._stored.pop(match, None)
        if found is None:
            return
        trace, span, _ = found
        error = "" if isinstance(result, Entry) else type(result).__name__
        trace.ended(span, error)
        if error != "NumberTakenError":  # then it is judged again
            trace.finish(error)
