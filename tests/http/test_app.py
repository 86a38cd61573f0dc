"""A whole node: as a process with a private Redis of its own, and in the test's loop on a Redis that is given."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import httpx2
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from bocage import app
from bocage.protocol import messages as m
from bocage.protocol.codec import JSON
from bocage.protocol.messages import SUBPROTOCOLS
from bocage.settings import Settings
from bocage.store import StorageUnavailableError, Store, StoreSettings

PATIENCE = 90.0


class Process:
    """``bocage serve`` as people start it."""

    def __init__(self, process: asyncio.subprocess.Process, url: str) -> None:
        self.process = process
        self.url = url

    async def stop(self, how: signal.Signals) -> tuple[int, str]:
        """Its exit code and what it logged."""
        self.process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            _, logged = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, logged.decode()


async def start(data: Path, *arguments: str) -> Process:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BOCAGE_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bocage.cli", "serve", "--port", "0", "--workers", "1", "--data", str(data)),
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**environment, "PYTHONWARNINGS": "error"},
    )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        line = (await process.stdout.readline()).decode()
    if not line:
        _, logged = await process.communicate()
        pytest.fail(logged.decode())
    return Process(process, line.split()[-1])


def redis_of(data: Path) -> int:
    """The process of a private Redis; 0: it does not run."""
    try:
        pid = int((data / "redis" / "redis.pid").read_text())
        os.kill(pid, 0)
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return pid


@contextlib.asynccontextmanager
async def talking(url: str, token: str) -> AsyncIterator[ClientConnection]:
    """A websocket that has said hello."""
    address = f"{url.replace('http', 'ws')}/ws"
    async with connect(address, subprotocols=[Subprotocol(SUBPROTOCOLS[1])], compression=None) as talk:
        await talk.send(JSON.encode(m.Hello(token)), text=True)
        assert isinstance(JSON.decode_server(await talk.recv()), m.Welcome)
        yield talk


async def test_a_service_from_nothing_and_again_from_its_data(tmp_path: Path) -> None:
    service = await start(tmp_path)
    async with httpx2.AsyncClient(base_url=service.url, timeout=PATIENCE) as http:
        assert (await http.get("/readyz")).json()["status"] == "ok"
        assert "Bocage" in (await http.get("/")).text
        token = (await http.post("/api/players", json={"name": "Ann"})).json()["token"]
        who = {"Authorization": f"Bearer {token}"}
        made = await http.post("/api/matches", json={"game": "omaha"}, headers=who)
        assert made.status_code == 201, made.text
        match = made.json()["match"]
        async with talking(service.url, token) as talk:
            await talk.send(JSON.encode(m.Watch(match)), text=True)
            shown = JSON.decode_server(await talk.recv())
            assert isinstance(shown, m.Snapshot)
            assert isinstance(shown.decision, m.DecisionView)
            assert isinstance(shown.decision.actions, list)
            action = msgspec.Raw(msgspec.json.encode(shown.decision.actions[0]))
            await talk.send(JSON.encode(m.Act(1, match, shown.seq, action)), text=True)
            while not isinstance(told := JSON.decode_server(await talk.recv()), m.Ack):
                assert not isinstance(told, m.Refused)
            stored = told.seq
    assert redis_of(tmp_path)
    code, logged = await service.stop(signal.SIGTERM)
    assert code == 0, logged
    assert "Traceback" not in logged
    assert redis_of(tmp_path) == 0

    service = await start(tmp_path, "--log", "json")
    async with httpx2.AsyncClient(base_url=service.url, timeout=PATIENCE) as http:
        info = (await http.get(f"/api/matches/{match}", headers=who)).json()
        assert (info["seq"], info["seat"], info["row"]["status"]) == (stored, 0, "playing")
    code, logged = await service.stop(signal.SIGINT)
    assert code == 0, logged
    lines = [json.loads(line) for line in logged.splitlines()]
    assert [line["text"] for line in lines][-2:] == ["stopping", "stopped"]
    assert {"time", "level", "logger", "text"} <= lines[0].keys()
    assert redis_of(tmp_path) == 0


@pytest.mark.long
async def test_noise_on_the_port_hurts_nobody(tmp_path: Path) -> None:
    service = await start(tmp_path, "--bots", "off")
    address = httpx2.URL(service.url)
    for noise in (
        b"\x00\x01\x02\r\n\r\n",
        b"GET //evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"POST /api/players HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST /api/players HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n{",
        b"GET /js/%ff%fe.js HTTP/1.1\r\nHost: a\r\nAccept-Language: \xff\r\nAuthorization: Bearer \xff\r\n\r\n",
    ):
        reader, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(noise)
        writer.write_eof()
        answer = b""
        # A server that hangs up on what it did not read to its end may reset the connection.
        with contextlib.suppress(ConnectionResetError):
            async with asyncio.timeout(PATIENCE):
                while piece := await reader.read(4096):
                    answer += piece
        assert b"500 Internal" not in answer
        assert b"evil.example" not in answer
        writer.close()
    async with httpx2.AsyncClient(base_url=service.url, timeout=PATIENCE) as http:
        assert (await http.get("/healthz")).status_code == 200
    code, logged = await service.stop(signal.SIGTERM)
    assert (code, "Traceback" in logged) == (0, False), logged


async def test_a_wrong_setting_is_said_in_one_line(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bocage.cli", "serve", "--log", "loud", "--data", str(tmp_path)),
        stderr=asyncio.subprocess.PIPE,
    )
    _, logged = await process.communicate()
    assert process.returncode == 1
    assert logged.decode().startswith("bocage: BOCAGE_LOG: ")
    assert logged.count(b"\n") == 1


async def test_a_port_that_is_taken_is_said_before_anything_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = Settings(port=taken.getsockname()[1], data=str(tmp_path))
        with pytest.raises(OSError, match="Address already in use"):
            async with app.running(settings):
                pytest.fail("it started")
    assert not (tmp_path / "redis").exists()


class Bots:
    """House bots that do nothing but notice."""

    def __init__(self, url: str, data: Path) -> None:
        self.url = url
        self.data = data
        self.running = asyncio.Event()
        self.failures = 1
        self.stopped = False

    key = ""

    def strategies(self, game: str) -> list[str]:
        return ["idle"]

    def invite(self, game: str, match: str, strategy: str, code: str = "") -> None:
        """Nobody comes."""

    def thoughts(self) -> Mapping[str, float]:
        return {}

    def engine(self, game: str) -> str:
        return ""

    async def review(self, course: bytes, tell: Callable[[int, int], None]) -> bytes | None:
        return None

    async def hint(self, question: bytes) -> bytes | None:
        return None

    def sides(self, game: str) -> list[str]:
        return []

    async def play(self, question: bytes) -> bytes | None:
        return None

    async def run(self) -> None:
        if self.failures:
            self.failures -= 1
            raise RuntimeError("no mood to play")
        self.running.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.stopped = True


async def test_house_bots_know_where_they_are_and_are_started_again(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "HOUSE_RETRY", 0.0)
    made: list[Bots] = []

    def house(url: str, data: Path) -> Bots:
        made.append(Bots(url, data))
        return made[0]

    settings = Settings(port=0, redis=redis_url, data=str(tmp_path), drain=0)
    async with app.running(settings, house) as run:
        async with asyncio.timeout(PATIENCE):
            await made[0].running.wait()
        assert (made[0].url, made[0].data) == (run.url, tmp_path)
        async with httpx2.AsyncClient(base_url=run.url, timeout=PATIENCE) as http:
            assert (await http.get("/api/games/squad")).json()["bots"] == ["idle"]
    assert made[0].stopped
    async with app.running(msgspec.structs.replace(settings, bots="off"), house):
        assert len(made) == 1


async def test_a_node_that_stops_says_so_to_proxies_and_players(redis_url: str) -> None:
    stopping = asyncio.Event()

    async def live(run_here: asyncio.Future[app.Running]) -> None:
        async with app.running(Settings(port=0, redis=redis_url, drain=5)) as run:
            run_here.set_result(run)
            await stopping.wait()

    started: asyncio.Future[app.Running] = asyncio.get_running_loop().create_future()
    node = asyncio.create_task(live(started))
    run = await started
    async with httpx2.AsyncClient(base_url=run.url, timeout=PATIENCE) as http, talking(run.url, "") as talk:
        stopping.set()
        assert isinstance(JSON.decode_server(await talk.recv()), m.Draining)
        refused = await http.get("/readyz")
        assert (refused.status_code, refused.json()["code"]) == (503, "draining")
        assert (await http.get("/healthz")).status_code == 200
        # Who is in a hurry waits for no proxy.
        run.hurry.set()
        async with asyncio.timeout(PATIENCE):
            await node
        await talk.wait_closed()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", httpx2.URL(run.url).port)


async def test_a_redis_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(app, "PATIENCE", 0.0)
    with pytest.raises(StorageUnavailableError):
        async with app.running(Settings(port=0, redis=f"unix://{tmp_path}/nobody.sock")):
            pytest.fail("it started")


async def test_a_redis_that_answers_late_is_waited_for(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(app, "RETRY", 0.0)
    tries = 0
    opened = Store.open

    async def late(settings: StoreSettings) -> object:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise StorageUnavailableError(why="still loading")
        return await opened(settings)

    monkeypatch.setattr(Store, "open", late)
    async with app.running(Settings(port=0, redis=redis_url, drain=0)) as run:
        assert run.node.store.available
    assert tries == 3


def hosts() -> list[tuple[str, str]]:
    """Addresses to listen at, and how the one to open begins."""
    found = [("127.0.0.1", "http://127.0.0.1:"), ("0.0.0.0", "http://127.0.0.1:")]
    with contextlib.suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        found += [("::1", "http://[::1]:"), ("::", "http://[::1]:")]
    return found


@pytest.mark.parametrize(("host", "url"), hosts())
async def test_the_address_told_is_one_that_can_be_opened(redis_url: str, host: str, url: str) -> None:
    async with app.running(Settings(host=host, port=0, redis=redis_url, drain=0)) as run:
        assert run.url.startswith(url)
        async with httpx2.AsyncClient(timeout=PATIENCE) as http:
            assert (await http.get(f"{run.url}/healthz")).status_code == 200
