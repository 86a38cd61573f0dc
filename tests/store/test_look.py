"""What is read of a Redis for its operator: from a client that a test answers."""

from __future__ import annotations

from typing import Any

import pytest
import redis

from service.store import look as module
from service.store import scripts
from service.store.look import ROUNDS, RedisFacts, look
from service.store.records import StorageUnavailableError


class Client:
    """Answers as Redis does; ``fails``: the commands that it refuses."""

    made: dict[str, Any]
    fails: tuple[str, ...] = ()
    unmended: Any = 1
    pings = 0

    def __init__(self, **keywords: Any) -> None:
        Client.made = keywords

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        """Closed."""

    def info(self, section: str) -> dict[str, Any]:
        assert section == "all"
        if "info" in self.fails:
            raise redis.exceptions.ConnectionError("gone")
        return {"redis_version": "7.2.4", "maxmemory": 0}

    def time(self) -> tuple[int, int]:
        return 1_000, 500_000

    def ping(self) -> None:
        Client.pings += 1

    def config_get(self, pattern: str) -> dict[Any, Any]:
        assert pattern == "*"
        if "config" in self.fails:
            raise redis.exceptions.ResponseError("NOPERM")
        return {b"appendonly": b"yes", "port": 0}

    def eval(self, script: str, keys: int) -> Any:
        assert (script.encode(), keys) == (scripts.UNMENDED, 0)
        if "eval" in self.fails:
            raise redis.exceptions.ResponseError("NOSCRIPTS")
        return self.unmended


@pytest.fixture(autouse=True)
def answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redis.Redis", Client)
    monkeypatch.setattr(Client, "pings", 0)
    monkeypatch.setattr("time.time", lambda: 997.25)
    # Each answer takes a little longer than the one before.
    times = [t for n in range(ROUNDS) for t in (0.0, float(n))]
    monkeypatch.setattr("time.perf_counter", lambda: times.pop(0) if times else 0.0)


def test_everything_is_read_once_and_the_way_twenty_times() -> None:
    facts = look("redis://h:7000")
    assert facts == RedisFacts(
        version=(7, 2),
        info={"redis_version": "7.2.4", "maxmemory": "0"},
        config={"appendonly": "yes", "port": "0"},
        unmended=True,
        ahead=3.25,
        delay=9.5,
    )
    assert Client.pings == ROUNDS == 20


def test_what_may_not_be_asked_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "fails", ("config", "eval"))
    facts = look("redis://h")
    assert (facts.config, facts.unmended) == ({}, False)
    monkeypatch.setattr(Client, "fails", ())
    monkeypatch.setattr(Client, "unmended", 0)
    assert look("redis://h").unmended is False


def test_one_that_does_not_answer_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "fails", ("info",))
    with pytest.raises(StorageUnavailableError, match="gone"):
        look("redis://h")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://h:7000/3", {"host": "h", "port": 7000, "db": 3, "username": None, "password": None}),
        ("redis://u:p@h", {"host": "h", "port": 6379, "db": 0, "username": "u", "password": "p"}),
        ("unix:///run/r.sock?db=2", {"unix_socket_path": "/run/r.sock", "db": 2}),
        (
            "rediss://h?ssl_ca_certs=/ca.pem",
            {"host": "h", "ssl": True, "ssl_ca_certs": "/ca.pem", "ssl_cert_reqs": "required"},
        ),
        ("rediss://h?ssl_cert_reqs=none", {"ssl": True, "ssl_ca_certs": None, "ssl_cert_reqs": "none"}),
    ],
)
def test_it_is_asked_where_the_url_says(url: str, expected: dict[str, Any]) -> None:
    look(url)
    assert expected.items() <= Client.made.items()
    assert ("host" in Client.made) is not url.startswith("unix")
    assert ("ssl" in Client.made) is url.startswith("rediss")
    assert Client.made["socket_timeout"] == module.PATIENCE
    assert Client.made["retry"] is not None
