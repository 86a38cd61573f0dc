"""Connections that are no websockets: counted before anything is known of them, and timed."""

from __future__ import annotations

import asyncio
import contextlib
import resource
from collections.abc import AsyncIterator, Callable

import pytest

from bocage.limits import Limits
from bocage.live.capacity import (
    OWN,
    RESERVED,
    SLICE,
    AddressShares,
    Admission,
    Capacity,
    descriptors,
    raise_descriptor_limit,
)
from bocage.protocol import messages as m
from tests.bench.floods import handshake, said
from tests.live.node.service import PATIENCE, Service, running

HALF = b"GET / HTTP/1.1\r\nHost: here\r\n"
WHOLE = HALF + b"\r\n"
CLOSING = HALF + b"Connection: close\r\n\r\n"


class Raw:
    """A plain connection from an address of loopback."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def until(self, end: bytes) -> bytes:
        """What comes up to ``end``."""
        async with asyncio.timeout(PATIENCE):
            return await self._reader.readuntil(end)

    async def rest(self) -> bytes:
        """What comes until it is closed from the other side."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._reader.read()
        except ConnectionResetError:
            return b""

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


@contextlib.asynccontextmanager
async def raw(
    service: Service, *, many: int = 1, sends: bytes = b"", host: str = "127.0.0.1"
) -> AsyncIterator[list[Raw]]:
    """Connections that have sent something."""
    opened = [
        Raw(*await asyncio.open_connection("127.0.0.1", service.port, local_addr=(host, 0))) for _ in range(many)
    ]
    for one in opened:
        one.send(sends)
    try:
        yield opened
    finally:
        for one in opened:
            await one.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        for _ in iter(condition, True):
            await asyncio.sleep(0.001)


async def gates(service: Service, many: int, begun: int = 0) -> None:
    """Wait until so many connections stand at the gate, and so many of them have sent something."""
    capacity = service.node.ingress.capacity
    await until(lambda: len(capacity.gates) == many and sum(gate.begun for gate in capacity.gates) >= begun)


def later(service: Service, seconds: float) -> None:
    """Look after everything as if so much time had passed."""
    now = asyncio.get_running_loop().time()
    service.node.clock = lambda: now + seconds
    list(service.node.sweep())
    service.node.clock = asyncio.get_running_loop().time


async def test_half_requests_are_counted(redis_url: str) -> None:
    async with running(redis_url, Limits(address_connections=3)) as service:
        async with raw(service, many=3, sends=HALF):
            await gates(service, 3)
            async with raw(service, sends=CLOSING) as [fourth]:
                assert await fourth.rest() == b""
            assert service.node.counts.turned_away["address_connections"] == 1
            async with raw(service, sends=CLOSING, host="127.0.0.2") as [other]:
                assert (await other.rest()).startswith(b"HTTP/1.1 404 ")
        await gates(service, 0)
        async with raw(service, sends=CLOSING) as [again]:
            assert (await again.rest()).startswith(b"HTTP/1.1 404 ")


async def test_half_requests_are_timed(redis_url: str) -> None:
    async with running(redis_url) as service, raw(service) as [silent], raw(service, many=2, sends=HALF) as halves:
        await gates(service, 3, begun=2)
        later(service, service.node.limits.request_time - 1)
        await gates(service, 3)
        later(service, service.node.limits.request_time + 1)
        assert await silent.rest() == b""
        for half in halves:
            assert (await half.rest()).startswith(b"HTTP/1.1 408 ")
        assert service.node.counts.turned_away["request_time"] == 2


async def test_a_drop_now_and_then_does_not_keep_a_connection(redis_url: str) -> None:
    """uvicorn's own time for the next request ends with its first byte."""
    async with running(redis_url) as service, raw(service, sends=WHOLE) as [slow]:
        await slow.until(b"\r\n\r\n")
        slow.send(HALF)
        await gates(service, 1, begun=1)
        later(service, service.node.limits.request_time + 1)
        assert b"HTTP/1.1 408 " in await slow.rest()


async def test_a_request_that_is_being_answered_is_left_alone(redis_url: str) -> None:
    async with running(redis_url) as service, raw(service, sends=HALF) as [one]:
        await gates(service, 1, begun=1)
        (gate,) = service.node.ingress.capacity.gates
        go_on = asyncio.Event()

        async def slowly(scope: object, receive: object, send: object) -> None:
            await go_on.wait()
            raise RuntimeError("no answer")

        gate.inside = slowly
        one.send(b"Connection: close\r\n\r\n")
        await until(lambda: gate.busy)
        later(service, 1000)
        go_on.set()
        assert (await one.rest()).startswith(b"HTTP/1.1 500 ")


