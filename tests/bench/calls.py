"""How many Python functions one action calls, from the socket's read to the last flush. A count has no noise.

A node on a private Redis runs in this thread under ``sys.setprofile``. Two players are blocking sockets in another
thread, which is not counted. They send one action at a time: the next one when both have the update and the node
has come to rest. Matches are the same in every run.
"""

from __future__ import annotations

import asyncio
import base64
import random
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from types import CodeType, FrameType
from typing import Any, TypeVar

import msgspec

from bocage.live.node import Node
from bocage.live.server import NodeServer
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.protocol.messages import Hello, Watch
from bocage.rules.kernel.registry import find_game, register
from bocage.store import Store, StoreSettings
from tests.bench.crowd import Ack, Act, Decision, Refused, Snapshot, Update, _pack, _read
from tests.bench.measure import run
from tests.bench.serve import LIMITS
from tests.bench.sockets import masked
from tests.live.node.service import nothing_here
from tests.redis_server import RedisServer
from tests.tally import TALLY

T = TypeVar("T")

#: Game → options of its match.
GAMES: dict[str, dict[str, object] | None] = {
    "tally": {"turns": 1_000_000},
    "squad": None,
    "company_commander": None,
}
ACTIONS = 100
#: Actions that are not counted: caches fill.
WARM = 20
#: Seconds without a call after which a node rests.
REST = 0.003

ROOT = Path(__file__).parents[2]
RULES = "bocage.rules"


class Work(msgspec.Struct):
    """The medians of one game's actions.

    ``files``, ``changes``: files of the service outside of the rules, and how often the next call among those is in
    another package.
    """

    calls: float
    files: float
    changes: float


class Counter:
    """Counts the calls in the thread in which it is the profile function."""

    def __init__(self) -> None:
        self.codes: list[CodeType] = []
        self._packages: dict[str, str] = {}

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            self.codes.append(frame.f_code)

    def package(self, file: str) -> str:
        """The package of a file of the service, such as ``bocage.live``; empty: it belongs to none."""
        if file not in self._packages:
            path = Path(file)
            found = path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[1:2] == ("bocage",)
            self._packages[file] = ".".join(path.relative_to(ROOT).parts[1:3]) if found else ""
        return self._packages[file]

    def work(self) -> Work:
        """What was counted since the last time."""
        codes, self.codes = self.codes, []
        outside = [code for code in codes if self.package(code.co_filename) not in ("", RULES)]
        packages = [self.package(code.co_filename) for code in outside]
        changes = sum(one != other for one, other in pairwise(packages))
        return Work(len(codes), len({code.co_filename for code in outside}), changes)


