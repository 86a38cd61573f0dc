"""P3 to P6, P8 to P10: the service against floors that are measured in the same run, in turns.

What is measured runs on one core (service and Redis together), the load on the others. Rates are per second of
processor time of what is measured: that is what the core would do if it had nothing else to do, and somebody else's
work on the machine does not spoil it. Delays are wall-clock time. Every round measures each figure right after its
floor; printed are medians over the rounds, with their ranges.

P3  two-player matches of a trivial game, each player answers as soon as they can; every action is stored. Held
    against the least of echo and XADD, and against each floor: the websocket echo of uvicorn and Starlette
    (websockets-sansio), the echo of our own server class, XADD pipelined by 100, and tests/bench/naive.py
P4  the same with random players of real games, against P3
P5  99th percentile from act to the other player's update at 500 actions/s, against the echo's at that rate
P6  one match with 1,000 watchers: deliveries, against one frame written to each of 1,000 transports
P8  memory of an open match that nobody watches (10,000 of them on one node), and of an idle connection
P9  opening a stored match of 500 entries
P10 two nodes on one Redis against one; the players of each match sit at different nodes, which no client does that
    comes through the front door (``tests/bench/workers.py`` has the target). By processor time,
    Redis counted: what two cores would do against one. By the clock: what this machine does, where the load takes
    its part
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import msgspec

from bocage.rules.kernel.registry import find_game, register
from tests.bench import floors, loads
from tests.bench.loads import ENDLESS, Loads
from tests.bench.machine import Served, cores, pin, redis_server, served
from tests.bench.measure import Figures, Least, Most, less, p50, p99, run
from tests.redis_server import RedisServer
from tests.tally import TALLY

ROUNDS = 5
KIB = 1024


class Servers(msgspec.Struct):
    """What stays up for all rounds: two nodes on different cores, the naive server, echoes by kind."""

    node: Served
    other: Served
    naive: Served
    echoes: dict[str, Served]


def main() -> None:
    """Measure everything and print it."""
    register(TALLY)
    one_core, other = cores()
    pin(0, other)
    with redis_server() as redis, contextlib.ExitStack() as stack:
        enter = stack.enter_context
        servers = Servers(
            enter(served("tests.bench.serve", redis.url)),
            enter(served("tests.bench.serve", redis.url, core=other)),
            enter(served("tests.bench.naive", redis.url)),
            {kind: enter(served("tests.bench.echo", kind)) for kind in ("starlette", "raw", "wire")},
        )
        load = Loads(redis)
        figures = Figures()
        for number in range(ROUNDS):
            print(f"round {number + 1} of {ROUNDS}", flush=True)
            measure(redis, load, servers, figures.add)
        show(figures)
    with redis_server() as redis, served("tests.bench.serve", redis.url, core=one_core) as node:
        show_memory(Loads(redis), node)


def measure(redis: RedisServer, load: Loads, servers: Servers, add: Callable[[str, float], None]) -> None:
    """One round: each figure next to its floors."""
    node, echoes = servers.node, servers.echoes
    for kind, server in echoes.items():
        add(f"echo {kind}", run(floors.echo(server)).per_second)
    add("xadd", run(floors.xadd(redis)).per_second)
    played = run(load.play([node], TALLY, ENDLESS))
    add("P3", played.stored.per_second)
    add("P3 node alone", played.alone.per_second)
    add("P3 by the clock", played.clock)
    add("P3 p50", p50(played.delays))
    add("P3 p99", p99(played.delays))
    add("naive", run(load.play([servers.naive], TALLY, ENDLESS)).stored.per_second)
    for game in ("squad", "company_commander"):
        add(f"P4 {game}", run(load.play([node], find_game(game))).stored.per_second)
    both = run(load.play([node, servers.other], TALLY, ENDLESS))
    add("P10", 2 * both.stored.per_second)
    add("P10 nodes alone", 2 * both.alone.per_second)
    add("P10 by the clock", both.clock)
    add("P5 echo", p99(run(floors.paced_echo(echoes["wire"]))))
    add("P5", p99(run(load.paced(node))))
    add("fan-out", run(floors.fan_out(echoes["wire"])).per_second)
    add("P6", run(load.watched(node)).per_second)
    add("P9", p99(run(load.cold(node))))


def show(figures: Figures) -> None:
    """The table of medians."""
    for name in ("echo starlette", "echo raw", "echo wire", "xadd", "naive", "fan-out"):
        print(f"floor: {name:<30} {figures.text(name, '/s')}")
    figures.values["floor"] = [
        min(pair) for pair in zip(figures.values["echo starlette"], figures.values["xadd"], strict=True)
    ]
    rows: tuple[Least | Most, ...] = (
        Least("P3 durable actions", "P3", "floor", 0.6, "of the least of ASGI echo and XADD"),
        Least("P3", "P3", "echo starlette", 0, "of the ASGI echo"),
        Least("P3", "P3", "echo wire", 0, "of our own server's echo"),
        Least("P3", "P3", "xadd", 0, "of XADD pipelined by 100"),
        Least("P3", "P3", "naive", 0, "of the naive server"),
        Least("P4 SQUAD", "P4 squad", "P3", 0.6, "of P3"),
        Least("P4 COMPANY COMMANDER", "P4 company_commander", "P3", 0.6, "of P3"),
        Most("P5 p99 at 500 actions/s", "P5", "P5 echo", 3, "of the echo's p99"),
        Least("P6 deliveries, 1,000 watchers", "P6", "fan-out", 0.9, "of a frame per transport"),
        Most("P9 cold open, 500 entries, p99", "P9", "", 30, "ms"),
        Least("P10 two nodes, processor time", "P10", "P3", 0, "of one node; Redis counted"),
        Least("P10 two nodes, their time alone", "P10 nodes alone", "P3 node alone", 0, "of one node; no Redis"),
        Least(
            "P10 two nodes, by the clock", "P10 by the clock", "P3 by the clock", 0, "of one node; load on core 2"
        ),
    )
    for row in rows:
        print(figures.row(row))
    for name, unit in (("P3 by the clock", "/s"), ("P3 p50", "ms"), ("P3 p99", "ms"), ("P5", "ms")):
        print(f"   {name:<34} {figures.text(name, unit)}")


def show_memory(load: Loads, node: Served) -> None:
    """P8, once: memory does not vary with the machine's other work."""
    memory = run(load.memory(node))
    less("P8 open match (SQUAD)", memory.table / KIB, 60, "KiB")
    less("P8 idle connection", memory.connection / KIB, 25, "KiB")
    size = f"{memory.node / KIB / KIB:,.0f} MiB, {memory.busy:.1%} of a core"
    print(f"   a node with {loads.TABLES:,} open matches that nobody watches: {size}", flush=True)