async def test_an_answer_that_nobody_takes_is_given_up(redis_url: str) -> None:
    async with running(redis_url) as service, raw(service, sends=HALF) as [one]:
        await gates(service, 1, begun=1)
        (gate,) = service.node.ingress.capacity.gates
        gate.pause_writing()
        gate.resume_writing()
        later(service, service.node.limits.request_time - 1)
        await gates(service, 1)
        gate.pause_writing()
        later(service, service.node.limits.stuck_time + 1)
        assert await one.rest() == b""
        assert service.node.counts.turned_away["stuck_time"] == 1


async def test_websockets_have_a_count_of_their_own(redis_url: str) -> None:
    limits = Limits(address_connections=1)
    async with running(redis_url, limits) as service, service.client() as first, service.client() as second:
        await gates(service, 0)
        for client in (first, second):
            assert isinstance(await client.ask(m.Ping), m.Pong)


async def test_what_comes_with_the_handshake_is_heard(redis_url: str) -> None:
    async with running(redis_url) as service, raw(service) as [one]:
        one.send(handshake(service.port) + said(m.Hello()))
        await one.until(b"\r\n\r\n")
        await one.until(b"welcome")


async def test_a_proxy_is_not_counted_at_the_gate(redis_url: str) -> None:
    limits = Limits(address_connections=1)
    async with running(redis_url, limits, proxies={"127.0.0.1"}) as service, raw(service, many=3, sends=HALF):
        await gates(service, 3)
        assert not service.node.counts.turned_away
        async with raw(service, sends=CLOSING) as [one]:
            assert (await one.rest()).startswith(b"HTTP/1.1 404 ")


async def test_service_without_free_places_can_still_be_looked_after(redis_url: str) -> None:
    async with running(redis_url) as service:
        service.node.ingress.capacity.most = 2
        async with raw(service, sends=HALF), raw(service, sends=HALF, host="127.0.0.2"):
            await gates(service, 2)
            for path, answer in ((b"/", b"503"), (b"/healthz", b"404"), (b"/readyz", b"404")):
                async with raw(service, host="127.0.0.3") as [one]:
                    one.send(b"GET " + path + b" HTTP/1.1\r\nHost: here\r\n\r\n")
                    assert (await one.rest()).startswith(b"HTTP/1.1 " + answer)
            async with raw(service, host="127.0.0.3") as [one]:
                one.send(handshake(service.port))
                assert (await one.rest()).startswith(b"HTTP/1.1 503 ")
            # Those places are for a moment only.
            async with raw(service, host="127.0.0.4", sends=HALF) as [one]:
                await gates(service, 3)
                later(service, 3)
                await gates(service, 2)


def test_places() -> None:
    capacity: Capacity[int] = Capacity(per_address=3, most=8)
    # One address has a quarter of what there is.
    assert [capacity.enter(number, "a", number) for number in (1, 2, 3)] == [
        Admission.FREE,
        Admission.FREE,
        Admission.TOO_MANY,
    ]
    assert [capacity.enter(number, "", number) for number in range(4, 9)] == [Admission.FREE] * 5
    assert capacity.enter(9, "b", 9) is Admission.RESERVED
    assert capacity.give_way(8 + RESERVED) is None
    # Whoever comes to the last place that is kept back takes the oldest's.
    assert capacity.enter(10, "b", 9 + RESERVED) is Admission.RESERVED
    assert capacity.give_way(9 + RESERVED) == 9
    for number in (9, 10):
        capacity.leave(number, "b")
    assert capacity.enter(11, "b", 9 + RESERVED) is Admission.FULL
    for number in range(1, 100):
        capacity.leave(number, {1: "a", 2: "a"}.get(number, ""))
    assert not capacity.gates
    assert capacity.enter(1, "a", 1) is Admission.FREE
    assert Capacity[int](per_address=3, most=1000).share(3) == 3


def test_places_follow_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (200, 4000))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: asked.append(limits))
    assert descriptors() == 200
    assert Capacity[int](per_address=3).most == 200 - OWN - RESERVED
    raise_descriptor_limit()
    assert asked == [(4000, 4000)]


async def test_requests_of_one_address_take_turns() -> None:
    loop = asyncio.get_running_loop()
    share = AddressShares(loop, 10**9, 10**9, lambda: 0.0).of("192.0.2.7")
    done = 0

    async def request() -> None:
        nonlocal done
        await share.turn(SLICE / 4.5)
        done += 1

    tasks = [asyncio.create_task(request()) for _ in range(50)]
    most = 0
    while done < 50:
        before = done
        await asyncio.sleep(0)
        most = max(most, done - before)
    assert most == 5
    await asyncio.gather(*tasks)
