"""How the cost of an action grows with matches, watchers and nodes: processor time, Redis included; and a picture.

``python -m tests.bench growth`` writes ``docs/images/growth.svg``. Every figure is measured once in each of several
rounds; the picture shows medians and ranges.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bocage.rules.kernel.registry import register
from bocage_tools.arena.plot import Panel, Row, plot
from tests.bench import loads
from tests.bench.machine import Served, redis_server, served
from tests.bench.measure import run
from tests.redis_server import RedisServer
from tests.tally import TALLY

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "growth.svg"
ROUNDS = 3
#: How many there are in each row of the picture.
MATCHES, WATCHERS, NODES = (5, 20, 50, 100, 200), (1, 100, 300, 1000), (1, 2, 3)

#: Kind of row and how many → µs an action, one per round.
Measured = dict[tuple[str, int], list[float]]


def main() -> None:
    """Measure, print, draw."""
    register(TALLY)
    found: Measured = {}
    for _ in range(ROUNDS):
        with redis_server(pinned=False) as redis:
            _round(redis, found)
    for (kind, count), values in found.items():
        print(f"{kind} {count}: {median(values):.0f} us ({min(values):.0f}-{max(values):.0f})", flush=True)
    PICTURE.write_text(picture(found), encoding="utf-8")


def _round(redis: RedisServer, found: Measured) -> None:
    load = loads.Loads(redis)

    def note(kind: str, count: int, cost: float) -> None:
        found.setdefault((kind, count), []).append(cost)

    with _nodes(redis, max(NODES)) as nodes:
        for count in MATCHES:
            loads.MATCHES = count
            played = run(load.play(nodes[:1], TALLY, loads.ENDLESS))
            note("matches", count, 1e6 / played.stored.per_second)
        loads.MATCHES = 50
        for count in WATCHERS:
            loads.WATCHERS = count
            note("watchers", count, 1e6 * count / run(load.watched(nodes[0])).per_second)
        for count in NODES:
            played = run(load.play(nodes[:count], TALLY, loads.ENDLESS))
            note("nodes", count, 1e6 / played.stored.per_second)


@contextlib.contextmanager
def _nodes(redis: RedisServer, count: int) -> Iterator[list[Served]]:
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(served("tests.bench.serve", redis.url)) for _ in range(count)]


def picture(found: Measured) -> str:
    """The figures as SVG."""
    headings = {
        "matches": ("One node: matches played at a time", "{} matches"),
        "watchers": ("One match, an action as soon as all have seen the last: watchers", "{} watchers"),
        "nodes": ("Fifty matches: nodes, each match at two of them", "{} nodes"),
    }
    panels = []
    for kind, (heading, name) in headings.items():
        rows = [
            Row(name.format(count), median(values), min(values), max(values), f"{median(values):,.0f} µs")
            for (which, count), values in found.items()
            if which == kind
        ]
        step = _step(max(row.high for row in rows))
        ticks = [step * number for number in range(6)]
        panels.append(Panel(heading, rows, 0, ticks, lambda value: f"{value:,.0f}"))
    return plot("Processor time of an action in µs, Redis included", panels)


def _step(most: float) -> float:
    """A fifth of a scale that holds ``most``: 1, 2 or 5 times a power of ten."""
    step = 1.0
    while 5 * step < most:
        step *= 2.5 if str(step)[0] == "2" else 2
    return step
