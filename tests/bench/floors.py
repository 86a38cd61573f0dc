"""What the machine can do at best, measured in the same run as the service."""

from __future__ import annotations

import asyncio
import os
import time

import redis.asyncio

from tests.bench.machine import Meter, Served
from tests.bench.measure import Rate, lasting
from tests.bench.sockets import Socket, masked, open_socket
from tests.redis_server import RedisServer

#: How long each figure is measured.
SECONDS = 2.0
#: Connections of an echo; those of a fan-out.
FEW, MANY = 50, 1000
#: The subprotocol that our own server class insists on; others do not mind.
SUBPROTOCOL = "bocage.v1.msgpack"


async def echo(server: Served, subprotocol: str = SUBPROTOCOL) -> Rate:
    """60 bytes there and back, one message under way per connection."""
    data, count = masked(bytes(60)), 0

    def answered(socket: Socket, payload: bytes) -> None:
        nonlocal count
        count += 1
        socket.write(data)

    sockets = [await open_socket(server.port, answered, subprotocol) for _ in range(FEW)]
    for socket in sockets:
        socket.write(data)
    await asyncio.sleep(0.3)
    count, meter = 0, Meter([server.pid])
    await lasting(SECONDS, lambda: count > 0)
    rate = meter.rate(count)
    for socket in sockets:
        socket.close()
    return rate


async def paced_echo(server: Served, per_second: int = 500, seconds: float = 0.0) -> list[float]:
    """How long 60 bytes take there and back, at that rate over 50 connections."""
    delays: list[float] = []
    sent: dict[Socket, float] = {}

    def answered(socket: Socket, payload: bytes) -> None:
        delays.append(time.perf_counter() - sent[socket])

    sockets = [await open_socket(server.port, answered, SUBPROTOCOL) for _ in range(FEW)]
    data = masked(bytes(60))
    start, number = time.perf_counter(), 0
    while (passed := time.perf_counter() - start) < (seconds or SECONDS * 2):
        while number < passed * per_second:
            socket = sockets[number % len(sockets)]
            sent[socket] = time.perf_counter()
            socket.write(data)
            number += 1
        await asyncio.sleep(0.0005)
    await lasting(0.1, lambda: len(delays) > 1)
    for socket in sockets:
        socket.close()
    return delays


async def fan_out(server: Served) -> Rate:
    """100 bytes to every connection, again and again."""
    received, all_have = 0, asyncio.Event()

    def answered(socket: Socket, payload: bytes) -> None:
        nonlocal received
        received += 1
        if received % MANY == 0:
            all_have.set()

    sockets = [await open_socket(server.port, answered, SUBPROTOCOL) for _ in range(MANY)]
    meter, start = Meter([server.pid]), time.perf_counter()
    data = masked(b"all" + bytes(97))
    while time.perf_counter() - start < SECONDS:
        all_have.clear()
        sockets[0].write(data)
        await all_have.wait()
    rate = meter.rate(received)
    for socket in sockets:
        socket.close()
    return rate


async def xadd(server: RedisServer) -> Rate:
    """redis-py with hiredis, pipelines of 100: this process is part of what is measured."""
    assert server.process is not None
    client = redis.asyncio.Redis(unix_socket_path=str(server.socket))
    meter, start, count = Meter([server.process.pid, os.getpid()]), time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS:
        async with client.pipeline(transaction=False) as pipeline:
            for _ in range(100):
                count += 1
                pipeline.execute_command("XADD", "floor", f"{count}-0", "at", "1790000000000", "raw", b"x" * 60)
            await pipeline.execute()
    rate = meter.rate(count)
    await client.delete("floor")
    await client.aclose()
    return rate
