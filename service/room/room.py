"""A match open on this node: commands one after the other, each stored before anybody is told."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from protocol.messages import Message, Said
from protocol.refusal import RefusedError
from service.games.kernel import OPEN, Viewer
from service.match import judge
from service.match.entries import Entry
from service.match.events import SeatTaken
from service.match.match import Match
from service.match.projection import Proposal, propose
from service.room.access import viewer_for
from service.room.catch_up import CatchUp
from service.room.commands import Command, Housekeeping, RestoreTime
from service.room.delayed_feed import DelayedFeed
from service.room.feed import MatchFeed, Subscription, Watcher
from service.room.presence import Chat, Note, Presence, decode_note, encode_note
from service.store import Taken

if TYPE_CHECKING:
    from service.node.node import Node

log = logging.getLogger("bocage.room")

#: Seconds until an answer is stored from which on the next decider is given them back.
SLOW = 1.0
#: Milliseconds after which an entry that is owed is added by whoever notices.
OVERDUE = 1_000


class Room:
    """One match on this node: the fold of its log, who watches, and what was asked of it.

    The store tells it every entry (it is a ``service.store.Follower``), its own included.
    """

    __slots__ = (
        "_asked_at",
        "_catch_up",
        "_command",
        "_commands",
        "_delayed",
        "_node",
        "_presence",
        "_proposal",
        "_slow",
        "feed",
        "touched",
    )

    #: Set by :meth:`opened`.
    feed: MatchFeed
    _presence: Presence

    def __init__(self, node: Node) -> None:
        self._node = node
        self._commands: deque[Command] = deque()
        self._command: Command | None = None
        #: The one append under way.
        self._proposal: Proposal | None = None
        self._asked_at = 0.0
        #: From when an answer came in until it was stored, where that took long: the next decider was told late.
        self._slow: tuple[int, int] | None = None
        self._delayed: DelayedFeed | None = None
        self._catch_up: CatchUp | None = None
        #: Loop time when somebody last wanted something.
        self.touched = node.clock()

    def opened(self, match: Match) -> None:
        """The log has been read."""
        self.feed = MatchFeed(match, self._node.counts)
        self._presence = Presence(match.id, self._node.store.node)
        self._whisper(self._presence.ask())
        if judge.owed(match, self._node.store.outages(match.id)) is not None:
            self.tend()

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.feed.match

    @property
    def busy(self) -> bool:
        """Whether an append is under way."""
        return self._proposal is not None

    def idle(self, now: float) -> float:
        """For how many seconds nobody has watched or wanted anything."""
        if self._catch_up or self._proposal or any(feed.groups for feed in self.feeds()):
            return 0.0
        return now - self.touched

    # Commands ---------------------------------------------------------------------------------

    def submit(self, command: Command) -> None:
        """Judge, store and answer a command, after those that came before it."""
        self.touched = self._node.clock()
        command.asked = command.asked or self._node.store.now()
        if command.seen > self.match.seq:
            self._node.spawn(self._read_first(command), f"read {self.match.id} first")
        elif self._proposal is None and not self._commands:
            self._judge(command)
            self._go_on()
        else:
            self._commands.append(command)

    async def _read_first(self, command: Command) -> None:
        """Who has seen more than this node was told has seen it on another one: read it, then judge."""
        match = self.match.id
        try:
            await self._node.store.catch_up(match)
        except Exception as error:
            command.refused(self._node.explain(error, "a log could not be read"))
            return
        command.seen = 0
        self._node.with_room(match, lambda room: room.submit(command), command.refused)

    def tend(self) -> None:
        """Add what time or the log itself demands."""
        self.submit(Housekeeping(self._node.store.now, self._outages(), self._correct_deadline))

    def tend_clock(self) -> None:
        """If a clock runs, time without storage must be given back first."""
        if self.match.status == "playing" and self.match.clock.rules.kind != "none":
            self.tend()

    def _next(self, command: Command) -> None:
        self._commands.appendleft(command)

    def _outages(self) -> Sequence[tuple[int, int]]:
        outages = self._node.store.outages(self.match.id)
        return [*outages, self._slow] if self._slow else outages

    def _owes_time(self) -> bool:
        """Whether a clock runs that has not been given the last outage back: an answer would use it up."""
        match = self.feed.match
        if match.clock.rules.kind == "none" or match.status != "playing" or match.outcome is not None:
            return False
        return judge.owed(match, self._outages()) is not None

    def _correct_deadline(self) -> None:
        self._node.correct_deadline(self.match)

    def _go_on(self) -> None:
        while self._commands and self._proposal is None:
            self._judge(self._commands.popleft())

    def _judge(self, command: Command) -> None:
        match = self.feed.match
        if self._owes_time() and not isinstance(command, Housekeeping | RestoreTime):
            command = RestoreTime(self._outages(), command, self._next)
        try:
            body = command.decide(match)
            if isinstance(body, judge.Again):
                command.stored(body.seq, True)
                return
            proposal = propose(match, body, command.asked or self._node.store.now())
        except Exception as error:
            command.refused(self._node.explain(error, "a command failed"))
            return
        self._append(proposal, command, command.asked)

    def _append(self, proposal: Proposal, command: Command | None, asked: int = 0) -> None:
        self._proposal = proposal
        self._command = command
        self._asked_at = self._node.clock()
        self._node.store.submit(
            proposal.match,
            proposal.seq,
            proposal.raw,
            proposal.not_before,
            asked,
            proposal.change,
            self._answered,
        )

    def _answered(self, result: Entry | Exception) -> None:
        command, self._command = self._command, None
        proposal, self._proposal = self._proposal, None
        assert proposal is not None
        if isinstance(result, Entry):
            seconds = self._node.clock() - self._asked_at
            self._node.counts.appended(seconds)
            if command is not None:
                command.stored(proposal.seq, False)
            self._add_owed()
            if seconds >= SLOW and proposal.preview is not None:
                self._slow = (result.at, self._node.store.now())
                self.tend_clock()
        elif isinstance(result, Taken) and self.match.seq >= proposal.seq:
            # Somebody else was first, and the store has told us; judge again.
            self._node.counts.lost += 1
            if command is not None:
                self._commands.appendleft(command)
        elif command is not None:
            why = RefusedError("unavailable", retry=100) if isinstance(result, Taken) else result
            command.refused(self._node.explain(why, "an append failed"))
        self._go_on()

    def _add_owed(self) -> None:
        """The entry that must follow the last one, if this node is the one that appended it."""
        match = self.match
        if match.status == "playing" and match.outcome is None:
            return
        body = judge.owed(match)
        if body is not None and self._proposal is None:
            self._append(propose(match, body, self._node.store.now()), None)

    def _add_overdue(self) -> None:
        """Whoever should have added what is owed could not, or is gone: do it, before the store says it is due."""
        match = self.match
        delayed = self._node.store.now() - match.at >= OVERDUE
        if delayed and self._proposal is None and not self._commands and judge.owed(match) is not None:
            self.tend()

    # What the store says ----------------------------------------------------------------------

    def entry(self, entry: Entry) -> None:
        """The next entry of the log."""
        feed = self.feed
        if entry.seq <= feed.match.seq:
            return
        proposal = self._proposal
        same = proposal is not None and proposal.seq == entry.seq and proposal.raw == entry.raw
        try:
            told = feed.extend(entry, proposal.preview if same and proposal is not None else None)
            if self._delayed is not None:
                self._delayed.push(entry, feed.match.status == "ended")
            if self._catch_up is not None:
                self._catch_up.push(entry)
        except Exception:
            log.exception("match %s cannot be shown any more", feed.match.id)
            self._node.drop(self, RefusedError("internal"))
            return
        self._node.counts.entries += 1
        if feed.match.status == "open":
            for one in told:
                if isinstance(one.public, SeatTaken):
                    self._seated(one.public.seat)

    def rewound(self) -> None:
        """The log is not what it was: start over."""
        log.error("match %s was rewound: storage lost entries", self.match.id)
        self._node.drop(self, None)

    def give_up(self, error: RefusedError) -> None:
        """This table is of no use any more: answer whoever waits."""
        waiting, self._commands = self._commands, deque()
        for command in waiting:
            command.refused(error)
        if self._delayed is not None:
            self._delayed.close()

    # Talk and presence ------------------------------------------------------------------------

    def say(self, said: Said, to_seats: bool) -> None:
        """Somebody here said something."""
        self._tell(said, to_seats)
        self._whisper(Chat(said, to_seats))

    def heard(self, note: bytes) -> None:
        """Another node whispered."""
        messages = decode_note(note)
        if isinstance(messages, Chat):
            self._tell(messages.said, messages.to_seats)
        else:
            self._presence.heard(messages, self._node.clock())

    def sweep(self, now: float) -> None:
        """Tell everybody when others have come or gone; add what has been owed for a while."""
        if not self._node.draining:
            self._add_overdue()
        note, present = self._presence.here(self.feeds(), now)
        if note is not None:
            self._whisper(note)
        if present is not None:
            self._tell(present, to_seats=True)

    def _tell(self, message: Message, to_seats: bool) -> None:
        for feed in self.feeds():
            feed.tell(message, to_seats)

    def _whisper(self, note: Note) -> None:
        self._node.store.whisper(self.match.id, encode_note(note))

    # Watching ---------------------------------------------------------------------------------

    def follow(self, watcher: Watcher, subscription: Subscription) -> None:
        """Show ``watcher`` the match. Raises :class:`RefusedError` when he may not see it."""
        self.touched = self._node.clock()
        match = self.match
        viewer = viewer_for(match, watcher.player, subscription.open_hands, subscription.invite)
        feed = self.feed_for(viewer)
        missed = feed.match.seq - subscription.since if feed else 0
        # Who knows of more than this node may have seen it on another: nobody is set back before the log was read.
        if feed is None or (subscription.since > 0 and missed and missed <= self._node.limits.resume_span):
            if self._catch_up is None:
                self._catch_up = CatchUp(self._node, self)
            self._catch_up.add(watcher, subscription)
            return
        group = feed.add(watcher, subscription, viewer)
        if missed:
            watcher.outbox.update(match.id, feed.snapshot(group, watcher.codec))
        watcher.send(self._presence.told)

    def leave(self, watcher: Watcher, subscription: Subscription) -> None:
        """``watcher`` has seen enough."""
        self.touched = self._node.clock()
        if subscription.feed is not None:
            subscription.feed.remove(watcher, subscription)
        delayed = self._delayed
        if delayed is not None and not delayed.feed.groups and self._catch_up is None:
            delayed.close()
            self._delayed = None

    def feed_for(self, viewer: Viewer) -> MatchFeed | None:
        """What somebody with these eyes is shown; None: the show that lags behind is not open."""
        match = self.match
        if viewer != OPEN or match.status == "ended" or match.created.access.open_delay == 0:
            return self.feed
        return self._delayed.feed if self._delayed else None

    def open_delayed(self, entries: Sequence[Entry]) -> MatchFeed:
        """Open the show that lags behind. ``entries``: the log, at least as far as it is known here."""
        match = self.match
        store = self._node.store
        delay = match.created.access.open_delay * 1000
        old = sum(1 for entry in entries[: match.seq] if entry.at + delay <= store.now())
        # Entry 1 creates the match, and tells nothing that is hidden.
        start = max(1, old)
        feed = MatchFeed(Match.fold(entries[:start], match.secret), self._node.counts)
        self._delayed = DelayedFeed(feed, entries[start : match.seq], delay, store.now)
        return feed

    def caught_up(self) -> None:
        """Nobody waits for the log any more."""
        self._catch_up = None

    def feeds(self) -> list[MatchFeed]:
        """Everything that is shown of this match."""
        return [self.feed, self._delayed.feed] if self._delayed else [self.feed]

    def _seated(self, seat: int) -> None:
        """Whoever took a seat sees what his seat sees from now on."""
        seated = self.match.seats[seat]
        assert seated is not None
        for feed in self.feeds():
            for watcher in list(feed.watchers()):
                if watcher.player == seated.player:
                    subscription = watcher.subscriptions[self.match.id]
                    self.leave(watcher, subscription)
                    subscription.open_hands = False
                    subscription.since = -1
                    self.follow(watcher, subscription)
