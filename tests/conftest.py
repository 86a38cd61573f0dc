"""What tests of several folders share: one private Redis per run, empty for each test that asks for it."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import AsyncIterator, Generator, Iterator
from functools import cache
from pathlib import Path, PurePath
from types import SimpleNamespace
from typing import Any

import pytest
import redis
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bocage.store import Store, StoreSettings
from tests.known import replacements
from tests.marks import dealt, marks_of, slowness
from tests.redis_server import RedisServer

# Property tests draw the same examples in every run, and are not timed.
settings.register_profile(
    "bocage", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
# Fewer examples, where what takes long is left out.
settings.register_profile("quick", settings.get_profile("bocage"), max_examples=30)
settings.load_profile("bocage")

# httpx2 asks for each request whether trio runs, by an import that is looked for in every folder when it fails.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]

# Tests start many programs, and each process imports all tests: what Python has compiled is kept, whatever the
# environment says.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

#: Under this name, ``record_property`` takes a sentence about a check that cannot be made on this machine.
LEFT_OUT = "left out"
ROOT = Path(__file__).parents[1]
# Hypothesis keeps tables of letters there; whoever runs tests in a copy of the tree finds them, too.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(ROOT / ".hypothesis"))
#: How closely thousands of games are looked at, see ``check_game``.
NIGHTLY_DEEP = 200


@cache
def place(path: Path) -> PurePath:
    """A file as seen from the repository's root."""
    return path.relative_to(ROOT)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=0, help="how many games each game's conformance test plays")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected and imported stays: looking through it for garbage takes as long as all the rest of it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in marks_of(place(item.path)):
            item.add_marker(mark)


class LongestFirst:
    """Where tests run in several processes, those that take longest begin. It sees what was chosen by marks."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if (processes := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))) > 1:
            items[:] = dealt(items, lambda item: slowness(place(item.path)), processes)


def pytest_configure(config: pytest.Config) -> None:
    if "not long" in config.option.markexpr:
        settings.load_profile("quick")
    config.pluginmanager.register(LongestFirst())


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Which letters there are takes 1.5 seconds to find out, and is kept: one process does it, before all begin."""
    if session.config.getoption("numprocesses", None):
        st.text().validate()


@pytest.fixture
def nightly(request: pytest.FixtureRequest) -> bool:
    """Whether as much is tried as a night has time for."""
    return bool(request.config.getoption("--games"))


@pytest.fixture(autouse=True)
def as_many_games_as_asked_for(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """``--games``: every conformance test of a game plays so many, looking closely at fewer steps."""
    games, module = request.config.getoption("--games"), request.module
    if games and "long" in marks_of(place(request.path)) and hasattr(module, "check_game"):
        usual = module.check_game

        def check(*args: Any, **given: Any) -> Any:
            return usual(*args, **given | {"games": games, "deep": NIGHTLY_DEEP})

        monkeypatch.setattr(module, "check_game", check)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What a test left out, for want of something on this machine, is said at the end."""
    reports = terminalreporter.getreports("passed")
    for sentence in sorted(
        {str(said) for report in reports for name, said in report.user_properties if name == LEFT_OUT}
    ):
        terminalreporter.write_line(sentence, yellow=True)


@pytest.fixture(autouse=True)
def known_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test sees the same matches in every run, whatever ran before it."""
    for name, function in replacements(request.node.nodeid).items():
        monkeypatch.setattr(name, function)


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A redis-server of this test run's own, on a unix socket."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def redis_client(redis_server: RedisServer) -> Iterator[redis.Redis]:
    """One client for what comes before tests: to make one takes longer than what it is asked."""
    with redis_server.client() as client:
        yield client


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for a beat of the store, a sweep of the node or uvicorn waits a tenth as long."""

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / 10)

    monkeypatch.setattr("bocage.store.topology.BEAT_EVERY", 0.05)
    monkeypatch.setattr("bocage.live.node.SWEEP", 0.1)
    # It looks whether it shall stop, and whether all have left.
    monkeypatch.setattr("uvicorn.server.asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))


@pytest.fixture
def redis_url(redis_server: RedisServer, redis_client: redis.Redis, often: None) -> str:
    """The URL of an empty Redis."""
    redis_client.flushall()
    return redis_server.url


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[Store]:
    """A store on an empty Redis."""
    opened = await Store.open(StoreSettings(redis_url))
    yield opened
    await opened.close()
