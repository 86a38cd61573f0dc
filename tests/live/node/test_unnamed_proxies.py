"""A proxy that nobody named is told to the operator: once an hour, and whatever others send."""

from __future__ import annotations

import logging
from types import SimpleNamespace

import httpx2
import pytest

from bocage.live.addresses import LOG_AGAIN, MOST_LOGGED, Proxies, UnnamedProxies
from tests.bench.floods import handshake
from tests.live.node.service import running
from tests.live.node.test_http_connection import raw

FORWARDED = ["x-forwarded-for"]


@pytest.fixture
def clock() -> SimpleNamespace:
    return SimpleNamespace(now=5.0)


@pytest.fixture
def proxies(clock: SimpleNamespace) -> UnnamedProxies:
    return UnnamedProxies(Proxies(["10.0.0.7"]), lambda: float(clock.now))


def test_an_address_is_logged_once_an_hour(
    proxies: UnnamedProxies, clock: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        proxies.note("192.0.2.1", FORWARDED)
    proxies.note("192.0.2.2", ["x-real-ip"])
    assert [message.split(" is not")[0] for message in caplog.messages] == [
        "192.0.2.1 sends x-forwarded-for and",
        "192.0.2.2 sends x-real-ip and",
    ]
    assert caplog.messages[0].endswith("if it is your proxy, add 192.0.2.1 to BOCAGE_PROXIES")
    clock.now += LOG_AGAIN
    proxies.note("192.0.2.1", FORWARDED)
    assert len(caplog.messages) == 3
    assert proxies.seen == 5


def test_many_addresses_fill_neither_log_nor_memory(
    proxies: UnnamedProxies, clock: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(10 * MOST_LOGGED):
        clock.now += 0.01
        proxies.note(f"192.0.{number // 256}.{number % 256}", FORWARDED)
    assert len(caplog.messages) == len(proxies._logged) == MOST_LOGGED
    assert proxies.seen == 10 * MOST_LOGGED
    clock.now += LOG_AGAIN
    proxies.note("198.51.100.1", FORWARDED)
    assert len(proxies._logged) == 1
    assert "198.51.100.1" in caplog.messages[-1]


@pytest.mark.parametrize(
    ("address", "sent", "said"),
    [
        ("10.0.0.7", ["x-forwarded-for", "forwarded"], ""),
        ("10.0.0.7", ["forwarded"], "no X-Forwarded-For, which alone is believed"),
        ("10.0.0.1", [], ""),
        # A unix socket has no address that could be named.
        ("", ["x-forwarded-for"], ""),
    ],
)
def test_only_what_is_not_believed_is_logged(
    proxies: UnnamedProxies, caplog: pytest.LogCaptureFixture, address: str, sent: list[str], said: str
) -> None:
    proxies.note(address, sent)
    assert proxies.seen == bool(said)
    assert said in caplog.text


@pytest.mark.parametrize("name", ["10.0.0.1", "10.0.0.0/8", "*"])
def test_a_named_proxy_is_believed(name: str) -> None:
    assert Proxies([name]).believes("10.0.0.1")
    assert Proxies(["10.0.0.2"]).believes("10.0.0.2")
    assert not Proxies(["10.0.0.2"]).believes("10.0.0.1")


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9", "x-real-ip: 203.0.113.9"]
)
async def test_requests_and_websockets_are_both_looked_at(
    redis_url: str, caplog: pytest.LogCaptureFixture, header: str
) -> None:
    caplog.set_level(logging.WARNING, "bocage.node")
    name, _, value = header.partition(": ")
    async with running(redis_url) as service:
        async with httpx2.AsyncClient() as client:
            await client.get(f"http://127.0.0.1:{service.port}/")
            assert service.node.ingress.unnamed_proxies.seen == 0
            await client.get(f"http://127.0.0.1:{service.port}/", headers={name: value})
        assert service.node.ingress.unnamed_proxies.seen == 1
        shaken = handshake(service.port).replace(b"\r\n\r\n", f"\r\n{header}\r\n\r\n".encode())
        async with raw(service, sends=shaken, host="127.0.0.2") as (socket,):
            await socket.until(b"\r\n\r\n")
        assert service.node.ingress.unnamed_proxies.seen == 2
    told = [message.split()[0] for message in caplog.messages if "BOCAGE_PROXIES" in message]
    assert told == ["127.0.0.1", "127.0.0.2"]
