"""One node from start to stop: storage, the live node, pages and sockets on one port, house bots."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec

from bocage import features
from bocage.http.app import make_app, make_monitor
from bocage.http.app_state import AppState, Opponents
from bocage.http.bot_invitations import BotInvitations
from bocage.live.capacity import raise_descriptor_limit
from bocage.live.handover import Handover
from bocage.live.library_internals import ControlledServer
from bocage.live.node import Node
from bocage.live.server import NodeServer, monitor_server, tune_gc
from bocage.logs import set_up_logging
from bocage.settings import Settings
from bocage.signals import HangUp, spare
from bocage.start import announce, end_task, listen, start_redis, url_of, version, warn_of_unknown
from bocage.store import StorageUnavailableError, Store, StoreSettings
from bocage.workers.assignment import Assignment, SupervisorLink

log = logging.getLogger("bocage.app")

#: Seconds to wait for a Redis that does not answer yet.
PATIENCE = 30.0
#: Seconds between two attempts to connect to it.
RETRY = 0.5
#: Seconds for which a stopping node answers /readyz with 503, so that a proxy notices. Not with a private Redis.
NOTICE = 2.0
#: Seconds that a room stays open without watchers; and if watchers of a match meet on another worker: a REST
#: request opens a room here, which would receive every entry for nothing.
IDLE_ROOM, IDLE_ROOM_PER_MATCH = 60.0, 3.0
#: Seconds before failed house bots are restarted.
HOUSE_RETRY = 5.0


class HouseBots(Opponents, Protocol):
    """The house bots of this node."""

    async def run(self) -> None:
        """Play until cancelled."""


#: Creates the house bots from the URL of this node and the directory for their data.
HouseBotsMaker = Callable[[str, Path], HouseBots]


class Running(msgspec.Struct, frozen=True):
    """A running node."""

    settings: Settings
    node: Node
    server: NodeServer
    #: URL on this machine.
    url: str
    #: When set, stopping does not wait for clients.
    hurry: asyncio.Event
    #: Server of metrics.
    monitor: ControlledServer | None = None
    #: When set, other workers keep the port, so no proxy has to notice.
    leaving: asyncio.Event = msgspec.field(default_factory=asyncio.Event)

    def leave(self) -> None:
        """Stop accepting connections, as other workers do."""
        self.leaving.set()
        self.server.turn_away()
        if self.monitor is not None:
            self.monitor.turn_away()


@contextlib.asynccontextmanager
async def running(
    settings: Settings, house: HouseBotsMaker | None = None, assignment: Assignment | None = None
) -> AsyncIterator[Running]:
    """Run a node for as long as the context lasts. Its private Redis, if any, stops last.

    ``assignment``: sockets and Redis of a worker, from its supervisor. Raises ``OSError`` if a port is taken,
    ``EmbeddedError`` if the private Redis cannot be started, ``StorageUnavailableError`` if the configured one does
    not answer.
    """
    async with AsyncExitStack() as stack:
        listener = assignment.listener() if assignment else listen(settings.host, settings.port)
        stack.callback(listener.close)
        monitored = assignment.monitored() if assignment else _listen_for_metrics(settings)
        if monitored is not None:
            stack.callback(monitored.close)
        url = (assignment.redis if assignment else "") or settings.redis or start_redis(settings, stack)
        store = await _open_store(settings, url)
        stack.push_async_callback(store.close)
        limits, proxies = settings.limit_table(), settings.proxy_addresses()
        chosen = settings.chosen_filter()
        made = features.make(store, settings)
        site = settings.site_address()
        per_match = settings.per_match == "on" or (assignment is not None and assignment.workers > 1)
        node = Node(
            store,
            limits=limits,
            version=version(),
            proxies=proxies,
            word_filter=chosen,
            folder=urlsplit(site).path,
            per_match=per_match,
            idle_room=IDLE_ROOM_PER_MATCH if per_match else IDLE_ROOM,
        )
        await node.start()
        stack.push_async_callback(node.close)
        url = url_of(listener)
        bots = house(url, Path(settings.data)) if house and settings.bots == "on" else None
        state = AppState(node, bots, site or url, made)
        for feature in state.features:
            await feature.start(state)
        monitor = await _serve_monitor(monitored, state, stack) if monitored is not None else None
        server = NodeServer(node, make_app(state), drain=float(settings.drain))
        run = Running(settings, node, server, url, asyncio.Event(), monitor)
        # Before listening: the first connection may belong to another worker.
        if assignment is not None and assignment.meeting:
            node.ingress.handover = Handover(
                Path(assignment.meeting), assignment.number, assignment.workers, server.adopt
            )
            stack.callback(node.ingress.handover.close)
        serving = asyncio.create_task(server.serve(sockets=[listener]), name="server")
        stack.push_async_callback(_stop, run, serving)
        await _either(server.listening.wait(), serving)
        if bots is not None:
            own = (("house", _keep(bots)), ("calls", BotInvitations(node, bots).run()))
            for name, work in own:
                stack.push_async_callback(end_task, asyncio.create_task(work, name=name))
        # They end before the house bots, which some of them use.
        for name, work in [work for feature in state.features for work in feature.background(state)]:
            stack.push_async_callback(end_task, asyncio.create_task(work, name=name))
        yield run


async def serve(
    settings: Settings, *, house: HouseBotsMaker | None = None, assignment: Assignment | None = None
) -> None:
    """Serve until SIGINT or SIGTERM; a second signal stops immediately. Raises as :func:`running`.

    A worker also ends with its supervisor, and stops accepting on SIGHUP. As a second signal it obeys only SIGINT:
    a process manager may send SIGTERM to all processes, in addition to the supervisor.
    """
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    starting = asyncio.current_task()
    assert starting is not None
    ends = (signal.SIGINT, signal.SIGTERM)
    for number in ends:
        loop.add_signal_handler(number, starting.cancel)
    hang_up = HangUp()
    hung_up = starting.cancel if assignment else hang_up.handler(starting.cancel, _refuse_reload)
    loop.add_signal_handler(signal.SIGHUP, hung_up)
    spare(loop)
    line = SupervisorLink(assignment, starting.cancel) if assignment else None
    async with running(settings, house, assignment) as run:

        def leave() -> None:
            run.leave()
            stop.set()

        for number in ends:
            loop.add_signal_handler(number, stop.set)
        loop.add_signal_handler(signal.SIGHUP, leave if assignment else hang_up.handler(stop.set, _refuse_reload))
        if line is not None:
            line.say_ready(leave)
        else:
            # The only line on standard output, for programs that start the service.
            announce(run.url)
        await stop.wait()
        log.info("stopping")
        for number in (signal.SIGINT,) if assignment else ends:
            loop.add_signal_handler(number, run.hurry.set)
    log.info("stopped")


def _refuse_reload() -> None:
    log.warning(
        "SIGHUP: nothing is reloaded, because this is the only worker. Restart the service instead, or run two"
        " workers or more (BOCAGE_WORKERS), which are replaced one after the other"
    )


def run(
    settings: Settings,
    house: HouseBotsMaker | None = None,
    environment: dict[str, str] | None = None,
    assignment: Assignment | None = None,
) -> None:
    """Set up logging and :func:`serve`, on the fastest available event loop."""
    set_up_logging(settings.log, settings.log_level, assignment.number if assignment else 0)
    if assignment is None:
        warn_of_unknown(environment or {})
    raise_descriptor_limit()
    tune_gc()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner, contextlib.suppress(asyncio.CancelledError):
        runner.run(serve(settings, house=house, assignment=assignment))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # no wheel for this platform
        return None
    return uvloop.new_event_loop


# Starting ------------------------------------------------------------------------------------------


def _listen_for_metrics(settings: Settings) -> socket.socket | None:
    address = settings.metrics_address()
    return listen(*address) if address else None


async def _serve_monitor(listener: socket.socket, state: AppState, stack: AsyncExitStack) -> ControlledServer:
    """Serve metrics until ``stack`` ends; they are stopped last."""
    server = monitor_server(make_monitor(state))
    serving = asyncio.create_task(server.serve(sockets=[listener]), name="metrics")

    async def stop() -> None:
        server.stop()
        server.cut()
        await asyncio.gather(serving, return_exceptions=True)

    stack.push_async_callback(stop)
    await _either(server.listening.wait(), serving)
    log.info("metrics: %s/metrics", url_of(listener))
    return server


async def _open_store(settings: Settings, url: str) -> Store:
    wanted = StoreSettings(
        url,
        settings.durability,
        settings.replicas,
        settings.replica_timeout,
        settings.guest_days,
    )
    deadline = asyncio.get_running_loop().time() + PATIENCE
    told = ""
    while True:
        try:
            return await Store.open(wanted)
        except StorageUnavailableError as error:
            if asyncio.get_running_loop().time() > deadline:
                raise
            if str(error) != told:
                told = str(error)
                log.warning("Redis does not answer yet, waiting for it: %s", error)
            await asyncio.sleep(RETRY)


async def _keep(house: HouseBots) -> None:
    while True:
        try:
            await house.run()
        except Exception:
            log.exception("the house bots stopped; starting them again")
        await asyncio.sleep(HOUSE_RETRY)


# Stopping ------------------------------------------------------------------------------------------


async def _stop(run: Running, serving: asyncio.Task[None]) -> None:
    """Ask all clients to reconnect to another node, then stop the server."""
    await _either(_take_leave(run), run.hurry.wait(), serving)
    run.server.stop()
    await _either(run.hurry.wait(), serving)
    if not serving.done():
        await end_task(serving)
        run.server.cut()


async def _take_leave(run: Running) -> None:
    notice = NOTICE if run.settings.redis and not run.leaving.is_set() else 0.0
    drain = float(run.settings.drain)
    await asyncio.gather(run.node.sessions.drain(drain), asyncio.sleep(min(notice, drain)))


async def _either(*waits: Awaitable[Any]) -> None:
    """Wait until one of them is done. Cancels the others, except tasks created by the caller."""
    own = {wait for wait in waits if isinstance(wait, asyncio.Task)}
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            if task not in own:
                task.cancel()
        await asyncio.gather(*(task for task in tasks if task not in own), return_exceptions=True)
    for task in own:
        if task.done():
            task.result()
