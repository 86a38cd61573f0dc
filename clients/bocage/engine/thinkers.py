"""Worker processes for engines, and the queue in front of them.

The event loop is never blocked. If the queue is full or a worker fails, the caller is told and plays without
search: no match waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from bocage.engine.worker import AnyRequest, FairnessRequest, HintRequest, Progress, Reply, Request, ReviewRequest

log = logging.getLogger("bocage.engine")

#: Greatest length of a worker's answer in bytes.
_LINE = 1 << 22
#: Timeouts in seconds for an action, for the next choice of a review, and for a hint: a busy machine gives little
#: time to low priority. The player waits for a hint.
PATIENCE, REVIEW_PATIENCE, HINT_PATIENCE = 60.0, 1800.0, 20.0
#: Errors that are due to load, not to the request or the engine.
_FULL, _LATE = "the queue is full", "the machine was too busy"


class Counts(msgspec.Struct):
    """Statistics since the start: decisions, their seconds of processor time and the longest; decisions refused
    because the queue was full; failures.
    """

    thought: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    full: int = 0
    failed: int = 0


class Thinkers:
    """``workers`` processes, and a queue of at most ``most`` decisions."""

    def __init__(self, workers: int = 1, most: int = 8, turn: Path | None = None) -> None:
        """``turn``: a lock file shared by several processes, so that one thinks at a time."""
        self.counts = Counts()
        #: Decisions that wait, and those in progress.
        self.waiting = 0
        self.busy = 0
        self._most = most
        self._turn = [] if turn is None else [str(turn)]
        self._free = asyncio.Semaphore(workers)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._closed = False

    def wait(self) -> float:
        """Return the estimated wait of one more decision in seconds."""
        each = self.counts.seconds / self.counts.thought if self.counts.thought else 0.0
        return each * (self.waiting + self.busy)

    async def choose(
        self, game: str, level: str, view: dict[str, Any], actions: list[dict[str, Any]]
    ) -> dict[str, Any] | None:
        """Return the level's action; None: the queue is full, or the worker failed."""
        answer = await self._queue(Request(game, level, view, actions), PATIENCE)
        return None if answer.error else actions[answer.at]

    async def review(
        self, course: bytes, nodes: int = 0, tell: Callable[[int, int], None] = lambda done, choices: None
    ) -> bytes | None:
        """Review a course, both as JSON; None: the worker failed.

        ``tell`` receives the progress: choices done, and all. Raises ``TimeoutError`` if the queue is full, or the
        machine is too busy.
        """
        answer = await self._queue(ReviewRequest(msgspec.Raw(course), nodes), REVIEW_PATIENCE, tell)
        if answer.error in (_FULL, _LATE):
            raise TimeoutError(answer.error)
        return None if answer.error else bytes(answer.made)

    async def hint(self, question: bytes) -> bytes | None:
        """Answer a question (``bocage.protocol.hint``), both as JSON; None: the worker failed.

        Raises ``TimeoutError`` if the queue is full, or the machine is too busy.
        """
        answer = await self._queue(HintRequest(msgspec.Raw(question)), HINT_PATIENCE)
        if answer.error in (_FULL, _LATE):
            raise TimeoutError(answer.error)
        return None if answer.error else bytes(answer.made)

    async def play(self, question: bytes) -> bytes | None:
        """Play games (``bocage.protocol.fairness``), question and answer as JSON; None: the worker failed.

        Raises ``TimeoutError`` if the queue is full, or the machine is too busy.
        """
        answer = await self._queue(FairnessRequest(msgspec.Raw(question)), REVIEW_PATIENCE)
        if answer.error in (_FULL, _LATE):
            raise TimeoutError(answer.error)
        return None if answer.error else bytes(answer.made)

    async def _queue(
        self,
        request: AnyRequest,
        patience: float,
        tell: Callable[[int, int], None] | None = None,
    ) -> Reply:
        if self._closed or self.waiting >= self._most:
            self.counts.full += 1
            return Reply(error=_FULL)
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        self.busy += 1
        try:
            answer = await self._ask(request, patience, tell)
        finally:
            self.busy -= 1
            self._free.release()
        if answer.error:
            log.warning("no thought: %s", answer.error)
            self.counts.failed += 1
            return answer
        self.counts.thought += 1
        self.counts.seconds += answer.seconds
        self.counts.longest = max(self.counts.longest, answer.seconds)
        return answer

    async def _ask(
        self,
        request: AnyRequest,
        patience: float,
        tell: Callable[[int, int], None] | None,
    ) -> Reply:
        worker = self._idle.pop() if self._idle else await self._start()
        answered = False
        try:
            assert worker.stdin is not None
            assert worker.stdout is not None
            worker.stdin.write(msgspec.json.encode(request) + b"\n")
            await worker.stdin.drain()
            async with asyncio.timeout(patience) as limit:
                while True:
                    told = msgspec.json.decode(await worker.stdout.readline(), type=Reply | Progress)
                    if isinstance(told, Reply):
                        answered = True
                        return told
                    if tell is not None:
                        tell(told.done, told.choices)
                    # No limit on the total time while there is progress.
                    limit.reschedule(asyncio.get_running_loop().time() + patience)
        except TimeoutError:
            return Reply(error=_LATE)
        except (OSError, ValueError) as error:
            return Reply(error=f"{type(error).__name__}: {error}")
        finally:
            # A worker abandoned during a request would answer the wrong question later.
            if answered and not self._closed:
                self._idle.append(worker)
            else:
                self._stop(worker)

    async def _start(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bocage.engine.worker", *self._turn), stdin=PIPE, stdout=PIPE, limit=_LINE
        )
        self._all.add(worker)
        return worker

    def _stop(self, worker: Process) -> None:
        self._all.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.kill()

    async def close(self) -> None:
        self._closed = True
        workers = list(self._all)
        self._idle.clear()
        for worker in workers:
            self._stop(worker)
        await asyncio.gather(*(worker.wait() for worker in workers))
