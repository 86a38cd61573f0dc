"""One node of the service: the rooms open here, the connections that come in, and everything between them."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from bocage.limits import Limits, Rates
from bocage.live.address_share import AddressShares
from bocage.live.addresses import Proxies
from bocage.live.background import Background
from bocage.live.capacity import Capacity
from bocage.live.commands import Command, Decide
from bocage.live.counts import Counts
from bocage.live.handover import Handover
from bocage.live.hosted_room import HostedRoom, TimeAwayOf
from bocage.live.http_connection import HttpConnection
from bocage.live.interfaces import Connection, Identified, LobbyWatcher, MatchWatcher
from bocage.live.lobby import LobbyFeed
from bocage.live.observer import ActionObserver
from bocage.live.outbox import WriteBatch
from bocage.live.player_news import PlayerNews
from bocage.live.refusals import explain
from bocage.live.rooms import Rooms
from bocage.live.session import Session
from bocage.live.unnamed_proxies import UnnamedProxies
from bocage.live.watching import Subscription
from bocage.log.entries import Created
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.log.records import Row, TimeAway
from bocage.protocol.codec import Codec
from bocage.protocol.framing import frame_of
from bocage.protocol.messages import Available, Draining, Message, Said, Unavailable
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import all_games
from bocage.store import NumberTakenError
from bocage.store.store import Store
from bocage.word_filter import WordFilter, unfiltered

log = logging.getLogger("bocage.node")

#: Seconds between two checks of connections and rooms.
SWEEP = 1.0
#: Seconds between two checks whether appends are under way.
PAUSE = 0.005
#: After so many seconds of silence a connection is sent a ping; after so many, it is closed.
ASK_AFTER = 20.0
GIVE_UP_AFTER = 45.0


async def _nobody_away(players: Sequence[str]) -> dict[str, TimeAway]:
    return {}


class Node:
    """Takes connections in, keeps the rooms, and closes both.

    It is the ``Host`` of every connection and the ``SessionHost`` of every session.
    """

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
        observer: ActionObserver | None = None,
        folder: str = "",
        per_match: bool = False,
    ) -> None:
        """``proxies``: as :class:`Proxies` takes them. ``idle_room``: seconds that a room stays open when nobody
        watches it. ``clock``: seconds; None: the loop's. ``rng``: spreads what is closed; None: a fresh one.
        ``word_filter``: for names and chat. ``observer``: who is told how actions pass; None: nobody.
        ``folder``: path that a proxy may leave in front of :attr:`path`, without a slash at its end.
        ``per_match``: whether clients are to open a connection for each match."""
        loop = asyncio.get_running_loop()
        self.store = store
        self.limits = limits or Limits()
        self.version = version
        self.word_filter = word_filter
        self.observer = observer
        self.folder = folder
        self.per_match = per_match
        #: Hands connections to other workers of the same supervisor.
        self.handover: Handover | None = None
        self.counts = Counts()
        self.draining = False
        self.clock: Callable[[], float] = clock or loop.time
        self.write_batch = WriteBatch(loop)
        self.address_shares = AddressShares(loop, self.limits.address_rate, self.limits.address_burst)
        #: Gives rooms the last vacations of players; a feature sets it.
        self.time_away: TimeAwayOf = _nobody_away
        self.capacity: Capacity[HttpConnection] = Capacity(self.limits.address_connections)
        self.turned_away = self.counts.turned_away
        self.sessions: set[Session] = set()
        self.lobby = LobbyFeed(store)
        self.chat_rates = Rates(self.limits.chat_rate / 60, self.limits.chat_burst)
        self.frame_size = self.limits.frame_size
        self.outbox_bytes = self.limits.outbox_size
        self._rng = rng or random.Random()
        self._proxies = Proxies(proxies)
        self.unnamed_proxies = UnnamedProxies(lambda: self.clock())
        self._background = Background()
        self._rooms = Rooms(
            store,
            self.counts,
            self._background,
            lambda: self.clock(),
            resume_span=self.limits.resume_span,
            idle_room=idle_room,
            time_away=lambda players: self.time_away(players),
            observer=observer,
        )
        self._addresses: Counter[str] = Counter()
        self._sweeper: asyncio.Task[None] | None = None
        self._drain_spread = 0.0
        self.player_news = PlayerNews(store, self.sessions, self._rooms, self.lobby, self._background)

    # Life -------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen to the store and look after everything."""
        # Loads the rules of all games, so that the first player does not wait for that.
        all_games()
        self.store.on_down = self._down
        self.store.on_up = self._up
        self.store.on_row = self._row_changed
        self.store.on_due = self._due
        self.store.on_signed_out = self.close_signed_out
        self.player_news.start()
        await self.lobby.load()
        self._sweeper = asyncio.create_task(self._sweep_forever(), name="sweep")

    async def drain(self, seconds: float) -> None:
        """Refuse new work, say goodbye, and close every connection, spread over ``seconds`` at most."""
        self.draining = True
        sessions = list(self.sessions)
        # A few may leave at once; a thousand must not reach the next node in the same moment.
        self._drain_spread = min(seconds, len(sessions) / 200)
        for session in sessions:
            session.send(Draining(self.drain_hint()))
        for _ in range(int(seconds / PAUSE)):
            if not any(room.busy for room in self.rooms.values()):
                break
            await asyncio.sleep(PAUSE)
        self._rng.shuffle(sessions)
        pause = self._drain_spread / len(sessions) if sessions else 0.0
        for number, session in enumerate(sessions):
            session.close("going_away")
            if number % 20 == 19:
                await asyncio.sleep(pause * 20)

    def drain_hint(self) -> int:
        """How many milliseconds a client that is sent away should wait before it connects again."""
        return int(self._rng.uniform(0.1, 0.3 + self._drain_spread) * 1000)

    async def close(self) -> None:
        """Stop. Connections that are still there are left to the server."""
        self.store.on_down = lambda retry: None
        self.store.on_up = lambda: None
        self.store.on_row = lambda row: None
        self.store.on_due = lambda matches: None
        self.store.on_signed_out = lambda sign_ins: None
        self.player_news.close()
        self.lobby.close()
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        await self._background.close()
        self._rooms.close()

    # Matches ----------------------------------------------------------------------------------

    @property
    def rooms(self) -> Mapping[str, HostedRoom]:
        """The rooms that are open here, by match."""
        return self._rooms.open

    async def room(self, match: str) -> HostedRoom:
        """The room of ``match``. Raises :class:`RefusedError`."""
        return await self._rooms.room(match)

    def drop(self, room: HostedRoom, error: RefusedError | None) -> None:
        """Close a room; watchers are refused with ``error``, or begin anew."""
        self._rooms.drop(room, error)

    async def command(self, match: str, decide: Decide) -> int:
        """Carry out a command; the number of its entry. Raises :class:`RefusedError`."""
        if self.draining:
            raise RefusedError("draining", retry=self.drain_hint())
        return await self._rooms.command(match, decide)

    async def create(self, match: Match, body: Created) -> None:
        """Store entry 1 of a new match. Raises :class:`RefusedError`, and
        ``NumberTakenError`` when there is one with that id.
        """
        if self.draining:
            raise RefusedError("draining", retry=self.drain_hint())
        try:
            proposal = propose(match, body, self.store.now())
            await self.store.append(
                proposal.match, proposal.seq, proposal.raw, proposal.not_before, proposal.change
            )
        except NumberTakenError:
            raise
        except Exception as error:
            raise explain(error, "a match could not be created") from error

    def seq_of(self, match: str) -> int:
        """The last entry of a match that is known here; 0: the match is not open here."""
        return self._rooms.seq_of(match)

    def texts_of(self, match: str) -> Mapping[str, Mapping[str, str]] | None:
        """The catalogues of a match's game, by language; None: the match is not open here."""
        return self._rooms.texts_of(match)

    def submit(self, match: str, command: Command) -> None:
        """Judge, store and answer a command."""
        self._rooms.submit(match, command)

    def watch(self, watcher: MatchWatcher, subscription: Subscription) -> None:
        """Show the match, or call ``watcher.rejected``."""
        self._rooms.watch(watcher, subscription)

    def unwatch(self, watcher: MatchWatcher, subscription: Subscription) -> None:
        """Show the match no more."""
        self._rooms.unwatch(watcher, subscription)

    def renew(self, watcher: MatchWatcher, subscription: Subscription) -> None:
        """Updates were dropped; there is room for a snapshot now."""
        self._rooms.renew(watcher, subscription)

    def say(self, said: Said, to_seats: bool) -> None:
        """Tell everybody who watches a match that is open here."""
        self._rooms.say(said, to_seats)

    def join_lobby(self, watcher: LobbyWatcher) -> None:
        """Send all rows of the lobby, then every change."""
        self.lobby.join(watcher)

    def leave_lobby(self, watcher: LobbyWatcher) -> None:
        """Send no more of the lobby."""
        self.lobby.leave(watcher)

    def now(self) -> int:
        """Milliseconds, the store's clock."""
        return self.store.now()

    # Connections ------------------------------------------------------------------------------

    def address(self, peer: str, forwarded: Sequence[str]) -> str:
        """The name under which limits count a client of ``peer`` with these ``X-Forwarded-For`` headers."""
        return self._proxies.caller(peer, forwarded)

    def note_forwarded(self, peer: str, sent: Collection[str]) -> None:
        """A request from ``peer`` came with the headers ``sent`` (in lower case), some of which a proxy sends."""
        self.unnamed_proxies.note(peer, self._proxies.believes(peer), sent)

    def peer(self, peer: str) -> str:
        """Under which name limits count who connected from ``peer``; empty: a proxy, who speaks for many."""
        return self._proxies.peer(peer)

    def enter(self, connection: Connection, codec: Codec) -> Session | None:
        """A session for a new connection, unless there is no room for it."""
        if self.draining:
            self._turn_away(connection, "going_away")
            return None
        if self._addresses[connection.address] >= self.capacity.share(self.limits.address_sockets):
            self._turn_away(connection, "too_many_sockets")
            return None
        session = Session(self, connection, codec, self._left)
        self.sessions.add(session)
        self._addresses[connection.address] += 1
        return session

    def _turn_away(self, connection: Connection, name: str) -> None:
        self.counts.closed[name] += 1
        connection.close(name)

    def _left(self, session: Session) -> None:
        """A connection is gone."""
        self.sessions.discard(session)
        self.lobby.leave(session)
        address = session.connection.address
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def authenticate(self, token: str, then: Identified) -> None:
        """Call ``then`` with the player whose token this is, or with what went wrong."""

        async def ask() -> None:
            changes = self.player_news.unheard_changes
            try:
                player = await self.store.authenticate(token)
                if player is not None and player.suspended:
                    raise RefusedError("suspended")
                unheard = await self.player_news.unheard_of(player.id) if player is not None else frozenset()
            except Exception as error:
                then(None, explain(error, "a token could not be looked up"), frozenset())
                return
            then(player, None, unheard)
            if player is not None and changes != self.player_news.unheard_changes:
                # What was told meanwhile was told before this connection counted as theirs.
                self.player_news.unheard(player.id)

        self._background.spawn(ask(), "authenticate")

    def greetings(self) -> Sequence[Message]:
        """What a connection is told after ``welcome``."""
        return () if self.store.writable else (Unavailable(1000),)

    def tell_all(self, message: Message) -> None:
        """Tell every connection that has said hello."""
        frames: dict[Codec, bytes] = {}
        for session in self.sessions:
            if session.greeted:
                codec = session.codec
                if codec not in frames:
                    frames[codec] = frame_of(codec, message)
                session.outbox.write(frames[codec])

    # What the store says ----------------------------------------------------------------------

    def _down(self, retry: int) -> None:
        self.tell_all(Unavailable(retry))

    def _up(self) -> None:
        # Running clocks first: time without storage is charged to no player.
        self._rooms.storage_back()
        self.tell_all(Available())
        self._background.spawn(self.lobby.load(), "load lobby")
        self.player_news.storage_back()

    def close_signed_out(self, sign_ins: Iterable[str]) -> None:
        """These sign-ins have ended: close the connections that use them."""
        ended = set(sign_ins)
        # A connection counts from its hello on, before its token was looked up.
        for session in [one for one in self.sessions if one.sign_in in ended]:
            session.close("signed_out")

    def _row_changed(self, row: Row) -> None:
        self.lobby.changed(row)
        self._rooms.row_changed(row)

    def _due(self, matches: list[str]) -> None:
        if not self.draining:
            self._rooms.due(matches)

    # Looking after ----------------------------------------------------------------------------

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                self.sweep()
            except Exception:
                log.exception("sweeping failed")

    def sweep(self) -> None:
        """Ask silent connections for a sign of life, close stuck ones, close rooms that nobody needs."""
        now = self.clock()
        limits = self.limits
        for session in list(self.sessions):
            silent = now - session.connection.heard
            full_since = session.outbox.full_since
            if full_since and now - full_since > limits.stuck_time:
                session.close("too_slow")
            elif session.owes_hello and now - session.born > limits.hello_time:
                session.close("no_hello")
            elif full_since:
                continue  # we do not read from it either, so it cannot answer
            elif silent > GIVE_UP_AFTER:
                session.close("silent")
            elif silent > ASK_AFTER:
                session.connection.ping()
        for gate in list(self.capacity.gates):
            gate.look_after(now)
        self._rooms.sweep(now, self.draining)
