"""A small service made of faults: speaks the protocol, plays a toy game, and misbehaves on request.

The toy: one seat adds 1 or 2 until the total reaches a goal. Entry 1 creates, every act adds an entry.
"""

from __future__ import annotations

import contextlib
from collections import deque
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from bocage.protocol import messages as m
from bocage.protocol import patch
from bocage.protocol.codec import CODECS
from bocage.protocol.messages import SUBPROTOCOLS

ACTIONS = [{"do": "add", "n": 1}, {"do": "add", "n": 2}]
CLOCK = 1_000_000


class FakeMatch:
    """A log of totals."""

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.totals = [0]
        self.actions: list[Any] = [None]
        #: What else stands in the view.
        self.beside: dict[str, Any] = {}

    @property
    def seq(self) -> int:
        return len(self.totals)

    def view(self, seq: int) -> dict[str, Any]:
        total = self.totals[seq - 1]
        ended = total >= self.goal
        view = {
            "game": "toy",
            "status": "ended" if ended else "playing",
            "options": {"goal": self.goal},
            "seats": {"0": {"player": "p", "name": "Ada"}},
            "clock": {"kind": "none"},
            "table": {"total": total, "stones": {"red": 1, "black_ones": 2}},
            **self.beside,
        }
        return view | ({"outcome": {"winners": [0], "reason": "full"}} if ended else {"turn": 0})

    def decision(self, seq: int, decider: bool) -> m.DecisionView | msgspec.UnsetType:
        if self.totals[seq - 1] >= self.goal:
            return msgspec.UNSET
        return m.DecisionView(0, "add", ACTIONS, ACTIONS[0]) if decider else m.DecisionView(0, "add")

    def update(self, name: str, seq: int, decider: bool) -> m.Update:
        return m.Update(
            match=name,
            seq=seq,
            at=CLOCK + seq,
            patch=patch.diff(self.view(seq - 1), self.view(seq)),
            events=[{"ev": "added", "n": self.actions[seq - 1]["n"]}],
            decision=self.decision(seq, decider),
        )


