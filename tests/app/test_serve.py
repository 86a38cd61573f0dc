"""A service from its first signal to its last: what each of them does, alone and as a worker."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import signal
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage import app, start
from bocage.app import Running
from bocage.settings import Settings
from tests.virtual_time import VirtualLoop

SETTINGS = Settings(redis="redis://there")


class SignalLoop(VirtualLoop):
    """Notes who waits for which signal."""

    def __init__(self) -> None:
        super().__init__()
        self.handlers: dict[int, Callable[..., Any]] = {}

    def add_signal_handler(self, sig: int, callback: Callable[..., Any], *args: Any) -> None:  # type: ignore[override]
        self.handlers[sig] = functools.partial(callback, *args)


class World:
    """One service whose node is none. ``told``: in which order things happened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: list[Any] = []
        self.given: list[Any] = []
        self.ready: Callable[[], None] | None = None
        self.loop = SignalLoop()
        self.starts = asyncio.Event()
        self.starts.set()
        self.run = Running(
            SETTINGS,
            cast(Any, None),
            cast(Any, SimpleNamespace(turn_away=lambda: self.told.append("server"))),
            "http://here",
            asyncio.Event(),
            cast(Any, SimpleNamespace(turn_away=lambda: self.told.append("monitor"))),
        )
        monkeypatch.setattr(app, "running", self._running)
        monkeypatch.setattr(app, "SupervisorLink", self._line)

    @contextlib.asynccontextmanager
    async def _running(self, *given: Any) -> AsyncIterator[Running]:
        self.given.append(given)
        await self.starts.wait()
        yield self.run
        self.told.append("closed")

    def _line(self, assignment: Any, gone: Callable[[], None]) -> Any:
        self.told.append(("line", assignment))
        return SimpleNamespace(say_ready=self._ready)

    def _ready(self, leave: Callable[[], None]) -> None:
        self.ready = leave

    def serve(self, then: Callable[[], None], assignment: Any = None) -> float:
        """Serve, and do ``then`` 50 s later; when it ended, in seconds."""

        async def main() -> float:
            begin = self.loop.time()
            self.loop.call_later(50, then)
            async with asyncio.timeout(1000):
                await app.serve(SETTINGS, house=cast(Any, "house"), assignment=assignment)
            return self.loop.time() - begin

        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            return runner.run(main())


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_it_after_one_line_with_the_address(
    number: int, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.serve(lambda: world.loop.handlers[number]()) == 50
    assert capsys.readouterr().out == f"Bocage {start.version()}: http://here\n"
    assert world.given == [(SETTINGS, "house", None)]
    assert world.told == ["closed"]
    assert not world.run.leaving.is_set()
    assert not world.run.hurry.is_set()
    world.loop.handlers[number]()
    assert world.run.hurry.is_set()


def test_a_worker_is_hurried_by_sigint_alone(world: World) -> None:
    """A process manager may send SIGTERM to all processes, and the supervisor sends it as well."""
    world.serve(lambda: world.loop.handlers[signal.SIGTERM](), "assignment")
    world.loop.handlers[signal.SIGTERM]()
    assert not world.run.hurry.is_set()
    world.loop.handlers[signal.SIGINT]()
    assert world.run.hurry.is_set()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2])
def test_a_single_node_serves_on_after(number: int, world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bocage.app")

    def signals() -> None:
        world.loop.handlers[number]()
        world.loop.call_later(50, world.loop.handlers[signal.SIGTERM])

    assert world.serve(signals) == 100
    assert signal.Signals(number).name in caplog.text


def test_a_reload_while_it_starts_does_not_end_it(world: World) -> None:
    world.starts.clear()

    def signals() -> None:
        world.loop.handlers[signal.SIGHUP]()
        world.starts.set()
        world.loop.call_later(50, lambda: world.loop.handlers[signal.SIGTERM]())

    assert world.serve(signals) == 100


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_it_starts_ends_it(number: int, world: World) -> None:
    world.starts.clear()
    with pytest.raises(asyncio.CancelledError):
        world.serve(lambda: world.loop.handlers[number]())
    assert world.told == []


def test_a_worker_leaves_to_others_what_comes(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    assert world.serve(lambda: world.loop.handlers[signal.SIGHUP](), "assignment") == 50
    assert world.told == [("line", "assignment"), "server", "monitor", "closed"]
    assert world.run.leaving.is_set()
    assert capsys.readouterr().out == ""
    assert world.given == [(SETTINGS, "house", "assignment")]


def test_a_worker_without_a_supervisor_leaves(world: World) -> None:
    def gone() -> None:
        assert world.ready is not None
        world.ready()

    assert world.serve(gone, "assignment") == 50
    assert world.told[1:] == ["server", "monitor", "closed"]


def test_stopping_worker_refuses_nobody(world: World) -> None:
    assert world.serve(lambda: world.loop.handlers[signal.SIGTERM](), "assignment") == 50
    assert world.told == [("line", "assignment"), "closed"]


def test_a_node_without_metrics_leaves_too() -> None:
    told: list[str] = []
    server: Any = SimpleNamespace(turn_away=lambda: told.append("server"))
    one = Running(SETTINGS, cast(Any, None), server, "", asyncio.Event())
    one.leave()
    assert told == ["server"]
    assert one.leaving.is_set()


def test_clients_have_their_time_before_the_server_is_cut() -> None:
    """The server ends by itself once all have left."""
    told: list[Any] = []

    class Drained:
        async def drain(self, seconds: float) -> None:
            await asyncio.sleep(0)

    async def main() -> float:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        server: Any = SimpleNamespace(stop=lambda: told.append("stop"), cut=lambda: told.append("cut"))
        serving = asyncio.create_task(asyncio.sleep(3))
        one = Running(Settings(drain=600), cast(Any, Drained()), server, "", asyncio.Event())
        await app._stop(one, cast(Any, serving))
        assert serving.done()
        assert not serving.cancelled()
        return loop.time() - begin

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        assert runner.run(main()) == 3
    assert told == ["stop"]


def test_the_fastest_loop_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    loops: list[object] = []

    async def serve(settings: Settings, *, house: object, assignment: object) -> None:
        loops.append(asyncio.get_running_loop())

    monkeypatch.setattr(app, "serve", serve)
    for name in ("set_up_logging", "raise_descriptor_limit", "tune_gc"):
        monkeypatch.setattr(app, name, lambda *_: None)
    monkeypatch.setattr(app, "_loop_factory", lambda: SignalLoop)
    app.run(SETTINGS)
    assert [type(loop) for loop in loops] == [SignalLoop]
