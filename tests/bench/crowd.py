"""The load: players that answer as soon as they can, watchers that only count."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.protocol.messages import Hello, Watch
from bocage.rules.kernel import Game
from bocage.store import Player, Store
from tests.bench.sockets import Socket, masked, open_socket

_pack = msgspec.msgpack.Encoder().encode


class Decision(msgspec.Struct):
    """As much of a decision as a player of this load reads."""

    seat: int
    actions: list[msgspec.Raw] | None = None


class Update(msgspec.Struct, tag="update", tag_field="t"):
    match: str
    seq: int
    decision: Decision | None = None


class Snapshot(msgspec.Struct, tag="snapshot", tag_field="t"):
    match: str
    seq: int
    decision: Decision | None = None


class Ack(msgspec.Struct, tag="ack", tag_field="t"):
    id: int
    seq: int = 0


class Refused(msgspec.Struct, tag="refused", tag_field="t"):
    code: str
    text: str
    match: str = ""
    retry: int = 0


class Welcome(msgspec.Struct, tag="welcome", tag_field="t"):
    """Its fields do not matter."""


class Present(msgspec.Struct, tag="present", tag_field="t"):
    """Its fields do not matter."""


class StorageUnavailableError(msgspec.Struct, tag="unavailable", tag_field="t"):
    """On a machine that others load as well, Redis may be out of reach for a moment."""


class Available(msgspec.Struct, tag="available", tag_field="t"):
    """Its fields do not matter."""


class Act(msgspec.Struct, tag="act", tag_field="t"):
    id: int
    match: str
    seq: int
    action: msgspec.Raw


_read = msgspec.msgpack.Decoder(
    Update | Snapshot | Ack | Refused | Welcome | Present | StorageUnavailableError | Available
).decode


class Guest:
    """A connection that has said hello and follows some matches."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.socket: Socket
        self.shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._missing = 0

    async def enter(self, port: int, token: str, matches: Sequence[str], path: str = "/ws") -> None:
        self.socket = await open_socket(port, self.heard, "bocage.v1.msgpack", path)
        self.socket.write(masked(_pack(Hello(token))))
        await self.follow(matches)

    async def follow(self, matches: Sequence[str]) -> None:
        """Watch these matches; returns when all are shown."""
        self._missing = len(matches)
        for match in matches:
            self._watch(match)
        if matches:
            await self.shown

    def _watch(self, match: str) -> None:
        self.socket.write(masked(_pack(Watch(match))))

    def heard(self, socket: Socket, payload: bytes) -> None:
        message = _read(payload)
        kind = type(message)
        if kind is Update:
            self.updated(message, len(payload))
        elif kind is Snapshot:
            self._missing -= 1
            self.updated(message, 0)
            if not self._missing:
                self.shown.set_result(None)
        elif kind is Ack:
            self.crowd.acks += 1
        elif kind is Refused and message.retry and not self.shown.done():
            asyncio.get_running_loop().call_later(message.retry / 1000, self._watch, message.match)
        elif kind is Refused:
            self.crowd.refused.append(message.code)

    def updated(self, message: Any, size: int) -> None:
        self.crowd.delivered += 1


class Watching(Guest):
    """Counts, and reads nothing."""

    def heard(self, socket: Socket, payload: bytes) -> None:
        if self.shown.done():
            self.crowd.counted()
        else:
            super().heard(socket, payload)


class Playing(Guest):
    """Answers as soon as it is asked, or when its crowd says so."""

    def __init__(self, crowd: Crowd, seed: int) -> None:
        super().__init__(crowd)
        self._choose = random.Random(seed).random

    def updated(self, message: Any, size: int) -> None:
        crowd = self.crowd
        crowd.delivered += 1
        decision = message.decision
        if decision is not None and decision.actions:
            sent = crowd.sent.get(message.match)
            if sent is not None:
                crowd.delays.append(time.perf_counter() - sent)
            if crowd.paced:
                crowd.ready.append((self, message))
                crowd.some.set()
            else:
                self.act(message)

    def act(self, message: Any) -> None:
        actions = message.decision.actions
        action = actions[int(self._choose() * len(actions))]
        crowd = self.crowd
        crowd.sent[message.match] = time.perf_counter()
        self.socket.write(masked(_pack(Act(message.seq, message.match, message.seq, action))))


class Crowd:
    """All connections of a load, and what they have counted."""

    def __init__(self) -> None:
        self.guests: list[Guest] = []
        self.acks = 0
        self.delivered = 0
        self.refused: list[str] = []
        #: Seconds from an action to when whoever decides next is told.
        self.delays: list[float] = []
        self.sent: dict[str, float] = {}
        #: Players wait to be told when to act; those that could.
        self.paced = False
        self.ready: deque[tuple[Playing, Any]] = deque()
        self.some = asyncio.Event()
        #: For how long it was measured.
        self.seconds = 0.0
        #: Set when as many deliveries were counted as expected.
        self.all_have = asyncio.Event()
        self._expected = 0

    async def next(self) -> tuple[Playing, Any]:
        """The next player who may act."""
        while not self.ready:
            self.some.clear()
            await self.some.wait()
        return self.ready.popleft()

    def expect(self, deliveries: int) -> None:
        """Wait for so many."""
        self._expected = deliveries
        self.all_have.clear()

    def counted(self) -> None:
        """One more was delivered."""
        self.delivered += 1
        self._expected -= 1
        if self._expected == 0:
            self.all_have.set()

    async def join(self, guest: Guest, port: int, token: str = "", matches: Sequence[str] = ()) -> Guest:
        await guest.enter(port, token, matches)
        self.guests.append(guest)
        return guest

    def close(self) -> None:
        for guest in self.guests:
            guest.socket.close()


async def new_match(store: Store, game: Game[Any], players: Sequence[Player], options: Any = None) -> str:
    """A match at which these players sit; whoever opens it first starts it."""
    match, created = create(game, players[0].id, options)
    wishes: list[Callable[[Match], Body]] = [lambda _: created]
    wishes += [partial(judge.sit, player=player.id, name=player.name) for player in players]
    for wish in wishes:
        proposal = propose(match, wish(match), store.now())
        entry = await store.append(proposal.match, proposal.seq, proposal.raw, proposal.not_before, proposal.change)
        match.extend(entry)
    return match.id