class Peer:
    """One connection."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self.codec = CODECS[str(socket.subprotocol)]
        self.decider = False
        self.following: set[str] = set()
        #: The connection broke, unknown to the client: nothing is said any more.
        self.mute = False

    async def receive(self) -> m.ClientMessage:
        return self.codec.decode_client(await self.socket.recv(decode=False))

    async def send(self, message: m.ServerMessage) -> None:
        if self.mute:
            return
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(self.codec.encode(message), text=self.codec.text)


class FakeService:
    """``async with FakeService() as service``; then connect to ``service.url``."""

    def __init__(self) -> None:
        self.matches: dict[str, FakeMatch] = {}
        self.rows: dict[str, m.LobbyRow] = {}
        #: Every message received, in order, over all connections.
        self.received: list[m.ClientMessage] = []
        self.connections = 0
        #: Paths of the connections that are open; and whether clients are asked for one per match.
        self.paths: list[str] = []
        self.per_match = False
        #: Faults, asked for by tests. Each is used up by one message.
        self.cut_before: deque[type[m.Message]] = deque()
        self.cut_after: deque[type[m.Message]] = deque()
        self.refuse: deque[m.Refused] = deque()
        self.refuse_hello: deque[m.Refused] = deque()
        self.close_with: deque[tuple[int, str]] = deque()
        #: Answers to requests, and updates, are sent twice.
        self.stutter = False
        #: Numbers of updates that are never sent.
        self.swallow: set[int] = set()
        self._peers: set[Peer] = set()
        self._server: Server | None = None
        self._port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    async def __aenter__(self) -> FakeService:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        self._server = await serve(
            self._serve,
            "127.0.0.1",
            self._port,
            subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
            compression=None,
        )
        self._port = next(iter(self._server.sockets)).getsockname()[1]

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    def cut(self) -> None:
        """Every connection breaks, without a closing handshake."""
        for peer in self._peers:
            peer.socket.transport.abort()

    async def broadcast(self, message: m.ServerMessage) -> None:
        for peer in list(self._peers):
            await peer.send(message)

    async def add(self, name: str, action: dict[str, Any]) -> int:
        """An entry, whoever made it; its number."""
        match = self.matches[name]
        match.totals.append(match.totals[-1] + action["n"])
        match.actions.append(action)
        seq = match.seq
        if seq not in self.swallow:
            for peer in list(self._peers):
                if name in peer.following:
                    for _ in range(self._times):
                        await peer.send(match.update(name, seq, peer.decider))
        return seq

    @property
    def _times(self) -> int:
        return 2 if self.stutter else 1

    async def _serve(self, socket: ServerConnection) -> None:
        self.connections += 1
        peer = Peer(socket)
        assert socket.request is not None
        path = socket.request.path
        self.paths.append(path)
        try:
            if await self._greet(peer):
                self._peers.add(peer)
                while True:
                    message = await peer.receive()
                    self.received.append(message)
                    if self._due(self.cut_before, message):
                        socket.transport.abort()
                        return
                    if self._due(self.cut_after, message):
                        peer.mute = True
                        socket.transport.abort()
                    await self._answer(peer, message)
        except ConnectionClosed:
            pass
        finally:
            self._peers.discard(peer)
            self.paths.remove(path)

    async def _greet(self, peer: Peer) -> bool:
        hello = await peer.receive()
        assert isinstance(hello, m.Hello)
        self.received.append(hello)
        if self.close_with:
            await peer.socket.close(*self.close_with.popleft())
            return False
        if self.refuse_hello:
            await peer.send(self.refuse_hello.popleft())
            await peer.socket.close()
            return False
        player = hello.token.removeprefix("token-")
        peer.decider = bool(player)
        await peer.send(m.Welcome("fake", CLOCK, player, player, self.per_match))
        return True

    async def _answer(self, peer: Peer, message: m.ClientMessage) -> None:
        match message:
            case m.Watch(match=name) | m.Resume(match=name):
                await self._follow(peer, message, name)
            case m.Unwatch(match=name):
                peer.following.discard(name)
            case m.WatchLobby():
                await peer.send(m.Lobby(rows=list(self.rows.values()), whole=True))
            case m.Ping(id=number):
                await peer.send(m.Pong(id=number, time=CLOCK))
            case (
                m.Act(id=number)
                | m.Resign(id=number)
                | m.Draw(id=number)
                | m.DeclineDraw(id=number)
                | m.Undo(id=number)
                | m.DeclineUndo(id=number)
                | m.Propose(id=number)
                | m.Accept(id=number)
                | m.Say(id=number)
            ):
                if self.refuse:
                    answer: m.ServerMessage = msgspec.structs.replace(self.refuse.popleft(), id=number)
                elif isinstance(message, m.Act):
                    answer = await self._act(peer, message)
                else:
                    answer = m.Ack(id=number)
                for _ in range(self._times):
                    await peer.send(answer)

    async def _act(self, peer: Peer, message: m.Act) -> m.ServerMessage:
        match = self.matches[message.match]
        action = peer.codec.decoder(Any)(message.action)
        if message.seq < match.seq:
            if match.actions[message.seq] == action:
                return m.Ack(id=message.id, seq=message.seq + 1, again=True)
            return m.Refused(id=message.id, code="stale", text="The match has moved on.")
        if action not in ACTIONS:
            return m.Refused(id=message.id, code="illegal_action", text="That is not legal.", rule="TOY-1")
        return m.Ack(id=message.id, seq=await self.add(message.match, action))

    async def _follow(self, peer: Peer, message: m.Watch | m.Resume, name: str) -> None:
        match = self.matches.get(name)
        if match is None:
            await peer.send(m.Refused(code="no_match", text="No such match.", match=name))
            return
        peer.following.add(name)
        if isinstance(message, m.Resume) and message.seq <= match.seq:
            for seq in range(message.seq + 1, match.seq + 1):
                await peer.send(match.update(name, seq, peer.decider))
            return
        await peer.send(
            m.Snapshot(
                match=name,
                seq=match.seq,
                seat=0 if peer.decider else -1,
                view=match.view(match.seq),
                decision=match.decision(match.seq, peer.decider),
            )
        )

    def _due(self, faults: deque[type[m.Message]], message: m.ClientMessage) -> bool:
        if faults and isinstance(message, faults[0]):
            faults.popleft()
            return True
        return False
