"""Where an action passes: the methods of sessions and rooms that are wrapped while traces are wanted.

They are replaced when tracing begins, so that an action costs nothing more while nobody asked for traces::

    receive ─ decode ─ judge ─ append ─ fan-out

All steps of one process run in one thread, and each method here runs to its end before another one does.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from protocol.messages import Act
from protocol.refusal import RefusedError
from service.match import judge
from service.match.entries import Body, Entry
from service.match.match import Match
from service.match.projection import Proposal
from service.node import hosted_room
from service.node.hosted_room import HostedRoom
from service.room import effects as do
from service.room.commands import Decide, act
from service.sockets import session
from service.sockets.session import Session
from service.tracing.spans import Recorder, Span, Trace

#: Rooms whose append may be under way; more than that were closed meanwhile.
MOST_ROOMS = 10_000


class Steps:
    """What is traced just now."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        #: When the message that is being handled came in.
        self._came = 0
        #: Match → its action that was judged, until the room asks for the append; and those that are being stored.
        self._judged: dict[str, Trace] = {}
        self._stored: dict[str, tuple[Trace, Span]] = {}
        #: The action whose entry is told to watchers just now, since when, and to how many until now.
        self._told: Trace | None = None
        self._fan: Span | None = None

    def receive(self, original: Callable[[Session, bytes], None]) -> Callable[[Session, bytes], None]:
        """A message came in."""

        def _receive(self_: Session, payload: bytes) -> None:
            self._came = self._recorder.now()
            original(self_, payload)

        return _receive

    def act(self, original: Callable[[Session, Act], None]) -> Callable[[Session, Act], None]:
        """A message was decoded: an action."""

        def _act(self_: Session, message: Act) -> None:
            if not self._recorder.chosen():
                original(self_, message)
                return
            trace = Trace(self._recorder, "action", self._came)
            trace.root.facts = {"bocage.match": message.match, "bocage.seen": message.seq}
            trace.ended(trace.step("decode", self._came))
            decide = act(self_.player, message.seq, message.action, self_.codec)
            self_._command(message, message.seq, self._judge(trace, decide))

        return _act

    def _judge(self, trace: Trace, decide: Decide) -> Decide:
        def judged(match: Match) -> Body | judge.Again:
            span = trace.step("judge")
            try:
                body = decide(match)
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

        return judged

    def store(self, original: Callable[[HostedRoom, do.Append], None]) -> Callable[[HostedRoom, do.Append], None]:
        """An entry goes to storage."""

        def _store(room: HostedRoom, effect: do.Append) -> None:
            trace = self._judged.pop(effect.proposal.match, None)
            if trace is not None:
                if len(self._stored) >= MOST_ROOMS:
                    self._stored.clear()
                self._stored[effect.proposal.match] = (trace, trace.step("append"))
            original(room, effect)

        return _store

    def entry(self, original: Callable[[HostedRoom, Entry], None]) -> Callable[[HostedRoom, Entry], None]:
        """An entry is in the log: it is shown and acknowledged in the same breath."""

        def entry(room: HostedRoom, entry: Entry) -> None:
            append = room._append
            own = append is not None and entry.raw is append.raw and entry.seq == append.seq
            found = self._stored.pop(room.match.id, None) if own else None
            if found is None:
                original(room, entry)
                return
            trace, span = found
            trace.ended(span)
            trace.root.facts["bocage.entry"] = entry.seq
            self._told, self._fan = trace, trace.step("fan-out")
            self._fan.facts = {"bocage.watchers": 0}
            try:
                original(room, entry)
            finally:
                trace.ended(self._fan)
                trace.finish()
                self._told = self._fan = None

        return entry

    def deliver(
        self, original: Callable[[HostedRoom, do.Deliver], None]
    ) -> Callable[[HostedRoom, do.Deliver], None]:
        """A frame goes to watchers."""

        def _deliver(room: HostedRoom, effect: do.Deliver) -> None:
            original(room, effect)
            if self._fan is not None:
                self._fan.facts["bocage.watchers"] = int(self._fan.facts["bocage.watchers"]) + len(effect.watchers)

        return _deliver

    def answered(
        self, original: Callable[[HostedRoom, Proposal, Entry | Exception], None]
    ) -> Callable[[HostedRoom, Proposal, Entry | Exception], None]:
        """Storage answered, and had not told the entry: another one was first, or it failed."""

        def _answered(room: HostedRoom, append: Proposal, result: Entry | Exception) -> None:
            found = self._stored.pop(append.match, None) if room._append is append else None
            if found is not None:
                trace, span = found
                error = "" if isinstance(result, Entry) else type(result).__name__
                trace.ended(span, error)
                if error != "NumberTakenError":  # then it is judged again
                    trace.finish(error)
            original(room, append, result)

        return _answered


@contextlib.contextmanager
def traced(recorder: Recorder) -> Iterator[None]:
    """As long as this lasts, actions of this process are traced."""
    steps = Steps(recorder)
    handlers, carry_out = session._HANDLERS, hosted_room._CARRY_OUT
    with contextlib.ExitStack() as stack:

        def replace(owner: type, name: str, wrap: Callable[[Any], Any]) -> None:
            original = getattr(owner, name)
            stack.callback(setattr, owner, name, original)
            setattr(owner, name, wrap(original))

        def exchange(table: dict[Any, Any], key: type, wrap: Callable[[Any], Any]) -> None:
            original = table[key]
            stack.callback(table.__setitem__, key, original)
            table[key] = wrap(original)

        replace(Session, "_receive", steps.receive)
        exchange(handlers, Act, steps.act)
        exchange(carry_out, do.Append, steps.store)
        exchange(carry_out, do.Deliver, steps.deliver)
        replace(HostedRoom, "entry", steps.entry)
        replace(HostedRoom, "_answered", steps.answered)
        yield
