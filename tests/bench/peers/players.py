"""The load: two players of each match, each of whom acts as soon as they can, on the wires of the peers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import httpx2
import msgspec

from tests.bench.sockets import Socket, masked, open_socket

_pack = msgspec.msgpack.Encoder().encode
_write_json = msgspec.json.Encoder().encode


class Load:
    """Counts of all players of a load."""

    def __init__(self) -> None:
        self.guests: list[Player] = []
        self.acks = 0
        #: Seconds from an action to when the other player is told.
        self.delays: list[float] = []
        self.sent: dict[str, float] = {}
        self.refused: list[str] = []

    def close(self) -> None:
        for player in self.guests:
            player.socket.close()


class Player:
    """One seat of a match."""

    #: The frame that carries an action is one of text.
    text = False

    def __init__(self, load: Load, match: str, seat: int) -> None:
        self.socket: Socket
        self._load = load
        self._match = match
        self._seat = seat
        self._hand: list[int] = []
        self._at = 0
        self._choose = Random(f"{match}/{seat}").random
        load.guests.append(self)

    async def join(self, port: int) -> None:
        """Connect, and say which match it is for."""
        self.socket = await open_socket(port, self._heard, path=f"/ws?match={self._match}")

    def _heard(self, socket: Socket, payload: bytes) -> None:
        raise NotImplementedError

    def _encode(self, card: int, seq: int) -> bytes:
        raise NotImplementedError

    def _dealt(self, hand: list[int]) -> None:
        """The match begins."""
        self._hand = hand
        if self._seat == 0:
            self._act(0)

    def _told(self, seq: int) -> None:
        """Entry ``seq`` is told; the first is that of seat 0."""
        if seq & 1 == self._seat:
            load = self._load
            load.delays.append(time.perf_counter() - load.sent[self._match])
            load.acks += 1
            self._act(seq)

    def _drew(self, card: int) -> None:
        """A card replaces the one that was played."""
        self._hand[self._at] = card

    def _act(self, seq: int) -> None:
        self._at = int(self._choose() * len(self._hand))
        data = masked(self._encode(self._hand[self._at], seq), self.text)
        self._load.sent[self._match] = time.perf_counter()
        self.socket.write(data)


class Patch(msgspec.Struct):
    hand: dict[str, bool | None] = {}


class Message(msgspec.Struct):
    seq: int
    patch: Patch
    seat: int = 0


_read_message = msgspec.msgpack.Decoder(Message).decode


class PythonPlayer(Player):
    """Of the peers in Python."""

    def _heard(self, socket: Socket, payload: bytes) -> None:
        message = _read_message(payload)
        hand = message.patch.hand
        if message.seq == 0:
            self._seat = message.seat
            self._dealt([int(card) for card in hand])
            return
        for card, held in hand.items():
            if held:
                self._drew(int(card))
        self._told(message.seq)

    def _encode(self, card: int, seq: int) -> bytes:
        return _pack({"card": card})


class Given(msgspec.Struct):
    hand: list[int]


class BoardgameState(msgspec.Struct):
    G: Given
    seq: int = msgspec.field(name="_stateID")


class Sync(msgspec.Struct):
    state: BoardgameState


_read_update = msgspec.json.Decoder(tuple[str, str, BoardgameState, msgspec.Raw]).decode
_read_sync = msgspec.json.Decoder(tuple[str, str, Sync]).decode


class BoardgamePlayer(Player):
    """Of boardgame.io: Socket.IO in frames of text, the whole state in each update."""

    text = True
    _PREFIX: ClassVar[bytes] = b"42/duel,"

    async def join(self, port: int) -> None:
        path = "/socket.io/?EIO=4&transport=websocket"
        self._entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.socket = await open_socket(port, self._heard, path=path)
        self.socket.write(masked(b"40/duel,", self.text))
        await self._entered

    def _send(self, message: list[Any]) -> None:
        self.socket.write(masked(self._PREFIX + _write_json(message), self.text))

    def _heard(self, socket: Socket, payload: bytes) -> None:
        if payload.startswith(b'42/duel,["update"'):
            state = _read_update(payload[8:])[2]
            self._hand = state.G.hand
            self._told(state.seq)
        elif payload.startswith(b"40/duel,"):
            self._send(["sync", self._match, str(self._seat), None, 2])
        elif payload.startswith(b'42/duel,["sync"'):
            self._hand = _read_sync(payload[8:])[2].state.G.hand
            self._entered.set_result(None)
        elif payload.startswith(b'42/duel,["matchData"') and payload.count(b'"isConnected":true') == 2:
            self._dealt(self._hand)
        elif payload == b"2":
            self.socket.write(masked(b"3", self.text))

    def _encode(self, card: int, seq: int) -> bytes:
        payload = {"type": "play", "args": [card], "playerID": str(self._seat), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return self._PREFIX + _write_json(["update", action, seq, self._match, str(self._seat)])


class Dealt(msgspec.Struct):
    seat: int
    cards: list[int]


_read_dealt = msgspec.msgpack.Decoder(Dealt).decode


class ColyseusPlayer(Player):
    """Of Colyseus: state in patches of a schema, of which the first field is the number of the entry."""

    async def join(self, port: int) -> None:
        self._entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        async with httpx2.AsyncClient() as client:
            answer = await client.post(f"http://127.0.0.1:{port}/matchmake/joinOrCreate/duel", json={})
        place: Mapping[str, str] = answer.raise_for_status().json()
        self._match = place["roomId"]
        path = f"/{place['processId']}/{place['roomId']}?sessionId={place['sessionId']}"
        self.socket = await open_socket(port, self._heard, path=path)
        await self._entered

    def _heard(self, socket: Socket, payload: bytes) -> None:
        kind = payload[0]
        if kind == 15:
            # The operation on field 0, and its four bytes.
            self._told(int.from_bytes(payload[2:6], "little"))
        elif kind == 13:
            name, rest = payload[2:6], payload[6:]
            if name == b"drew":
                self._drew(msgspec.msgpack.decode(rest))
            elif name == b"hand":
                dealt = _read_dealt(rest)
                self._seat, self._hand = dealt.seat, dealt.cards
                self._entered.set_result(None)
            elif name == b"star":
                self._dealt(self._hand)
            else:
                self._load.refused.append(name.decode())
        elif kind == 10:
            socket.write(masked(b"\x0a"))

    def _encode(self, card: int, seq: int) -> bytes:
        return b"\x0d\xa4play" + _pack(card)
