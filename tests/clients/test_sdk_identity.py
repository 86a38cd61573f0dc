"""Connecting as somebody: who is known is used again, who is forgotten is made anew."""

from __future__ import annotations

import stat
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from bocage.protocol.rest import NewPlayer
from bocage.sdk import Client, RefusedError, identity
from bocage.sdk.identity import Identities, connect_as

HOME = "http://x"


class FakeRest:
    """Makes players."""

    def __init__(self, made: list[str]) -> None:
        self._made = made

    async def __aenter__(self) -> FakeRest:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is open."""

    async def create_player(self, name: str) -> NewPlayer:
        self._made.append(name)
        return NewPlayer(f"p{len(self._made)}", name, f"token {len(self._made)}")


class World:
    """Services that know some tokens."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.known = Identities(folder / "players.json")
        self.made: list[str] = []
        self.connected: list[dict[str, Any]] = []
        self.refused: dict[str, str] = {}
        world = self

        class FakeClient:
            def __init__(self, url: str, **options: Any) -> None:
                self.url = (url or HOME).rstrip("/")
                self.options = options
                self.rest = FakeRest(world.made)

            def __await__(self) -> Any:
                return self._connected().__await__()

            async def _connected(self) -> Any:
                world.connected.append({"url": self.url, **self.options})
                if code := world.refused.get(self.options.get("token", "")):
                    raise RefusedError(code=code, text="No.")
                return self

        monkeypatch.setattr(identity, "Client", FakeClient)

    async def connect(self, name: str, url: str = HOME, **more: Any) -> str:
        """Connect; the token that was used at last."""
        await connect_as(name, url, identities=self.known, **more)
        return str(self.connected[-1]["token"])


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return World(tmp_path / "state" / "bocage", monkeypatch)


async def test_a_player_is_made_once_for_each_service_and_name(world: World) -> None:
    assert [await world.connect(name) for name in ("Ada", "Ada", "Bo")] == ["token 1", "token 1", "token 2"]
    assert await world.connect("Ada", "http://y/") == "token 3"
    assert await world.connect("Ada", "http://y") == "token 3"
    assert world.made == ["Ada", "Bo", "Ada"]
    assert world.known.get("http://y", "Ada") == NewPlayer("p3", "Ada", "token 3")


async def test_players_may_be_kept_by_name(world: World) -> None:
    for port in (1, 2):
        assert await world.connect("Ada", f"http://x:{port}", home="house") == "token 1"
    assert world.known.names("house") == ["Ada"]
    assert world.known.names("http://x:1") == []


async def test_what_more_is_wished_goes_to_the_client(world: World) -> None:
    await world.connect("Ada", lang="ja")
    await world.connect("Ada", lang="ja")
    assert world.connected == [{"url": HOME, "token": "token 1", "lang": "ja"}] * 2


async def test_forgotten_player_is_replaced(world: World) -> None:
    await world.connect("Ada")
    world.refused["token 1"] = "bad_token"
    assert await world.connect("Ada") == "token 2"
    assert await world.connect("Ada") == "token 2"
    world.refused["token 2"] = "limit"
    with pytest.raises(RefusedError, match="No"):
        await world.connect("Ada")
    assert len(world.made) == 2


async def test_unknown_player_returns_when_known_again(world: World) -> None:
    await world.connect("Ada")
    world.refused["token 1"] = "bad_token"
    assert await world.connect("Ada") == "token 2"
    del world.refused["token 1"]
    assert [await world.connect("Ada") for _ in range(2)] == ["token 1", "token 1"]
    # Who played meanwhile is kept as well, and steps in before anybody is made.
    world.refused["token 1"] = "bad_token"
    assert await world.connect("Ada") == "token 2"
    assert len(world.made) == 2
    kept = {one.player.token: one.unknown for one in world.known.aside(HOME, "Ada")}
    assert kept == {"token 1": True}


async def test_however_often_a_service_forgets_nobody_is_lost(world: World, tmp_path: Path) -> None:
    for number in range(1, 7):
        assert await world.connect("Ada") == f"token {number}"
        world.refused[f"token {number}"] = "bad_token"
    assert [one.player.token for one in world.known.aside(HOME, "Ada")] == [f"token {n}" for n in range(1, 6)]
    file = tmp_path / "state" / "bocage" / "players.aside.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_folder_is_for_its_owner_alone(world: World, tmp_path: Path) -> None:
    world.known.put(HOME, "Ada", NewPlayer("p", "Ada", "t"))
    assert stat.S_IMODE((tmp_path / "state" / "bocage").stat().st_mode) == 0o700
    world.known.put(HOME, "Bo", NewPlayer("q", "Bo", "u"))
    assert world.known.names(HOME) == ["Ada", "Bo"]


def test_processes_that_write_at_once_lose_nobody(tmp_path: Path) -> None:
    file = tmp_path / "players.json"
    with ProcessPoolExecutor(4, get_context("spawn")) as processes:
        list(processes.map(_put_some, [file] * 4, range(4)))
    assert len(Identities(file).names(HOME)) == 80


def _put_some(file: Path, process: int) -> None:
    for number in range(20):
        name = f"{process}-{number}"
        Identities(file).put(HOME, name, NewPlayer(name, name, name))


def test_before_a_connection_the_services_time_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.25)
    assert Client(HOME).now() == 1_700_000_000_250.0
