"""The client: one player, any number of matches."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from collections.abc import AsyncIterator, Callable, Generator, Mapping
from types import TracebackType
from typing import Any, Literal, TypeAlias
from urllib.parse import urlencode

from bocage.protocol import messages as m
from bocage.sdk.account_mirror import AccountMirror
from bocage.sdk.backoff import LONGEST, Backoff
from bocage.sdk.connection import Connection
from bocage.sdk.errors import BocageError, ClosedError, UnreachableError
from bocage.sdk.link import Connect, Link, open_socket
from bocage.sdk.lobby import LobbyMirror
from bocage.sdk.mirror import MatchState
from bocage.sdk.play import Play
from bocage.sdk.rest import Rest
from bocage.sdk.state_queue import StateQueue

log = logging.getLogger("bocage.sdk")

#: Address of a service started with ``make serve``. The variable BOCAGE_URL overrides it.
DEFAULT_URL = "http://127.0.0.1:8700"
CLIENT = "bocage-python/0.1"

Status: TypeAlias = Literal["connected", "lost", "unavailable", "closed"]


def _deaf(*_: Any) -> None:
    """Ignore an event."""


class Client:
    """A player, or an anonymous watcher, connected to the service.

    Use it with ``async with``, or ``await`` it and :meth:`close` it later. It reconnects and resumes by itself:
    followed matches continue where they were, and unanswered requests are repeated, which the service recognises.
    Every method may raise :class:`ClosedError` once the service has closed this client for good.
    """

    def __init__(
        self,
        url: str = "",
        *,
        token: str = "",
        lang: m.Language = "en",
        patience: float = 10.0,
        longest_wait: float = LONGEST,
        json: bool = False,
        per_match: bool = True,
        headers: Mapping[str, str] | None = None,
        on_status: Callable[[Status, float], None] = _deaf,
        on_said: Callable[[m.Said], None] = _deaf,
        rng: random.Random | None = None,
        connect: Connect = open_socket,
    ) -> None:
        """``url``: http(s)://host[:port]; default: the variable BOCAGE_URL, or the address of ``make serve``.

        ``token``: of a player; empty: only watch. ``lang``: language of the service's messages. ``patience``:
        timeout of the first connection in seconds (later ones are retried without end). ``longest_wait``: longest
        pause between attempts to connect, in seconds. ``json``: use JSON instead of msgpack. ``per_match``: open a
        connection per followed match if the service asks for it. ``headers``: additional headers of all requests of
        :attr:`rest`.

        ``on_status`` is called with the new status and the seconds until the next attempt, ``on_said`` with every
        chat message. ``rng``: source of pauses and ids. ``connect``: opens websockets, for tests.

        Raises :class:`UnreachableError` for an invalid URL.
        """
        self.url = (url or os.environ.get("BOCAGE_URL", "") or DEFAULT_URL).rstrip("/")
        if not self.url.startswith(("http://", "https://")):
            raise UnreachableError(f"an address begins with http:// or https://, not {self.url}")
        self.status: Status = "lost"
        #: Id and name of the player; empty for an anonymous watcher.
        self.player = ""
        self.name = ""
        #: REST requests of the same player.
        self.rest = Rest(self.url, token=token, lang=lang, headers=headers)
        self._patience = patience
        self._on_status = on_status
        self._on_said = on_said
        self._rng = rng or random.Random()
        self._clock_ahead = 0.0
        self._hello = m.Hello(token=token, lang=lang, client=CLIENT, short=True)
        self._longest_wait = longest_wait
        self._json = json
        self._connect = connect
        self._per_match_wanted = per_match
        #: The service asks for a connection per match.
        self._per_match = False
        self._main = self._connection("/ws")
        #: Match → its own connection, and the task that runs it.
        self._apart: dict[str, tuple[Connection, asyncio.Task[None]]] = {}
        self._lobby = LobbyMirror(self._main.link.send)
        self._account = AccountMirror(self._main.link.send)
        self._group = asyncio.TaskGroup()
        self._runner: asyncio.Task[None] | None = None

    def _connection(self, path: str) -> Connection:
        address = "ws" + self.url.removeprefix("http") + path
        backoff = Backoff(self._rng, longest=self._longest_wait)

        def open_link(handler: Connection) -> Link:
            return Link(address, self._hello, handler, backoff=backoff, json=self._json, connect=self._connect)

        return Connection(self, self._rng, open_link)

    # Opening and closing --------------------------------------------------------------------

    def __await__(self) -> Generator[Any, Any, Client]:
        return self._open().__await__()

    async def __aenter__(self) -> Client:
        """Connect, unless connected. Raises :class:`UnreachableError` or :class:`ClosedError`."""
        return self if self._runner is not None else await self._open()

    async def _open(self) -> Client:
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._group.__aenter__()
        self._runner = self._group.create_task(self._main.run(), name=f"bocage {self.url}")
        try:
            async with asyncio.timeout(self._patience):
                await self._ready
        except TimeoutError:
            await self.close()
            raise UnreachableError(f"nothing answers at {self.url}") from None
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect. Pending requests raise :class:`ClosedError`."""
        runner, self._runner = self._runner, None
        if runner is None:
            return
        runner.cancel()
        self.failed(ClosedError(0, "the client was closed"))
        for _, keeping in self._apart.values():
            keeping.cancel()
        await self._group.__aexit__(None, None, None)
        await self.rest.close()

    def failed(self, error: BocageError) -> None:
        """Pass a fatal error to every caller."""
        if self.status == "closed":
            return
        for connection in (self._main, *[one for one, _ in self._apart.values()]):
            connection.fail(error)
        self._lobby.fail(error)
        self._account.fail(error)
        if not self._ready.done():
            self._ready.set_exception(error)
        self._tell("closed", 0.0)

    def _tell(self, status: Status, wait: float) -> None:
        self.status = status
        self._on_status(status, wait)

    # Events of connections -------------------------------------------------------------------

    def welcomed(self, connection: Connection, welcome: m.Welcome) -> None:
        """Handle a new connection: note the player and the time."""
        self.player, self.name = welcome.player, welcome.name
        self._clock_ahead = welcome.time - time.time() * 1000
        if connection is self._main:
            self._per_match = self._per_match_wanted and welcome.per_match
            self._lobby.again()
            self._account.again()
        self._tell("connected", 0.0)
        if not self._ready.done():
            self._ready.set_result(None)

    def waits(self, connection: Connection, wait: float) -> None:
        """Handle a lost connection; the next attempt is in ``wait`` seconds."""
        self._tell("lost", wait)

    def told(self, message: m.ServerMessage) -> None:
        """Handle a message that concerns no single match."""
        match message:
            case m.Said():
                self._on_said(message)
            case m.Lobby():
                self._lobby.changed(message)
            case m.Account():
                self._account.changed(message)
            case m.Unavailable():
                self._tell("unavailable", message.retry / 1000)
            case m.Available():
                self._tell("connected", 0.0)

    def follow_lobby_again(self) -> None:
        """Request the lobby and the account again after a refusal."""
        self._lobby.again()
        self._account.again()

    def _for(self, match: str) -> Connection:
        """Return the connection of a match."""
        apart = self._apart.get(match)
        return apart[0] if apart else self._main

    # Requests ---------------------------------------------------------------------------------

    async def act(self, match: str, seq: int, action: Any) -> m.Ack:
        """Answer the decision at log position ``seq``. Raises :class:`RefusedError`."""
        answer = await self._for(match).requests.ask(
            lambda number: m.Act(id=number, match=match, seq=seq, action=action)
        )
        assert isinstance(answer, m.Ack)
        return answer

    async def resign(self, match: str) -> None:
        """Resign a match. Raises :class:`RefusedError`."""
        await self._for(match).requests.ask(lambda number: m.Resign(id=number, match=match))

    async def draw(self, match: str, seq: int) -> None:
        """Offer a draw, or accept the one offered, at log position ``seq``.

        Raises :class:`RefusedError`: ``stale`` if the decision owed there was answered meanwhile.
        """
        await self._for(match).requests.ask(lambda number: m.Draw(id=number, match=match, seq=seq))

    async def decline_draw(self, match: str, seq: int) -> None:
        """Decline the other player's draw offer, at log position ``seq``.

        Raises :class:`RefusedError`: ``not_offered`` if there is none.
        """
        await self._for(match).requests.ask(lambda number: m.DeclineDraw(id=number, match=match, seq=seq))

    async def undo(self, match: str, seq: int) -> None:
        """Undo the last action, request it, or consent to the other player's request, at log position ``seq``.

        Raises :class:`RefusedError`: ``cannot_undo`` if dice, cards or another seat came into play since.
        """
        await self._for(match).requests.ask(lambda number: m.Undo(id=number, match=match, seq=seq))

    async def decline_undo(self, match: str, seq: int) -> None:
        """Decline the other player's request for an undo, at log position ``seq``.

        Raises :class:`RefusedError`: ``not_asked`` if there is none.
        """
        await self._for(match).requests.ask(lambda number: m.DeclineUndo(id=number, match=match, seq=seq))

    async def propose(self, match: str, seq: int, options: Mapping[str, Any]) -> None:
        """Propose other terms before play, at log position ``seq``: the match's options with these changes.

        Raises :class:`RefusedError`: ``not_negotiable``, ``bad_options``, ``stale`` if others were proposed
        meanwhile.
        """
        changes = dict(options)
        await self._for(match).requests.ask(
            lambda number: m.Propose(id=number, match=match, seq=seq, options=changes)
        )

    async def accept(self, match: str, seq: int) -> None:
        """Accept the terms seen at log position ``seq``. Play begins when all seats have.

        Raises :class:`RefusedError`: ``stale`` if others were proposed meanwhile.
        """
        await self._for(match).requests.ask(lambda number: m.Accept(id=number, match=match, seq=seq))

    async def say(self, match: str, text: str) -> None:
        """Send a chat message to a match, at most once.

        Raises :class:`RefusedError`, or :class:`FateUnknownError` if the connection was lost meanwhile.
        """
        await self._for(match).requests.ask(lambda number: m.Say(id=number, match=match, text=text))

    async def ping(self) -> float:
        """Return the round-trip time to the service in milliseconds."""
        start = time.perf_counter()
        await self._main.requests.ask(lambda number: m.Ping(id=number))
        return (time.perf_counter() - start) * 1000

    def now(self) -> float:
        """Return the service's estimated time in milliseconds since the epoch."""
        return time.time() * 1000 + self._clock_ahead

    # Subscriptions ------------------------------------------------------------------------------

    def follow(self, match: str, *, open_hands: bool = False, invite: str = "", odds: bool = False) -> StateQueue:
        """Return a queue of the match's states, the current one first; end it with :meth:`unfollow`.

        ``odds``: request costs and chances with own decisions. Raises ``ValueError`` if this client follows the
        match with another view, or without odds.
        """
        wanted = self._per_match and self.status != "closed"
        if wanted and match not in self._apart and not self._main.subscriptions.holds(match):
            connection = self._connection(f"/ws?{urlencode({'match': match})}")
            keeping = self._group.create_task(connection.run(), name=f"bocage {match}")
            self._apart[match] = connection, keeping
        return self._for(match).subscriptions.follow(match, open_hands, invite, odds)

    def unfollow(self, match: str, queue: StateQueue) -> None:
        """End a queue; without further queues the match is no longer followed."""
        connection = self._for(match)
        connection.subscriptions.unfollow(match, queue)
        idle = connection is not self._main and not connection.subscriptions.holds(match)
        if idle and self.status != "closed":
            self._group.create_task(self._part(match), name=f"leave {match}")

    async def _part(self, match: str) -> None:
        """Close the connection of a match that is no longer followed, once all requests are answered."""
        connection = self._for(match)
        await connection.requests.idle()
        apart = self._apart.get(match)
        if apart is not None and apart[0] is connection and not connection.subscriptions.holds(match):
            del self._apart[match]
            apart[1].cancel()

    async def watch(self, match: str, *, open_hands: bool = False, invite: str = "") -> AsyncIterator[MatchState]:
        """Yield the states of a match, from the current one to the end.

        ``open_hands``: see all hands, with the match's delay. ``invite``: code of a private match. Raises
        :class:`RefusedError`.
        """
        queue = self.follow(match, open_hands=open_hands, invite=invite)
        try:
            while True:
                state = await queue.get()
                yield state
                if state.ended:
                    return
        finally:
            self.unfollow(match, queue)

    def play(self, match: str, *, invite: str = "", agrees: bool = False) -> Play:
        """Return an iterator over this player's decisions in a match, until it ends.

        ``async for turn in client.play(match): await turn.choose(action)``. ``agrees``: consent to the other
        player's requests for an undo; else decline them, as draw offers always are. Raises :class:`RefusedError`.
        """
        return Play(self, match, invite, agrees)

    def account(self, offer: m.WatchAccount | None = None) -> AsyncIterator[m.Account]:
        """Yield what concerns this player's account: everything initially and on each new connection, then changes.

        ``offer``: the tables of a program. One reader at a time.
        """
        return self._account.read(offer or m.WatchAccount())

    def offer(self, offer: m.WatchAccount) -> None:
        """Replace the tables offered to :meth:`account`, whose reader gets everything again."""
        self._account.offer(offer)

    def lobby(self) -> AsyncIterator[dict[str, m.LobbyRow]]:
        """Yield the lobby's rows by match id, initially and after each change."""
        return self._lobby.read()


#: ``async with connect(url, token=...) as client`` or ``client = await connect(url, token=...)``.
connect = Client
