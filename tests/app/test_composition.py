"""Each setting reaches the part that needs it, and a node that stops leaves proxies time to notice."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, cast

import msgspec
import pytest

from bocage import app, start
from bocage.app import Running, running
from bocage.settings import Settings
from bocage.store import StorageUnavailableError, Store, StoreSettings
from bocage.word_filter import unfiltered
from bocage.workers.assignment import Assignment
from tests.virtual_time import run

#: Every setting, each with a value that is not its default.
SITE = "https://bocage.example"
SETTINGS = Settings(
    host="127.0.0.2",
    port=0,
    workers=3,
    data="/elsewhere",
    redis="redis://there:1/2",
    durability="always",
    replicas=3,
    replica_timeout=77,
    guest_days=12,
    proxies="192.0.2.1, 198.51.100.0/24",
    metrics="127.0.0.3:0",
    site=f"{SITE}/",
    passkey_domain="bocage.example",
    passkey_origins="https://play.bocage.example",
    traces="http://127.0.0.1:4318/v1/traces",
    traces_share=0.5,
    per_match="on",
    contact="mailto:me@bocage.example",
    push_key="yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    smtp="smtp://mail.bocage.example",
    mail_from="bocage@bocage.example",
    notices_anywhere="on",
    cold_storage="file:///elsewhere/cold",
    cold_after=8,
    cold_delete=90,
    word_filter="off",
    limits="message_rate=7,address_sockets=8,notice_host_rate=30,notice_host_burst=2",
    bots="off",
    drain=9,
    log="json",
    log_level="error",
)
STORED = StoreSettings("redis://there:1/2", "always", 3, 77, 12)


class FakeStore:
    """No storage."""

    node = "fake"
    submit = follow = None

    def __init__(self) -> None:
        self.closed = False

    async def close(self) -> None:
        self.closed = True


class FakeNode:
    """Notes what it is made with."""

    def __init__(self, given: dict[str, Any], store: object, **options: Any) -> None:
        given |= {**options, "store": store}
        self.store = store
        self.counts = None
        self.version = options.get("version", "")

        self._given = given

    @property
    def sessions(self) -> FakeNode:
        return self

    def now(self) -> int:
        return 0

    async def start(self) -> None:
        self._given["started"] = True

    async def close(self) -> None:
        self._given["closed"] = True

    async def drain(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.5))


class FakeServer:
    """Serves nobody, until it is stopped."""

    def __init__(self) -> None:
        self.listening = asyncio.Event()
        self.stopped = asyncio.Event()
        self.addresses: list[str] = []

    async def serve(self, sockets: list[Any]) -> None:
        self.addresses = [sock.getsockname()[0] for sock in sockets]
        self.listening.set()
        await self.stopped.wait()

    def stop(self) -> None:
        self.stopped.set()

    def cut(self) -> None:
        """Nobody is connected."""


class World(msgspec.Struct):
    """What each part was given."""

    store: list[StoreSettings] = []
    node: dict[str, Any] = {}
    drain: list[float] = []
    redis: list[tuple[Path, str]] = []
    #: What was asked of the private Redis.
    redis_told: list[str] = []
    shut: list[Path] = []
    house: list[tuple[str, Path]] = []
    known_bots: list[Any] = []
    sites: list[str] = []
    calls: list[Any] = []
    #: The settings that features were made with.
    features: list[Settings] = []
    server: FakeServer | None = None
    monitor: FakeServer | None = None


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """Every part replaced by one that only notes what it is given."""
    given = World()

    async def open_store(settings: StoreSettings) -> FakeStore:
        given.store.append(settings)
        return FakeStore()

    def server(node: object, application: object, drain: float) -> FakeServer:
        given.drain.append(drain)
        given.server = FakeServer()
        return given.server

    def monitor(application: object) -> FakeServer:
        given.monitor = FakeServer()
        return given.monitor

    class Redis:
        url = "unix:///private"

        def __init__(self, folder: Path, durability: str) -> None:
            given.redis.append((folder, durability))

        def start(self) -> None:
            given.redis_told.append("start")

        def stop(self) -> None:
            given.redis_told.append("stop")

        async def keep(self) -> None:
            given.redis_told.append("keep")
            await asyncio.Event().wait()

    def state(node: object, bots: Any, site: str, features: Any) -> Any:
        given.known_bots.append(bots)
        given.sites.append(site)
        return SimpleNamespace(features=features, node=node)

    def make(store: object, settings: Settings) -> list[Any]:
        given.features.append(settings)
        return []

    def calls(node: object, bots: object) -> Any:
        given.calls.append(bots)
        return SimpleNamespace(run=asyncio.Event().wait)

    monkeypatch.setattr(Store, "open", open_store)
    monkeypatch.setattr(app, "Node", lambda store, **options: FakeNode(given.node, store, **options))
    monkeypatch.setattr(app, "NodeServer", server)
    monkeypatch.setattr(app, "monitor_server", monitor)
    monkeypatch.setattr(app, "AppState", state)
    monkeypatch.setattr("bocage.features.make", make)
    monkeypatch.setattr(app, "make_app", lambda state: None)
    monkeypatch.setattr(app, "make_monitor", lambda state: None)
    monkeypatch.setattr(start, "EmbeddedRedis", Redis)
    monkeypatch.setattr(start, "shut_out", given.shut.append)
    monkeypatch.setattr(app, "BotInvitations", calls)
    return given


class Bots:
    """House bots that wait."""

    async def run(self) -> None:
        await asyncio.Event().wait()


def house(world: World) -> Any:
    def make(url: str, data: Path) -> Bots:
        world.house.append((url, data))
        return Bots()

    return make


def test_every_setting_is_tried_here() -> None:
    same = [name for name in Settings.__struct_fields__ if getattr(SETTINGS, name) == getattr(Settings(), name)]
    assert same == []


def test_storage_limits_proxies_and_patience_reach_who_needs_them(world: World) -> None:
    async def main() -> None:
        async with running(SETTINGS, house(world)) as one:
            assert one.url.startswith("http://127.0.0.2:")
            assert not one.url.endswith(":0")
            assert one.settings is SETTINGS
            assert world.server is not None
            assert world.monitor is not None
            assert world.server.addresses == ["127.0.0.2"]
            assert world.monitor.addresses == ["127.0.0.3"]
            assert not world.monitor.stopped.is_set()

    run(main())
    assert world.store == [STORED]
    assert world.node["started"]
    assert world.node["closed"]
    assert world.node["store"].closed
    assert world.features == [SETTINGS]
    assert world.node["proxies"] == {"192.0.2.1", "198.51.100.0/24"}
    assert (world.node["limits"].message_rate, world.node["limits"].address_sockets) == (7, 8)
    assert world.node["version"] == start.version()
    assert world.node["word_filter"] is unfiltered
    assert world.drain == [9.0]
    assert world.sites == [SITE]
    assert (world.redis, world.house, world.known_bots, world.calls) == ([], [], [None], [])
    assert world.server is not None
    assert world.monitor is not None
    assert world.server.stopped.is_set()
    assert world.monitor.stopped.is_set()


@pytest.mark.parametrize(("asked", "workers", "per_match"), [("off", 1, False), ("on", 1, True), ("off", 2, True)])
def test_rooms_without_watchers_close_sooner_with_a_connection_per_match(
    world: World, asked: Literal["on", "off"], workers: int, per_match: bool
) -> None:
    async def main() -> None:
        with start.listen("127.0.0.4", 0) as accepting:
            given = Assignment(1, workers, 1, listening=os.dup(accepting.fileno()), line=-1, redis="unix:///shared")
            async with running(Settings(port=0, bots="off", per_match=asked), None, given):
                pass

    run(main())
    expected = (True, app.IDLE_ROOM_PER_MATCH) if per_match else (False, app.IDLE_ROOM)
    assert (world.node["per_match"], world.node["idle_room"]) == expected
    assert app.IDLE_ROOM_PER_MATCH < app.IDLE_ROOM


def test_without_settings_redis_is_private_and_bots_play(world: World) -> None:
    async def main() -> None:
        settings = Settings(port=0, data="here", durability="always", drain=0)
        async with running(settings, house(world)) as one:
            await asyncio.sleep(0)
            assert world.redis == [(Path("here/redis"), "always")]
            assert world.redis_told == ["start", "keep"]
            assert world.shut == [Path("here")]
            assert world.store == [StoreSettings("unix:///private", "always", 0, 1000, 90)]
            assert world.house == [(one.url, Path("here"))]
            assert world.known_bots == world.calls
            assert isinstance(world.calls[0], Bots)
            assert world.monitor is None
            assert world.sites == [one.url]

    run(main())
    assert world.redis_told == ["start", "keep", "stop"]


def test_a_worker_uses_what_its_supervisor_gives_it(world: World) -> None:
    """Its own port and Redis would be those of a second service."""

    async def main() -> None:
        with start.listen("127.0.0.4", 0) as accepting, start.listen("127.0.0.5", 0) as metrics:
            descriptors = [os.dup(accepting.fileno()), os.dup(metrics.fileno())]
            assignment = Assignment(
                1, 2, 1, listening=descriptors[0], line=-1, metrics=descriptors[1], redis="unix:///shared"
            )
            async with running(Settings(port=0, data="here", bots="off"), house(world), assignment) as one:
                assert one.url == start.url_of(accepting)
                assert world.monitor is not None

    run(main())
    assert [settings.url for settings in world.store] == ["unix:///shared"]
    assert world.redis == []


def test_logs_are_as_the_settings_say(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    done: list[Any] = []

    async def serve(settings: Settings, *, house: object, assignment: object) -> None:
        done.append((settings, house, assignment))

    monkeypatch.setattr(app, "set_up_logging", lambda *how: done.append(how))
    monkeypatch.setattr(app, "raise_descriptor_limit", lambda: done.append("descriptors"))
    monkeypatch.setattr(app, "tune_gc", lambda: done.append("collector"))
    monkeypatch.setattr(app, "serve", serve)
    make = house(World())
    app.run(SETTINGS, make, {"BOCAGE_PORTT": "1", "HOME": "/"})
    assert done == [("json", "error", 0), "descriptors", "collector", (SETTINGS, make, None)]
    assert [record.getMessage() for record in caplog.records] == ["BOCAGE_PORTT is no setting of this service"]


@pytest.mark.parametrize(
    ("redis", "drain", "others", "seconds"),
    [
        ("", 5, False, 0.5),
        ("redis://there", 5, False, 2.0),
        ("redis://there", 1, False, 1.0),
        ("redis://there", 0, False, 0.0),
        ("redis://there", 5, True, 0.5),
    ],
)
def test_proxies_notice_before_the_port_closes(redis: str, drain: int, others: bool, seconds: float) -> None:
    """Not with a private Redis: then there is no other node, and nobody to notice. Nor with workers that go on."""

    async def leave() -> float:
        loop = asyncio.get_running_loop()
        start = loop.time()
        node = FakeNode({}, None)
        settings = Settings(redis=redis, drain=drain)
        leaving = asyncio.Event()
        if others:
            leaving.set()
        await app._take_leave(cast(Running, SimpleNamespace(settings=settings, node=node, leaving=leaving)))
        return loop.time() - start

    assert run(leave()) == seconds


def test_whoever_is_in_a_hurry_waits_for_nobody() -> None:
    async def leave() -> tuple[float, bool]:
        loop = asyncio.get_running_loop()
        start = loop.time()
        server = FakeServer()
        serving = asyncio.create_task(asyncio.sleep(1000), name="deaf")
        one = Running(
            Settings(redis="redis://there", drain=600),
            cast(Any, FakeNode({}, None)),
            cast(Any, server),
            "",
            asyncio.Event(),
        )
        loop.call_later(0.25, one.hurry.set)
        await app._stop(one, cast(Any, serving))
        return loop.time() - start, server.stopped.is_set() and serving.cancelled()

    assert run(leave()) == (0.25, True)


def test_silent_redis_is_awaited_and_each_reason_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[float] = []
    reasons = ["refused"] * 3 + ["loading"] * 3

    async def opened(settings: StoreSettings) -> str:
        assert settings == STORED
        tries.append(asyncio.get_running_loop().time() - 1000)
        if len(tries) <= len(reasons):
            raise StorageUnavailableError(why=reasons[len(tries) - 1])
        return "store"

    monkeypatch.setattr(Store, "open", opened)

    async def main() -> object:
        return await app._open_store(SETTINGS, "redis://there:1/2")

    assert cast(str, run(main())) == "store"
    assert tries == [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]
    assert [("refused" in line, "loading" in line) for line in caplog.messages] == [(True, False), (False, True)]
    tries.clear()
    reasons *= 100
    with pytest.raises(StorageUnavailableError):
        run(main())
    assert (tries[-1], len(tries)) == (30.5, 62)


def test_house_bots_that_fail_are_started_again(caplog: pytest.LogCaptureFixture) -> None:
    started: list[float] = []

    class Failing:
        async def run(self) -> None:
            started.append(asyncio.get_running_loop().time() - 1000)
            if len(started) == 1:
                raise LookupError("no bots today")

    async def main() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(12):
                await app._keep(cast(Any, Failing()))

    run(main())
    assert started == [0.0, 5.0, 10.0]
    assert caplog.messages == ["the house bots stopped; starting them again"]
