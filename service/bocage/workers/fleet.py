"""Scheduling workers: start, stop, replace. Pure: events come in with the time, orders go out."""

from __future__ import annotations

import logging
from typing import Literal

import msgspec

log = logging.getLogger("bocage.workers")

#: Seconds of service after which failures are no longer counted as consecutive.
STEADY = 60.0
#: Delay in seconds before the second restart in a row, doubled for each further one; and the maximum.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
#: Seconds within which a worker must be ready.
START_TIME = 120.0
#: Seconds beyond the drain after which a stopping worker is killed.
END_TIME = 30.0

#: ``leave``: stop accepting, as others go on, and drain. ``stop``: the same, but announce the draining.
#: ``hurry``: do not wait for clients. ``kill``: immediately.
Word = Literal["leave", "stop", "hurry", "kill"]


class Launch(msgspec.Struct, frozen=True):
    """Start process ``launch`` at place ``number``."""

    number: int
    launch: int


class Tell(msgspec.Struct, frozen=True):
    """Send a word to process ``launch``."""

    launch: int
    word: Word


class Announce(msgspec.Struct, frozen=True):
    """All workers are ready for the first time."""


class Finish(msgspec.Struct, frozen=True):
    """No worker is left: exit with this code."""

    code: int


Order = Launch | Tell | Announce | Finish


class Worker(msgspec.Struct):
    """A process. ``served``: time of readiness; ``deadline``: time to kill it; None: not yet, never."""

    number: int
    launch: int
    served: float | None = None
    deadline: float | None = None
    going: bool = False


class Place(msgspec.Struct):
    """The place of a worker: ``current`` holds it, ``next`` will replace it.

    ``failures``: consecutive failures. ``due``: time of the next start.
    """

    current: Worker | None = None
    next: Worker | None = None
    failures: int = 0
    due: float | None = None


class Fleet:
    """The workers of a supervisor. Each method returns the resulting orders; times are seconds of any clock."""

    def __init__(self, size: int, drain: float) -> None:
        """``size``: number of workers. ``drain``: seconds that each may spend draining."""
        self._places = {number: Place() for number in range(1, size + 1)}
        self._patience = drain + END_TIME
        self._launches = 0
        self._announced = False
        self._code: int | None = None
        #: Places whose workers are to be replaced, in order; and the current one.
        self._queue: list[int] = []
        self._turn = 0
        #: The replaced worker, until it has ended.
        self._leaving: Worker | None = None

    @property
    def wake(self) -> float | None:
        """Time of the next :meth:`tick`."""
        times = [place.due for place in self._places.values()]
        times += [worker.deadline for worker in self._workers()]
        return min((time for time in times if time is not None), default=None)

    def start(self, now: float) -> list[Order]:
        return [self._launch(number, now) for number in self._places]

    def ready(self, launch: int, now: float) -> list[Order]:
        """Handle the readiness of a worker."""
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
        """Handle the end of a worker's process."""
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
        return [] if self._code is not None else self._end(0, now)

    def hurry(self) -> list[Order]:
        """Stop waiting for clients."""
        return [Tell(worker.launch, "hurry") for worker in self._workers()]

    def tick(self, now: float) -> list[Order]:
        """Execute what is due."""
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
            # Its successor has been started already.
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
        """Continue replacing when the current replacement is done."""
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
