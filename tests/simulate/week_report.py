"""The report of a simulated week, as Markdown."""

from __future__ import annotations

from typing import Any

from tests.simulate.week_counts import Counts, delay, late

_TEXT = """# {hours:g} hours of a service, simulated

{players} players, {hours:g} hours, two nodes, {killed} kills: on the virtual time of `tests/simulate`, with the
service's own nodes, rooms, store, clocks and sender of notices, and simulated Redis, network and time
([decision 015](../decisions/015-simulation.md)). Expectations are counted from the logs alone.

    nice -n 15 python -m tests.simulate.week {arguments}

It begins with {correspondence} matches with a day per move (a move takes about {thinks:g} hours, with timeouts
after a day), {live} rated matches on a bank of two minutes, and {daily} attempts a day at deals. {vacations} times
a player of such matches goes on vacation for one to four days. {killed} times a node was killed, often in the
middle of something, and restarted within seconds. It took {took:.0f} s of one core.

| | counted |
|---|---:|
| matches, entries | {found.matches:,}, {found.entries:,} |
| decisions that ran out of time | {found.timed_out:,} |
| vacations; entries of matches that say so | {found.vacations:,}; {found.away_entries:,} |
| decisions of players on vacation that ran out of time | {overslept} |
| expected notices: your turn | {found.turns:,} |
| … match over | {found.ends:,} |
| of these delivered | {found.came:,} |
| passed before they were sent (the turn was over) | {found.passed:,} |
| **missing** | **{missing}** |
| delivered without being expected | {found.unknown} |
| delivered twice | {found.twice} |
| from entry to delivery, all: median, 99 % | {all_p50:.1f} s, {all_p99:.1f} s |
| … 99.9 %, longest | {all_p999:.1f} s, {all_longest:.0f} s |
| of these, {usual:,} that no killed node held and their place took at once: 99 % | {p99:.1f} s |
| … 99.9 %, longest | {p999:.1f} s, {longest:.1f} s |
| … later than 5 s among them | {late_usual} |
| {left} that a killed node held: later than 5 s, longest | {late_left}, {left_longest:.0f} s |
| {put_off} that their place put off: later than 5 s, longest | {late_put_off}, {put_off_longest:.0f} s |
| rated results in the ledgers; folded anew from the logs: the same bytes | {found.rated:,}; {ratings} |
| counted attempts at deals; all boards are what the logs say | {found.points:,}; {boards} |

To check whether a notice still holds, a room is opened, and waits 1.6 s for other nodes' presence: most of the 99th
percentile without faults. A node polls for notices every {looks:g} s here (every 0.5 s in the service). Notices
leased by a killed node are taken over after a minute; a channel that fails (one attempt in 200) is retried after
five seconds.

Not included: live connections (nobody was at a table; tests of the same simulation cover that), the page, and
failures of Redis (`python -m tests.simulate`).
"""


def report(plan: dict[str, Any], found: Counts, took: float, arguments: str = "") -> str:
    """The report. ``plan``: the fields of the plan; ``took``: seconds of processor time; ``arguments``: given."""
    return _TEXT.format(
        **plan,
        found=found,
        arguments=arguments,
        killed=found.kills,
        took=took,
        missing=len(found.missing),
        overslept=len(found.overslept),
        **_shares(found),
        ratings="yes" if found.ratings_equal else "NO",
        boards="yes" if found.boards_equal else "NO",
    )


def _shares(found: Counts) -> dict[str, float]:
    every, usual, left, put_off = found.all_delays, found.delays, found.left_delays, found.put_off_delays
    return {
        "all_p50": delay(every, 0.5),
        "all_p99": delay(every, 0.99),
        "all_p999": delay(every, 0.999),
        "all_longest": delay(every, 1.0),
        "usual": len(usual),
        "p99": delay(usual, 0.99),
        "p999": delay(usual, 0.999),
        "longest": delay(usual, 1.0),
        "late_usual": late(usual),
        "left": len(left),
        "late_left": late(left),
        "left_longest": delay(left, 1.0),
        "put_off": len(put_off),
        "late_put_off": late(put_off),
        "put_off_longest": delay(put_off, 1.0),
    }
