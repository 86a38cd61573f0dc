"""The player's page while nobody and while 500 watch their match: gaps between frames, and tasks that blocked it.

A person plays against a house bot at a quick person's pace. Service, browser and onlookers share this machine:
the figures with and without onlookers are to be compared with each other.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.e2e.nodes import NodeProcess
from tests.needs import MissingError
from tests.web.browsers import Browsers, check_machine
from tests.web.crowd import Onlookers
from tests.web.visitor import Visitor, Visitors

ONLOOKERS = 500
#: A person's moves, and seconds between them.
MOVES = 20
PAUSE = 0.25

WATCH = """() => {
  globalThis.measured = { gaps: [], tasks: [] };
  new PerformanceObserver((list) => measured.tasks.push(...list.getEntries().map((task) => task.duration)))
    .observe({ type: "longtask" });
  let last = performance.now();
  const frame = (now) => {
    measured.gaps.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


async def play(visitor: Visitor, seed: int, crowd: int) -> None:
    """One match with so many onlookers, and a line of what was measured."""
    page = visitor.page
    await visitor.lobby()
    match = await visitor.start("company_commander")
    async with Onlookers(crowd, int(visitor.url.rsplit(":", 1)[1]), match) as onlookers:
        await page.evaluate(WATCH)
        for move in range(MOVES):
            played = await visitor.play(seed * MOVES + move, 1)
            await onlookers.reached(played["seq"])
            await asyncio.sleep(PAUSE)
        gaps: list[float] = sorted(await page.evaluate("measured.gaps"))
        tasks: list[float] = await page.evaluate("measured.tasks")
    middle, high = gaps[len(gaps) // 2], gaps[int(len(gaps) * 0.99)]
    print(
        f"{crowd:>4} onlookers, {MOVES} moves, {len(gaps)} frames: gap median {middle:.0f} ms, "
        f"p99 {high:.0f} ms, longest {gaps[-1]:.0f} ms; {len(tasks)} tasks over 50 ms, "
        f"longest {max(tasks, default=0):.0f} ms",
        flush=True,
    )


async def measure() -> None:
    """Nobody, then many, twice, so that warming up is seen for what it is."""
    with tempfile.TemporaryDirectory() as folder, NodeProcess(Path(folder)) as node:
        fonts = Path(folder) / "fonts"
        async with Browsers(fonts) as browsers, Visitors(await browsers.get(), node.url) as visitors:
            for seed in range(2):
                for crowd in (0, ONLOOKERS):
                    await play(await visitors.open(), seed, crowd)


def main() -> None:
    """The bench."""
    try:
        check_machine()
    except MissingError as missing:
        print(missing)
        return
    asyncio.run(measure())
