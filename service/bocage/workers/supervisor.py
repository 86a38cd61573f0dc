"""The supervisor process: holds the port and the private Redis, starts and replaces workers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import Process
from collections.abc import Coroutine, Mapping
from contextlib import AsyncExitStack
from typing import Any

from bocage.logs import set_up_logging
from bocage.settings import Settings
from bocage.signals import HangUp, spare
from bocage.start import announce, listen, start_redis, url_of, warn_of_unknown
from bocage.workers.assignment import VARIABLE, Assignment, encode
from bocage.workers.fleet import Announce, Finish, Fleet, Launch, Order, Tell, Word

log = logging.getLogger("bocage.workers")

_SIGNALS: dict[Word, signal.Signals] = {
    "leave": signal.SIGHUP,
    "stop": signal.SIGTERM,
    "hurry": signal.SIGINT,
    "kill": signal.SIGKILL,
}


class Ground:
    """Resources shared by all workers: listening sockets, the private Redis, the key of the house bots."""

    def __init__(self, settings: Settings, workers: int, stack: AsyncExitStack) -> None:
        """Listen; worker 1 serves metrics at the configured port, the others at the ports after it.

        Raises ``OSError`` if a port is taken, ``EmbeddedError`` if the private Redis cannot be started.
        """
        self.workers = workers
        self.listener = stack.enter_context(contextlib.closing(listen(settings.host, settings.port)))
        self.metrics: list[socket.socket] = []
        if address := settings.metrics_address():
            host, port = address
            for number in range(workers):
                listener = listen(host, port + number if port else 0)
                self.metrics.append(stack.enter_context(contextlib.closing(listener)))
        self.redis = "" if settings.redis else start_redis(settings, stack)
        self.house = secrets.token_urlsafe(32)
        # Short, as the path of a socket is limited to about 100 bytes.
        self.meeting = stack.enter_context(tempfile.TemporaryDirectory(prefix="bocage-"))

    def assignment(self, order: Launch, line: socket.socket) -> Assignment:
        """Return the assignment of one worker."""
        metrics = self.metrics[order.number - 1].fileno() if self.metrics else -1
        return Assignment(
            number=order.number,
            workers=self.workers,
            launch=order.launch,
            listening=self.listener.fileno(),
            line=line.fileno(),
            metrics=metrics,
            redis=self.redis,
            house=self.house,
            meeting=self.meeting,
        )


class Supervisor:
    """Executes the orders of a :class:`Fleet`, and reports events to it."""

    def __init__(self, fleet: Fleet, ground: Ground, command: list[str], environment: Mapping[str, str]) -> None:
        """``command``: command line of a worker; ``environment``: its variables, without the assignment."""
        self.announced = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._fleet = fleet
        self._ground = ground
        self._command = command
        self._environment = environment
        self._processes: dict[int, Process] = {}
        #: Words for processes that are being started.
        self._untold: dict[int, list[Word]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._finished: asyncio.Future[int] = self._loop.create_future()
        self._stopping = False

    async def run(self) -> int:
        """Run until all workers have ended after :meth:`stop` or failed to start. Returns the exit code."""
        self._carry_out(self._fleet.start(self._loop.time()))
        return await self._finished

    def stop(self) -> None:
        """Stop all workers gracefully; on the second call, without waiting for clients."""
        if self._stopping:
            self._carry_out(self._fleet.hurry())
            return
        self._stopping = True
        log.info("stopping all workers")
        self._carry_out(self._fleet.stop(self._loop.time()))

    def restart(self) -> None:
        """Replace one worker after the other."""
        self._carry_out(self._fleet.restart(self._loop.time()))

    # ------------------------------------------------------------------------------------------

    def _carry_out(self, orders: list[Order]) -> None:
        for order in orders:
            match order:
                case Launch():
                    self._spawn(self._live(order))
                case Tell(launch, word):
                    self._tell(launch, word)
                case Announce():
                    announce(url_of(self._ground.listener))
                    self.announced.set()
                case Finish(code):
                    if not self._finished.done():
                        self._finished.set_result(code)
        if self._timer is not None:
            self._timer.cancel()
        wake = self._fleet.wake
        self._timer = None if wake is None else self._loop.call_at(wake, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._carry_out(self._fleet.tick(self._loop.time()))

    def _tell(self, launch: int, word: Word) -> None:
        process = self._processes.get(launch)
        if process is None:
            self._untold.setdefault(launch, []).append(word)
        else:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(_SIGNALS[word])

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not self._finished.done():
            self._finished.set_exception(error)

    async def _live(self, order: Launch) -> None:
        """Run one worker's process from start to end."""
        code = 1
        ours, theirs = socket.socketpair()
        with ours:
            ours.setblocking(False)
            with theirs:
                process = await self._start(order, theirs)
            if process is not None:
                self._processes[order.launch] = process
                log.info("worker %d is process %d", order.number, process.pid)
                for word in self._untold.pop(order.launch, ()):
                    self._tell(order.launch, word)
                with contextlib.suppress(ConnectionError):
                    if await self._loop.sock_recv(ours, 64):
                        self._carry_out(self._fleet.ready(order.launch, self._loop.time()))
                code = await process.wait()
                del self._processes[order.launch]
        self._carry_out(self._fleet.ended(order.launch, code, self._loop.time()))

    async def _start(self, order: Launch, line: socket.socket) -> Process | None:
        assignment = self._ground.assignment(order, line)
        passed = [fd for fd in (assignment.listening, assignment.line, assignment.metrics) if fd >= 0]
        try:
            # Own session: Ctrl-C must reach only the supervisor, which then stops the workers in order.
            return await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                env={**self._environment, VARIABLE: encode(assignment)},
                pass_fds=passed,
                start_new_session=True,
            )
        except OSError as error:
            log.error("worker %d cannot be started: %s", order.number, error)
            return None


async def supervise(settings: Settings, workers: int, environment: Mapping[str, str]) -> int:
    """Serve with several workers until SIGINT or SIGTERM; SIGHUP replaces them one by one. Returns the exit code.

    Raises ``OSError`` if a port is taken, ``EmbeddedError`` if the private Redis cannot be started.
    """
    loop = asyncio.get_running_loop()
    starting = asyncio.current_task()
    assert starting is not None
    hang_up = HangUp()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, starting.cancel)
    loop.add_signal_handler(signal.SIGHUP, hang_up.handler(starting.cancel, _start_is_new))
    spare(loop)
    async with AsyncExitStack() as stack:
        ground = Ground(settings, workers, stack)
        fleet = Fleet(workers, float(settings.drain))
        supervisor = Supervisor(fleet, ground, command(), environment)
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, supervisor.stop)
        loop.add_signal_handler(signal.SIGHUP, hang_up.handler(supervisor.stop, supervisor.restart))
        code = await supervisor.run()
    log.info("stopped")
    return code


def _start_is_new() -> None:
    log.info("SIGHUP: the service is starting, there is nothing to reload")


def command() -> list[str]:
    """Return the command line of this process, used for workers."""
    return [sys.executable, *sys.orig_argv[1:]]


def run(settings: Settings, workers: int, environment: Mapping[str, str]) -> int:
    """Set up logging and :func:`supervise`. Returns the exit code."""
    set_up_logging(settings.log, settings.log_level)
    warn_of_unknown(environment)
    with asyncio.Runner() as runner, contextlib.suppress(asyncio.CancelledError):
        return runner.run(supervise(settings, workers, environment))
    return 0
