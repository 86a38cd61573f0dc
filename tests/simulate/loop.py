"""Virtual time: one scheduler for all processes of a world, and the event loop that each of them runs on.

A process runs its callbacks in the order in which asyncio promises it. Which process goes on next, and which of two
things that happen at the same time comes first, is drawn from the seed.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import random
from asyncio import events
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any


class Handle:
    """A callback that will be called, unless it is cancelled."""

    __slots__ = ("_args", "_callback", "_cancelled", "_context", "_when")

    def __init__(self, callback: Callable[..., Any], args: Any, context: Context | None, when: float = 0.0) -> None:
        self._callback = callback
        self._args = args
        self._context = context or copy_context()
        self._cancelled = False
        self._when = when

    def cancel(self) -> None:
        self._cancelled = True

    def cancelled(self) -> bool:
        return self._cancelled

    def when(self) -> float:
        return self._when

    def run(self) -> None:
        if not self._cancelled:
            self._context.run(self._callback, *self._args)


class Scheduler:
    """Time, in seconds from the beginning of the world, and what is to happen when."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.now = 0.0
        #: How many turns of all loops there were.
        self.steps = 0
        self.loops = itertools.count()
        self._numbers = itertools.count()
        self._heap: list[tuple[float, float, int, Callable[[], None]]] = []
        self._runnable: list[Loop] = []

    def at(self, when: float, what: Callable[[], None]) -> None:
        """Call ``what`` at a time; of two at the same time any may come first."""
        heapq.heappush(self._heap, (max(when, self.now), self.rng.random(), next(self._numbers), what))

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        """Call ``what`` after some seconds."""
        self.at(self.now + seconds, what)

    def wake(self, loop: Loop) -> None:
        """``loop`` has something to do."""
        self._runnable.append(loop)

    def step(self) -> bool:
        """One turn of one loop, or the next thing that happens; False: nothing ever will."""
        runnable = self._runnable
        if runnable:
            number = int(self.rng.random() * len(runnable)) if len(runnable) > 1 else 0
            loop = runnable[number]
            runnable[number] = runnable[-1]
            runnable.pop()
            self.steps += 1
            loop.turn()
            return True
        if not self._heap:
            return False
        when, _, _, what = heapq.heappop(self._heap)
        self.now = when
        what()
        return True


class Loop(asyncio.AbstractEventLoop):
    """The event loop of one process."""

    def __init__(self, scheduler: Scheduler, failed: Callable[[dict[str, Any]], None]) -> None:
        self.scheduler = scheduler
        #: It is one of many, and no other has its number.
        self.number = next(scheduler.loops)
        #: What it opens connections with; see :mod:`tests.simulate.network`.
        self.dial: Callable[[Callable[[], asyncio.Protocol]], Any] | None = None
        self.dead = False
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self._failed = failed
        self._ready: deque[Handle] = deque()
        self._paused = False
        self._awake = False

    # What the world does to it ------------------------------------------------------------------

    def turn(self) -> None:
        """Call what is ready now, but nothing that becomes ready by it."""
        self._awake = False
        ready = self._ready
        if self._paused:
            return
        events._set_running_loop(self)
        try:
            for _ in range(len(ready)):
                if self.dead:
                    break
                handle = ready.popleft()
                try:
                    handle.run()
                except Exception as error:
                    self._failed({"message": "a callback failed", "exception": error})
        finally:
            events._set_running_loop(None)
        if ready and not self.dead:
            self._wake()

    def pause(self) -> None:
        """Nothing runs until :meth:`resume`."""
        self._paused = True

    def resume(self) -> None:
        """Go on with what has become ready meanwhile."""
        self._paused = False
        if self._ready:
            self._wake()

    def kill(self) -> None:
        """Nothing runs any more."""
        self.dead = True
        self._ready.clear()

    def give_up(self) -> None:
        """End all tasks, so that nothing of them is left for the collector."""
        self.dead, self._paused = False, False
        self._ready.clear()
        for _ in range(10):
            for task in list(self.tasks):
                task.cancel()
            for _ in range(50):
                if not self._ready:
                    break
                self.turn()
        self.dead = True

    def post(self, callback: Callable[..., Any], *args: Any) -> None:
        """Something comes in from outside: call it in a turn of its own process."""
        self.call_soon(callback, *args)

    def _wake(self) -> None:
        if not self._awake and not self._paused:
            self._awake = True
            self.scheduler.wake(self)

    # asyncio ------------------------------------------------------------------------------------

    def time(self) -> float:
        return self.scheduler.now

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> Any:  # type: ignore[override]
        handle = Handle(callback, args, context)
        if not self.dead:
            self._ready.append(handle)
            self._wake()
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_later(self, delay: float, callback: Any, *args: Any, context: Context | None = None) -> Any:  # type: ignore[override]
        return self.call_at(self.scheduler.now + delay, callback, *args, context=context)

    def call_at(self, when: float, callback: Any, *args: Any, context: Context | None = None) -> Any:  # type: ignore[override]
        handle = Handle(callback, args, context, when)

        def due() -> None:
            if not handle._cancelled and not self.dead:
                self._ready.append(handle)
                self._wake()

        self.scheduler.at(when, due)
        return handle

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, *, name: str | None = None, context: Context | None = None, **_: Any) -> Any:
        task: asyncio.Task[Any] = asyncio.Task(coro, loop=self, name=name, context=context)
        self.tasks[task] = None
        task.add_done_callback(self.tasks.pop)
        return task

    async def create_connection(self, factory: Any, *_: Any, **__: Any) -> Any:  # type: ignore[override]
        assert self.dial is not None
        return await self.dial(factory)

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return events._get_running_loop() is self

    def is_closed(self) -> bool:
        return self.dead

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self._failed(context)

    def default_exception_handler(self, context: dict[str, Any]) -> None:
        self._failed(context)


def run_here(loop: Loop, what: Callable[[], Any]) -> Any:
    """Call ``what`` as if ``loop`` did."""
    events._set_running_loop(loop)
    try:
        return what()
    finally:
        events._set_running_loop(None)


__all__ = ["Handle", "Loop", "Scheduler", "run_here"]
