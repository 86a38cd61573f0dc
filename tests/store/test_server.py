"""The connection to one Redis: greeting, waiting, giving up, coming back. Without any Redis, in virtual time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

import pytest

from bocage.store import scripts
from bocage.store.connection import ConnectionGone, RedisConnection, ReplyError
from bocage.store.records import StorageUnavailableError, StoreError
from bocage.store.rights import RightsError
from bocage.store.server import FIRST_BACKOFF, LONGEST_BACKOFF, Server, Target, translated
from tests.store.wire import LATER, Wire
from tests.virtual_time import run

PATIENCE = 2.5
INFO = b"# Server\r\nredis_version:7.2.4\r\nrun_id:%b\r\n"
OPENED = "opened"


class OneWire(Wire):
    """A wire that tells when it is lost, as a connection does."""

    on_lost: Callable[[Any], None] = staticmethod(lambda _: None)

    def abort(self) -> None:
        super().abort()
        self.on_lost(self)


class World:
    """A server whose connections are wires. ``plan``: what each attempt to connect finds; the last one stays."""

    def __init__(self, target: Target | None = None, always: bool = False, **replies: Any) -> None:
        self.happened: list[tuple[str, float]] = []
        self.plan: list[Any] = [replies]
        self.wires: list[OneWire] = []
        self.attach: Callable[[], Any] | None = None
        self.began = asyncio.get_running_loop().time()
        self.server = Server(
            target or Target(),
            "here",
            always,
            self._attach,
            lambda: self.note("ready"),
            lambda _: self.note("detached"),
            lambda push: None,
            PATIENCE,
        )
        self.server._open = self._open  # type: ignore[method-assign]

    def note(self, what: str) -> None:
        self.happened.append((what, round(asyncio.get_running_loop().time() - self.began, 3)))

    async def _attach(self, server: Server, connection: RedisConnection) -> None:
        if self.attach is not None:
            await self.attach()

    async def _open(self, on_lost: Callable[[Any], None]) -> RedisConnection:
        self.note(OPENED)
        found = self.plan.pop(0) if len(self.plan) > 1 else self.plan[0]
        if isinstance(found, Exception):
            raise found
        hello = {b"id": len(self.wires) + 1, b"version": b"7.2.4"}
        wire = OneWire(**{"HELLO": hello, "INFO": INFO % b"one", "EVAL": 0, **found})
        wire.on_lost = on_lost
        self.wires.append(wire)
        return cast(RedisConnection, wire)

    def when(self, what: str) -> list[float]:
        return [time for name, time in self.happened if name == what]


@pytest.fixture(autouse=True)
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between attempts are as long as meant."""
    monkeypatch.setattr("bocage.store.server.random.uniform", lambda least, most: (least + most) / 2)


@pytest.mark.parametrize(
    ("target", "hello", "selects"),
    [
        (Target(), ("HELLO", 3, "SETNAME", "bocage-here"), []),
        (
            Target(password="p", db=3),
            ("HELLO", 3, "AUTH", "default", "p", "SETNAME", "bocage-here"),
            [("SELECT", 3)],
        ),
        (Target(username="u", password="p"), ("HELLO", 3, "AUTH", "u", "p", "SETNAME", "bocage-here"), []),
    ],
)
def test_a_greeting_says_who_we_are_and_loads_the_scripts(
    target: Target, hello: tuple[Any, ...], selects: list[Any]
) -> None:
    async def main() -> None:
        world = World(target)
        assert (world.server.up, world.server.retry, world.server.version) == (False, 0, (0, 0))
        await world.server.start()
        (wire,) = world.wires
        assert wire.sent[0] == hello
        assert wire.of("SELECT") == selects
        # What comes before is only queued, to see whether the account may do it.
        begin, end = (wire.names.index(name) for name in ("MULTI", "DISCARD"))
        assert {"XADD", "EVALSHA", "PUBLISH"} <= set(wire.names[begin:end])
        done = [*wire.sent[:begin], *wire.sent[end:]]
        assert [command for command in done if command[0] == "SCRIPT"] == [
            ("SCRIPT", "LOAD", script.text) for script in scripts.ALL
        ]
        assert wire.of("CONFIG") == [("CONFIG", "GET", "*")]
        assert wire.of("CLIENT") == []
        assert (world.server.up, world.server.version, world.server.retry) == (True, (7, 2), 0)
        assert [name for name, _ in world.happened] == [OPENED, "ready"]
        assert await world.server.call("PING") == b"OK"
        await world.server.close()
        assert [name for name, _ in world.happened[2:]] == ["detached"]
        assert not wire.open
        assert not world.server.up
        with pytest.raises(StorageUnavailableError, match="not connected") as caught:
            await world.server.call("PING")
        assert caught.value.retry == 1000

    run(main())


