"""The client: one connection, any number of matches."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from collections.abc import AsyncIterator, Callable, Generator, Mapping
from types import TracebackType
from typing import Any, Literal, TypeAlias

from bocage.protocol import messages as m
from bocage.sdk.backoff import LONGEST, Backoff
from bocage.sdk.errors import BocageError, ClosedError, RefusedError, UnreachableError
from bocage.sdk.link import Connect, Link, open_socket
from bocage.sdk.lobby import LobbyMirror
from bocage.sdk.mirror import MatchState
from bocage.sdk.play import Play
from bocage.sdk.requests import ELSEWHERE, ELSEWHERE_PAUSE, LONGEST_RETRY, UNKNOWN_RULES, Requests, pause
from bocage.sdk.rest import Rest
from bocage.sdk.state_queue import StateQueue
from bocage.sdk.subscriptions import Subscriptions

log = logging.getLogger("bocage.sdk")

#: Where a service started with ``make serve`` listens; the variable BOCAGE_URL overrides it.
DEFAULT_URL = "http://127.0.0.1:8700"
CLIENT = "bocage-python/0.1"

#: The limit on messages per connection: past it, all of them wait.
MESSAGE_RATE = "message_rate"

Status: TypeAlias = Literal["connected", "lost", "unavailable", "closed"]


def _deaf(*_: Any) -> None:
    """Nobody wants to hear it."""


class Client:
    """A player (or an anonymous watcher) connected to the service.

    Use it with ``async with``, or ``await`` it and :meth:`close` it later. It reconnects and resumes by itself:
    matches that are followed go on where they were, requests that were not answered are sent again, and the
    service applies none of them twice. Every method may raise :class:`ClosedError` once the service has sent
    this client away.
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
        headers: Mapping[str, str] | None = None,
        on_status: Callable[[Status, float], None] = _deaf,
        on_said: Callable[[m.Said], None] = _deaf,
        rng: random.Random | None = None,
        connect: Connect = open_socket,
    ) -> None:
        """``url``: http(s)://host[:port], default the variable BOCAGE_URL or the address of ``make serve``.

        ``token``: of a player; without one you may only watch. ``lang``: the language of the service's messages.
        ``patience``: seconds after which the first connection is given up (later ones never are).
        ``longest_wait``: the longest pause between two tries to connect, in seconds. ``json``: speak JSON
        instead of msgpack. ``headers``: sent with all requests of :attr:`rest`.
        ``on_status`` is called with the new status and the seconds until the next try,
        ``on_said`` with every chat line. ``rng``: what pauses and ids are drawn from.
        ``connect``: what opens websockets, for tests.
        Raises :class:`UnreachableError` for an address that is none.
        """
        self.url = (url or os.environ.get("BOCAGE_URL", "") or DEFAULT_URL).rstrip("/")
        if not self.url.startswith(("http://", "https://")):
            raise UnreachableError(f"an address begins with http:// or https://, not {self.url}")
        self.status: Status = "lost"
        #: Id and name of the player; empty for an anonymous watcher.
        self.player = ""
        self.name = ""
        #: The service's REST side, as the same player.
        self.rest = Rest(self.url, token=token, lang=lang, headers=headers)
        self._patience = patience
        self._on_status = on_status
        self._on_said = on_said
        self._rng = rng or random.Random()
        self._clock_ahead = 0.0
        #: Match → how many connections in a row led to a node without its rules.
        self._elsewhere_tries: dict[str, int] = {}
        self._link = Link(
            "ws" + self.url.removeprefix("http") + "/ws",
            m.Hello(token=token, lang=lang, client=CLIENT),
            self,
            backoff=Backoff(self._rng, longest=longest_wait),
            json=json,
            connect=connect,
        )
        self._requests = Requests(self._link, self._rng)
        self._subscriptions = Subscriptions(self._link)
        self._lobby = LobbyMirror(self._link.send)
        self._group = asyncio.TaskGroup()
        self._runner: asyncio.Task[None] | None = None

    # Opening and closing --------------------------------------------------------------------

    def __await__(self) -> Generator[Any, Any, Client]:
        return self._open().__await__()

    async def __aenter__(self) -> Client:
        """Connect, unless that is done. Raises :class:`UnreachableError` or :class:`ClosedError`."""
        return self if self._runner is not None else await self._open()

    async def _open(self) -> Client:
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._group.__aenter__()
        self._runner = self._group.create_task(self._run(), name=f"bocage {self.url}")
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
        """Leave. Requests still under way raise :class:`ClosedError`."""
        runner, self._runner = self._runner, None
        if runner is None:
            return
        runner.cancel()
        self._fail(ClosedError(0, "the client was closed"))
        await self._group.__aexit__(None, None, None)
        await self.rest.close()

    async def _run(self) -> None:
        async with asyncio.TaskGroup() as self._later:
            try:
                await self._link.run()
            except BocageError as error:
                self._fail(error)
            except Exception as error:
                # Raised here, it would cancel the task that opened the client; every caller learns of it instead.
                log.exception("the client broke")
                self._fail(ClosedError(0, f"the client broke: {error!r}"))

    def _fail(self, error: BocageError) -> None:
        if self.status == "closed":
            return
        self._requests.fail(error)
        self._subscriptions.fail(error)
        self._lobby.fail(error)
        if not self._ready.done():
            self._ready.set_exception(error)
        self._tell("closed", 0.0)

    def _tell(self, status: Status, wait: float) -> None:
        self.status = status
        self._on_status(status, wait)

    # What the link says ---------------------------------------------------------------------

    def opened(self, welcome: m.Welcome) -> None:
        """Catch up: resume every match, say again what was not answered."""
        self.player, self.name = welcome.player, welcome.name
        self._clock_ahead = welcome.time - time.time() * 1000
        self._subscriptions.again()
        self._lobby.again()
        self._requests.again()
        self._tell("connected", 0.0)
        if not self._ready.done():
            self._ready.set_result(None)

    def lost(self, wait: float) -> None:
        """There is no connection; the next try is in ``wait`` seconds."""
        self._tell("lost", wait)

    def owed(self) -> bool:
        """Whether a request waits for its answer."""
        return self._requests.waiting

    def received(self, message: m.ServerMessage) -> None:
        """Take a message to where it belongs."""
        match message:
            case m.Update():
                self._elsewhere_tries.pop(message.match, None)
                self._subscriptions.update(message)
            case m.Snapshot():
                self._elsewhere_tries.pop(message.match, None)
                self._subscriptions.snapshot(message)
            case m.Ack() | m.Pong():
                self._requests.answered(message)
            case m.Refused():
                self._refused(message)
            case m.Said():
                self._on_said(message)
            case m.Lobby():
                self._lobby.changed(message)
            case m.Unavailable():
                self._tell("unavailable", message.retry / 1000)
            case m.Available():
                self._tell("connected", 0.0)

    def _refused(self, message: m.Refused) -> None:
        if message.limit == MESSAGE_RATE:
            self._link.hold(message.retry / 1000)
        if message.code == UNKNOWN_RULES:
            self._elsewhere(message)
        elif message.id:
            self._requests.refused(message)
        elif 0 < message.retry <= LONGEST_RETRY:
            self._later.create_task(self._repeat(message.match, message.retry))
        elif message.match:
            self._subscriptions.refused(message.match, RefusedError.of(message))
        else:
            log.warning("refused: %s", message.text)

    def _elsewhere(self, message: m.Refused) -> None:
        """This node cannot play the match; while nodes are replaced, another one can."""
        match = message.match
        tries = self._elsewhere_tries.get(match, 0)
        if message.id:
            self._requests.refused(message)
        if tries < ELSEWHERE:
            self._elsewhere_tries[match] = tries + 1
            self._link.leave(ELSEWHERE_PAUSE / 1000 * self._rng.uniform(1.0, 1.5))
        elif not message.id:
            self._subscriptions.refused(match, RefusedError.of(message))

    async def _repeat(self, match: str, retry: int) -> None:
        """What asks for no answer is said again: follow or leave a match, or the lobby."""
        await pause(retry, self._rng)
        if match:
            self._subscriptions.repeat(match)
        else:
            self._lobby.again()

    # Requests ---------------------------------------------------------------------------------

    async def act(self, match: str, seq: int, action: Any) -> m.Ack:
        """Answer the decision at log position ``seq``. Raises :class:`RefusedError`."""
        answer = await self._requests.ask(lambda number: m.Act(id=number, match=match, seq=seq, action=action))
        assert isinstance(answer, m.Ack)
        return answer

    async def resign(self, match: str) -> None:
        """Give up a match. Raises :class:`RefusedError`."""
        await self._requests.ask(lambda number: m.Resign(id=number, match=match))

    async def draw(self, match: str, seq: int) -> None:
        """Offer a draw, or accept the one offered, having seen the match at log position ``seq``.

        Raises :class:`RefusedError`: ``stale`` when the decision owed there was answered meanwhile.
        """
        await self._requests.ask(lambda number: m.Draw(id=number, match=match, seq=seq))

    async def decline_draw(self, match: str, seq: int) -> None:
        """Decline the draw that the other player offers, having seen the match at log position ``seq``.

        Raises :class:`RefusedError`: ``not_offered`` when no offer stands.
        """
        await self._requests.ask(lambda number: m.DeclineDraw(id=number, match=match, seq=seq))

    async def undo(self, match: str, seq: int) -> None:
        """Take the last action back, ask for it, or agree that the other player does, as seen at position ``seq``.

        Raises :class:`RefusedError`: ``cannot_undo`` when dice, cards or somebody else came since.
        """
        await self._requests.ask(lambda number: m.Undo(id=number, match=match, seq=seq))

    async def decline_undo(self, match: str, seq: int) -> None:
        """Decline that the other player takes their last action back, as seen at log position ``seq``.

        Raises :class:`RefusedError`: ``not_asked`` when nobody asks for it.
        """
        await self._requests.ask(lambda number: m.DeclineUndo(id=number, match=match, seq=seq))

    async def say(self, match: str, text: str) -> None:
        """Chat at a match's table, at most once.

        Raises :class:`RefusedError`, or :class:`FateUnknownError` when the connection broke meanwhile.
        """
        await self._requests.ask(lambda number: m.Say(id=number, match=match, text=text))

    async def ping(self) -> float:
        """The delay to the service and back, in milliseconds."""
        start = time.perf_counter()
        await self._requests.ask(lambda number: m.Ping(id=number))
        return (time.perf_counter() - start) * 1000

    def now(self) -> float:
        """The service's clock as far as this client can tell: milliseconds since the epoch."""
        return time.time() * 1000 + self._clock_ahead

    # Subscriptions ------------------------------------------------------------------------------

    def follow(self, match: str, *, open_hands: bool = False, invite: str = "", odds: bool = False) -> StateQueue:
        """A queue of the match's states, the present one first; give it back with :meth:`unfollow`.

        ``odds``: one's own decisions come with costs and chances, where the game has them.
        Raises ``ValueError`` when this client already follows the match with other eyes, or without odds.
        """
        return self._subscriptions.follow(match, open_hands, invite, odds)

    def unfollow(self, match: str, queue: StateQueue) -> None:
        """Give a queue back; with the last one of a match it is not followed any more."""
        self._subscriptions.unfollow(match, queue)

    async def watch(self, match: str, *, open_hands: bool = False, invite: str = "") -> AsyncIterator[MatchState]:
        """The states of a match, from the present one to the end.

        ``open_hands``: see all hands, as late as the match allows it. ``invite``: the code of a private match.
        Raises :class:`RefusedError`.
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
        """One's own turns in a match, until it ends.

        ``async for turn in client.play(match): await turn.choose(action)``. ``agrees``: the other player may take
        actions back, when they ask for it; else that is declined, as a draw always is.
        Raises :class:`RefusedError`.
        """
        return Play(self, match, invite, agrees)

    def lobby(self) -> AsyncIterator[dict[str, m.LobbyRow]]:
        """The lobby's rows by match id, again whenever they have changed."""
        return self._lobby.read()


#: ``async with connect(url, token=...) as client`` or ``client = await connect(url, token=...)``.
connect = Client
