"""One node of the service: its rooms, lobby and sessions, from start to stop."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Iterable, Iterator

from bocage.limits import Limits
from bocage.live.background import Background
from bocage.live.commands import Command, Decide
from bocage.live.counts import Counts
from bocage.live.http_connection import Ingress
from bocage.live.lobby import LobbyFeed
from bocage.live.outbox import WriteBatch
from bocage.live.refusals import explain
from bocage.live.rooms import Rooms
from bocage.live.session import Connection, Session, Sessions
from bocage.log import judge
from bocage.log.entries import Body, Created
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.log.records import Row
from bocage.protocol.codec import Codec
from bocage.protocol.messages import Available, Unavailable
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import all_games
from bocage.store import NumberTakenError
from bocage.store.store import Store
from bocage.word_filter import WordFilter, unfiltered

log = logging.getLogger("bocage.node")

#: Seconds between two checks of connections and rooms.
SWEEP = 1.0


class AwaitedCommand(Command):
    """A command whose result a coroutine awaits."""

    __slots__ = ("_decide", "answer")

    def __init__(self, decide: Decide) -> None:
        self._decide = decide
        self.seen = 0
        self.asked = 0
        #: The number of the entry, or :class:`RefusedError`.
        self.answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def decide(self, match: Match) -> Body | judge.Again:
        return self._decide(match)

    def stored(self, seq: int, again: bool) -> None:
        if not self.answer.done():
            self.answer.set_result(seq)

    def refused(self, error: RefusedError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Node:
    """The parts of a node, put together, started and stopped."""

    #: Path of the websocket.
    path = "/ws"

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits | None = None,
        version: str = "",
        proxies: Iterable[str] = (),
        idle_room: float = 60.0,
        clock: Callable[[], float] | None = None,
        rng: random.Random | None = None,
        word_filter: WordFilter = unfiltered,
        folder: str = "",
        per_match: bool = False,
    ) -> None:
        """``proxies``: as :class:`~bocage.live.addresses.Proxies` takes them. ``idle_room``: seconds that a room
        stays open when nobody watches it. ``clock``: seconds; None: the loop's. ``rng``: spreads what is closed;
        None: a fresh one. ``word_filter``: for names and chat.
        ``folder``: path that a proxy may leave in front of :attr:`path`, without a slash at its end.
        ``per_match``: whether clients are to open a connection for each match."""
        loop = asyncio.get_running_loop()
        self.store = store
        self.limits = limits or Limits()
        self.version = version
        self.word_filter = word_filter
        self.folder = folder
        self.clock: Callable[[], float] = clock or loop.time
        self.counts = Counts()
        self.write_batch = WriteBatch(loop)
        self.ingress = Ingress(self.limits, self.counts.turned_away, proxies, loop, self.clock)
        self._background = Background()
        self.rooms = Rooms(
            store,
            self.counts,
            self._background,
            self.clock,
            resume_span=self.limits.resume_span,
            idle_room=idle_room,
        )
        self.lobby = LobbyFeed(store)
        self.sessions = Sessions(
            self.rooms,
            self.lobby,
            self.limits,
            version=version,
            per_match=per_match,
            word_filter=word_filter,
            rng=rng or random.Random(),
        )
        #: Called with list rows that changed, on any node, and when storage is back; a feature sets them.
        self.on_row: Callable[[Row], None] = lambda row: None
        self.on_storage_back: Callable[[], None] = lambda: None
        self._sweeper: asyncio.Task[None] | None = None

    @property
    def draining(self) -> bool:
        """True if no new work is taken: the node is about to stop."""
        return self.sessions.draining

    def now(self) -> int:
        """Milliseconds, the store's clock."""
        return self.store.now()

    # Life -------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Subscribe to the store and start the sweep."""
        # Loads the rules of all games, so that the first player does not wait for that.
        all_games()
        self.store.on_down = self._down
        self.store.on_up = self._up
        self.store.on_row = self._row_changed
        self.store.on_due = self._due
        self.store.on_signed_out = self.sessions.close_signed_out
        self.store.player_names.on_named = self._named
        await self.lobby.load()
        self._sweeper = asyncio.create_task(self._sweep_forever(), name="sweep")

    async def close(self) -> None:
        """Stop. Connections that are still there are left to the server."""
        self.store.on_down = lambda retry: None
        self.store.on_up = lambda: None
        self.store.on_row = lambda row: None
        self.store.on_due = lambda matches: None
        self.store.on_signed_out = lambda sign_ins: None
        self.store.player_names.on_named = lambda player, name: None
        self.lobby.close()
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        await self._background.close()
        self.rooms.close()

    def enter(self, connection: Connection, codec: Codec) -> Session | None:
        """A session for a new connection. None, and the connection is closed, where there is no room for it."""
        most = self.ingress.capacity.share(self.limits.address_sockets)
        return self.sessions.enter(connection, codec, most)

    # Matches ----------------------------------------------------------------------------------

    async def command(self, match: str, decide: Decide) -> int:
        """Carry out a command; the number of its entry. Raises :class:`RefusedError`."""
        self._check_draining()
        command = AwaitedCommand(decide)
        self.rooms.submit(match, command)
        return await command.answer

    async def create(self, match: Match, body: Created) -> None:
        """Store entry 1 of a new match. Raises :class:`RefusedError`, and
        ``NumberTakenError`` when there is one with that id.
        """
        self._check_draining()
        try:
            proposal = propose(match, body, self.store.now())
            await self.store.append(
                proposal.match, proposal.seq, proposal.raw, proposal.not_before, proposal.change
            )
        except NumberTakenError:
            raise
        except Exception as error:
            raise explain(error, "a match could not be created") from error

    def _check_draining(self) -> None:
        if self.sessions.draining:
            raise RefusedError("draining", retry=self.sessions.drain_hint())

    # Called by the store ----------------------------------------------------------------------

    def _down(self, retry: int) -> None:
        self.sessions.tell_all(Unavailable(retry))

    def _up(self) -> None:
        # Running clocks first: time without storage is charged to no player.
        self.rooms.storage_back()
        self.sessions.tell_all(Available())
        self._background.spawn(self.lobby.load(), "load lobby")
        # Names that changed while storage was out of reach were told to nobody, nor were sign-ins that ended.
        self.rooms.name_all()
        self._background.spawn(self.sessions.look_for_signed_out(), "look for sign-ins that ended")
        self.on_storage_back()

    def _row_changed(self, row: Row) -> None:
        self.lobby.changed(row)
        self.rooms.row_changed(row)
        self.on_row(row)

    def _due(self, matches: list[str]) -> None:
        if not self.sessions.draining:
            self.rooms.due(matches)

    def _named(self, player: str, name: str) -> None:
        """Rename a player; empty: they left."""
        self.sessions.named(player, name)
        self.rooms.named(player, name)
        self.lobby.named(player, name)

    # Looking after ----------------------------------------------------------------------------

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                for _ in self.sweep():
                    await asyncio.sleep(0)
            except Exception:
                log.exception("sweeping failed")

    def sweep(self) -> Iterator[None]:
        """Ask silent connections for a sign of life, close stuck ones, look at the rooms that are due.

        Others may have a turn of the loop between two steps.
        """
        now = self.clock()
        yield from self.sessions.sweep(now)
        yield from self.ingress.sweep(now)
        yield from self.rooms.sweep(now, self.sessions.draining)
