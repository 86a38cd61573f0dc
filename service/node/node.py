"""One node of the service: the tables open here, the connections that come in, and everything between them."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any

from protocol.codec import Codec
from protocol.messages import Available, Draining, Message, Unavailable
from protocol.refusal import RefusedError
from service.games.kernel import AnyGame
from service.games.kernel.registry import all_games
from service.limits import Limits, Rates
from service.match.entries import Created
from service.match.match import Match
from service.match.projection import project, propose
from service.node.addresses import Proxies
from service.node.counts import Counts
from service.node.lobby import LobbyFeed
from service.node.refusals import refusal_of
from service.node.without_rules import MatchesWithoutRules
from service.room.commands import AwaitedCommand, Decide
from service.room.room import Room
from service.sockets.address_share import AddressShares
from service.sockets.capacity import Capacity
from service.sockets.connection import WebSocketConnection
from service.sockets.http_connection import HttpConnection
from service.sockets.outbox import WriteBatch, encode_frame
from service.sockets.session import Session
from service.store import Player, StoreError, Taken
from service.store.contract import StoreContract

log = logging.getLogger("bocage.node")

#: Seconds between two looks after connections and tables.
SWEEP = 1.0
#: Seconds between two looks whether appends are under way.
PAUSE = 0.005
#: Seconds of silence after which a connection is asked for a sign of life, and given up.
ASK_AFTER = 20.0
GIVE_UP_AFTER = 45.0


class Node:
    """Takes connections in (it is the ``Host`` of every connection), opens rooms, and closes both."""

    path = "/ws"

    def __init__(
        self,
        store: StoreContract,
        *,
        limits: Limits | None = None,
        version: str = "",
        proxies: Iterable[str] = (),
        idle_room: float = 60.0,
    ) -> None:
        """``proxies``: as :class:`Proxies` takes them. ``idle_room``: seconds that a table stays open when nobody
        watches it."""
        self.store = store
        self.limits = limits or Limits()
        self.version = version
        self.counts = Counts()
        self.draining = False
        self.clock: Callable[[], float] = asyncio.get_running_loop().time
        self.write_batch = WriteBatch(asyncio.get_running_loop())
        self.address_shares = AddressShares(
            asyncio.get_running_loop(), self.limits.address_rate, self.limits.address_burst
        )
        self.capacity: Capacity[HttpConnection] = Capacity(self.limits.address_connections)
        self.turned_away = self.counts.turned_away
        self.rooms: dict[str, Room] = {}
        self.sessions: set[Session] = set()
        self.lobby = LobbyFeed(store)
        self.chat_rates = Rates(self.limits.chat_rate / 60, self.limits.chat_burst)
        self.frame_size = self.limits.frame_size
        self.outbox_bytes = self.limits.outbox_size
        self._proxies = Proxies(proxies)
        self._idle_room = idle_room
        self._unruled = MatchesWithoutRules(self)
        self._opening: dict[str, list[tuple[Callable[[Room], None], Callable[[RefusedError], None]]]] = {}
        self._addresses: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._drain_spread = 0.0

    # Life -------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen to the store and look after everything."""
        # Loads the rules of all games; the first player shall not wait for that.
        all_games()
        self.store.on_down = self._down
        self.store.on_up = self._up
        self.store.on_row = self.lobby.changed
        self.store.on_due = self._due
        await self.lobby.load()
        self._sweeper = asyncio.create_task(self._sweep_forever(), name="sweep")

    async def drain(self, seconds: float = 5.0) -> None:
        """Refuse new work, say goodbye, and close every connection, spread over ``seconds`` at most."""
        self.draining = True
        sessions = list(self.sessions)
        # A handful may leave at once; a thousand shall not knock at the next node in the same moment.
        self._drain_spread = min(seconds, len(sessions) / 200)
        for session in sessions:
            session.send(Draining(self.drain_hint()))
        for _ in range(int(seconds / PAUSE)):
            if not any(room.busy for room in self.rooms.values()):
                break
            await asyncio.sleep(PAUSE)
        random.shuffle(sessions)
        pause = self._drain_spread / len(sessions) if sessions else 0.0
        for number, session in enumerate(sessions):
            session.close("going_away")
            if number % 20 == 19:
                await asyncio.sleep(pause * 20)

    def drain_hint(self) -> int:
        """How many milliseconds whoever is sent away should wait before he connects again."""
        return int(random.uniform(0.1, 0.3 + self._drain_spread) * 1000)

    async def close(self) -> None:
        """Stop. Connections that are still there are left to the server."""
        self.store.on_down = lambda retry: None
        self.store.on_up = lambda: None
        self.store.on_row = lambda row: None
        self.store.on_due = lambda matches: None
        self.lobby.close()
        tasks = [*self._tasks, *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in list(self.rooms.values()):
            self._close_room(room, RefusedError("draining"))

    def spawn(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        """Run ``work`` beside everything else; a mistake in it is logged."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", task.get_name(), exc_info=error)

    def explain(self, error: Exception, what: str) -> RefusedError:
        """What somebody is told about ``error``; one that nobody expected is logged."""
        refusal = refusal_of(error)
        if refusal is None:
            log.error("%s", what, exc_info=error)
            return RefusedError("internal")
        return refusal

    # Matches ----------------------------------------------------------------------------------

    def with_room(self, match: str, then: Callable[[Room], None], failed: Callable[[RefusedError], None]) -> None:
        """Call ``then`` with the table of ``match``: at once if it is open here, else as soon as it is."""
        room = self.rooms.get(match)
        if room is not None:
            then(room)
            return
        waiting = self._opening.get(match)
        if waiting is None:
            waiting = self._opening[match] = []
            self.spawn(self._open(match), f"open {match}")
        waiting.append((then, failed))

    async def room(self, match: str) -> Room:
        """The table of ``match``. Raises :class:`RefusedError`."""
        found: asyncio.Future[Room] = asyncio.get_running_loop().create_future()

        def failed(error: RefusedError) -> None:
            if not found.done():
                found.set_exception(error)

        self.with_room(match, lambda room: None if found.done() else found.set_result(room), failed)
        return await found

    async def _open(self, match: str) -> None:
        room = Room(self)
        try:
            found = await self.store.follow(match, room)
            if not found.entries:
                raise RefusedError("no_match")
            room.opened(Match.fold(found.entries, found.secret))
        except Exception as error:
            self.store.unfollow(match)
            why = self.explain(error, f"match {match} cannot be opened")
            for _, failed in self._opening.pop(match):
                self._guarded(partial(failed, why), match)
            return
        self.counts.opened += 1
        self.rooms[match] = room
        waiting = self._opening.pop(match)
        for then, failed in waiting:
            if (mistake := self._guarded(partial(then, room), match)) is not None:
                self._guarded(partial(failed, mistake), match)

    def _guarded(self, work: Callable[[], None], match: str) -> RefusedError | None:
        """Do what somebody wants who waited; a mistake keeps nobody else from the table, and is given back."""
        try:
            work()
        except Exception as error:
            return self.explain(error, f"what waited for match {match} failed")
        return None

    def drop(self, room: Room, error: RefusedError | None) -> None:
        """Close a table that is of no use any more; watchers are told ``error``, or begin anew."""
        match = room.match.id
        watchers = [watcher for feed in room.feeds() for watcher in feed.watchers()]
        self._close_room(room, error or RefusedError("unavailable", retry=100))
        for watcher in watchers:
            if error is None:
                watcher.restart(match)
            elif watcher.subscriptions.pop(match, None) is not None:
                watcher.refuse(error, match)

    def _close_room(self, room: Room, error: RefusedError) -> None:
        match = room.match.id
        if self.rooms.get(match) is room:
            del self.rooms[match]
        self.store.unfollow(match)
        room.give_up(error)

    async def command(self, match: str, decide: Decide) -> int:
        """Carry out a command; the number of its entry. Raises :class:`RefusedError`."""
        if self.draining:
            raise RefusedError("draining", retry=self.drain_hint())
        errand = AwaitedCommand(decide)
        self.with_room(match, lambda room: room.submit(errand), errand.refused)
        return await errand.answer

    async def create(self, match: Match, body: Created) -> None:
        """Store entry 1 of a new match. Raises :class:`RefusedError`; ``Taken`` when there is one of that id."""
        if self.draining:
            raise RefusedError("draining", retry=self.drain_hint())
        try:
            proposal = propose(match, body, self.store.now())
            await self.store.append(
                proposal.match, proposal.seq, proposal.raw, proposal.not_before, proposal.change
            )
        except Taken:
            raise
        except Exception as error:
            raise self.explain(error, "a match could not be created") from error

    def game_of(self, match: str) -> AnyGame | None:
        """The game of a match, if it is open here."""
        room = self.rooms.get(match)
        return room.match.game if room else None

    def correct_deadline(self, match: Match) -> None:
        """The store thinks that ``match`` is late, but nothing is due: put its list right."""
        self.spawn(self._correct_deadline(match.id), f"correct deadline of {match.id}")

    async def _correct_deadline(self, match: str) -> None:
        try:
            found = await self.store.load(match)
            if found.entries:
                last = found.entries[-1]
                await self.store.project(match, project(found), last.seq, last.at)
        except StoreError as error:
            log.info("the deadline of %s cannot be corrected: %s", match, error)

    # Connections ------------------------------------------------------------------------------

    def address(self, peer: str, forwarded: Sequence[str]) -> str:
        """Under which name limits count who connected from ``peer`` with these ``X-Forwarded-For`` headers."""
        return self._proxies.caller(peer, forwarded)

    def peer(self, peer: str) -> str:
        """Under which name limits count who connected from ``peer``; empty: a proxy, who speaks for many."""
        return self._proxies.peer(peer)

    def enter(self, connection: WebSocketConnection, codec: Codec) -> Session | None:
        """A session for a new connection, unless there is no room for it."""
        if self.draining:
            self._turn_away(connection, "going_away")
            return None
        if self._addresses[connection.address] >= self.capacity.share(self.limits.address_sockets):
            self._turn_away(connection, "too_many_sockets")
            return None
        session = Session(self, connection, codec)
        self.sessions.add(session)
        self._addresses[connection.address] += 1
        return session

    def _turn_away(self, connection: WebSocketConnection, name: str) -> None:
        self.counts.closed[name] += 1
        connection.close(name)

    def leave(self, session: Session) -> None:
        """A connection is gone."""
        self.sessions.discard(session)
        self.lobby.leave(session)
        address = session.connection.address
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def authenticate(self, token: str, then: Callable[[Player | None, RefusedError | None], None]) -> None:
        """Call ``then`` with the player whose token this is, or with what went wrong."""

        async def ask() -> None:
            try:
                player = await self.store.authenticate(token)
            except Exception as error:
                then(None, self.explain(error, "a token could not be looked up"))
            else:
                then(player, None)

        self.spawn(ask(), "authenticate")

    def greet(self, session: Session) -> None:
        """Tell somebody who has just said hello how things stand."""
        if not self.store.available:
            session.send(Unavailable(1000))

    def tell_all(self, message: Message) -> None:
        """Tell every connection that has said hello."""
        frames: dict[Codec, bytes] = {}
        for session in self.sessions:
            if session.greeted:
                codec = session.codec
                if codec not in frames:
                    frames[codec] = encode_frame(codec.encode(message), codec.text)
                session.outbox.write(frames[codec])

    # What the store says ----------------------------------------------------------------------

    def _down(self, retry: int) -> None:
        self.tell_all(Unavailable(retry))

    def _up(self) -> None:
        # Running clocks first: time without storage is nobody's.
        for room in list(self.rooms.values()):
            room.tend_clock()
        self.tell_all(Available())
        self.spawn(self.lobby.load(), "load lobby")

    def _due(self, matches: list[str]) -> None:
        if self.draining:
            return
        for match in matches:
            if not self._unruled.leaves_alone(match):
                self.with_room(match, Room.tend, partial(self._cannot_tend, match))

    def _cannot_tend(self, match: str, error: RefusedError) -> None:
        if error.code == "unknown_rules":
            self._unruled.met(match)
        else:
            log.info("match %s is due, but %s", match, error.code)

    # Looking after ----------------------------------------------------------------------------

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                self.sweep()
            except Exception:
                log.exception("sweeping failed")

    def sweep(self) -> None:
        """Ask silent connections for a sign of life, close stuck ones, close tables that nobody needs."""
        now = self.clock()
        limits = self.limits
        for session in list(self.sessions):
            silent = now - session.connection.heard
            full_since = session.outbox.full_since
            if full_since and now - full_since > limits.stuck_time:
                session.close("too_slow")
            elif not session.greeted and now - session.born > limits.hello_time:
                session.close("no_hello")
            elif full_since:
                continue  # we do not read from it either, so it cannot answer
            elif silent > GIVE_UP_AFTER:
                session.close("silent")
            elif silent > ASK_AFTER:
                session.connection.ping()
        for gate in list(self.capacity.gates):
            gate.look_after(now)
        for room in list(self.rooms.values()):
            if room.idle(now) > self._idle_room:
                self._close_room(room, RefusedError("unavailable", retry=100))
            else:
                room.sweep(now)
