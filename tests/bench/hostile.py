"""How long others wait for an answer while one address does its worst, with the limits as they are by default.

``python -m tests.bench hostile``, or ``python -m tests.bench.hostile FLOOD …``: one row per flood of
tests/bench/floods.py. A player who does nothing wrong sends
a ping every few milliseconds; the row is the 99th percentile of the time until its answer comes.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from tests.bench.floods import FLOODS
from tests.bench.machine import Served, cores, pin, redis_server, served
from tests.bench.measure import MILLI, less, p99, run
from tests.bench.sockets import masked, open_socket

NAMES = tuple(FLOODS)
SECONDS = 3.0
#: Seconds between two pings, and until a flood has got going.
EVERY = 0.025
START = 0.5
#: Fewer answers than this have no 99th percentile.
FEW = 20
#: Most that others may wait, in milliseconds.
MOST = 100.0


@contextlib.contextmanager
def flooded(port: int, kind: str) -> Iterator[None]:
    """A flood, for as long as the context lasts."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.floods", str(port), kind], stdout=subprocess.PIPE
    )
    pin(process.pid, cores()[1])
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def waits(server: Served, kind: str = "") -> list[float]:
    """Seconds that somebody else's pings took, while that flood went on."""
    answered: asyncio.Queue[float] = asyncio.Queue()
    socket = await open_socket(
        server.port, lambda _, payload: answered.put_nowait(time.perf_counter()), MSGPACK.name
    )
    socket.write(masked(MSGPACK.encode(m.Hello())))
    await answered.get()
    found: list[float] = []
    with flooded(server.port, kind) if kind else contextlib.nullcontext():
        await asyncio.sleep(START)
        end = time.perf_counter() + SECONDS
        while (start := time.perf_counter()) < end:
            socket.write(masked(MSGPACK.encode(m.Ping(1))))
            found.append(await answered.get() - start)
            await asyncio.sleep(EVERY)
    socket.close()
    return found


def main(names: Sequence[str] = ()) -> None:
    """Measure and print. No names: all of them."""
    pin(0, cores()[1])
    with redis_server() as redis:
        for kind in ["", *(names or NAMES)]:
            with served("tests.bench.serve", redis.url, "real") as node:
                found = run(waits(node, kind))
            # Of few answers, because each took long, the slowest counts.
            slow = p99(found) if len(found) >= FEW else max(found) * MILLI
            less(f"others' p99: {kind or 'in peace'}", slow, MOST, "ms")


if __name__ == "__main__":
    main(sys.argv[1:])
