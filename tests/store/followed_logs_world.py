"""A log, its pushes and its readings by hand: for tests of what a follower is told."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from bocage.log.records import Entry
from bocage.store.followed_logs import FollowedLog, FollowedLogs
from bocage.store.records import StorageUnavailableError
from tests.store.logs import Listener


class Reading:
    """A reading of the log: Redis carries it out, then its answer comes. Each may be late."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.found: list[Entry] | None = None
        self.answer: asyncio.Future[list[Entry]] = asyncio.get_running_loop().create_future()


class World:
    """A log, the pushes on their way, the readings under way, and one follower."""

    def __init__(self, known: int) -> None:
        self.log: list[Entry] = []
        #: Pushes that were sent and not delivered.
        self.pushes: list[Entry] = []
        self.readings: list[Reading] = []
        #: The highest number that was delivered since the connection was made.
        self.heard = 0
        #: After a new connection: what the log held when it was read; None: it was not read yet.
        self.attaching = False
        self.found: list[tuple[FollowedLog, Entry, list[Entry]]] | None = None
        self._writes = 0
        self.followed_logs = FollowedLogs(self.read, self.confirm)
        self.append(known)
        self.pushes.clear()
        self.begin()

    def begin(self) -> None:
        """Follow, from what the log holds."""
        self.listener = Listener()
        self.followed: FollowedLog = self.followed_logs.add("m", self.listener)
        self.followed_logs.loaded(self.followed, list(self.log))
        self.listener.entries += self.followed_logs.take(self.followed) or []

    async def read(self, match: str, after: int) -> list[Entry]:
        reading = Reading(after)
        self.readings.append(reading)
        return await reading.answer

    async def confirm(self) -> None:
        """Whatever was read is safe."""

    def append(self, count: int = 1) -> None:
        """Entries are stored, and pushed."""
        for _ in range(count):
            self._writes += 1
            entry = Entry(len(self.log) + 1, 1000 + self._writes, b"%d" % self._writes)
            self.log.append(entry)
            self.pushes.append(entry)

    def deliver(self, which: int = 0, again: bool = False) -> None:
        """A push comes; ``again``: it will come once more."""
        if self.pushes:
            entry = self.pushes[which % len(self.pushes)]
            if not again:
                self.pushes.remove(entry)
            self.heard = max(self.heard, entry.seq)
            self.followed_logs.deliver("m", entry)

    def carry_out(self) -> None:
        """Redis carries out the oldest reading that waits for it."""
        for reading in self.readings:
            if reading.found is None:
                reading.found = self.log[reading.after :]
                return

    def answer(self) -> None:
        """The answer to the oldest reading is there; whoever waits for it has not run yet."""
        if self.readings and self.readings[0].found is not None:
            reading = self.readings.pop(0)
            if not reading.answer.done():
                reading.answer.set_result(reading.found or [])

    def fail(self) -> None:
        """The oldest reading fails, for another reason than a lost connection."""
        if self.readings:
            reading = self.readings.pop(0)
            if not reading.answer.done():
                reading.answer.set_exception(StorageUnavailableError())

    def compare(self) -> None:
        """What the store asks now and then."""
        self.followed_logs.compare("m", len(self.log))

    async def turn(self) -> None:
        """Whoever can go on does."""
        for _ in range(4):
            await asyncio.sleep(0)

    async def settle(self) -> None:
        """All readings are answered, until there is none left."""
        if self.attaching:
            self.healed()
        for _ in range(200):
            await self.turn()
            if not self.readings:
                return
            self.carry_out()
            self.answer()
        raise AssertionError("it never stops to read")

    def reconnect(self) -> None:
        """The connection is lost, with everything on its way, and there is a new one."""
        self.pushes.clear()
        self.heard = 0
        self.followed_logs.doubt()
        for reading in self.readings:
            if not reading.answer.done():
                reading.answer.set_exception(StorageUnavailableError())
        self.readings.clear()
        self.attaching, self.found = True, None

    def read_anew(self) -> None:
        """On a new connection Redis carries out the reading of all that is followed."""
        if self.attaching and self.found is None:
            tails = [(followed, followed.tail) for followed in self.followed_logs.all()]
            self.found = [
                (followed, tail, self.log[tail.seq - 1 :]) for followed, tail in tails if tail is not None
            ]

    def healed(self) -> None:
        """The answer of that reading is there."""
        self.read_anew()
        for followed, tail, entries in self.found or []:
            self.followed_logs.caught_up(followed, tail, entries)
        self.attaching, self.found = False, None

    def drop(self, which: int) -> None:
        """A push is lost."""
        if self.pushes:
            del self.pushes[which % len(self.pushes)]

    def heal(self) -> None:
        """Somebody lost a race."""
        if "m" in self.followed_logs:
            self.followed_logs.heal(self.followed)

    def rewind(self, lost: int, others: int) -> None:
        """Storage loses its newest entries, and others take their numbers; the connection is lost with them."""
        self.reconnect()
        del self.log[max(1, len(self.log) - lost) :]
        self.append(others)
        self.pushes.clear()
        self.healed()


STEPS: dict[str, Callable[[World, int], None]] = {
    "append": lambda world, n: world.append(1 + n % 3),
    "deliver": lambda world, n: world.deliver(),
    "deliver another": lambda world, n: world.deliver(n),
    "deliver twice": lambda world, n: world.deliver(n, again=True),
    "drop": lambda world, n: world.drop(n),
    "carry out": lambda world, n: world.carry_out(),
    "answer": lambda world, n: world.answer(),
    "heal": lambda world, n: world.heal(),
    "compare": lambda world, n: world.compare(),
    "reconnect": lambda world, n: world.reconnect(),
    "read anew": lambda world, n: world.read_anew(),
    "healed": lambda world, n: world.healed(),
    "fail": lambda world, n: world.fail(),
}
#: How often each is taken: much happens between two turns of the loop, connections are lost rarely.
WEIGHTS = {"append": 4, "deliver another": 3, "carry out": 4, "answer": 4, "heal": 0.3, "compare": 0.2, "fail": 0.3}
RARE = {"reconnect": 0.3, "read anew": 0.5, "healed": 0.5}


class Walk:
    """Random steps through a world; between them, now and then, those who wait go on."""

    def __init__(self, seed: object, *without: str) -> None:
        self.rng = random.Random(repr(seed))
        self.steps = [name for name in STEPS if name not in without]
        self.weights = [WEIGHTS.get(name, RARE.get(name, 1)) for name in self.steps]

    async def go(self, world: World, count: int) -> None:
        for _ in range(count):
            if self.rng.random() < 0.25:
                await world.turn()
            else:
                (name,) = self.rng.choices(self.steps, self.weights)
                STEPS[name](world, self.rng.randrange(6))
        await world.settle()
