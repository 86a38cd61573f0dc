"""One room, and all the I/O that it asks for: appends, readings, whispers, a timer, frames to watchers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Protocol, cast

from bocage.live import effects, inputs
from bocage.live.commands import Command
from bocage.live.counts import Counts
from bocage.live.interfaces import MatchWatcher
from bocage.live.observer import ActionObserver
from bocage.live.outbox import update_all
from bocage.live.refusals import explain
from bocage.live.room import Room
from bocage.log.entries import Entry
from bocage.log.match import Match
from bocage.log.projection import Proposal, project
from bocage.log.records import TimeAway
from bocage.protocol.refusal import RefusedError
from bocage.store import NumberTakenError, StoreError
from bocage.store.store import Store

log = logging.getLogger("bocage.node")


#: Gives the last vacation of each of the players who has taken one. May raise ``StoreError``.
TimeAwayOf = Callable[[Sequence[str]], Awaitable[dict[str, TimeAway]]]


class RoomHost(Protocol):
    """What a hosted room needs of those who opened it."""

    store: Store
    counts: Counts
    #: Who is told how actions pass; None: nobody.
    observer: ActionObserver | None
    #: Gives the last vacations of players.
    time_away: TimeAwayOf

    def clock(self) -> float:
        """Seconds, the loop's clock."""

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run ``work`` beside everything else."""

    def submit(self, match: str, command: Command) -> None:
        """Give a command to the room of ``match``, which is opened if need be."""

    def forget(self, room: HostedRoom) -> None:
        """The room is closed."""


class HostedRoom:
    """Gives a room its inputs, with the time, and carries its effects out. It is a ``bocage.store.Follower``."""

    __slots__ = ("_append", "_asked_at", "_host", "_timer", "room", "touched")

    #: Set by :meth:`opened`.
    room: Room

    def __init__(self, host: RoomHost) -> None:
        self._host = host
        #: The append under way, and since when (loop time).
        self._append: Proposal | None = None
        self._asked_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        #: Loop time of the last request for this room.
        self.touched = host.clock()

    def opened(self, match: Match, resume_span: int) -> None:
        """The log has been read."""
        self.room = Room(match, self._host.store.node, resume_span, self._host.counts)

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.room.match

    @property
    def busy(self) -> bool:
        """Whether an append is under way."""
        return self.room.busy

    def idle(self, now: float) -> float:
        """For how many seconds the room has had no watchers and no requests."""
        return now - self.touched if self.room.unused else 0.0

    def wanted(self, message: inputs.Join | inputs.Leave | inputs.Submit) -> None:
        """A connection of this node uses the room."""
        self.touched = self._host.clock()
        self.receive(message)

    def receive(self, message: inputs.Input) -> None:
        """Give the room an input, and carry out what it wants."""
        room, store = self.room, self._host.store
        outages = store.outages(room.match.id) if room.clock_runs else ()
        for effect in room.receive(message, store.now(), outages):
            try:
                match effect:
                    case effects.Append():
                        self._store(effect)
                    case effects.Deliver():
                        self._deliver(effect)
                    case effects.Answer():
                        effect.command.stored(effect.seq, effect.again)
                    case effects.Send():
                        self._send(effect)
                    case effects.Tell():
                        self._tell(effect)
                    case effects.Whisper():
                        store.whisper(room.match.id, effect.note)
                    case effects.ReadLog():
                        self._host.spawn(self._read(), f"read {room.match.id}")
                    case effects.ReadFirst():
                        self._host.spawn(self._read_before(effect.command), f"read {room.match.id} first")
                    case effects.LookUpNames():
                        self._host.spawn(self._name(effect.players), f"names at {room.match.id}")
                    case effects.LookUpVacations():
                        self._host.spawn(self._read_vacations(effect.players), f"vacations at {room.match.id}")
                    case effects.CorrectDeadline():
                        self._host.spawn(self._correct(), f"correct deadline of {room.match.id}")
                    case effects.WakeAt():
                        self._wake_at(effect)
                    case effects.CloseRoom():
                        self._close()
                    case effects.Report():
                        explain(effect.error, effect.what)
                    case effects.Decline():
                        effect.command.refused(explain(effect.error, effect.what))
                    case effects.Reject():
                        self._reject(effect)
                    case effects.Restart():
                        self._restart(effect)
            except Exception as error:
                # The effects after it may be about others.
                explain(error, f"match {room.match.id}: {type(effect).__name__} failed")

    # What the store says ----------------------------------------------------------------------

    def entry(self, entry: Entry) -> None:
        """The next entry of the log."""
        append = self._append
        # The store tells the follower before it answers the append, and with the same bytes that it was given:
        # so one input says both. Its answer is of no use any more.
        if append is not None and entry.raw is append.raw and entry.seq == append.seq:
            stored = inputs.EntryStored(entry, self._ended())
            observer = self._host.observer
            if observer is None:
                self.receive(stored)
            else:
                with observer.telling(self.match.id, entry.seq):
                    self.receive(stored)
        else:
            self.receive(inputs.EntryAdded(entry))

    def heard(self, note: bytes) -> None:
        """Another node whispered."""
        self.receive(inputs.NoteHeard(note, self._host.clock()))

    def rewound(self) -> None:
        """The log does not hold what it held before."""
        log.error("match %s was rewound: storage lost entries", self.match.id)
        self.receive(inputs.Rewound())

    def _answered(self, append: Proposal, result: Entry | Exception) -> None:
        if self._append is not append:
            return  # its entry was told
        if self._host.observer is not None:
            self._host.observer.answered(append.match, result)
        seconds = self._ended(isinstance(result, Entry))
        if isinstance(result, Entry):
            self.receive(inputs.AppendConfirmed(result, seconds))
        elif isinstance(result, NumberTakenError):
            self.receive(inputs.NumberTaken())
        else:
            self.receive(inputs.AppendFailed(result))

    def _ended(self, stored: bool = True) -> float:
        """The append is not under way any more; how many seconds it took."""
        self._append = None
        seconds = self._host.clock() - self._asked_at
        if stored:
            self._host.counts.appended(seconds)
        return seconds

    # What the room wants -------------------------------------------------------------------------

    def _store(self, effect: effects.Append) -> None:
        append = self._append = effect.proposal
        self._asked_at = self._host.clock()
        if self._host.observer is not None:
            self._host.observer.appending(append.match)
        self._host.store.submit(
            append.match,
            append.seq,
            append.raw,
            append.not_before,
            effect.asked,
            append.change,
            partial(self._answered, append),
        )

    async def _read(self) -> None:
        try:
            entries = await self._host.store.catch_up(self.match.id)
        except Exception as error:
            self.receive(inputs.LogNotRead(explain(error, "a log could not be read")))
        else:
            self.receive(inputs.LogRead(entries))

    async def _read_before(self, command: Command) -> None:
        match = self.match.id
        try:
            await self._host.store.catch_up(match)
        except Exception as error:
            command.refused(explain(error, "a log could not be read"))
            return
        command.seen = 0
        # Reading may have closed this room.
        self._host.submit(match, command)

    async def _name(self, players: Sequence[str]) -> None:
        try:
            names = await self._host.store.names(players)
        except StoreError as error:
            # When storage is back, the names of all players are looked up again.
            log.info("what players are called cannot be read now: %s", error)
            return
        self.receive(inputs.Named(names))

    async def _read_vacations(self, players: Sequence[str]) -> None:
        try:
            taken = await self._host.time_away(players)
        except StoreError as error:
            # The room asks again before time is up.
            log.info("vacations cannot be read now: %s", error)
            return
        self.receive(inputs.VacationsRead(taken))

    async def _correct(self) -> None:
        match, store = self.match.id, self._host.store
        try:
            found = await store.load(match)
            if found.entries:
                last = found.entries[-1]
                await store.project(match, project(found), last.seq, last.at)
        except StoreError as error:
            log.info("the deadline of %s cannot be corrected: %s", match, error)

    def _wake_at(self, effect: effects.WakeAt) -> None:
        self._stop_timer()
        wait = max(0, effect.at - self._host.store.now())
        self._timer = asyncio.get_running_loop().call_later(wait / 1000, self.receive, inputs.Wake())

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close(self) -> None:
        self._stop_timer()
        self._host.forget(self)

    def _deliver(self, effect: effects.Deliver) -> None:
        watchers, data = cast("tuple[MatchWatcher, ...]", effect.watchers), effect.frame
        sent = update_all(watchers, self.room.match.id, data)
        counts = self._host.counts
        counts.frames_out += sent
        counts.bytes_out += sent * len(data)
        counts.dropped += len(watchers) - sent
        if self._host.observer is not None:
            self._host.observer.delivered(len(watchers))

    def _tell(self, effect: effects.Tell) -> None:
        for watcher in cast("tuple[MatchWatcher, ...]", effect.watchers):
            if not watcher.outbox.full_since and effect.speaker not in watcher.unheard:
                watcher.outbox.write(effect.frame)

    def _send(self, effect: effects.Send) -> None:
        cast("MatchWatcher", effect.watcher).send(effect.message)

    def _reject(self, effect: effects.Reject) -> None:
        error: RefusedError = explain(effect.error, effect.what)
        cast("MatchWatcher", effect.watcher).rejected(effect.subscription, error)

    def _restart(self, effect: effects.Restart) -> None:
        cast("MatchWatcher", effect.watcher).restart(effect.subscription)
