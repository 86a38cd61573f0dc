"""A world: storage, nodes and clients, each with an event loop of its own, and a network between them."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from websockets.typing import Subprotocol

from bocage.features.vacations.taken import Vacations
from bocage.limits import Limits
from bocage.live.node import Node
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Access
from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from bocage.protocol.rest import ClockRules
from bocage.protocol.short import Reader
from bocage.rules.kernel.registry import find_game
from bocage.sdk.link import Connect
from bocage.store import Store, StoreSettings
from tests.simulate.invariants import CALM, Checker, Seen
from tests.simulate.loop import Loop, Scheduler
from tests.simulate.network import RedisLink
from tests.simulate.redis import MemoryRedis
from tests.simulate.redis.keyspace import Effect
from tests.simulate.sockets import ClientSocket, NodeSocket, Opening, codec_of

#: What storage's clock says when a world begins, ms.
EPOCH = 1_790_000_000_000
#: Seconds after which a room that nobody watches is closed.
IDLE = 2.0
#: Turns of all loops that the longest world takes, many times over.
MOST_STEPS = 100_000
LIMITS = Limits(message_rate=1000, message_burst=1000)


class Machine:
    """A process that runs a node, for as long as it is not killed."""

    def __init__(self, cluster: Cluster, number: int) -> None:
        self.cluster = cluster
        self.number = number
        self.loop = Loop(cluster.scheduler, cluster.failed)  # type: ignore[abstract]
        self.loop.dial = self._dial
        self.store: Store | None = None
        self.node: Node | None = None
        self.links: list[RedisLink] = []
        self.sockets: list[NodeSocket] = []

    def start(self) -> None:
        """Begin to serve, as soon as storage can be reached."""
        self.loop.call_soon(lambda: self.loop.create_task(self._serve()))

    async def _serve(self) -> None:
        cluster = self.cluster
        settings = StoreSettings("redis://sim:1", replicas=1 if cluster.replicas else 0)
        while True:
            try:
                store = await Store.open(settings)
                break
            except Exception:
                await asyncio.sleep(0.5)
        self._listen(store)
        node = Node(store, limits=LIMITS, version="simulated", idle_room=IDLE)
        node.sessions.all = InOrder()  # type: ignore[assignment]
        node.rooms.time_away = Vacations(store.topology).last
        await node.start()
        self.store, self.node = store, node

    def _listen(self, store: Store) -> None:
        """Let the checker know what this node asks to be stored, and what it is told."""
        submit, checker, number = store.submit, self.cluster.checker, self.loop.number

        def watched(
            match: str,
            seq: int,
            raw: bytes,
            not_before: int,
            asked: int,
            change: Any,
            answered: Callable[[Any], None],
        ) -> None:
            checker.asked(number, match, seq, raw)

            def told(result: Any) -> None:
                checker.answered(number, match, seq, raw, result)
                answered(result)

            submit(match, seq, raw, not_before, asked, change, told)

        store.submit = watched  # type: ignore[method-assign]

    async def _dial(self, factory: Callable[[], asyncio.Protocol]) -> tuple[RedisLink, asyncio.Protocol]:
        cluster = self.cluster
        await asyncio.sleep(cluster.rng.uniform(0.0002, 0.002))
        for until in (cluster.cut_off.get(self.number, 0.0), cluster.redis_silent):
            await asyncio.sleep(max(0.0, until - cluster.scheduler.now))
        protocol = factory()
        link = RedisLink(self.loop, cluster.redis, protocol)
        link.there.slower = link.back.slower = cluster.slower
        cluster.owners[link.connection.number] = self.loop.number
        self.links.append(link)
        protocol.connection_made(link)
        return link, protocol

    def kill(self) -> None:
        """The process ends in the midst of whatever it does."""
        self.loop.kill()
        self.node = None
        for link in self.links:
            link.abort()
        for socket in self.sockets:
            socket.kill()
        self.sockets.clear()


class StuckError(Exception):
    """What nothing keeps from being done is not done."""


class InOrder(dict[Any, None]):
    """A set whose order is the same in every run."""

    def add(self, one: Any) -> None:
        self[one] = None

    def discard(self, one: Any) -> None:
        self.pop(one, None)


class Cluster:
    """Storage and its nodes, and the way in for clients."""

    def __init__(self, seed: int, nodes: int, replicas: bool) -> None:
        self.rng = random.Random(f"world {seed}")
        self.scheduler = Scheduler(random.Random(f"order {seed}"))
        self.replicas = replicas
        #: How far storage's clock has jumped, ms.
        self.jumped = 0
        self.slower = 0.0
        #: By node: until when it cannot reach storage; until when storage is silent.
        self.cut_off: dict[int, float] = {}
        self.redis_silent = 0.0
        #: By connection of storage: whose it is.
        self.owners: dict[int, int] = {}
        self.checker = Checker(self.now, replicas)
        self.redis = MemoryRedis(self.now, self.scheduler.later, self._lag if replicas else None)
        self.redis.keys.changed = self._changed
        self.machines = [Machine(self, number) for number in range(nodes)]
        self.client_loops: list[Loop] = []
        #: Loops of processes that were killed.
        self.dead: list[Loop] = []
        self.most_steps = MOST_STEPS
        #: So much of storage's journal is never lost.
        self.never_lost = 0
        for machine in self.machines:
            machine.start()

    def now(self) -> int:
        """Storage's clock, ms."""
        return EPOCH + int(self.scheduler.now * 1000) + self.jumped

    def _lag(self) -> float:
        return self.rng.choice((0.001, 0.001, 0.05, 0.3))

    def _changed(self, effect: Effect) -> None:
        asked = self.redis.asked
        self.checker.changed(effect, self.owners.get(asked.number, -1) if asked else -1)

    def failed(self, context: dict[str, Any]) -> None:
        """A callback or a task of some process failed."""
        self.checker.fail(CALM, f"{context.get('message')}: {context.get('exception')!r}")

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Let everything happen until ``done`` or so much time has passed; whether it was done in time."""
        scheduler, checker = self.scheduler, self.checker
        until = scheduler.now + seconds
        while not done():
            if scheduler.now >= until or checker.broken is not None or not scheduler.step():
                return False
            if scheduler.steps > self.most_steps:
                checker.fail(CALM, f"{self.most_steps} turns of loops, and no end")
        return True

    def do(self, machine: Machine, work: Coroutine[Any, Any, Any]) -> Any:
        """What ``work`` gives, done in a node's process."""
        task: list[asyncio.Task[Any]] = []
        machine.loop.call_soon(lambda: task.append(machine.loop.create_task(work)))
        if not self.run_until(lambda: bool(task and task[0].done()), 30.0):
            raise StuckError
        return task[0].result()

    # Matches --------------------------------------------------------------------------------------

    async def player(self, machine: Machine, name: str) -> tuple[Any, str]:
        """A new player and their token."""
        assert machine.store is not None
        player, token = await machine.store.create_player(name)
        await machine.store.keep_player(player.id)
        return player, token

    async def match(
        self,
        machine: Machine,
        game: str,
        options: Any,
        clock: ClockRules,
        access: Access,
        players: list[Any],
        undo: bool = False,
        agree: bool = False,
    ) -> str:
        """A new match at which these players sit."""
        node = machine.node
        assert node is not None
        match, body = create(find_game(game), players[0].id, options, clock, access, undo=undo, agree=agree)
        self.checker.secrets[body.match] = match.secret
        await node.create(match, body)
        for player in players:
            await node.command(body.match, partial(judge.sit, player=player.id, name=player.name))
        return body.match

    # Clients --------------------------------------------------------------------------------------

    def connect(self, loop: Loop) -> Connect:
        """What a client opens its connections with: each leads to any node."""

        def opening(address: str, subprotocol: Subprotocol) -> Opening:
            machine = self.rng.choice(self.machines)
            return Opening(loop, subprotocol, partial(self._reach, machine), self.rng.uniform(0.001, 0.01))

        return opening

    def _reach(self, machine: Machine, client: ClientSocket) -> NodeSocket:
        assert client.subprotocol is not None
        node = machine.node
        if node is None:
            raise ConnectionRefusedError("the node is down")
        socket = NodeSocket(machine.loop, codec_of(client.subprotocol), client, Shown(self.checker))
        socket.way.slower = client.way.slower = self.slower
        client.node, client.node_loop = socket, machine.loop
        machine.sockets = [one for one in machine.sockets if not one.closing]
        machine.sockets.append(socket)
        # The node takes it in as soon as it runs.
        machine.loop.post(socket.enter, node)
        return socket

    def close(self) -> None:
        """Give everything up: no task is left behind."""
        loops = [*self.client_loops, *(machine.loop for machine in self.machines), *self.dead]
        for loop in loops:
            loop.give_up()


class Shown:
    """What left a node for one connection."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self._seen: dict[str, Seen] = {}
        self._wanted: dict[str, tuple[bool, int]] = {}
        self._player = ""
        self._read = Reader(MSGPACK)

    def came(self, payload: bytes) -> None:
        """A frame of the client reached the node."""
        message = MSGPACK.decode_client(payload)
        if isinstance(message, m.Watch | m.Resume):
            self._seen.pop(message.match, None)
            self._wanted[message.match] = (message.open, message.seq if isinstance(message, m.Resume) else -1)

    def left(self, payload: bytes) -> None:
        """A frame leaves the node."""
        message = self._read(payload)
        if isinstance(message, m.Welcome):
            self._player = message.player
        self._checker.frame(message, self._seen, self._player, self._of)

    def _of(self, match: str) -> tuple[bool, int]:
        return self._wanted.get(match, (False, -1))


class Loud(logging.Handler):
    """Unexpected failures are logged by the service; here they are breaches."""

    def __init__(self, checker: Checker) -> None:
        super().__init__(logging.ERROR)
        self._checker = checker

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self._checker.fail(CALM, f"{record.name}: {record.getMessage()}: {record.exc_info[1]!r}")
