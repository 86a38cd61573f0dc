"""When workers are started, told to go, and replaced. Pure: what happened comes in with the time, orders go out."""

from __future__ import annotations

import logging
from typing import Literal

import msgspec

log = logging.getLogger("bocage.workers")

#: Seconds of service after which the end of a worker counts as the first one again.
STEADY = 60.0
#: Seconds before the second worker in a row is started at one place, doubled for each one after it; and the most.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
#: Seconds in which a worker must have begun to serve.
START_TIME = 120.0
#: Seconds beyond the drain after which a worker that should end is killed.
END_TIME = 30.0

#: ``leave``: others go on, so accept nobody from now on, and drain. ``stop``: the same, but answer that this node
#: drains. ``hurry``: do not wait for clients. ``kill``: at once.
Word = Literal["leave", "stop", "hurry", "kill"]


class Launch(msgspec.Struct, frozen=True):
    """Start process ``launch`` at place ``number``."""

    number: int
    launch: int


class Tell(msgspec.Struct, frozen=True):
    """Tell the process ``launch`` something."""

    launch: int
    word: Word


class Announce(msgspec.Struct, frozen=True):
    """All workers serve for the first time."""


class Finish(msgspec.Struct, frozen=True):
    """No worker is left; end with this exit code."""

    code: int


Order = Launch | Tell | Announce | Finish


class Worker(msgspec.Struct):
    """One process. ``served``: since when it serves; ``deadline``: when it is killed. None: not yet, never."""

    number: int
    launch: int
    served: float | None = None
    deadline: float | None = None
    going: bool = False


class Place(msgspec.Struct):
    """A number that a worker has: ``current`` holds it, ``next`` is to follow it.

    ``failures``: workers that ended in a row. ``due``: when another one is started.
    """

    current: Worker | None = None
    next: Worker | None = None
    failures: int = 0
    due: float | None = None


