"""A room is one match on one node: its log as far as this node knows it, the commands that wait, and the watchers.

Theory of operation:

A room does no I/O: it has no event loop, no clock, no store and no node. :meth:`Room.receive` takes one input
(``bocage.live.inputs``) with the time, and gives back effects (``bocage.live.effects``), which the caller
carries out in their order. So every race is a table of inputs and effects, and tests need neither Redis nor time.

Three things in a room have states of their own:

    =======  =========  ==========================================================================
    what     state      goes on with
    =======  =========  ==========================================================================
    life     OPEN       ``Close``, ``Rewound``, an entry that cannot be folded      → CLOSED
             CLOSED     nothing: commands are declined, watchers have been sent away
    append   FREE       ``Submit``, ``Due``, ``StorageBack``, ``Opened``, ``VacationsRead``,
                        ``Named`` if a player has left, an overdue entry at
                        ``Tick``: judge, then ``Append``                            → UNDER WAY
             UNDER WAY  ``EntryStored`` (fold it, ``Answer``)                       → FREE
                        ``AppendConfirmed`` (``Answer``)                            → FREE
                        ``NumberTaken`` (judge the same command again)              → FREE
                        ``AppendFailed`` (``Decline``)                              → FREE
    reading  NONE       ``Join`` of a watcher for whom the log is needed: ``ReadLog``  → READING
             READING    ``LogRead`` (show), ``LogNotRead`` (``Reject``)             → NONE
    =======  =========  ==========================================================================

Whenever the append becomes FREE, first what the last entry demands is added (the end, the secret), then the
commands that waited are judged, in the order in which they came, until one is under way or none is left.

Nothing is shown or answered before it is stored. A command is judged against the match as it stands; when another
node was first, the room is told that entry (``EntryAdded``), then ``NumberTaken``, and judges again. Time in
which storage was out of reach is charged to no player: before a command is judged while a clock runs, an outage
that the clock did not count is appended, and the command waits for that.

A watcher is in one group of one feed: the feed of the match, or the delayed feed that shows open hands later. The
delayed feed is opened with the first watcher who needs it, asks for ``Wake`` with ``WakeAt``, and is given up with
the last one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from bocage.live import effects, inputs
from bocage.live.audience import Audience
from bocage.live.commands import Command, Housekeeping, UnderWay
from bocage.live.counts import Counts
from bocage.live.presence import Called, Chat, decode_note, encode_note
from bocage.log import judge, vacations
from bocage.log.answers import Preview
from bocage.log.entries import Body, Entry, Fact, Seated, UnknownEntryError
from bocage.log.match import Match
from bocage.log.names import players_of, unknown
from bocage.log.projection import propose
from bocage.protocol.refusal import RefusedError

#: When storing an answer takes this many seconds or more, the next decider gets that time back.
SLOW = 1.0
#: An entry that is owed for so many milliseconds is added by any node that notices.
OVERDUE = 1_000


class Room:
    """See the head of this module."""

    __slots__ = (
        "_append",
        "_audience",
        "_counts",
        "_now",
        "_out",
        "_outages",
        "_slow",
        "_work",
        "closed",
        "match",
    )

    def __init__(self, match: Match, node: str, resume_span: int, counts: Counts) -> None:
        """``node``: this node's name. ``resume_span``: most entries that are made up for when a watcher resumes."""
        #: The match as it stands.
        self.match = match
        self.closed = False
        self._counts = counts
        self._audience = Audience(match, node, resume_span, counts)
        self._work: deque[Command | Housekeeping] = deque()
        self._append: UnderWay | None = None
        #: When an answer came in and when it was stored, if that took long: the next decider was told late.
        self._slow: tuple[int, int] | None = None
        # Of the input that is being received.
        self._now = 0
        self._outages: Sequence[tuple[int, int]] = ()
        self._out: list[effects.Effect] = []

    @property
    def busy(self) -> bool:
        """True if an append is under way."""
        return self._append is not None

    @property
    def unused(self) -> bool:
        """True if nobody watches and nothing is under way."""
        audience = self._audience
        return not (audience.reading or self._append or any(feed.groups for feed in audience.feeds()))

    @property
    def seats_here(self) -> set[int]:
        """The seats whose player looks at the match, on any node."""
        return self._audience.seats_here()

    @property
    def clock_runs(self) -> bool:
        """True if outages matter: the caller then gives them to :meth:`receive`."""
        match = self.match
        return match.status == "playing" and match.clock.rules.kind != "none"

    def next_tick(self, clock: float) -> float:
        """When to give it a ``Tick`` although nothing else happens (seconds, as in ``Tick``). ``clock``: now."""
        match = self.match
        if (match.status != "playing" or match.outcome is not None) and judge.owed(match) is not None:
            return clock + OVERDUE / 1000
        return self._audience.presence.next()

    def receive(
        self, message: inputs.Input, now: int, outages: Sequence[tuple[int, int]] = ()
    ) -> list[effects.Effect]:
        """Take one input at the time ``now`` (ms, the store's clock) and return the effects, in order.

        ``outages``: stretches (from, to) in which storage was out of reach, oldest first; needed where
        :attr:`clock_runs`. Never raises: an unexpected error becomes a ``Report``.
        """
        self._now, self._outages = now, outages
        out: list[effects.Effect] = []
        self._out = out
        try:
            match message:
                case inputs.Submit():
                    self._submit(message.command)
                case inputs.EntryStored():
                    append = self._append
                    assert append is not None
                    self._fold(message.entry, append.proposal.preview)
                    self._stored(message.entry, message.seconds)
                case inputs.EntryAdded():
                    self._fold(message.entry, None)
                case inputs.Tick():
                    self._tick(message)
                case inputs.Join():
                    self._audience.join(message.watcher, message.subscription, out)
                case inputs.Leave():
                    self._audience.leave(message.watcher, message.subscription)
                case inputs.Opened():
                    self._opened()
                case inputs.Due():
                    self._tend()
                case inputs.StorageBack():
                    if self.clock_runs:
                        self._tend()
                case inputs.Wake():
                    self._audience.wake(now, out)
                case inputs.Rewound():
                    self._close(RefusedError("unavailable", retry=100), "restart")
                case inputs.Close():
                    self._close(message.error, message.watchers)
                case inputs.AppendConfirmed():
                    self._stored(message.entry, message.seconds)
                case inputs.NumberTaken():
                    self._number_taken()
                case inputs.AppendFailed():
                    self._append_failed(message)
                case inputs.LogRead():
                    self._audience.log_read(message.entries, now, out)
                case inputs.LogNotRead():
                    self._audience.log_not_read(message.error, out)
                case inputs.Named():
                    self._named(message)
                case inputs.NamesMissed():
                    out.append(effects.LookUpNames(players_of(self.match)))
                case inputs.VacationsRead():
                    self._vacations_read(message)
                case inputs.Renew():
                    self._audience.renew(message.watcher, message.subscription, out)
                case inputs.Talk():
                    self._talk(message)
                case inputs.NoteHeard():
                    self._note_heard(message)
        except Exception as error:
            out.append(effects.Report(error, f"match {self.match.id}: {type(message).__name__} failed"))
        return out

    # Life -------------------------------------------------------------------------------------

    def _opened(self) -> None:
        self._out.append(effects.Whisper(encode_note(self._audience.presence.ask())))
        if players := unknown(self.match):
            self._out.append(effects.LookUpNames(players))
        if judge.owed(self.match, self._outages) is not None:
            self._tend()

    def _tick(self, message: inputs.Tick) -> None:
        match = self.match
        late = self._now - match.at >= OVERDUE
        if late and not message.draining and not self.busy and judge.owed(match) is not None:
            # The node that should have added what is owed could not, or is gone.
            self._tend()
        self._audience.tick(message.clock, self._out)

    def _close(self, error: RefusedError, watchers: str) -> None:
        if self.closed:
            return
        self.closed = True
        self._out.append(effects.CloseRoom())
        work, self._work = self._work, deque()
        for one in work:
            self._refuse(one, error)
        if watchers != "leave":
            self._audience.send_away(error if watchers == "refuse" else None, self._out)

    # Commands ---------------------------------------------------------------------------------

    def _submit(self, command: Command) -> None:
        command.asked = command.asked or self._now
        if self.closed:
            self._refuse(command, RefusedError("unavailable", retry=100))
        elif command.seen > self.match.seq:
            self._out.append(effects.ReadFirst(command))
        elif self._append is None:
            # Nothing waits while no append is under way.
            self._judge(command)
        else:
            self._work.append(command)

    def _tend(self) -> None:
        """Add what time or the log itself demands."""
        self._work.append(Housekeeping(self._now))
        self._go_on()

    def _go_on(self) -> None:
        while self._work and self._append is None:
            self._judge(self._work.popleft())

    def _judge(self, work: Command | Housekeeping) -> None:
        match = self.match
        try:
            if type(work) is Housekeeping:
                due = demanded(match, work, self._excused(), self._now)
                if not isinstance(due, Fact):
                    self._out += due
                    return
                body: Body = due
            elif match.clock.rules.kind != "none" and (outage := self._outage()) is not None:
                self._propose(outage, work, before=True)
                return
            else:
                decided = work.decide(match)
                if type(decided) is judge.Again:
                    self._out.append(effects.Answer(work, decided.seq, True))
                    return
                body = decided
            self._propose(body, work, work.asked)
        except Exception as error:
            self._refuse(work, error)

    def _excused(self) -> Sequence[tuple[int, int]]:
        return [*self._outages, self._slow] if self._slow else self._outages

    def _outage(self) -> Body | None:
        """The outage that a running clock has not counted yet: an answer would use that time up."""
        match = self.match
        if match.status != "playing" or match.outcome is not None:
            return None
        return judge.owed(match, self._excused())

    def _propose(
        self, body: Body, work: Command | Housekeeping | None, asked: int = 0, before: bool = False
    ) -> None:
        if type(body) is Seated:
            # The log holds no names. Those who follow it on other nodes hear this before the entry.
            names = {body.player: body.name}
            self._audience.know(names)
            self._out.append(effects.Whisper(encode_note(Called(names))))
        proposal = propose(self.match, body, asked or self._now)
        self._append = UnderWay(proposal, work, before)
        self._out.append(effects.Append(proposal, asked))

    def _refuse(
        self, work: Command | Housekeeping | None, error: Exception, what: str = "a command failed"
    ) -> None:
        if isinstance(work, Command):
            self._out.append(effects.Decline(work, error, what))
        elif work is not None:
            self._out.append(effects.Report(error, what))

    # The append under way -----------------------------------------------------------------------

    def _stored(self, entry: Entry, seconds: float) -> None:
        append, self._append = self._append, None
        assert append is not None
        work = append.work
        if append.before and self.closed:
            self._refuse(work, RefusedError("unavailable", retry=100))
        elif append.before:
            assert work is not None
            self._work.appendleft(work)
        elif work is not None and type(work) is not Housekeeping:
            self._out.append(effects.Answer(work, entry.seq))
        if self.closed:
            return
        if type(work) is Housekeeping and work.taken:
            self._work.appendleft(work)  # both may be on vacation
        match = self.match
        if match.outcome is not None or match.status != "playing":
            self._add_owed()
        if seconds >= SLOW and append.proposal.preview is not None:
            self._slow = (entry.at, self._now)
            if self.clock_runs:
                self._tend()
        if self._work:
            self._go_on()

    def _number_taken(self) -> None:
        append, self._append = self._append, None
        assert append is not None
        if self.match.seq >= append.proposal.seq and not self.closed:
            # Judge again: the room knows the entry that was first.
            self._counts.lost += 1
            if append.work is not None:
                self._work.appendleft(append.work)
        else:
            self._refuse(append.work, RefusedError("unavailable", retry=100))
        self._go_on()

    def _append_failed(self, message: inputs.AppendFailed) -> None:
        append, self._append = self._append, None
        assert append is not None
        self._refuse(append.work, message.error, "an append failed")
        self._go_on()

    def _add_owed(self) -> None:
        """The entry that must follow the last one, if this node is the one that appended it."""
        if (body := judge.owed(self.match, now=self._now)) is not None:
            self._propose(body, None)

    # The log ------------------------------------------------------------------------------------

    def _fold(self, entry: Entry, preview: Preview | None) -> None:
        if self.closed or entry.seq <= self.match.seq:
            return
        try:
            told = self._audience.feed.extend(entry, self._out, preview)
            if self._audience.delayed is not None or self._audience.reading:
                self._audience.keep(entry, self._now, self._out)
        except Exception as error:
            self._out.append(effects.Report(error, f"match {self.match.id} cannot be shown any more"))
            code = "unknown_rules" if isinstance(error, UnknownEntryError) else "internal"
            self._close(RefusedError(code), "refuse")
            return
        self._counts.entries += 1
        if preview is None:  # an answer seats nobody and begins no match
            self._audience.after(told, self._out)

    def _named(self, message: inputs.Named) -> None:
        if self.closed:
            return
        self._audience.call(message.names, self._out)
        if judge.left(self.match) is not None:
            self._tend()

    def _vacations_read(self, message: inputs.VacationsRead) -> None:
        if not self.closed:
            self._work.append(Housekeeping(self._now, message.taken))
            self._go_on()

    # Watchers -----------------------------------------------------------------------------------

    def _talk(self, message: inputs.Talk) -> None:
        self._audience.tell(message.said, self._out, message.to_seats)
        self._out.append(effects.Whisper(encode_note(Chat(message.said, message.to_seats))))

    def _note_heard(self, message: inputs.NoteHeard) -> None:
        note = decode_note(message.note)
        if isinstance(note, Chat):
            self._audience.tell(note.said, self._out, note.to_seats)
        elif isinstance(note, Called):
            self._audience.know(note.names)
        else:
            self._audience.presence.heard(note, message.clock)


def demanded(
    match: Match, work: Housekeeping, outages: Sequence[tuple[int, int]], now: int
) -> Body | list[effects.Effect]:
    """The entry that the log or the time demands; or what is to be done instead. ``outages``: not counted yet."""
    due = judge.owed(match, outages, now)
    if due is None and work.taken is None and vacations.counts(match) and match.deadline() <= now:
        # They may have gone on vacation in time, and the node stopped before it said so here.
        return [effects.LookUpVacations(players_of(match))]
    due = due or vacations.owed(match, work.taken or {}, now) or judge.timeout(match, now)
    if due is not None:
        return due
    return [effects.CorrectDeadline()] if work.taken is None else []
