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
from service.games.kernel import Game
from service.games.kernel.registry import all_games
from service.live.address import Proxies
from service.live.commands import Decide, Errand
from service.live.counts import Counts
from service.live.gate import Gate
from service.live.limits import Limits, Rates
from service.live.lobby import LobbyFeed
from service.live.outbox import Turn, frame
from service.live.refusal import refusal_of
from service.live.room import Room
from service.live.session import Session
from service.live.share import Shares
from service.live.table import Table
from service.live.unruled import Unruled
from service.live.wire import Wire
from service.match.entries import Created
from service.match.match import Match
from service.match.projection import project, propose
from service.store import Player, Store, StoreError, Taken

log = logging.getLogger("bocage.node")

#: Seconds between two looks after connections and tables.
SWEEP = 1.0
#: Seconds between two looks whether appends are under way.
PAUSE = 0.005
#: Seconds of silence after which a connection is asked for a sign of life, and given up.
ASK_AFTER = 20.0
GIVE_UP_AFTER = 45.0


class Node:
    """Takes connections in (it is the ``Door`` of every :class:`Wire`), opens tables, and closes both."""

    path = "/ws"

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits | None = None,
        version: str = "",
        proxies: Iterable[str] = (),
        idle_table: float = 60.0,
    ) -> None:
        """``proxies``: as :class:`Proxies` takes them. ``idle_table``: seconds that a table stays open when nobody
        watches it."""
        self.store = store
        self.limits = limits or Limits()
        self.version = version
        self.counts = Counts()
        self.draining = False
        self.clock: Callable[[], float] = asyncio.get_running_loop().time
        self.turn = Turn(asyncio.get_running_loop())
        self.shares = Shares(asyncio.get_running_loop(), self.limits.address_rate, self.limits.address_burst)
        self.room: Room[Gate] = Room(self.limits.address_connections)
        self.turned_away = self.counts.turned_away
        self.tables: dict[str, Table] = {}
        self.sessions: set[Session] = set()
        self.lobby = LobbyFeed(store)
        self.chat_rates = Rates(self.limits.chat_rate / 60, self.limits.chat_burst)
        self.frame_size = self.limits.frame_size
        self.outbox_bytes = self.limits.outbox_size
        self._proxies = Proxies(proxies)
        self._idle_table = idle_table
        self._unruled = Unruled(self)
        self._opening: dict[str, list[tuple[Callable[[Table], None], Callable[[RefusedError], None]]]] = {}
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
            if not any(table.busy for table in self.tables.values()):
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
        for table in list(self.tables.values()):
            self._close_table(table, RefusedError("draining"))

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

    def with_table(self, match: str, then: Callable[[Table], None], failed: Callable[[RefusedError], None]) -> None:
        """Call ``then`` with the table of ``match``: at once if it is open here, else as soon as it is."""
        table = self.tables.get(match)
        if table is not None:
            then(table)
            return
        waiting = self._opening.get(match)
        if waiting is None:
            waiting = self._opening[match] = []
            self.spawn(self._open(match), f"open {match}")
        waiting.append((then, failed))

    async def table(self, match: str) -> Table:
        """The table of ``match``. Raises :class:`RefusedError`."""
        found: asyncio.Future[Table] = asyncio.get_running_loop().create_future()

        def failed(error: RefusedError) -> None:
            if not found.done():
                found.set_exception(error)

        self.with_table(match, lambda table: None if found.done() else found.set_result(table), failed)
        return await found

    async def _open(self, match: str) -> None:
        table = Table(self)
        try:
            found = await self.store.follow(match, table)
            if not found.entries:
                raise RefusedError("no_match")
            table.opened(Match.fold(found.entries, found.secret))
        except Exception as error:
            self.store.unfollow(match)
            why = self.explain(error, f"match {match} cannot be opened")
            for _, failed in self._opening.pop(match):
                self._guarded(partial(failed, why), match)
            return
        self.counts.opened += 1
        self.tables[match] = table
        waiting = self._opening.pop(match)
        for then, failed in waiting:
            if (mistake := self._guarded(partial(then, table), match)) is not None:
                self._guarded(partial(failed, mistake), match)

    def _guarded(self, work: Callable[[], None], match: str) -> RefusedError | None:
        """Do what somebody wants who waited; a mistake keeps nobody else from the table, and is given back."""
        try:
            work()
        except Exception as error:
            return self.explain(error, f"what waited for match {match} failed")
        return None

    def drop(self, table: Table, error: RefusedError | None) -> None:
        """Close a table that is of no use any more; watchers are told ``error``, or begin anew."""
        match = table.match.id
        watchers = [watcher for show in table.shows() for watcher in show.watchers()]
        self._close_table(table, error or RefusedError("unavailable", retry=100))
        for watcher in watchers:
            if error is None:
                watcher.restart(match)
            elif watcher.follows.pop(match, None) is not None:
                watcher.refuse(error, match)

    def _close_table(self, table: Table, error: RefusedError) -> None:
        match = table.match.id
        if self.tables.get(match) is table:
            del self.tables[match]
        self.store.unfollow(match)
        table.give_up(error)

    async def command(self, match: str, decide: Decide) -> int:
        """Carry out a command; the number of its entry. Raises :class:`RefusedError`."""
        if self.draining:
            raise RefusedError("draining", retry=self.drain_hint())
        errand = Errand(decide)
        self.with_table(match, lambda table: table.submit(errand), errand.refused)
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

    def game_of(self, match: str) -> Game[Any] | None:
        """The game of a match, if it is open here."""
        table = self.tables.get(match)
        return table.match.game if table else None

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

    def enter(self, wire: Wire, codec: Codec) -> Session | None:
        """A session for a new connection, unless there is no room for it."""
        if self.draining:
            self._turn_away(wire, "going_away")
            return None
        if self._addresses[wire.address] >= self.room.share(self.limits.address_sockets):
            self._turn_away(wire, "too_many_sockets")
            return None
        session = Session(self, wire, codec)
        self.sessions.add(session)
        self._addresses[wire.address] += 1
        return session

    def _turn_away(self, wire: Wire, name: str) -> None:
        self.counts.closed[name] += 1
        wire.close(name)

    def leave(self, session: Session) -> None:
        """A connection is gone."""
        self.sessions.discard(session)
        self.lobby.leave(session)
        address = session.line.address
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
                    frames[codec] = frame(codec.encode(message), codec.text)
                session.outbox.write(frames[codec])

    # What the store says ----------------------------------------------------------------------

    def _down(self, retry: int) -> None:
        self.tell_all(Unavailable(retry))

    def _up(self) -> None:
        # Running clocks first: time without storage is nobody's.
        for table in list(self.tables.values()):
            table.tend_clock()
        self.tell_all(Available())
        self.spawn(self.lobby.load(), "load lobby")

    def _due(self, matches: list[str]) -> None:
        if self.draining:
            return
        for match in matches:
            if not self._unruled.leaves_alone(match):
                self.with_table(match, Table.tend, partial(self._cannot_tend, match))

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
            silent = now - session.line.heard
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
                session.line.ping()
        for gate in list(self.room.gates):
            gate.look_after(now)
        for table in list(self.tables.values()):
            if table.idle(now) > self._idle_table:
                self._close_table(table, RefusedError("unavailable", retry=100))
            else:
                table.sweep(now)