class Fleet:
    """All workers of one supervisor. Each method returns the orders that follow; times are seconds of any clock."""

    def __init__(self, size: int, drain: float) -> None:
        """``size``: how many workers. ``drain``: seconds that each may take leave of its clients."""
        self._places = {number: Place() for number in range(1, size + 1)}
        self._patience = drain + END_TIME
        self._launches = 0
        self._announced = False
        self._code: int | None = None
        #: Places whose workers are to be replaced, in order; and the one whose turn it is.
        self._queue: list[int] = []
        self._turn = 0
        #: The worker that another one has followed, until it has ended.
        self._leaving: Worker | None = None

    @property
    def wake(self) -> float | None:
        """When :meth:`tick` is wanted next."""
        times = [place.due for place in self._places.values()]
        times += [worker.deadline for worker in self._workers()]
        return min((time for time in times if time is not None), default=None)

    def start(self, now: float) -> list[Order]:
        """Start all workers."""
        return [self._launch(number, now) for number in self._places]

    def ready(self, launch: int, now: float) -> list[Order]:
        """A worker serves."""
        worker = self._find(launch)
        if worker is None or worker.going:
            return []
        worker.served, worker.deadline = now, None
        place = self._places[worker.number]
        orders: list[Order] = []
        if place.next is worker:
            old, place.current, place.next = place.current, worker, None
            if old is not None:
                self._leaving = old
                orders.append(self._dismiss(old, "leave", now))
        if not self._announced and all(_serves(one) for one in self._places.values()):
            self._announced = True
            orders.append(Announce())
        return orders + self._advance(now)

    def ended(self, launch: int, code: int, now: float) -> list[Order]:
        """A worker's process has ended."""
        worker = self._find(launch)
        if worker is None:
            return []
        place = self._places[worker.number]
        if worker is self._leaving:
            self._leaving = None
        elif place.next is worker:
            place.next = None
        else:
            place.current = None
        if self._code is not None:
            return [] if self._workers() else [Finish(self._code)]
        if worker.going:
            log.info("the old worker %d has left", worker.number)
            return self._advance(now)
        if not self._announced:
            log.error("worker %d ended with %d before all served: the start has failed", worker.number, code)
            return self._end(1, now)
        if place.current is not None:
            log.error(
                "the new worker %d ended with %d: the old one goes on, no other is replaced", worker.number, code
            )
            self._queue, self._turn = [], 0
            return []
        return self._replace(worker, code, now)

    def restart(self, now: float) -> list[Order]:
        """Replace all workers, one after the other."""
        if self._code is not None:
            return []
        log.info("restarting the workers one after the other")
        self._queue = list(self._places)
        return self._advance(now)

    def stop(self, now: float) -> list[Order]:
        """End all workers."""
        return [] if self._code is not None else self._end(0, now)

    def hurry(self) -> list[Order]:
        """Do not wait for clients any more."""
        return [Tell(worker.launch, "hurry") for worker in self._workers()]

    def tick(self, now: float) -> list[Order]:
        """Do what is due."""
        orders: list[Order] = []
        for number, place in self._places.items():
            if place.due is not None and place.due <= now:
                orders.append(self._launch(number, now))
        for worker in self._workers():
            if worker.deadline is not None and worker.deadline <= now:
                log.error("worker %d does not %s: killing it", worker.number, "end" if worker.going else "start")
                worker.deadline = None
                orders.append(Tell(worker.launch, "kill"))
        return orders

    # ------------------------------------------------------------------------------------------

    def _workers(self) -> list[Worker]:
        found = [worker for place in self._places.values() for worker in (place.current, place.next)]
        return [worker for worker in (*found, self._leaving) if worker is not None]

    def _find(self, launch: int) -> Worker | None:
        return next((worker for worker in self._workers() if worker.launch == launch), None)

    def _launch(self, number: int, now: float) -> Order:
        self._launches += 1
        place = self._places[number]
        worker = Worker(number, self._launches, deadline=now + START_TIME)
        place.due = None
        if place.current is None:
            place.current = worker
        else:
            place.next = worker
        return Launch(number, worker.launch)

    def _dismiss(self, worker: Worker, word: Word, now: float) -> Order:
        worker.going = True
        worker.deadline = now + self._patience
        return Tell(worker.launch, word)

    def _replace(self, worker: Worker, code: int, now: float) -> list[Order]:
        place = self._places[worker.number]
        if place.next is not None:
            # Its successor is on its way already.
            place.current, place.next = place.next, None
            log.error("worker %d ended with %d; the new one follows it", worker.number, code)
            return self._advance(now)
        if worker.served is not None and now - worker.served >= STEADY:
            place.failures = 0
        pause = min(FIRST_PAUSE * 2 ** (place.failures - 1), LONGEST_PAUSE) if place.failures else 0.0
        place.failures += 1
        log.error("worker %d ended with %d; another follows in %g s", worker.number, code, pause)
        if pause:
            place.due = now + pause
            return self._advance(now)
        return [self._launch(worker.number, now), *self._advance(now)]

    def _advance(self, now: float) -> list[Order]:
        """Go on with replacing, when the last one is done."""
        if self._turn and (self._leaving is not None or not _serves(self._places[self._turn])):
            return []
        if self._turn and not self._queue:
            log.info("all workers are new")
        self._turn = 0
        if not self._queue or not self._announced or self._code is not None:
            return []
        self._turn = self._queue.pop(0)
        return [self._launch(self._turn, now)]

    def _end(self, code: int, now: float) -> list[Order]:
        self._code = code
        self._queue, self._turn = [], 0
        for place in self._places.values():
            place.due = None
        going = [self._dismiss(worker, "stop", now) for worker in self._workers() if not worker.going]
        return going if self._workers() else [Finish(code)]


def _serves(place: Place) -> bool:
    return place.next is None and place.current is not None and place.current.served is not None
