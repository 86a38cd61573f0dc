"""The fault run: people play through nodes and a storage that are killed, paused and cut off all the time.

    python -m tests.faults.run --matches 500 --replicas 1 --cluster

Exits with 1 when a promise was broken. ``--report`` puts the figures into a page of earlier reports.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec

from bocage.store import Store, StoreSettings
from tests.e2e.nodes import NodeProcess
from tests.e2e.proxy import Proxy
from tests.faults.crowd import Crowd
from tests.faults.disasters import Disasters, Storage
from tests.faults.promises import LONG, Findings, check

PAIRS = 4
#: Seconds within which the last matches end once nothing breaks any more.
PATIENCE = 180.0


class Plan(msgspec.Struct, frozen=True):
    """What to run. ``faults``: all, or only drops of connections. ``at_once``: matches at a time and pair.
    ``actions``: after how many a player gives up. ``pause``: seconds between two cuts."""

    nodes: int = 2
    matches: int = 500
    replicas: int = 0
    cluster: bool = False
    faults: str = "all"
    seed: int = 1
    at_once: int = 4
    actions: tuple[int, int] = (6, 20)
    pause: float = 0.8

    @property
    def title(self) -> str:
        storage = "3+3 cluster" if self.cluster else "one Redis" + (" and its replica" if self.replicas else "")
        only = "" if self.faults == "all" else ", only cuts"
        return f"{self.nodes} nodes, {storage}, BOCAGE_REPLICAS={self.replicas}{only}"


class Outcome(msgspec.Struct):
    """What came of it. ``noticed``: followers that learned only by comparison that they had missed something."""

    findings: Findings
    happened: Counter[str]
    seconds: float
    noticed: int


async def carry_out(plan: Plan, folder: Path) -> Outcome:
    """Play, break, check."""
    started = time.monotonic()
    rng = random.Random(plan.seed)
    async with contextlib.AsyncExitStack() as stack:
        storage = Storage(folder / "redis", plan.cluster, plan.replicas)
        await storage.start(stack)
        nodes = [_node(folder, storage.url, number, plan.replicas) for number in range(plan.nodes)]
        for node in nodes:
            stack.callback(node.stop)
            await asyncio.to_thread(node.start)
        # Those who come back may be at another node.
        fronts = [await stack.enter_async_context(Proxy(lambda: rng.choice(nodes).port)) for _ in range(2)]
        crowd = Crowd([front.url for front in fronts], PAIRS, plan.at_once, plan.seed)
        disasters = Disasters(storage, nodes, plan.replicas, rng)
        playing = asyncio.create_task(crowd.play(plan.matches, plan.actions))
        dropping = asyncio.create_task(disasters.drop([*storage.lines, *fronts], plan.pause))
        striking = asyncio.create_task(_strike(plan, disasters, crowd))
        everything = [playing, dropping, striking]
        try:
            # The last matches are played while nothing breaks: what was lost before must show.
            await _first_of(crowd.played.reach(plan.matches - 1), *everything)
            dropping.cancel()
            await striking
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await playing
        finally:
            for task in everything:
                task.cancel()
            await asyncio.gather(*everything, return_exceptions=True)
        store = await Store.open(StoreSettings(storage.url))
        try:
            findings = await check(store, crowd.records())
        finally:
            await store.close()
        if findings.matches != plan.matches:
            findings.broken.append(f"{findings.matches} of {plan.matches} matches were played")
        noticed = sum(node.log.count("was not told of all") for node in nodes)
        return Outcome(findings, disasters.happened, time.monotonic() - started, noticed)


def _node(folder: Path, redis: str, number: int, replicas: int) -> NodeProcess:
    return NodeProcess(
        folder, redis, f"node{number}", drain="0", bots="off", replicas=str(replicas), durability="always"
    )


async def _strike(plan: Plan, disasters: Disasters, crowd: Crowd) -> None:
    if plan.faults == "all":
        await disasters.strike(crowd.played, plan.matches, max(4, plan.matches // 25))


async def _first_of(wanted: Coroutine[Any, Any, None], *tasks: asyncio.Task[None]) -> None:
    """Wait for ``wanted``; what ends before by an error ends everything."""
    waiting = asyncio.create_task(wanted)
    pending = {waiting, *tasks}
    try:
        while not waiting.done():
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    finally:
        waiting.cancel()


def report(plan: Plan, outcome: Outcome, command: str) -> str:
    """The figures as a section of a page."""
    findings = outcome.findings
    rows = [
        ("matches", f"{findings.matches}"),
        ("entries in their logs", f"{findings.entries}"),
        ("acknowledged actions, each exactly once at its number", f"{findings.acknowledged}"),
        ("views shown, compared with a fresh fold", f"{findings.views}"),
        *((kind, f"{count}") for kind, count in sorted(outcome.happened.items())),
        ("hung", f"{findings.hung}"),
        ("shown set back", f"{findings.set_back}"),
        ("longest time in which a client saw nothing new, s", f"{findings.longest_stand:.1f}"),
        (f"clients that once saw nothing new for {LONG:.0f} s", f"{findings.long_stands}"),
        ("messages between nodes that were lost and noticed by comparison", f"{outcome.noticed}"),
        ("seconds", f"{outcome.seconds:.0f}"),
        ("**promises broken**", f"**{len(findings.broken)}**"),
    ]
    lines = [f"## {plan.title}", "", f"    {command}", "", "| | |", "|---|---:|"]
    lines += [f"| {name} | {figure} |" for name, figure in rows]
    if findings.broken:
        lines += ["", *(f"- {what}" for what in findings.broken[:50])]
    return "\n".join(lines) + "\n"


def machine() -> str:
    """Where the figures come from."""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}"
    )


def put(page: Path, section: str) -> None:
    """Put a section into the page of reports, in place of the one with the same title."""
    text = page.read_text() if page.exists() else ""
    title = section.split("\n", 1)[0]
    old = re.search(rf"^{re.escape(title)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if old is None:
        text = f"{text.rstrip()}\n\n{section}".lstrip()
    else:
        text = f"{text[: old.start()]}{section}\n{text[old.end() :]}".rstrip() + "\n"
    page.write_text(text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.run", description=__doc__)
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--replicas", type=int, default=0, choices=(0, 1))
    parser.add_argument("--cluster", action="store_true", help="three masters with a replica each")
    parser.add_argument("--faults", choices=("all", "cuts"), default="all", help="cuts: only of connections")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.8, help="seconds between two cuts, on average")
    parser.add_argument("--report", type=Path, help="a page to put the figures into")
    given = parser.parse_args()
    plan = Plan(
        given.nodes, given.matches, given.replicas, given.cluster, given.faults, given.seed, pause=given.pause
    )
    command = f"python -m tests.faults.run --nodes {plan.nodes} --matches {plan.matches} --replicas {plan.replicas}"
    command += " --cluster" * plan.cluster + f" --faults {plan.faults} --seed {plan.seed}"
    if given.pause != parser.get_default("pause"):
        command += f" --pause {given.pause}"
    with tempfile.TemporaryDirectory(prefix="faults") as folder:
        outcome = asyncio.run(carry_out(plan, Path(folder)))
    section = report(plan, outcome, command)
    section += f"\n{time.strftime('%Y-%m-%d', time.gmtime())}, {machine()}\n"
    print(section)
    if given.report:
        put(given.report, section)
    return 1 if outcome.findings.broken else 0


if __name__ == "__main__":
    sys.exit(main())
