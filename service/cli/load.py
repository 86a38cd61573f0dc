"""``bocage load``: many clients at once, which check everything that they are promised."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from clients.sdk import Client
from service.cli.common import FAILED, UsageError, add_language, add_service
from service.cli.load_checks import Tally, share
from service.cli.load_crowd import Crowd
from service.cli.words import translate

if TYPE_CHECKING:
    from protocol.messages import Language
    from service.cli.common import Commands

#: Seconds between two lines of the table.
LINE = 5.0
#: Most findings that are told one by one.
MOST = 20
#: Titles and widths of the table's columns.
COLUMNS = (
    ("seconds", 8),
    ("matches", 8),
    ("watchers", 9),
    ("actions/s", 10),
    ("updates/s", 10),
    ("half ms", 9),
    ("99 % ms", 9),
    ("checked", 8),
    ("broken", 7),
)


def register(commands: Commands) -> None:
    """Add ``bocage load`` to the command line."""
    parser = commands.add_parser(
        "load",
        description="Plays and watches many matches of a service at once, and holds what every client saw and was "
        "told against the logs. Prints a table while it runs, then a report. Exit code 1: a promise was broken. "
        "The limits of the service count: set them higher for one address.",
    )
    add_language(parser)
    add_service(parser)
    parser.add_argument("--matches", type=int, default=10, metavar="M", help="matches at a time (default 10)")
    parser.add_argument("--watchers", type=int, default=0, metavar="W", help="watchers of all matches (default 0)")
    parser.add_argument("--minutes", type=float, default=1.0, metavar="T", help="for how long (default 1)")
    parser.add_argument("--game", default="", help="id of the game to play; default: all in turn")
    parser.add_argument(
        "--pace", type=float, default=1.0, metavar="S", help="seconds that a player thinks, about (default 1)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same choices")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Carry out ``bocage load``. Returns the exit code."""
    if chosen.matches < 1 or chosen.watchers < 0 or chosen.minutes <= 0 or chosen.pace < 0:
        raise UsageError("a load has at least one match, and numbers that are not negative")
    tally = asyncio.run(_load(chosen))
    for line in report(tally, chosen.minutes * 60, chosen.lang):
        print(line)
    return FAILED if tally.checked.broken or not tally.checked.matches else 0


async def _load(chosen: argparse.Namespace) -> Tally:
    async with Client(chosen.url).rest as rest:
        games = [(game.id, game.seats) for game in await rest.games() if not chosen.game or game.id == chosen.game]
    if not games:
        raise UsageError(f"the service has no game {chosen.game}")
    crowd = Crowd(chosen.url, games, chosen.matches, chosen.pace, chosen.seed)
    print(header(chosen.lang), file=sys.stderr)
    async with asyncio.TaskGroup() as group:
        telling = group.create_task(_tell(crowd.tally))
        tables = []
        for number in range(chosen.matches):
            watchers = (chosen.watchers + number) // chosen.matches
            tables.append(group.create_task(crowd.table(number, watchers)))
        # The time runs from when all are connected.
        await crowd.connected.wait()
        asyncio.get_running_loop().call_later(chosen.minutes * 60, crowd.over.set)
        await asyncio.gather(*tables)
        telling.cancel()
    crowd.tally.all_delays += crowd.tally.delays
    return crowd.tally


async def _tell(tally: Tally) -> None:
    """A line of the table, again and again, until cancelled."""
    loop = asyncio.get_running_loop()
    begin = loop.time()
    before = tally.updates
    while True:
        await asyncio.sleep(LINE)
        print(line_of(tally, loop.time() - begin, tally.updates - before), file=sys.stderr)
        before = tally.updates
        tally.all_delays += tally.delays
        tally.delays.clear()


def header(language: Language) -> str:
    """The first line of the table."""
    return "".join(f"{translate(title, language):>{width}}" for title, width in COLUMNS)


def line_of(tally: Tally, seconds: float, updates: int) -> str:
    """A line of the table: the last :data:`LINE` seconds."""
    values = (
        f"{seconds:.0f}",
        str(tally.playing),
        str(tally.watching),
        f"{len(tally.delays) / LINE:.1f}",
        f"{updates / LINE:.1f}",
        f"{share(tally.delays, 0.5):.1f}",
        f"{share(tally.delays, 0.99):.1f}",
        str(tally.checked.matches),
        str(len(tally.checked.broken)),
    )
    return "".join(f"{value:>{width}}" for value, (_, width) in zip(values, COLUMNS, strict=True))


def report(tally: Tally, seconds: float, language: Language) -> list[str]:
    """What came of it, a line each."""
    done = tally.checked
    delays = tally.all_delays
    lines = [
        f"{tally.connections} connections, lost {tally.lost} times",
        f"{len(delays)} actions acknowledged, {len(delays) / seconds:.1f} per second",
        f"half of them within {share(delays, 0.5):.1f} ms, 99 % within {share(delays, 0.99):.1f} ms",
        f"{tally.updates} positions seen, {tally.updates / seconds:.1f} per second",
        f"checked: {done.matches} matches, {done.entries} entries, {done.acknowledged} acknowledged actions, "
        f"{done.views} views against replays",
    ]
    lines += [f"refused {count} times: {code}" for code, count in sorted(tally.refused.items())]
    lines += [f"broken: {what}" for what in done.broken[:MOST]]
    if not done.matches:
        lines.append("no match came to its end, so nothing was checked")
    else:
        lines.append(f"{len(done.broken)} promises were broken" if done.broken else "every promise was kept")
    return [translate(line, language) for line in lines]
