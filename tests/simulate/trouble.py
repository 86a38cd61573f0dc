"""Carries faults out."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from tests.simulate.cluster import Cluster, Machine
from tests.simulate.faults import Fault
from tests.simulate.sockets import NodeSocket

#: What a Redis says that cannot write.
FULL = "MISCONF Errors writing to the AOF file: No space left on device"
#: Seconds that a server takes to be back, at least.
RESTART = 0.05


class Trouble:
    """All that goes wrong in one world."""

    def __init__(self, cluster: Cluster, faults: tuple[Fault, ...]) -> None:
        self.cluster = cluster
        start = cluster.scheduler.now
        #: By when everything is as it should be again, s.
        self.over = start
        #: How many servers' stops are not over; when the first of them began, by its clock.
        self._stops = 0
        self._since = 0
        for fault in faults:
            self.over = max(self.over, start + fault.at + fault.lasts + 0.5)
            cluster.scheduler.at(start + fault.at, lambda fault=fault: self._begin(fault))  # type: ignore[misc]

    def _begin(self, fault: Fault) -> None:
        self._kinds[fault.kind](self, fault)

    def _after(self, seconds: float, what: Callable[[], None]) -> None:
        self.cluster.scheduler.later(seconds, what)

    def _machine(self, fault: Fault) -> Machine:
        return self.cluster.machines[fault.target % len(self.cluster.machines)]

    def _sockets(self) -> list[NodeSocket]:
        return [socket for machine in self.cluster.machines for socket in machine.sockets if not socket.closing]

    # Storage: the way to it ---------------------------------------------------------------------

    def _cut_storage(self, fault: Fault) -> None:
        rng = self.cluster.rng
        for link in self._machine(fault).links:
            late = rng.choice((0.0, rng.uniform(0.01, 0.1), rng.uniform(0.1, 3.0)))
            if rng.random() < 0.5:
                link.cut(late)
            else:
                link.cut_with_entry = late

    def _partition(self, fault: Fault) -> None:
        cluster, machine = self.cluster, self._machine(fault)
        until = cluster.scheduler.now + fault.lasts
        cluster.cut_off[machine.number] = max(cluster.cut_off.get(machine.number, 0.0), until)
        for link in machine.links:
            link.hold(until)

    # Storage itself -----------------------------------------------------------------------------

    def _gone(self) -> None:
        if not self._stops:
            self._since = self.cluster.now()
        self._stops += 1

    def _back(self) -> None:
        self._stops -= 1
        if not self._stops:
            self.cluster.checker.outages.append((self._since, self.cluster.now()))

    def _stop_redis(self, fault: Fault) -> None:
        cluster = self.cluster
        until = cluster.scheduler.now + fault.lasts
        cluster.redis_silent = max(cluster.redis_silent, until)
        for machine in cluster.machines:
            for link in machine.links:
                link.hold(until)
        self._gone()
        self._after(fault.lasts, self._back)

    def _crash_redis(self, fault: Fault) -> None:
        self._stop(fault.lasts, None)

    def _lose_tail(self, fault: Fault) -> None:
        # With a replica that has to confirm, its operator promotes it instead.
        redis = self.cluster.redis
        self._stop(fault.lasts, redis.replicated if self.cluster.replicas else self._older())

    def _older(self) -> int:
        """How much of the journal is there when the commands of the last moments are lost."""
        kept = self.cluster.redis.ends[: -self.cluster.rng.choice((1, 2, 5, 10))]
        return max([self.cluster.never_lost, *kept[-1:]])

    def _stop(self, seconds: float, keep: int | None) -> None:
        redis = self.cluster.redis
        if redis.down:
            return
        redis.stop()
        self._gone()

        def back() -> None:
            redis.start(keep)
            self._restored()
            self._back()

        self._after(RESTART + seconds, back)

    def _restored(self) -> None:
        keys = self.cluster.redis.keys

        def length(match: str) -> int:
            rows = (
                next((keys.get(key) for key in keys.names() if key.endswith(b":log:" + match.encode())), None) or []
            )
            return -1 if rows and rows[-1][1][0] == b"archive" else len(rows)

        self.cluster.checker.restored(length)

    def _fail_over(self, fault: Fault) -> None:
        redis = self.cluster.redis
        if not redis.down and self.cluster.replicas:
            redis.fail_over()
            redis.replica_cut = False
            self._restored()

    def _cut_replica(self, fault: Fault) -> None:
        redis = self.cluster.redis
        redis.replica_cut = True
        self._after(fault.lasts, redis.reconnect_replica)

    def _full_disk(self, fault: Fault) -> None:
        redis = self.cluster.redis
        redis.refuses = FULL

        def room() -> None:
            redis.refuses = ""

        self._after(fault.lasts, room)

    def _forget_scripts(self, fault: Fault) -> None:
        self.cluster.redis.forget_scripts()

    def _clock_ahead(self, fault: Fault) -> None:
        before = self.cluster.now()
        self.cluster.jumped += self.cluster.rng.choice((200, 5000))
        self.cluster.checker.outages.append((before, self.cluster.now()))

    def _clock_back(self, fault: Fault) -> None:
        self.cluster.jumped -= self.cluster.rng.choice((200, 5000))
        self.cluster.checker.clock_set_back = True

    # Nodes and clients --------------------------------------------------------------------------

    def _kill_node(self, fault: Fault) -> None:
        machine = self._machine(fault)
        machine.kill()
        cluster = self.cluster
        cluster.dead.append(machine.loop)
        instead = cluster.machines[cluster.machines.index(machine)] = Machine(cluster, machine.number)
        self._after(fault.lasts, instead.start)

    def _pause_node(self, fault: Fault) -> None:
        loop = self._machine(fault).loop
        loop.pause()
        self._after(fault.lasts, loop.resume)

    def _cut_clients(self, fault: Fault) -> None:
        for socket in self._machine(fault).sockets:
            socket.cut()

    def _cut_client(self, fault: Fault) -> None:
        if sockets := self._sockets():
            sockets[fault.target % len(sockets)].cut()

    def _slow_reader(self, fault: Fault) -> None:
        if sockets := self._sockets():
            way = sockets[fault.target % len(sockets)].way
            way.held = max(way.held, self.cluster.scheduler.now + fault.lasts)

    def _slow_net(self, fault: Fault) -> None:
        self._slower(0.25)
        self._after(fault.lasts, lambda: self._slower(0.0))

    def _slower(self, seconds: float) -> None:
        self.cluster.slower = seconds
        for machine in self.cluster.machines:
            for link in machine.links:
                link.there.slower = link.back.slower = seconds
        for socket in self._sockets():
            socket.way.slower = socket.client.way.slower = seconds

    _kinds: ClassVar[dict[str, Callable[[Trouble, Fault], None]]] = {
        "cut_storage": _cut_storage,
        "partition": _partition,
        "cut_clients": _cut_clients,
        "cut_client": _cut_client,
        "slow_reader": _slow_reader,
        "slow_net": _slow_net,
        "kill_node": _kill_node,
        "pause_node": _pause_node,
        "stop_redis": _stop_redis,
        "crash_redis": _crash_redis,
        "lose_tail": _lose_tail,
        "fail_over": _fail_over,
        "cut_replica": _cut_replica,
        "full_disk": _full_disk,
        "forget_scripts": _forget_scripts,
        "clock_ahead": _clock_ahead,
        "clock_back": _clock_back,
    }