def test_old_connection_to_the_same_redis_is_killed(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        world = World()
        world.plan = [{}, {"CLIENT": ReplyError("ERR No such client")}, {"INFO": INFO % b"two", "EVAL": 1}]
        await world.server.start()
        for _ in range(2):
            world.server.reconnect()
            await asyncio.sleep(0.01)
        assert [wire.of("CLIENT") for wire in world.wires] == [[], [("CLIENT", "KILL", "ID", 1)], []]
        # Another Redis is looked at as the first one was.
        assert [("EVAL", scripts.UNMENDED, 0) in wire.sent for wire in world.wires] == [True, False, True]
        world.server.reconnect()
        await asyncio.sleep(0.01)
        assert world.wires[-1].of("CLIENT") == [("CLIENT", "KILL", "ID", 3)]
        assert world.when("ready") == [0, 0, 0.01, 0.02]
        await world.server.close()

    run(main())
    assert caplog.text.count("lacks the Lua fixes") == 1
    assert "localhost:6379" in caplog.text


@pytest.mark.parametrize(
    ("found", "raised"),
    [
        (OSError("no route"), StorageUnavailableError),
        ({"HELLO": ReplyError("WRONGPASS no")}, RightsError),
        ({"SELECT": ReplyError("NOPERM no")}, RightsError),
        ({"XADD": ReplyError("NOPERM User u has no permissions to run the 'xadd' command")}, RightsError),
        ({"HELLO": ReplyError("LOADING")}, StorageUnavailableError),
        ({"HELLO": LATER}, StorageUnavailableError),
    ],
)
def test_unusable_redis_at_start_raises(found: Any, raised: type[Exception]) -> None:
    async def main() -> None:
        world = World(Target(db=3))
        world.plan = [found]
        with pytest.raises(raised):
            await world.server.start()
        assert world.happened[-1][1] == (PATIENCE * 2 if found == {"HELLO": LATER} else 0)
        assert world.when(OPENED) == [0]
        assert world.server.connection is None
        assert not any(wire.open for wire in world.wires)
        await asyncio.sleep(10)
        assert world.when(OPENED) == [0]

    run(main())


def test_backoff_grows_to_two_seconds_and_resets() -> None:
    async def main() -> None:
        world = World()
        await world.server.start()
        world.plan = [OSError()]
        world.server.reconnect()
        retries: list[int] = []
        for _ in range(60):
            await asyncio.sleep(0.2)
            retries.append(world.server.retry)
        tried = world.when(OPENED)[1:]
        pauses = [round(later - sooner, 3) for sooner, later in pairwise(tried)]
        assert pauses[:8] == [FIRST_BACKOFF, 0.1, 0.2, 0.4, 0.8, 1.6, LONGEST_BACKOFF, LONGEST_BACKOFF]
        assert (retries[-1], set(retries) >= {200, 400, 800, 1600}) == (2000, True)
        with pytest.raises(StorageUnavailableError) as caught:
            await world.server.call("PING")
        assert caught.value.retry == 2000
        world.plan = [{}]
        await asyncio.sleep(LONGEST_BACKOFF)
        assert (world.server.up, world.server.retry) == (True, 0)
        world.plan = [OSError(), OSError(), {}]
        world.happened.clear()
        world.server.reconnect()
        await asyncio.sleep(1)
        first, *later = world.when(OPENED)
        assert [round(time - first, 3) for time in later] == [FIRST_BACKOFF, 0.15]
        await world.server.close()

    run(main())


def test_silent_redis_is_dropped_and_a_slow_one_kept() -> None:
    async def main() -> None:
        world = World()
        await world.server.start()
        (wire,) = world.wires
        step = PATIENCE / 5
        await asyncio.sleep(step * 1.5)
        # This process was busy: at the next look the answer is there.
        wire.quiet = PATIENCE + 0.1
        await asyncio.sleep(step)
        wire.quiet = 0.0
        await asyncio.sleep(step)
        wire.quiet = PATIENCE + 0.1
        await asyncio.sleep(step)
        wire.quiet = PATIENCE
        await asyncio.sleep(step * 10)
        assert (wire.open, world.when("detached")) == (True, [])
        wire.quiet = PATIENCE + 0.1
        began = asyncio.get_running_loop().time()
        await asyncio.sleep(step * 2.1)
        assert not wire.open
        assert len(world.when("detached")) == 1
        assert world.server.up
        assert world.when("ready")[1] - (began - world.began) <= step * 2.1
        await world.server.close()

    run(main())


def test_connection_lost_during_attach_is_retried() -> None:
    async def main() -> None:
        world = World()
        await world.server.start()
        ends: list[str] = []

        async def lost() -> None:
            try:
                world.wires[-1].abort()
                await asyncio.sleep(600)
            except asyncio.CancelledError:
                ends.append("cancelled")
                raise

        async def lost_at_the_end() -> None:
            world.wires[-1].abort()

        for attach in (lost, lost_at_the_end):
            world.attach = attach
            before = len(world.wires)
            world.server.reconnect()
            await asyncio.sleep(FIRST_BACKOFF / 2)
            up = [world.server.up]
            assert len(world.wires) == before + 1
            world.attach = None
            await asyncio.sleep(FIRST_BACKOFF)
            assert [*up, world.server.up] == [False, True]
        assert ends == ["cancelled"]
        assert len(world.when("ready")) == 3
        await world.server.close()

    run(main())


def test_slow_attach_is_tolerated_while_redis_answers() -> None:
    async def main() -> None:
        world = World()

        async def long() -> None:
            await asyncio.sleep(PATIENCE * 8)

        world.attach = long
        await world.server.start()
        assert world.when("ready") == [PATIENCE * 8]
        await world.server.close()

    run(main())


def test_own_error_is_logged_and_retried(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        world = World()
        world.plan = [LookupError("mine"), {}]
        world.server.keep()
        world.server.keep()
        await asyncio.sleep(1)
        assert world.server.up
        assert world.when(OPENED) == [0, FIRST_BACKOFF]
        await world.server.close()

    run(main())
    assert [(record.levelname, record.exc_info is not None) for record in caplog.records] == [("ERROR", True)]


@pytest.mark.parametrize(
    ("settings", "sets", "problem"),
    [
        ({b"appendonly": b"yes", b"appendfsync": b"always"}, [], ""),
        ({b"appendonly": b"yes", b"appendfsync": b"everysec"}, [("CONFIG", "SET", "appendfsync", "always")], ""),
        ({b"appendonly": b"no", b"appendfsync": b"always"}, [], "appendonly yes"),
        (ReplyError("ERR unknown command CONFIG"), [], "cannot be set on this Redis"),
    ],
)
def test_each_append_is_on_disk_where_that_is_wanted(settings: Any, sets: list[Any], problem: str) -> None:
    async def main() -> None:
        world = World(always=True, CONFIG=lambda *command: settings if command[1] == "GET" else b"OK")
        if problem:
            with pytest.raises(StoreError, match=problem) as caught:
                await world.server.start()
            assert type(caught.value) is StoreError
        else:
            await world.server.start()
        (wire,) = world.wires
        assert wire.of("CONFIG") == [("CONFIG", "GET", "*"), ("CONFIG", "GET", "append*"), *sets]
        await world.server.close()

    run(main())


@pytest.mark.parametrize(
    "word",
    [
        *("FENCED", "NOPERM", "NOAUTH"),
        *("LOADING", "MISCONF", "OOM", "READONLY", "CLUSTERDOWN", "MASTERDOWN"),
        *("NOREPLICAS", "TRYAGAIN", "BUSY", "MOVED", "ASK"),
    ],
)
def test_what_redis_cannot_do_now_it_may_do_later(word: str) -> None:
    error = translated(ReplyError(f"{word} and why"))
    assert isinstance(error, StorageUnavailableError)
    assert (str(error), error.retry, error.unknown) == (f"{word} and why", 1000, False)
    # Redis 6.2 puts the place in a script before it.
    called = "ERR Error running script (call to f_1f): @user_script:9: "
    for place in (called + "@user_script: 9: ", "@user_script: 9: "):
        assert isinstance(translated(ReplyError(f"{place}-{word} and why")), StorageUnavailableError)


def test_other_errors_are_told_as_they_are() -> None:
    assert type(translated(ReplyError("ERR not OOM"))) is StoreError
    assert type(translated(ReplyError("ERR Error running script (call to f_1): why"))) is StoreError
    assert str(translated(ReplyError("ERR not OOM"))) == "ERR not OOM"
    gone = translated(ConnectionGone())
    assert (type(gone), str(gone)) == (StorageUnavailableError, "the connection to Redis was lost")
    mine = LookupError()
    assert translated(mine) is mine
    assert str(StorageUnavailableError()) == "storage is unavailable"


def test_an_outage_is_logged_once_and_so_is_its_end(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def main() -> None:
        world = World()
        await world.server.start()
        refused = OSError("refused")
        world.plan = [*[refused] * 4, *[{"HELLO": ReplyError("LOADING the data")}] * 3, {}]
        world.server.reconnect()
        await asyncio.sleep(30)
        assert world.server.up
        # A connection that is lost and there again at once is no outage.
        world.server.reconnect()
        await asyncio.sleep(1)
        await world.server.close()

    run(main())
    errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert errors == [
        "Redis at localhost:6379 cannot be used, so nobody can act: refused; trying again",
        "Redis at localhost:6379 cannot be used, so nobody can act: LOADING the data; trying again",
    ]
    assert caplog.text.count("can be used again") == 1


def test_rights_are_looked_at_anew_where_that_is_wanted() -> None:
    async def main() -> None:
        world = World()
        await world.server.start()
        for examine in (False, True):
            world.server.reconnect(examine)
            await asyncio.sleep(0.01)
        assert ["MULTI" in wire.names for wire in world.wires] == [True, False, True]
        await world.server.close()

    run(main())


def test_faults_of_a_redis_are_logged_at_start(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        world = World(CONFIG={b"appendonly": b"no", b"maxmemory-policy": b"allkeys-lru"})
        await world.server.start()
        await world.server.close()

    run(main())
    said = [record.getMessage().partition(": ") for record in caplog.records if record.levelno == logging.WARNING]
    assert {place for place, _, _ in said} == {"Redis at localhost:6379"}
    assert [text for _, _, text in said] == [
        "this Redis has no append-only file (appendonly no): a crash loses matches",
        "this Redis throws matches away when its memory is full (maxmemory-policy allkeys-lru)",
    ]
