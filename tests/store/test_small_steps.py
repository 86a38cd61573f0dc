"""Single steps of the store: TLS, processes, times to live, tokens of earlier releases, keys page by page."""

from __future__ import annotations

import asyncio
import os
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from bocage.log.records import Entry
from bocage.protocol.sign_ins import sign_in_id
from bocage.store import Store
from bocage.store.embedded import _alive
from bocage.store.keys import player_key
from bocage.store.lists import PAGE, Lists
from bocage.store.players import digest_of, new_token, stored_sign_in
from bocage.store.records import Append
from bocage.store.server import PATIENCE, Server, Target
from tests.redis_server import RedisServer
from tests.store.logs import fill

DAY = 86_400


# Connecting ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "secured", "checked"),
    [
        (Target("h", 7000), False, False),
        (Target("h", 7000, tls=True), True, True),
        (Target("h", 7000, tls=True, verify=False), True, False),
        (Target("h", 7000, tls=True, verify=False, ca_file="certificates"), True, False),
    ],
)
async def test_tls_checks_the_server_unless_it_is_told_not_to(
    target: Target, secured: bool, checked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    files: list[Any] = []
    usual = ssl.create_default_context

    async def connect(make: Any, host: str, port: int, *, ssl: Any) -> Any:
        asked.append((host, port, ssl))
        return None, make()

    def context(cafile: str | None) -> ssl.SSLContext:
        files.append(cafile)
        return usual()

    monkeypatch.setattr(asyncio.get_running_loop(), "create_connection", connect)
    monkeypatch.setattr("bocage.store.server.ssl.create_default_context", context)
    lost: list[Any] = []
    nothing: Any = lambda *_: None  # noqa: E731
    server = Server(target, "here", False, nothing, nothing, nothing, nothing, PATIENCE)
    connection = await server._open(lost.append)
    ((host, port, made),) = asked
    assert (host, port, made is not None) == ("h", 7000, secured)
    if secured:
        assert (made.check_hostname, made.verify_mode == ssl.CERT_REQUIRED) == (checked, checked)
        assert files == [target.ca_file or None]
    connection.connection_lost(None)
    assert lost == [connection]


async def test_a_socket_is_connected_to_by_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def connect(make: Any, path: str) -> Any:
        asked.append(path)
        return None, make()

    monkeypatch.setattr(asyncio.get_running_loop(), "create_unix_connection", connect)
    nothing: Any = lambda *_: None  # noqa: E731
    await Server(Target(path="/run/r.sock"), "here", False, nothing, nothing, nothing, nothing, 1.0)._open(nothing)
    assert asked == ["/run/r.sock"]


# Appends -------------------------------------------------------------------------------------------


def test_a_caller_that_fails_is_logged_and_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    def broken(result: Entry | Exception) -> None:
        raise LookupError("mine")

    Append("m7", 1, b"{}", 0, 0, b"", broken).answer(Entry(1, 1, b"{}"))
    assert "the callback of an append to m7 failed" in caplog.text
    assert "LookupError: mine" in caplog.text


# Processes -----------------------------------------------------------------------------------------


def test_a_child_lives_until_it_has_ended() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert _alive(child.pid, child)
        # The same process, not known as a child of ours.
        assert _alive(child.pid, None)
        assert child.stdin is not None
        child.stdin.close()
        child.wait()
        assert not _alive(child.pid, child)


class System:
    """Processes of a system: ``child`` of ours or not, there or not, and their state."""

    def __init__(self, waited: int | None, there: bool, state: str | None) -> None:
        self.waited, self.there, self.state = waited, there, state

    def waitpid(self, pid: int, how: int) -> tuple[int, int]:
        assert how == os.WNOHANG
        if self.waited is None:
            raise ChildProcessError
        return self.waited, 0

    def kill(self, pid: int, number: int) -> None:
        assert number == 0
        if not self.there:
            raise ProcessLookupError


@pytest.mark.parametrize(
    ("system", "alive"),
    [
        (System(0, True, None), True),
        (System(77, True, None), False),
        (System(None, False, None), False),
        (System(None, True, "77 (redis) server) S 1 2"), True),
        (System(None, True, "77 (redis Z) Z 1 2"), False),
        # Where the system tells no states, a process that is there lives.
        (System(None, True, None), True),
    ],
)
def test_foreign_process_lives_unless_gone_or_zombie(
    system: System, alive: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.waitpid", system.waitpid)
    monkeypatch.setattr("os.kill", system.kill)
    monkeypatch.setattr(Path, "exists", lambda path: system.state is not None and path.name == "stat")
    monkeypatch.setattr(Path, "read_text", lambda path: system.state)
    assert _alive(77, None) is alive


def test_a_process_that_ends_between_two_looks_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    system = System(None, True, "")

    def gone(path: Path) -> str:
        raise FileNotFoundError

    monkeypatch.setattr("os.waitpid", system.waitpid)
    monkeypatch.setattr("os.kill", system.kill)
    monkeypatch.setattr(Path, "exists", lambda path: True)
    monkeypatch.setattr(Path, "read_text", gone)
    assert not _alive(77, None)


# What is kept for a while, and of earlier releases -------------------------------------------------


async def test_a_token_of_an_earlier_release_becomes_a_sign_in(store: Store, redis_server: RedisServer) -> None:
    ann, token = await store.create_player("Ann", "old phone")
    key, field = player_key(ann.id), f"sign-in:{sign_in_id(token)}"
    with redis_server.client() as client:
        client.hdel(key, field)
        assert client.hget(key, "token") == digest_of(token).encode()
        assert await store.signed_in(sign_in_id(token), ann.id)
        assert not await store.signed_in("0" * 16, ann.id)
        assert await store.authenticate(token) == ann
        assert client.hget(key, field) == stored_sign_in(token, ann.created, "")[1].encode()
        # Another one's token does not, whatever is stored of it.
        other = new_token(ann.id)
        assert await store.authenticate(other) is None
        assert client.hget(key, f"sign-in:{sign_in_id(other)}") is None
    assert await store.sign_in_ids(ann.id) == [sign_in_id(token)]


async def test_a_token_belongs_to_the_player_whom_it_names(store: Store) -> None:
    ann, token = await store.create_player("Ann")
    bob, other = await store.create_player("Bob")
    assert token.startswith(f"{ann.id}.")
    assert await store.authenticate(f"{bob.id}.{token.partition('.')[2]}") is None
    assert await store.authenticate(token.partition(".")[0]) is None
    assert await store.authenticate(token) == ann
    assert await store.authenticate(other) == bob
    assert await store.names([ann.id, "nobody", bob.id]) == {ann.id: "Ann", bob.id: "Bob"}
    assert await store.names([]) == {}


async def test_program_flag_is_read_by_id_and_token(store: Store) -> None:
    ann, token = await store.create_player("Ann")
    assert not ann.program
    await store.public_records.flag_program(ann.id)
    for found in (await store.player(ann.id), await store.authenticate(token)):
        assert found is not None
        assert (found.program, found.name) == (True, "Ann")


# Lists ---------------------------------------------------------------------------------------------


class Pages:
    """A server that gives its keys page by page, some of them twice."""

    pages = Server.pages

    def __init__(self, *pages: list[bytes]) -> None:
        self.given = pages
        self.asked: list[Any] = []

    async def call(self, *command: Any) -> Any:
        self.asked.append(command)
        number = int(command[1])
        following = number + 1 if number + 1 < len(self.given) else 0
        return str(following).encode(), self.given[number]


async def test_keys_are_read_page_by_page_on_every_server() -> None:
    one, two = Pages([b"{1}:log:a", b"{1}:log:b"], [], [b"{1}:log:b", b"{2}:log:c:log:d"]), Pages([b"{3}:log:e"])

    class Servers:
        def masters(self) -> list[Any]:
            return [one, two]

    assert await Lists(cast(Any, Servers()), cast(Any, None)).matches() == [
        "a",
        "b",
        "c:log:d",
        "e",
    ]
    assert [command[0] for command in one.asked] == ["SCAN"] * 3
    assert [int(command[1]) for command in one.asked] == [0, 1, 2]
    assert one.asked[0][2:] == ("MATCH", "{*}:log:*", "COUNT", PAGE)


async def test_all_matches_are_found(store: Store) -> None:
    for match in ("a", "b", "c"):
        await fill(store, match, 2)
    assert sorted(await store.matches()) == ["a", "b", "c"]
