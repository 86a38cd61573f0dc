"""What is read of a Redis for its operator: from a wire that a test answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bocage.store import inspection as module
from bocage.store import scripts
from bocage.store.advice import RedisFacts
from bocage.store.connection import ConnectionGone, ReplyError
from bocage.store.inspection import ROUNDS, inspect_redis
from bocage.store.records import StorageUnavailableError
from bocage.store.rights import RightsError
from bocage.store.server import Target
from tests.store.wire import Wire

INFO = b"# Server\r\nredis_version:7.2.4\r\nmaxmemory:0\r\n"
NOPERM = ReplyError("NOPERM User u has no permissions to run the 'x' command")


class Net:
    """Servers to connect to. ``replies``: those that differ, of all servers; ``of``: of the server at a port."""

    def __init__(self) -> None:
        self.replies: dict[str, Any] = {}
        self.of: dict[int, dict[str, Any]] = {}
        self.opened: list[Target] = []
        self.wires: list[Wire] = []

    async def open(self, target: Target, on_push: Callable[..., None], on_lost: Callable[..., None]) -> Wire:
        self.opened.append(target)
        wire = Wire(
            **{
                "HELLO": {b"id": 1, b"server": b"redis", b"version": b"7.2.4"},
                "INFO": INFO,
                "CONFIG": {b"appendonly": b"yes", b"port": b"0"},
                "EVAL": 1,
                "TIME": [b"1000", b"500000"],
                **self.replies,
                **self.of.get(target.port, {}),
            }
        )
        self.wires.append(wire)
        return wire


@pytest.fixture(autouse=True)
def net(monkeypatch: pytest.MonkeyPatch) -> Net:
    made = Net()
    monkeypatch.setattr(module, "open_connection", made.open)
    monkeypatch.setattr("time.time", lambda: 997.25)
    # Each answer takes a little longer than the one before.
    times = [t for n in range(ROUNDS) for t in (0.0, float(n))]
    monkeypatch.setattr("time.perf_counter", lambda: times.pop(0) if times else 0.0)
    return made


def test_everything_is_read_once_and_the_way_twenty_times(net: Net) -> None:
    assert inspect_redis("redis://h:7000") == RedisFacts(
        version=(7, 2),
        info={"redis_version": "7.2.4", "maxmemory": "0"},
        config={"appendonly": "yes", "port": "0"},
        unmended=True,
        ahead=3.25,
        delay=9.5,
    )
    (wire,) = net.wires
    assert len(wire.of("PING")) == ROUNDS == 20
    assert not wire.open


def test_what_may_not_be_asked_is_left_out(net: Net) -> None:
    net.replies = {"CONFIG": NOPERM, "INFO": NOPERM, "EVAL": NOPERM, "TIME": NOPERM, "PING": NOPERM}
    facts = inspect_redis("redis://h")
    assert (facts.config, facts.info, facts.unmended, facts.ahead) == ({}, {}, False, 0.0)
    assert facts.missing == ("+eval", "+time")


def test_valkey_is_called_so_where_it_may_not_be_asked(net: Net) -> None:
    net.replies = {"HELLO": {b"id": 1, b"server": b"valkey", b"version": b"9.0.1"}, "INFO": NOPERM}
    assert inspect_redis("redis://h").product == "Valkey 9.0"


def test_without_transactions_nothing_is_tried_out(net: Net) -> None:
    net.replies = {"MULTI": NOPERM}
    assert inspect_redis("redis://h").missing == ("+multi",)
    assert net.wires[0].of("GETDEL") == []


def test_every_master_of_a_cluster_is_asked(net: Net) -> None:
    net.replies = {"CLUSTER": [[0, 9, [b"h", 1, b"id"]], [10, 16383, [b"other", 2, b"id"], [b"replica", 3, b"id"]]]}
    net.of = {2: {"XADD": NOPERM, "SET": ReplyError("OOM no room")}}
    facts = inspect_redis("redis://h:1?cluster=true")
    assert [(target.host, target.port) for target in net.opened] == [("h", 1), ("other", 2)]
    assert (facts.missing, facts.refusal) == (("+xadd",), "OOM no room")


@pytest.mark.parametrize(
    ("hello", "raised"),
    [
        (ReplyError("LOADING the data"), StorageUnavailableError),
        (ConnectionGone("gone"), StorageUnavailableError),
        (ReplyError("WRONGPASS no such account"), RightsError),
        (ReplyError("NOAUTH sign in first"), RightsError),
    ],
)
def test_what_lets_nobody_in_is_told_from_silence(net: Net, hello: Exception, raised: type[Exception]) -> None:
    net.replies = {"HELLO": hello}
    with pytest.raises(raised, match=str(hello)):
        inspect_redis("redis://h")
    assert [wire.open for wire in net.wires] == [False]


@pytest.mark.parametrize(
    ("info", "product"),
    [
        ({"redis_version": "7.2.4"}, "Redis 7.2.4"),
        ({"redis_version": "7.2.4", "server_name": "valkey", "valkey_version": "8.1.8"}, "Valkey 8.1.8"),
        ({}, "Redis 7.2"),
    ],
)
def test_a_server_has_its_own_name(info: dict[str, str], product: str) -> None:
    assert RedisFacts(version=(7, 2), info=info, config={}).product == product


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://h:7000/3", Target(host="h", port=7000, db=3)),
        ("redis://u:p@h", Target(host="h", username="u", password="p")),
        ("unix:///run/r.sock?db=2", Target(path="/run/r.sock", db=2)),
        ("rediss://h?ssl_ca_certs=/ca.pem", Target(host="h", tls=True, ca_file="/ca.pem")),
        ("rediss://h?ssl_cert_reqs=none", Target(host="h", tls=True, verify=False)),
    ],
)
def test_it_is_asked_where_the_url_says(net: Net, url: str, expected: Target) -> None:
    inspect_redis(url)
    assert net.opened == [expected]
    assert net.wires[0].of("SELECT") == ([("SELECT", expected.db)] if expected.db else [])
    assert ("AUTH" in net.wires[0].sent[0]) is bool(expected.password)


def test_the_lua_fixes_are_looked_for(net: Net) -> None:
    inspect_redis("redis://h")
    assert ("EVAL", scripts.UNMENDED, 0) in net.wires[0].sent
