"""The rooms of one node: opened when a match is first used, closed when it is not used any more."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, TypeAlias

from bocage.live import inputs
from bocage.live.background import Background
from bocage.live.commands import Command, Decide
from bocage.live.counts import Counts
from bocage.live.failed_due import FailedDue
from bocage.live.hidden import check_hidden
from bocage.live.hosted_room import HostedRoom, TimeAwayOf
from bocage.live.interfaces import MatchWatcher
from bocage.live.observer import ActionObserver
from bocage.live.refusals import explain
from bocage.live.watching import Subscription
from bocage.live.without_rules import MatchesWithoutRules
from bocage.log.match import Match
from bocage.log.names import call, unknown
from bocage.log.records import Row
from bocage.protocol.messages import Said
from bocage.protocol.refusal import RefusedError
from bocage.store.store import Store

log = logging.getLogger("bocage.node")

Found: TypeAlias = Callable[[HostedRoom], None]
Failed: TypeAlias = Callable[[RefusedError], None]


class AwaitedCommand(Command):
    """A command whose result a coroutine awaits."""

    __slots__ = ("answer",)

    def __init__(self, decide: Decide) -> None:
        super().__init__(decide)
        #: The number of the entry, or :class:`RefusedError`.
        self.answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def stored(self, seq: int, again: bool) -> None:
        if not self.answer.done():
            self.answer.set_result(seq)

    def refused(self, error: RefusedError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Rooms:
    """The matches that are open on this node. It is the ``RoomHost`` of each."""

    def __init__(
        self,
        store: Store,
        counts: Counts,
        background: Background,
        clock: Callable[[], float],
        *,
        resume_span: int,
        idle_room: float,
        time_away: TimeAwayOf,
        observer: ActionObserver | None = None,
    ) -> None:
        """``resume_span``: most entries made up for. ``idle_room``: seconds that an unused room stays open.
        ``observer``: who is told how actions pass."""
        self.observer = observer
        self.store = store
        self.counts = counts
        self.clock = clock
        self.time_away = time_away
        self.open: dict[str, HostedRoom] = {}
        self._background = background
        self._resume_span = resume_span
        self._idle_room = idle_room
        self._opening: dict[str, list[tuple[Found, Failed]]] = {}
        self._without_rules = MatchesWithoutRules(store, clock, background.spawn)
        self._failed_due = FailedDue(store, clock, background.spawn)

    # Opening and closing ----------------------------------------------------------------------

    def with_room(self, match: str, then: Found, failed: Failed) -> None:
        """Call ``then`` with the room of ``match``: at once if it is open here, else as soon as it is."""
        room = self.open.get(match)
        if room is not None:
            then(room)
            return
        waiting = self._opening.get(match)
        if waiting is None:
            waiting = self._opening[match] = []
            self.spawn(self._open(match), f"open {match}")
        waiting.append((then, failed))

    async def room(self, match: str) -> HostedRoom:
        """The room of ``match``. Raises :class:`RefusedError`."""
        found: asyncio.Future[HostedRoom] = asyncio.get_running_loop().create_future()

        def failed(error: RefusedError) -> None:
            if not found.done():
                found.set_exception(error)

        self.with_room(match, lambda room: None if found.done() else found.set_result(room), failed)
        return await found

    async def _open(self, match: str) -> None:
        room = HostedRoom(self)
        try:
            found = await self.store.follow(match, room)
            if not found.entries:
                raise RefusedError("no_match")
            match_there = Match.fold(found.entries, found.secret)
            room.opened(match_there, self._resume_span)
            call(match_there, await self.store.names(unknown(match_there)))
            if room.room.closed:
                raise RefusedError("unavailable", retry=100)
        except Exception as error:
            self.store.unfollow(match)
            why = explain(error, f"match {match} cannot be opened")
            for _, failed in self._opening.pop(match):
                _guarded(partial(failed, why), match)
            return
        self.counts.opened += 1
        self.open[match] = room
        waiting = self._opening.pop(match)
        room.receive(inputs.Opened())
        for then, failed in waiting:
            if (mistake := _guarded(partial(then, room), match)) is not None:
                _guarded(partial(failed, mistake), match)

    def drop(self, room: HostedRoom, error: RefusedError | None) -> None:
        """Close a room that cannot be used any more; watchers are refused with ``error``, or begin anew."""
        room.receive(
            inputs.Close(error or RefusedError("unavailable", retry=100), "refuse" if error else "restart")
        )

    def close(self) -> None:
        """The node stops: close all rooms."""
        for room in list(self.open.values()):
            room.receive(inputs.Close(RefusedError("draining")))

    def forget(self, room: HostedRoom) -> None:
        """``room`` is closed."""
        match = room.match.id
        if self.open.get(match) is room:
            del self.open[match]
            self.store.unfollow(match)

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run ``work`` beside everything else."""
        self._background.spawn(work, name)

    # What sessions want -----------------------------------------------------------------------

    def seq_of(self, match: str) -> int:
        """The last entry of a match that is known here; 0: the match is not open here."""
        room = self.open.get(match)
        return room.match.seq if room else 0

    def texts_of(self, match: str) -> Mapping[str, Mapping[str, str]] | None:
        """The catalogues of a match's game, by language; None: the match is not open here."""
        room = self.open.get(match)
        return room.match.game.text if room else None

    def submit(self, match: str, command: Command) -> None:
        """Judge, store and answer a command."""
        room = self.open.get(match)
        if room is not None:
            room.wanted(inputs.Submit(command))
        else:
            self.with_room(match, lambda room: room.wanted(inputs.Submit(command)), command.refused)

    def watch(self, watcher: MatchWatcher, subscription: Subscription) -> None:
        """Show the match, or call ``watcher.rejected``."""

        def found(room: HostedRoom) -> None:
            if watcher.wants(subscription):
                room.wanted(inputs.Join(watcher, subscription))

        def show() -> None:
            self.with_room(subscription.match, found, partial(watcher.rejected, subscription))

        async def check() -> None:
            try:
                await check_hidden(self.store, subscription.match, watcher.player)
            except Exception as error:
                watcher.rejected(subscription, explain(error, "a hidden match could not be looked up"))
            else:
                show()

        if subscription.match in self.store.hidden.known:
            self._background.spawn(check(), "watch a hidden match")
        else:
            show()

    def row_changed(self, row: Row) -> None:
        """A list row changed. If the match was hidden, all who watch begin anew; who may not see it is refused."""
        room = self.open.get(row.match)
        if row.hidden and room is not None:
            self.drop(room, None)

    def unwatch(self, watcher: MatchWatcher, subscription: Subscription) -> None:
        """Show the match no more."""
        room = self.open.get(subscription.match)
        if room is not None:
            room.wanted(inputs.Leave(watcher, subscription))

    def renew(self, watcher: MatchWatcher, subscription: Subscription) -> None:
        """Updates were dropped; there is room for a snapshot now."""
        room = self.open.get(subscription.match)
        if room is not None:
            room.receive(inputs.Renew(watcher, subscription))

    def say(self, said: Said, to_seats: bool) -> None:
        """Tell everybody who watches a match that is open here."""
        room = self.open.get(said.match)
        if room is not None:
            room.receive(inputs.Talk(said, to_seats))

    async def command(self, match: str, decide: Decide) -> int:
        """Carry out a command; the number of its entry. Raises :class:`RefusedError`."""
        command = AwaitedCommand(decide)
        self.submit(match, command)
        return await command.answer

    def named(self, player: str, name: str) -> None:
        """A player is called so from now on; empty: they left."""
        for room in list(self.open.values()):
            if room.match.seat_of(player) >= 0:
                room.receive(inputs.Named({player: name}))

    def name_all(self) -> None:
        """Look up again what all players are called."""
        for room in list(self.open.values()):
            room.receive(inputs.NamesMissed())

    # What time and the store want ---------------------------------------------------------------

    def storage_back(self) -> None:
        """Storage can be reached again."""
        for room in list(self.open.values()):
            room.receive(inputs.StorageBack())

    def due(self, matches: list[str]) -> None:
        """The deadlines of ``matches`` have passed."""
        for match in matches:
            if not (self._without_rules.leaves_alone(match) or self._failed_due.leaves_alone(match)):
                self.with_room(match, _tend, partial(self._cannot_tend, match))

    def _cannot_tend(self, match: str, error: RefusedError) -> None:
        if error.code == "unknown_rules":
            self._without_rules.met(match)
            return
        log.info("match %s is due, but %s", match, error.code)
        if error.code == "internal":
            self.counts.due_failed += 1
            self._failed_due.failed(match)

    def sweep(self, now: float, draining: bool) -> None:
        """Close rooms that nobody needs; let the others look around. ``now``: seconds, the loop's clock."""
        for room in list(self.open.values()):
            if room.idle(now) > self._idle_room:
                room.receive(inputs.Close(RefusedError("unavailable", retry=100)))
            else:
                room.receive(inputs.Tick(now, draining))


def _tend(room: HostedRoom) -> None:
    room.receive(inputs.Due())


def _guarded(work: Callable[[], None], match: str) -> RefusedError | None:
    """Call one that waited. An error in it does not stop the others, and is returned."""
    try:
        work()
    except Exception as error:
        return explain(error, f"what waited for match {match} failed")
    return None
