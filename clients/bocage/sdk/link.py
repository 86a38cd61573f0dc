"""A websocket to the service that reconnects by itself."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Literal, Protocol, TypeAlias

from websockets.asyncio.client import connect as open_websocket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from bocage.protocol.codec import JSON, MSGPACK, DecodeError
from bocage.protocol.codes import CLOSE_NUMBER
from bocage.protocol.messages import ClientMessage, Draining, Hello, Ping, Pong, Refused, ServerMessage, Welcome
from bocage.protocol.short import Reader
from bocage.sdk.backoff import Backoff, retry_after
from bocage.sdk.errors import ClosedError, RefusedError
from bocage.sdk.pulse import Pulse

log = logging.getLogger("bocage.sdk")

#: Timeout of one attempt in seconds: TCP, TLS and websocket handshake, and again for hello → welcome.
OPEN_TIMEOUT = 10.0
#: Id of pings that check the connection. Request ids never get this large.
PULSE = 2**53
#: The refusal of an unknown token.
BAD_TOKEN = "bad_token"
#: Seconds for which a token that was valid is retried: the service may be on wrong data temporarily.
TRUST = 60.0
#: Limit of a frame in bytes, far above any view: a guard against a runaway peer.
MAX_FRAME = 1 << 24
#: Seconds between messages after the rate limit was reached: the most, and what counts as none.
WIDEST, NARROWEST = 1.0, 0.001
#: Seconds after a pause within which another one means that messages must be spread.
SOON = 2.0
#: Factor of that interval with each message.
EASE = 0.99


class Socket(Protocol):
    """The part of a ``websockets`` connection that a link uses. Raises its ``ConnectionClosed``."""

    @property
    def subprotocol(self) -> Subprotocol | None:
        """The negotiated subprotocol."""

    async def send(self, message: bytes, *, text: bool | None = None) -> None:
        """Send one frame."""

    async def recv(self, decode: Literal[False]) -> bytes:
        """Receive a frame."""


#: Opens a connection to a URL with a subprotocol. Raises ``OSError`` and the exceptions of ``websockets``.
Connect: TypeAlias = Callable[[str, Subprotocol], AbstractAsyncContextManager[Socket]]


def open_socket(address: str, subprotocol: Subprotocol) -> AbstractAsyncContextManager[Socket]:
    """Open a websocket with the library."""
    return open_websocket(
        address,
        subprotocols=[subprotocol],
        compression=None,
        open_timeout=OPEN_TIMEOUT,
        close_timeout=1,
        max_size=MAX_FRAME,
    )


class Handler(Protocol):
    """Receives the events of a link."""

    def opened(self, welcome: Welcome) -> None:
        """Handle a new connection: repeat what the service must know."""

    def received(self, message: ServerMessage) -> None:
        """Handle any message but welcome."""

    def lost(self, wait: float) -> None:
        """Handle a lost connection; the next attempt is in ``wait`` seconds."""

    def owed(self) -> bool:
        """True if a request is unanswered."""


class Link:
    """Connects, says hello, reads, writes; and reconnects whenever the connection is lost."""

    def __init__(
        self,
        address: str,
        hello: Hello,
        handler: Handler,
        *,
        backoff: Backoff,
        json: bool = False,
        connect: Connect = open_socket,
    ) -> None:
        """``address``: ws:// or wss://. ``json``: use JSON instead of msgpack. ``connect``: for tests."""
        self._address = address
        self._hello = hello
        self._handler = handler
        self._backoff = backoff
        self._codec = JSON if json else MSGPACK
        self._connect = connect
        self._outbox: deque[ClientMessage] = deque()
        self._some = asyncio.Event()
        self._hint = 0.0
        self._held_until = -SOON
        #: Seconds between messages; 0.0 until the rate limit is reached.
        self._spacing = 0.0
        self._pulse = Pulse(handler.owed, self._ask, self._died)
        #: Ends reading from a dead connection.
        self._limit: asyncio.Timeout | None = None
        #: Time until which a refusal of the token is not believed.
        self._trusted_until = 0.0
        #: True while connected.
        self.open = False

    def send(self, message: ClientMessage) -> None:
        """Send a message. Without a connection this does nothing; ``Handler.opened`` must catch up."""
        if self.open:
            self._outbox.append(message)
            self._some.set()
            self._pulse.sent()

    def leave(self, wait: float) -> None:
        """Close this connection, and open another after ``wait`` seconds, perhaps to another node.

        Call it while a message is being received.
        """
        self._leaving = True
        self._hint = wait

    def hold(self, seconds: float) -> None:
        """Send nothing for ``seconds``, because of the rate limit. If repeated soon, spread messages more and more.

        The service gives the time until it accepts one more message, but many may be queued by then.
        """
        now = asyncio.get_running_loop().time()
        if 0.0 <= now - self._held_until < SOON:
            self._spacing = min(max(2 * self._spacing, seconds), WIDEST)
        self._held_until = max(self._held_until, now + seconds)
        self._pulse.hold(self._held_until)

    def _ask(self) -> None:
        # First in the queue, because the answer shows whether the connection is alive.
        self._outbox.appendleft(Ping(PULSE))
        self._some.set()

    def _died(self) -> None:
        if self._limit is not None:
            self._limit.reschedule(asyncio.get_running_loop().time())

    async def run(self) -> None:
        """Run the link until cancelled. Raises ``BocageError`` if retrying is useless."""
        while True:
            try:
                await self._try()
            except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as error:
                self._judge(error)
                log.debug("connection lost: %r", error)
            finally:
                if self.open:
                    self._trusted_until = asyncio.get_running_loop().time() + TRUST
                self.open = False
                self._outbox.clear()
                self._pulse.stop()
            wait = self._backoff.next(self._hint)
            self._hint = 0.0
            self._handler.lost(wait)
            await asyncio.sleep(wait)

    async def _try(self) -> None:
        async with self._connect(self._address, Subprotocol(self._codec.name)) as socket:
            if socket.subprotocol != self._codec.name:
                raise ClosedError(0, f"{self._address} does not speak {self._codec.name}")
            async with asyncio.timeout(OPEN_TIMEOUT):
                welcome = await self._greet(socket)
            self._backoff.reset()
            self._leaving = False
            self.open = True
            self._handler.opened(welcome)
            async with asyncio.TaskGroup() as group:
                writer = group.create_task(self._write(socket))
                lost: ConnectionClosed | TimeoutError | None = None
                try:
                    async with asyncio.timeout(None) as self._limit:
                        await self._read(socket)
                except (ConnectionClosed, TimeoutError) as error:
                    lost = error
                writer.cancel()
            if lost is not None:
                raise lost

    async def _greet(self, socket: Socket) -> Welcome:
        await socket.send(self._codec.encode(self._hello), text=self._codec.text)
        try:
            answer = self._codec.decode_server(await socket.recv(decode=False))
        except DecodeError as error:
            raise ClosedError(0, f"{self._address} is no Bocage service: {error}") from error
        match answer:
            case Welcome():
                return answer
            case Refused():
                forgotten = answer.code == BAD_TOKEN and asyncio.get_running_loop().time() < self._trusted_until
                if not answer.retry and not forgotten:
                    raise RefusedError.of(answer)
                self._hint = answer.retry / 1000
            case Draining():
                self._hint = answer.retry / 1000
        raise TimeoutError("no welcome")

    async def _read(self, socket: Socket) -> None:
        decode = Reader(self._codec)
        while True:
            frame = await socket.recv(decode=False)
            try:
                message = decode(frame)
            except DecodeError as error:
                # A newer service may send messages unknown to this client; gaps in a match show in the numbers.
                log.warning("message not understood: %s", error)
                self._pulse.heard()
                continue
            if isinstance(message, Draining):
                # Unanswered requests are repeated on the next connection; acts are idempotent.
                self._hint = message.retry / 1000
                return
            if not (isinstance(message, Pong) and message.id == PULSE):
                self._handler.received(message)
            self._pulse.heard()
            if self._leaving:
                return

    async def _write(self, socket: Socket) -> None:
        encode, text, now = self._codec.encode, self._codec.text, asyncio.get_running_loop().time
        last = -WIDEST
        try:
            while True:
                await self._some.wait()
                self._some.clear()
                while self._outbox:
                    # May be held again while waiting.
                    while (wait := max(self._held_until, last + self._spacing) - now()) > 0:  # noqa: ASYNC110
                        await asyncio.sleep(wait)
                    last = now()
                    self._spacing *= EASE if self._spacing > NARROWEST else 0.0
                    await socket.send(encode(self._outbox.popleft()), text=text)
        except ConnectionClosed:
            return  # the reader gets the same error, with the reason

    def _judge(self, error: Exception) -> None:
        if isinstance(error, ConnectionClosed) and error.rcvd is not None:
            known = CLOSE_NUMBER.get(error.rcvd.code)
            if known is not None and not known.again:
                raise ClosedError(known.number, error.rcvd.reason or known.en) from error
        if isinstance(error, InvalidStatus):
            status = error.response.status_code
            self._hint = retry_after(error.response.headers.get("Retry-After", ""))
            if status < 500 and status != 429:
                raise ClosedError(status, f"{self._address} answered HTTP {status}") from error
