"""The table that a load test prints while it runs, and its report."""

from __future__ import annotations

import os
from collections.abc import Sequence

from bocage_tools.load.checks import Tally, share
from bocage_tools.load.gate import AT_ONCE
from bocage_tools.load.gate import MOST as MOST_AT_ONCE
from bocage_tools.load.lag import load_was_slow

#: Seconds between two lines of the table.
LINE = 5.0
#: Maximum number of lines about memory in the report.
MEMORY_LINES = 13
#: Maximum number of findings listed one by one.
MOST = 20
#: Titles and widths of the table's columns.
COLUMNS = (
    ("seconds", 8),
    ("connected", 10),
    ("matches", 8),
    ("watchers", 9),
    ("actions/s", 10),
    ("updates/s", 10),
    ("half ms", 9),
    ("99 % ms", 9),
    ("late ms", 9),
    ("checked", 8),
    ("broken", 7),
    ("faults", 7),
    ("MB", 18),
)


class Story:
    """The contents of the table and the report, summed over all processes."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self.tally = Tally()
        #: Seconds until actions were acknowledged, and by which the load generator was late: since the last line of
        #: the table, and in total.
        self.delays: list[float] = []
        self.all_delays: list[float] = []
        self.late: list[float] = []
        self.all_late: list[float] = []
        #: Seconds that connections waited for the load generator to open them.
        self.waited: list[float] = []
        #: Seconds until all were connected, and seconds since then.
        self.ramp = 0.0
        self.seconds = 0.0
        #: For the load's own service: (seconds, matches checked, memory as text).
        self.memory: list[tuple[float, int, str]] = []

    def take(self, tallies: Sequence[Tally]) -> None:
        """Sum the counts of the processes, and remove the delays from them."""
        self.tally = Tally()
        for tally in tallies:
            self.tally.add(tally)
            tally.taken()
        self.delays, self.late = self.tally.delays, self.tally.late
        self.all_delays += self.delays
        self.all_late += self.late
        self.waited += self.tally.waited


def header() -> str:
    return "".join(f"{title:>{width}}" for title, width in COLUMNS)


def line_of(story: Story, updates: int) -> str:
    """A line of the table: the last :data:`LINE` seconds. ``updates``: positions seen in them."""
    tally = story.tally
    values = (
        f"{story.seconds:.0f}",
        str(tally.standing),
        str(tally.playing),
        str(tally.watching),
        f"{len(story.delays) / LINE:.1f}",
        f"{updates / LINE:.1f}",
        f"{share(story.delays, 0.5):.1f}",
        f"{share(story.delays, 0.99):.1f}",
        f"{share(story.late, 0.99):.1f}",
        str(tally.checked.matches),
        str(len(tally.checked.broken)),
        str(sum(tally.faults.values())),
        story.memory[-1][2] if story.memory else "",
    )
    return "".join(f"{value:>{width}}" for value, (_, width) in zip(values, COLUMNS, strict=True))


def report(story: Story, seconds: float) -> list[str]:
    """The lines of the report. ``seconds``: for how long it played."""
    tally, delays = story.tally, story.all_delays
    done = tally.checked
    waited = [share(story.waited, part) for part in (0.5, 0.99)]
    lines = [
        f"{tally.connections} connections, lost {tally.lost} times",
        f"{len(delays)} actions acknowledged, {len(delays) / seconds:.1f} per second",
        f"half of them within {share(delays, 0.5):.1f} ms, 99 % within {share(delays, 0.99):.1f} ms",
        f"{tally.updates} positions seen, {tally.updates / seconds:.1f} per second",
        f"checked: {done.matches} matches, {done.entries} entries, {done.acknowledged} acknowledged actions, "
        f"{done.views} views against replays",
        f"all were connected after {story.ramp:.1f} s; each process opens {AT_ONCE} to {MOST_AT_ONCE} at a time, "
        f"and half of them waited for that for {waited[0]:.1f} ms, 1 % for {waited[1]:.1f} ms",
        *_lateness(story),
    ]
    lines += [f"fault, {count} times: {kind}" for kind, count in sorted(tally.faults.items())]
    step = max(1, -(-len(story.memory) // MEMORY_LINES))
    lines += [
        f"after {at / 60:.1f} minutes, {matches} matches checked: {memory} MB of memory (workers, then Redis)"
        for at, matches, memory in story.memory[::step]
    ]
    lines += [f"refused {count} times: {code}" for code, count in sorted(tally.refused.items())]
    lines += [f"closed by the service {count} times: {code}" for code, count in sorted(tally.closed.items())]
    lines += [f"broken: {what}" for what in done.broken[:MOST]]
    if not done.matches:
        lines.append("no match came to its end, so nothing was checked")
    else:
        lines.append(f"{len(done.broken)} promises were broken" if done.broken else "every promise was kept")
    return lines


def _lateness(story: Story) -> list[str]:
    late, cores = story.all_late, os.cpu_count() or 1
    used = story.tally.used / story.seconds if story.seconds else 0.0
    told = [
        f"the load itself: {story.processes} processes, which used {used:.2f} of {cores} processor cores; half of "
        f"the time they were late by {share(late, 0.5):.1f} ms, 1 % of it by {share(late, 0.99):.1f} ms"
    ]
    if load_was_slow(share(late, 0.5), share(story.all_delays, 0.5)):
        told.append("the load was too slow: half of these delays or more are its own, not the service's")
    return told
