"""A whole node in the test's own event loop, on a free port; and clients that speak plain websocket to it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from bocage.limits import Limits
from bocage.live.node import Node
from bocage.live.server import NodeServer
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Access
from bocage.log.match import Match
from bocage.log.view import view
from bocage.protocol import messages as m
from bocage.protocol import patch
from bocage.protocol.codec import CODECS, MSGPACK, Codec
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel.registry import find_game
from bocage.store import Player, Store, StoreSettings

M = TypeVar("M", bound=m.Message)

#: Seconds after which a test that waits for something has failed.
PATIENCE = 60.0


async def nothing_here(scope: Any, receive: Any, send: Any) -> None:
    """The ASGI application of a server that has no pages."""
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b""})


class Service:
    """One node and its server."""

    def __init__(self, store: Store, node: Node, server: NodeServer, port: int) -> None:
        self.store = store
        self.node = node
        self.server = server
        self.port = port

    async def player(self, name: str) -> tuple[Player, str]:
        return await self.store.create_player(name)

    async def match(
        self,
        *players: Player,
        game: str = "tally",
        options: Any = None,
        clock: ClockRules | None = None,
        access: Access | None = None,
    ) -> str:
        """A match at which these players sit."""
        match, body = create(find_game(game), players[0].id if players else "", options, clock, access)
        await self.node.create(match, body)
        for player in players:
            await self.sit(body.match, player)
        return body.match

    async def sit(self, match: str, player: Player) -> None:
        await self.node.command(match, partial(judge.sit, player=player.id, name=player.name))

    async def fold(self, match: str) -> Match:
        """The match as a fresh fold of its log gives it."""
        log = await self.store.load(match)
        return Match.fold(log.entries, log.secret, log.names)

    def client(self, token: str = "", codec: Codec = MSGPACK, lang: m.Language = "en") -> Client:
        return Client(self.port, token, codec, lang)


@contextlib.asynccontextmanager
async def running(url: str, limits: Limits | None = None, **options: Any) -> AsyncIterator[Service]:
    """A service on the Redis at ``url``."""
    store = await Store.open(StoreSettings(url))
    node = Node(store, limits=limits, version="test", **options)
    await node.start()
    server = NodeServer(node, nothing_here, drain=0.5)
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        await server.listening.wait()
        yield Service(store, node, server, port)
    finally:
        server.stop()
        await serving
        await node.close()
        await store.close()


class Client:
    """A connection that says hello, keeps mirrors of what it follows, and lets tests wait for messages."""

    def __init__(self, port: int, token: str, codec: Codec, lang: m.Language) -> None:
        self.port = port
        self.token = token
        self.codec = codec
        self.lang: m.Language = lang
        self.socket: ClientConnection
        #: Everything received, in order.
        self.received: list[m.ServerMessage] = []
        self.views: dict[str, Any] = {}
        self.seqs: dict[str, int] = {}
        self.decisions: dict[str, m.DecisionView | msgspec.UnsetType] = {}
        #: Matches whose secret was told here.
        self.revealed: set[str] = set()
        self._next_id = 0

    async def __aenter__(self) -> Client:
        await self.open()
        await self.send(m.Hello(self.token, self.lang))
        await self.get(m.Welcome)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def open(self) -> None:
        self.socket = await connect(
            f"ws://127.0.0.1:{self.port}/ws",
            subprotocols=[Subprotocol(self.codec.name)],
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )

    async def send(self, message: m.Message) -> None:
        await self.socket.send(self.codec.encode(message), text=self.codec.text)

    async def receive(self) -> m.ServerMessage:
        async with asyncio.timeout(PATIENCE):
            message = self.codec.decode_server(await self.socket.recv(decode=False))
        self.received.append(message)
        if isinstance(message, m.Snapshot):
            self.views[message.match] = message.view
            self.seqs[message.match] = message.seq
            self.decisions[message.match] = message.decision
        elif isinstance(message, m.Update):
            assert message.seq == self.seqs[message.match] + 1, "a gap, or something twice"
            self.seqs[message.match] = message.seq
            self.decisions[message.match] = message.decision
            if any(event["ev"] == "revealed" for event in message.events):
                self.revealed.add(message.match)
            if message.patch is not msgspec.UNSET:
                self.views[message.match] = patch.apply(self.views[message.match], message.patch)
        return message

    async def get(self, kind: type[M], accept: Callable[[M], bool] = lambda message: True) -> M:
        """The next message of that kind that fits; others are kept in ``received``."""
        while True:
            message = await self.receive()
            if isinstance(message, kind) and accept(message):
                return message

    async def watch(self, match: str, **fields: Any) -> m.Snapshot:
        await self.send(m.Watch(match, **fields))
        return await self.get(m.Snapshot, lambda message: message.match == match)

    async def until(self, match: str, seq: int) -> None:
        """Receive until entry ``seq`` is known."""
        while self.seqs.get(match, 0) < seq:
            await self.receive()

    async def ask(self, kind: type[m.Request], **fields: Any) -> m.Ack | m.Refused | m.Pong:
        """Send a request and give its answer."""
        self._next_id += 1
        number = self._next_id
        await self.send(kind(id=number, **fields))
        while True:
            message = await self.receive()
            if isinstance(message, m.Ack | m.Refused | m.Pong) and message.id == number:
                return message

    async def act(self, match: str, action: Any, seq: int | None = None) -> m.Ack | m.Refused:
        answer = await self.ask(m.Act, match=match, seq=self.seqs[match] if seq is None else seq, action=action)
        assert not isinstance(answer, m.Pong)
        return answer

    async def answer(self, match: str) -> None:
        """Wait for a turn and play the first legal action; returns at once when the match is over."""
        while True:
            decision = self.decisions[match]
            if self.views[match]["status"] == "ended":
                return
            if isinstance(decision, m.DecisionView):
                assert isinstance(decision.actions, list)
                answer = await self.act(match, decision.actions[0])
                assert isinstance(answer, m.Ack), answer
                return
            await self.receive()


async def play_out(match: str, *clients: Client) -> None:
    """The clients, all of whom watch, play until the match is over and its secret told."""

    async def play(client: Client) -> None:
        while client.views[match]["status"] != "ended":
            await client.answer(match)
        # It is an entry of its own, stored by whichever node comes first.
        while match not in client.revealed:
            await client.receive()

    await asyncio.gather(*(play(client) for client in clients))


def seen_by(match: Match, viewer: int) -> Any:
    """What a viewer sees of a freshly folded match, as it looks after a trip over the wire."""
    return msgspec.json.decode(msgspec.json.encode(view(match, viewer)))


__all__ = ["CODECS", "Client", "Service", "play_out", "running", "seen_by"]
