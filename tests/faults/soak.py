"""A soak against a cluster: a load plays through two workers, whose cluster is broken meanwhile.

    python -m tests.faults.soak --minutes 60

Six servers, three masters with a replica each (``BOCAGE_REPLICAS=1``). The load cuts, silences and slows its own
connections, kills workers, and checks every promise; this program kills and pauses masters and replicas, orders
failovers, and cuts connections between workers and cluster. Exits with 1 when a promise was broken.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tests.faults.disasters import Disasters, Storage
from tests.faults.run import machine
from tests.redis_server import RedisServer

#: Seconds between two looks at the memory of the cluster, and into the log of the service.
LOOK = 10.0
#: Lines about memory in the report, at most.
MOST_LINES = 13


class Plan(msgspec.Struct, frozen=True):
    """What to run. ``every``: seconds between two disasters. ``pause``: between two cuts of connections, about.
    ``kills``: half of what lies between two kills of a worker."""

    minutes: float = 60.0
    matches: int = 12
    watchers: int = 12
    every: float = 60.0
    pause: float = 5.0
    kills: float = 300.0
    pace: float = 2.0
    seed: int = 1

    def command(self) -> list[str]:
        """The load."""
        line = [sys.executable, "-m", "bocage_tools.load", "--serve", "2", "--faults"]
        for name in ("matches", "watchers", "minutes", "pace", "kills", "seed"):
            line += [f"--{name}", f"{getattr(self, name):g}"]
        return line


class Outcome(msgspec.Struct):
    """What came of it. ``report``: the load's own. ``memory``: minutes and MB of all servers of the cluster.
    ``log``: of the service, as far as it was read."""

    code: int
    report: str
    happened: dict[str, int]
    memory: list[tuple[float, float]]
    log: str


async def carry_out(plan: Plan, folder: Path) -> Outcome:
    """Play, break, check."""
    rng = random.Random(plan.seed)
    async with contextlib.AsyncExitStack() as stack:
        storage = Storage(folder / "redis", True, 1)
        await storage.start(stack)
        disasters = Disasters(storage, [], 1, rng)
        looks = _Looks(folder, storage.servers)
        load = await asyncio.create_subprocess_exec(
            *plan.command(),
            env={**os.environ, "BOCAGE_REDIS": storage.url, "BOCAGE_REPLICAS": "1", "TMPDIR": str(folder)},
            stdout=asyncio.subprocess.PIPE,
        )
        assert load.stdout is not None
        # Nothing breaks in the last minute: the last matches are to end, and what was lost must show.
        breaking = [
            asyncio.create_task(disasters.strike_for(plan.minutes * 60 - max(60, plan.every), plan.every)),
            asyncio.create_task(disasters.drop(storage.lines, plan.pause)),
            asyncio.create_task(looks.look()),
        ]
        reading = asyncio.create_task(load.stdout.read())
        try:
            await asyncio.wait([reading, breaking[1], breaking[2]], return_when=asyncio.FIRST_COMPLETED)
            for task in breaking:
                if task.done():
                    task.result()
        finally:
            for task in breaking:
                task.cancel()
            await asyncio.gather(*breaking, return_exceptions=True)
            if not reading.done():
                load.terminate()
        report = (await reading).decode()
        return Outcome(await load.wait(), report, dict(disasters.happened), looks.memory, looks.log)


class _Looks:
    """Looks at the cluster's memory and the service's log now and then."""

    def __init__(self, folder: Path, servers: Sequence[RedisServer]) -> None:
        self._folder, self._servers = folder, servers
        self.memory: list[tuple[float, float]] = []
        self.log = ""

    async def look(self) -> None:
        """Look until cancelled."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        while True:
            await asyncio.sleep(LOOK)
            self.memory.append(((loop.time() - begin) / 60, sum(map(_resident, self._servers))))
            for path in self._folder.glob("bocage-load-*/service.log"):
                self.log = path.read_text(encoding="utf-8", errors="replace")


def _resident(server: RedisServer) -> float:
    process = server.process
    if process is None:
        return 0.0
    with contextlib.suppress(OSError, IndexError):
        pages = int(Path(f"/proc/{process.pid}/statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


def report(plan: Plan, outcome: Outcome) -> str:
    """The load's report, and what was done to the cluster."""
    lines = [outcome.report.rstrip()]
    lines += [f"cluster, {count} times: {kind}" for kind, count in sorted(outcome.happened.items())]
    step = max(1, -(-len(outcome.memory) // MOST_LINES))
    lines += [f"after {at:.1f} minutes: {size:.0f} MB of all six servers" for at, size in outcome.memory[::step]]
    lines.append(f"{outcome.log.count('Traceback')} tracebacks in the log of the service")
    lines.append(f"{plan.minutes:g} minutes; {machine()}")
    return "\n".join(lines)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.soak", description=__doc__)
    for field in msgspec.structs.fields(Plan):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    parser.add_argument("--log", type=Path, help="keep the log of the service there")
    given = vars(parser.parse_args())
    log = given.pop("log")
    plan = Plan(**given)
    with tempfile.TemporaryDirectory(prefix="soak") as folder:
        outcome = asyncio.run(carry_out(plan, Path(folder)))
    if log:
        log.write_text(outcome.log, encoding="utf-8")
    print(report(plan, outcome))
    return outcome.code


if __name__ == "__main__":
    sys.exit(main())