class Player:
    """A client with a blocking websocket."""

    def __init__(self, port: int, token: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head = [
            "GET /ws HTTP/1.1",
            "Host: 127.0.0.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: bocage.v1.msgpack",
        ]
        self._socket.sendall("\r\n".join([*head, "", ""]).encode())
        self._rest = b""
        while b"\r\n\r\n" not in self._rest:
            self._rest += self._socket.recv(4096)
        self._rest = self._rest.split(b"\r\n\r\n", 1)[1]
        self.decision: Decision | None = None
        self.seq = 0
        self.send(Hello(token))

    def send(self, message: object) -> None:
        self._socket.sendall(masked(_pack(message)))

    def next(self) -> Any:
        """The next message."""
        while True:
            if (payload := self._frame()) is not None:
                message = _read(payload)
                if isinstance(message, Refused):
                    raise RuntimeError(message)
                if isinstance(message, (Update, Snapshot)):
                    self.seq, self.decision = message.seq, message.decision
                return message
            got = self._socket.recv(65_536)
            if not got:
                raise ConnectionError("the node closed the connection")
            self._rest += got

    def _frame(self) -> bytes | None:
        rest = self._rest
        if len(rest) < 4:
            return None
        size, start = rest[1], 2
        if size == 126:
            size, start = int.from_bytes(rest[2:4], "big"), 4
        if len(rest) < start + size:
            return None
        self._rest = rest[start + size :]
        return rest[start : start + size]

    def until(self, kind: type) -> None:
        while not isinstance(self.next(), kind):
            pass

    def close(self) -> None:
        self._socket.close()


class Bench:
    """A node, and what its players count."""

    def __init__(self, store: Store, port: int, counter: Counter) -> None:
        self._store = store
        self._port = port
        self._counter = counter
        self._loop = asyncio.get_running_loop()

    def _ask(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def count(self, name: str) -> Work:
        """Play matches of a game until enough actions were counted."""
        found: list[Work] = []
        matches = 0
        while len(found) < ACTIONS:
            matches += 1
            self._play(name, matches, found)
        return Work(*(median(getattr(work, field) for work in found) for field in Work.__struct_fields__))

    def _play(self, name: str, number: int, found: list[Work]) -> None:
        people = [self._ask(self._store.create_player(f"P{seat}")) for seat in range(2)]
        match = self._ask(self._seated(name, number, [player.id for player, _ in people]))
        players = [Player(self._port, token) for _, token in people]
        for _ in range(2):  # the second time it has started for both
            for player in players:
                player.send(Watch(match))
                player.until(Snapshot)
            time.sleep(0.1)
        rng, played = random.Random(number), 0
        while len(found) < ACTIONS:
            actor = next((one for one in players if one.decision is not None and one.decision.actions), None)
            if actor is None:
                break
            assert actor.decision is not None
            assert actor.decision.actions is not None
            seq = actor.seq
            choice = rng.choice(actor.decision.actions)
            self._counter.codes = []
            actor.send(Act(seq, match, seq, choice))
            actor.until(Ack)
            for player in players:
                while player.seq <= seq:
                    player.next()
            self._rest()
            played += 1
            work = self._counter.work()
            if played > WARM:
                found.append(work)
        for player in players:
            player.close()

    def _rest(self) -> None:
        calls = -1
        while calls != (calls := len(self._counter.codes)):
            time.sleep(REST)

    async def _seated(self, name: str, number: int, players: list[str]) -> str:
        """A match at which these players sit, the same each time but for its id."""
        match, created = create(
            find_game(name),
            players[0],
            GAMES[name],
            secret=number.to_bytes(32, "big"),
            match_id=f"{name[:8]}{number}",
        )
        sits = [partial(judge.sit, player=player, name="", nonce="0" * 32) for player in players]
        decides: list[Callable[[Match], Body]] = [lambda _: created, *sits]
        for decide in decides:
            proposal = propose(match, decide(match), self._store.now())
            entry = await self._store.append(
                proposal.match, proposal.seq, proposal.raw, proposal.not_before, proposal.change
            )
            match.extend(entry)
        return match.id


async def _served(url: str, players: Callable[[Bench], None]) -> None:
    """Serve, counted, while ``players`` runs in a thread of its own."""
    counter, loop = Counter(), asyncio.get_running_loop()
    store = await Store.open(StoreSettings(url))
    node = Node(store, limits=LIMITS, idle_room=3600.0)
    await node.start()
    server = NodeServer(node, nothing_here, drain=0.0)
    listener = socket.create_server(("127.0.0.1", 0))
    bench = Bench(store, listener.getsockname()[1], counter)
    failed: list[BaseException] = []

    def work() -> None:
        try:
            players(bench)
        except BaseException as error:
            failed.append(error)
        finally:
            loop.call_soon_threadsafe(server.stop)

    threading.Thread(target=work, daemon=True).start()
    before = sys.getprofile()
    sys.setprofile(counter)
    try:
        await server.serve(sockets=[listener])
    finally:
        sys.setprofile(before)
    await node.close()
    await store.close()
    if failed:
        raise failed[0]


def count(names: list[str]) -> dict[str, Work]:
    """What an action of each game takes."""
    register(TALLY)
    found: dict[str, Work] = {}

    def players(bench: Bench) -> None:
        for name in names:
            found[name] = bench.count(name)

    with tempfile.TemporaryDirectory(prefix="calls-") as folder:
        redis = RedisServer(Path(folder))
        redis.start()
        try:
            run(_served(redis.url, players))
        finally:
            redis.stop()
    return found


def main() -> None:
    """Print a row per game."""
    print(
        f"{'':<18}  {'calls':>6}  {'files':>6}  {'changes of package':>18}   (files, changes: outside of the rules)"
    )
    for name, work in count(list(GAMES)).items():
        print(f"{name:<18}  {work.calls:>6.0f}  {work.files:>6.0f}  {work.changes:>18.0f}")
