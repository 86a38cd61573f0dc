"""The rooms of one node, and the I/O that they ask for: appends, reads, whispers, timers, frames to watchers.

A room is opened when its match is first used, and closed when it is not used any more. What needs a room that is
not open yet waits until its log has been read.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from heapq import heappop, heappush
from math import inf, nextafter
from typing import TypeAlias

from bocage.live import effects, inputs
from bocage.live.background import Background
from bocage.live.commands import Command
from bocage.live.counts import APPEND_BUCKETS, Counts
from bocage.live.overdue import FailedDue, MatchesWithoutRules
from bocage.live.refusals import explain
from bocage.live.room import Room
from bocage.live.stored_matches import check_hidden
from bocage.live.watching import Subscription, Watcher, update_all
from bocage.log.entries import Entry
from bocage.log.match import Match
from bocage.log.names import call, unknown
from bocage.log.outline import fold
from bocage.log.projection import Proposal, project
from bocage.log.records import Row, TimeAway
from bocage.protocol.messages import Said
from bocage.protocol.refusal import RefusedError
from bocage.store import NumberTakenError, StoreError
from bocage.store.store import Store

log = logging.getLogger("bocage.node")

#: Gives the last vacation of each of the players who has taken one. May raise ``StoreError``.
TimeAwayOf: TypeAlias = Callable[[Sequence[str]], Awaitable[dict[str, TimeAway]]]
#: Reason to open a room: an input to it, or a coroutine that waits for it.
Waiting: TypeAlias = inputs.Submit | inputs.Join | inputs.Due | asyncio.Future["HostedRoom"]


#: Seconds after which a room is looked at although nothing has happened.
LONGEST_REST = 30.0
#: Rooms that are looked at, or told something, before others get their turn of the loop.
MOST_LOOKS = 100
#: Inputs after which a room need not look around. After an entry it must unless the match goes on.
RESTFUL = (
    inputs.Submit,
    inputs.EntryStored,
    inputs.EntryAdded,
    inputs.Tick,
    inputs.Wake,
    inputs.Renew,
    inputs.Talk,
)


async def _nobody_away(players: Sequence[str]) -> dict[str, TimeAway]:
    return {}


class HostedRoom:
    """Gives a room its inputs, with the time, and carries out its effects. It is a ``bocage.store.Follower``."""

    __slots__ = ("_append", "_asked_at", "_rooms", "_timer", "look_at", "room", "touched")

    #: Set by :meth:`opened`.
    room: Room

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        #: The append under way, and since when (loop time).
        self._append: Proposal | None = None
        self._asked_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        #: Loop time of the last request for this room, and when it is looked at next.
        self.touched = rooms.clock()
        self.look_at = inf

    def opened(self, match: Match) -> None:
        """The log has been read."""
        rooms = self._rooms
        self.room = Room(match, rooms.store.node, rooms.resume_span, rooms.counts)

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.room.match

    def idle(self, now: float) -> float:
        """For how many seconds the room has had no watchers and no requests."""
        return now - self.touched if self.room.unused else 0.0

    def receive(self, message: inputs.Input) -> None:
        """Give the room an input, and carry out its effects."""
        room, rooms = self.room, self._rooms
        store = rooms.store
        if type(message) not in RESTFUL:
            rooms.look(self, rooms.clock())
        # Most matches have no clock.
        kind = room.match.clock.rules.kind
        outages = store.outages(room.match.id) if kind != "none" and room.clock_runs else ()
        for effect in room.receive(message, store.now(), outages):
            try:
                match effect:
                    case effects.Append(append):
                        self._append = append
                        self._asked_at = rooms.clock()
                        store.submit(
                            append.match,
                            append.seq,
                            append.raw,
                            append.not_before,
                            effect.asked,
                            append.change,
                            partial(self._answered, append),
                        )
                    case effects.Deliver(watchers, frame):
                        counts, sent = rooms.counts, update_all(watchers, room.match.id, frame)
                        counts.frames_out += sent
                        counts.bytes_out += sent * len(frame)
                        counts.dropped += len(watchers) - sent
                    case effects.Answer():
                        effect.command.stored(effect.seq, effect.again)
                    case effects.Send():
                        effect.watcher.send(effect.message)
                    case effects.Tell():
                        for watcher in effect.watchers:
                            if not watcher.outbox.full_since and effect.speaker not in watcher.unheard:
                                watcher.outbox.write(effect.frame)
                    case effects.Whisper():
                        store.whisper(room.match.id, effect.note)
                    case effects.ReadLog():
                        rooms.background.spawn(self._read(), f"read {room.match.id}")
                    case effects.ReadFirst():
                        rooms.background.spawn(self._read_before(effect.command), f"read {room.match.id} first")
                    case effects.LookUpNames():
                        rooms.background.spawn(self._name(effect.players), f"names at {room.match.id}")
                    case effects.LookUpVacations():
                        rooms.background.spawn(
                            self._read_vacations(effect.players), f"vacations at {room.match.id}"
                        )
                    case effects.CorrectDeadline():
                        rooms.background.spawn(self._correct(), f"correct deadline of {room.match.id}")
                    case effects.WakeAt():
                        self._wake_at(effect)
                    case effects.CloseRoom():
                        self._close()
                    case effects.Report():
                        explain(effect.error, effect.what)
                    case effects.Decline():
                        effect.command.refused(explain(effect.error, effect.what))
                    case effects.Reject():
                        rooms.reject(effect.watcher, effect.subscription, explain(effect.error, effect.what))
                    case effects.Restart():
                        rooms.restart(effect.watcher, effect.subscription)
            except Exception as error:
                # The effects after it may be about others.
                explain(error, f"match {room.match.id}: {type(effect).__name__} failed")

    # Called by the store ----------------------------------------------------------------------

    def entry(self, entry: Entry) -> None:
        """The next entry of the log."""
        append = self._append
        # The store tells the follower before it answers the append, and with the same bytes that it was given:
        # so one input says both. Its answer is of no use any more.
        if append is not None and entry.raw is append.raw and entry.seq == append.seq:
            self.receive(inputs.EntryStored(entry, self._ended()))
        else:
            self.receive(inputs.EntryAdded(entry))
        match = self.room.match
        if match.status != "playing" or match.outcome is not None:
            self._rooms.look(self, self._rooms.clock())

    def heard(self, note: bytes) -> None:
        """Another node whispered."""
        self.receive(inputs.NoteHeard(note, self._rooms.clock()))

    def rewound(self) -> None:
        """The log does not hold what it held before."""
        log.error("match %s was rewound: storage lost entries", self.room.match.id)
        self.receive(inputs.Rewound())

    def _answered(self, append: Proposal, result: Entry | Exception) -> None:
        if self._append is not append:
            return  # its entry was told
        if isinstance(result, Entry):
            self.receive(inputs.AppendConfirmed(result, self._ended()))
            return
        self._append = None
        if isinstance(result, NumberTakenError):
            self.receive(inputs.NumberTaken())
        else:
            self.receive(inputs.AppendFailed(result))

    def _ended(self) -> float:
        """The append is stored; how many seconds that took."""
        self._append = None
        rooms = self._rooms
        seconds = rooms.clock() - self._asked_at
        counts = rooms.counts
        counts.append_buckets[bisect_left(APPEND_BUCKETS, seconds)] += 1
        counts.append_seconds += seconds
        return seconds

    # Effects ------------------------------------------------------------------------------------

    async def _read(self) -> None:
        try:
            entries = await self._rooms.store.catch_up(self.room.match.id)
        except Exception as error:
            self.receive(inputs.LogNotRead(explain(error, "a log could not be read")))
        else:
            self.receive(inputs.LogRead(entries))

    async def _read_before(self, command: Command) -> None:
        match = self.room.match.id
        try:
            await self._rooms.store.catch_up(match)
        except Exception as error:
            command.refused(explain(error, "a log could not be read"))
            return
        command.seen = 0
        # Reading may have closed this room.
        self._rooms.submit(match, command)

    async def _name(self, players: Sequence[str]) -> None:
        try:
            names = await self._rooms.store.names(players)
        except StoreError as error:
            # When storage is back, the names of all players are looked up again.
            log.info("names of players cannot be read now: %s", error)
            return
        self.receive(inputs.Named(names))

    async def _read_vacations(self, players: Sequence[str]) -> None:
        try:
            taken = await self._rooms.time_away(players)
        except StoreError as error:
            # The room asks again before it declares a timeout.
            log.info("vacations cannot be read now: %s", error)
            return
        self.receive(inputs.VacationsRead(taken))

    async def _correct(self) -> None:
        match, store = self.room.match.id, self._rooms.store
        try:
            found = await store.load(match)
            if found.entries:
                last = found.entries[-1]
                await store.project(match, project(found), last.seq, last.at)
        except StoreError as error:
            log.info("the deadline of %s cannot be corrected: %s", match, error)

    def _wake_at(self, effect: effects.WakeAt) -> None:
        self._stop_timer()
        wait = max(0, effect.at - self._rooms.store.now())
        self._timer = asyncio.get_running_loop().call_later(wait / 1000, self.receive, inputs.Wake())

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close(self) -> None:
        self._stop_timer()
        match, rooms = self.room.match.id, self._rooms
        if rooms.open.get(match) is self:
            del rooms.open[match]
            rooms.store.unfollow(match)


class Rooms:
    """The matches that are open on this node."""

    def __init__(
        self,
        store: Store,
        counts: Counts,
        background: Background,
        clock: Callable[[], float],
        *,
        resume_span: int,
        idle_room: float,
    ) -> None:
        """``clock``: seconds. ``resume_span``: most entries made up for. ``idle_room``: seconds that an unused room
        stays open."""
        self.store = store
        self.counts = counts
        self.background = background
        self.clock = clock
        self.resume_span = resume_span
        #: Gives rooms the last vacations of players; a feature sets it.
        self.time_away: TimeAwayOf = _nobody_away
        #: The rooms by match.
        self.open: dict[str, HostedRoom] = {}
        #: The same of rooms whose log is being read, with all that waits for that.
        self._opening: dict[str, list[Waiting]] = {}
        #: When to look at which match, the next one first.
        self._agenda: list[tuple[float, str]] = []
        self._idle_room = idle_room
        self._without_rules = MatchesWithoutRules(store, clock, background)
        self._failed_due = FailedDue(store, clock, background)

    # Opening and closing ----------------------------------------------------------------------

    async def room(self, match: str) -> HostedRoom:
        """The room of ``match``. Raises :class:`RefusedError`."""
        room = self.open.get(match)
        if room is not None:
            return room
        found: asyncio.Future[HostedRoom] = asyncio.get_running_loop().create_future()
        self._open_for(match, found)
        return await found

    async def match_or_outline(self, name: str) -> Match:
        """The match as it stands; an ``Outline`` where its rules are not installed. Raises ``RefusedError``."""
        try:
            return (await self.room(name)).room.match
        except RefusedError as error:
            if error.code != "unknown_rules":
                raise
        found = await self.store.load(name)
        if not found.entries:
            raise RefusedError("no_match")
        return fold(found.entries, found.secret, found.names)

    def _open_for(self, match: str, waiting: Waiting) -> None:
        found = self._opening.get(match)
        if found is None:
            self._opening[match] = [waiting]
            self.background.spawn(self._open(match), f"open {match}")
        else:
            found.append(waiting)

    async def _open(self, match: str) -> None:
        room = HostedRoom(self)
        try:
            found = await self.store.follow(match, room)
            if not found.entries:
                raise RefusedError("no_match")
            match_there = Match.fold(found.entries, found.secret)
            room.opened(match_there)
            call(match_there, await self.store.names(unknown(match_there)))
            if room.room.closed:
                raise RefusedError("unavailable", retry=100)
        except Exception as error:
            self.store.unfollow(match)
            why = explain(error, f"match {match} cannot be opened")
            for waiting in self._opening.pop(match):
                self._not_opened(match, waiting, why)
            return
        self.counts.opened += 1
        self.open[match] = room
        room.look_at = inf
        opening = self._opening.pop(match)
        room.receive(inputs.Opened())
        for waiting in opening:
            match waiting:
                case inputs.Submit() | inputs.Due():
                    room.receive(waiting)
                case inputs.Join():
                    if waiting.watcher.wants(waiting.subscription):
                        room.receive(waiting)
                case _:
                    if not waiting.done():
                        waiting.set_result(room)

    def _not_opened(self, match: str, waiting: Waiting, why: RefusedError) -> None:
        try:
            match waiting:
                case inputs.Submit():
                    waiting.command.refused(why)
                case inputs.Join():
                    self.reject(waiting.watcher, waiting.subscription, why)
                case inputs.Due():
                    self._cannot_tend(match, why)
                case _:
                    if not waiting.done():
                        waiting.set_exception(why)
        except Exception as error:
            explain(error, f"what waited for match {match} failed")

    def drop(self, room: HostedRoom, error: RefusedError | None) -> None:
        """Close a room that cannot be used any more; watchers are refused with ``error``, or begin anew."""
        room.receive(
            inputs.Close(error or RefusedError("unavailable", retry=100), "refuse" if error else "restart")
        )

    def close(self) -> None:
        """The node stops: close all rooms."""
        for room in list(self.open.values()):
            room.receive(inputs.Close(RefusedError("draining")))

    # Called by sessions -----------------------------------------------------------------------

    def texts_of(self, match: str) -> Mapping[str, Mapping[str, str]] | None:
        """The catalogues of a match's game, by language; None: the match is not open here."""
        room = self.open.get(match)
        return room.room.match.game.text if room else None

    def submit(self, match: str, command: Command) -> None:
        """Judge, store and answer a command."""
        room = self.open.get(match)
        if room is None:
            self._open_for(match, inputs.Submit(command))
        else:
            room.touched = self.clock()
            room.receive(inputs.Submit(command))

    def watch(self, watcher: Watcher, subscription: Subscription) -> None:
        """Show ``watcher`` the match, or refuse."""
        if subscription.match in self.store.hidden.known:
            self.background.spawn(self._watch_hidden(watcher, subscription), "watch a hidden match")
        else:
            self._watch(watcher, subscription)

    async def _watch_hidden(self, watcher: Watcher, subscription: Subscription) -> None:
        try:
            await check_hidden(self.store, subscription.match, watcher.player)
        except Exception as error:
            self.reject(watcher, subscription, explain(error, "a hidden match could not be looked up"))
        else:
            self._watch(watcher, subscription)

    def _watch(self, watcher: Watcher, subscription: Subscription) -> None:
        room = self.open.get(subscription.match)
        if room is None:
            self._open_for(subscription.match, inputs.Join(watcher, subscription))
        elif watcher.wants(subscription):
            room.touched = self.clock()
            room.receive(inputs.Join(watcher, subscription))

    def reject(self, watcher: Watcher, subscription: Subscription, error: RefusedError) -> None:
        """Refuse to show the match, or to show it any longer."""
        match = subscription.match
        if watcher.wants(subscription):
            del watcher.subscriptions[match]
            watcher.refuse(error, match, texts=self.texts_of(match))

    def restart(self, watcher: Watcher, subscription: Subscription) -> None:
        """The room was closed: look for the match again, from the beginning."""
        if watcher.wants(subscription):
            again = Subscription(
                subscription.match, subscription.open_hands, subscription.invite, odds=subscription.odds
            )
            watcher.subscriptions[again.match] = again
            watcher.outbox.behind.discard(again.match)
            self.watch(watcher, again)

    def unwatch(self, watcher: Watcher, subscription: Subscription) -> None:
        """Show the match no more."""
        room = self.open.get(subscription.match)
        if room is not None:
            room.touched = self.clock()
            room.receive(inputs.Leave(watcher, subscription))

    def renew(self, watcher: Watcher, subscription: Subscription) -> None:
        """Updates were dropped; there is room for a snapshot now."""
        room = self.open.get(subscription.match)
        if room is not None:
            room.receive(inputs.Renew(watcher, subscription))

    def say(self, said: Said, to_seats: bool) -> None:
        """Tell everybody who watches a match that is open here."""
        room = self.open.get(said.match)
        if room is not None:
            room.receive(inputs.Talk(said, to_seats))

    # Called by the node -------------------------------------------------------------------------

    def row_changed(self, row: Row) -> None:
        """A list row changed. If the match was hidden, all its watchers watch again, and may be refused."""
        room = self.open.get(row.match)
        if row.hidden and room is not None:
            self.drop(room, None)

    def named(self, player: str, name: str) -> None:
        """Rename a player; empty: they left."""
        for room in list(self.open.values()):
            if room.room.match.seat_of(player) >= 0:
                room.receive(inputs.Named({player: name}))

    def storage_back(self) -> None:
        """Storage can be reached again. Rooms with running clocks are told at once."""
        rest: list[HostedRoom] = []
        for room in list(self.open.values()):
            if room.room.clock_runs:
                room.receive(inputs.StorageBack())
            else:
                rest.append(room)
        self.background.spawn(self._receive_all(rest, inputs.StorageBack()), "tell rooms that storage is back")

    def name_all(self) -> None:
        """Look up the names of all players again."""
        rooms = list(self.open.values())
        self.background.spawn(self._receive_all(rooms, inputs.NamesMissed()), "look up all names")

    async def _receive_all(self, rooms: list[HostedRoom], message: inputs.Input) -> None:
        """Give an input to those of the rooms that stay open. Others have their turns of the loop meanwhile."""
        for number, room in enumerate(rooms, 1):
            if self.open.get(room.match.id) is room:
                room.receive(message)
            if number % MOST_LOOKS == 0:
                await asyncio.sleep(0)

    def due(self, matches: list[str]) -> None:
        """The deadlines of ``matches`` have passed."""
        for match in matches:
            if self._without_rules.leaves_alone(match) or self._failed_due.leaves_alone(match):
                continue
            room = self.open.get(match)
            if room is None:
                self._open_for(match, inputs.Due())
            else:
                room.receive(inputs.Due())

    def _cannot_tend(self, match: str, error: RefusedError) -> None:
        if error.code == "unknown_rules":
            self._without_rules.met(match)
            return
        log.info("match %s is due, but %s", match, error.code)
        if error.code == "internal":
            self.counts.due_failed += 1
            self._failed_due.failed(match)

    # Looking after ------------------------------------------------------------------------------

    def look(self, room: HostedRoom, at: float) -> None:
        """Look at ``room`` with the first sweep at or after ``at`` (loop time)."""
        if at < room.look_at:
            room.look_at = at
            heappush(self._agenda, (at, room.room.match.id))

    def sweep(self, now: float, draining: bool) -> Iterator[None]:
        """Close rooms that nobody needs, and let those that are due look around. ``now``: loop time.

        Others may have a turn of the loop between two steps.
        """
        agenda, looks = self._agenda, 0
        while agenda and agenda[0][0] <= now:
            at, match = heappop(agenda)
            room = self.open.get(match)
            if room is None or room.look_at != at:
                continue  # closed, or looked at before
            room.look_at = inf
            if room.idle(now) > self._idle_room:
                room.receive(inputs.Close(RefusedError("unavailable", retry=100)))
            else:
                room.receive(inputs.Tick(now, draining))
                idle_at = room.touched + self._idle_room if room.room.unused else inf
                at = min(room.room.next_tick(now), idle_at, now + LONGEST_REST)
                self.look(room, max(at, nextafter(now, inf)))
            looks += 1
            if looks % MOST_LOOKS == 0:
                yield
