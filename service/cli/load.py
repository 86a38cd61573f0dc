"""``bocage load``: many clients at once, which check everything that they are promised."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from clients.sdk import Client
from service.cli.common import FAILED, UsageError, add_language, add_service
from service.cli.load_checks import Tally, share
from service.cli.load_crowd import Crowd
from service.cli.load_faults import Lines
from service.cli.load_service import OwnService
from service.cli.words import translate

if TYPE_CHECKING:
    from protocol.messages import Language
    from service.cli.common import Commands

#: Seconds between two lines of the table.
LINE = 5.0
#: Seconds until something happens to a connection, on average, when faults are wanted.
EVERY = 30.0
#: Lines about memory in the report, at most.
MEMORY_LINES = 13
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
    ("faults", 7),
    ("MB", 18),
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
    parser.add_argument(
        "--faults",
        action="store_true",
        help="again and again, cut each connection of the load, or make it half open or slow; and kill workers and "
        "Redis in turn where the service is the load's own (--serve)",
    )
    parser.add_argument(
        "--serve",
        type=int,
        default=0,
        metavar="N",
        help="start a service of the load's own with N workers, 2 or more, and end it afterwards",
    )
    parser.add_argument(
        "--kills", type=float, default=60.0, metavar="S", help="seconds between two kills (default 60)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same choices")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Carry out ``bocage load``. Returns the exit code."""
    if chosen.matches < 1 or chosen.watchers < 0 or chosen.minutes <= 0 or chosen.pace < 0:
        raise UsageError("a load has at least one match, and numbers that are not negative")
    if chosen.serve and (chosen.serve < 2 or chosen.url):
        raise UsageError("a service of the load's own has two workers or more, and no other address")
    if chosen.kills <= 0:
        raise UsageError("a load has at least one match, and numbers that are not negative")
    tally = asyncio.run(_load(chosen))
    for line in report(tally, chosen.minutes * 60, chosen.lang):
        print(line)
    return FAILED if tally.checked.broken or not tally.checked.matches else 0


async def _load(chosen: argparse.Namespace) -> Tally:
    rng = random.Random(f"faults {chosen.seed}")
    async with AsyncExitStack() as stack:
        own = await stack.enter_async_context(OwnService(chosen.serve, rng)) if chosen.serve else None
        tally = await _run(chosen, own.url if own else chosen.url, own, rng)
        if own and tally.checked.broken:
            own.keep = True
            print(f"bocage load: {own.folder}", file=sys.stderr)
    return tally


async def _run(chosen: argparse.Namespace, url: str, own: OwnService | None, rng: random.Random) -> Tally:
    async with Client(url).rest as rest:
        games = [(game.id, game.seats) for game in await rest.games() if not chosen.game or game.id == chosen.game]
    if not games:
        raise UsageError(f"the service has no game {chosen.game}")
    seconds = chosen.minutes * 60
    lines = Lines(rng, min(EVERY, seconds / 3)) if chosen.faults else None
    crowd = Crowd(
        url, games, chosen.matches, chosen.pace, chosen.seed, *[one.connect for one in (lines,) if one is not None]
    )
    print(header(chosen.lang), file=sys.stderr)
    async with asyncio.TaskGroup() as group:
        telling = group.create_task(_tell(crowd.tally, lines, own))
        tables = []
        for number in range(chosen.matches):
            watchers = (chosen.watchers + number) // chosen.matches
            tables.append(group.create_task(crowd.table(number, watchers)))
        # The time runs from when all are connected.
        await crowd.connected.wait()
        timing = group.create_task(_time(seconds, crowd.over, lines, own if chosen.faults else None, chosen.kills))
        await asyncio.gather(*tables)
        await timing
        telling.cancel()
    _note_faults(crowd.tally, lines, own)
    crowd.tally.all_delays += crowd.tally.delays
    return crowd.tally


async def _time(
    seconds: float, over: asyncio.Event, lines: Lines | None, own: OwnService | None, kills: float
) -> None:
    """Set ``over`` when the time is over and every kind of fault has happened; until then, kill what is ``own``."""
    killing = asyncio.create_task(own.break_down(min(kills, seconds / 3))) if own else None
    await asyncio.sleep(seconds)
    if lines:
        await lines.all_kinds.wait()
        lines.calm()
    if own and killing:
        await own.all_killed.wait()
        killing.cancel()
    over.set()


async def _tell(tally: Tally, lines: Lines | None, own: OwnService | None) -> None:
    """A line of the table, again and again, until cancelled."""
    loop = asyncio.get_running_loop()
    begin = loop.time()
    before = tally.updates
    while True:
        await asyncio.sleep(LINE)
        _note_faults(tally, lines, own)
        if own:
            tally.memory.append((loop.time() - begin, tally.checked.matches, str(own.memory())))
        print(line_of(tally, loop.time() - begin, tally.updates - before), file=sys.stderr)
        before = tally.updates
        tally.all_delays += tally.delays
        tally.delays.clear()


def _note_faults(tally: Tally, lines: Lines | None, own: OwnService | None) -> None:
    tally.faults.clear()
    if lines:
        tally.faults.update(lines.happened)
    if own:
        tally.faults.update({f"killed {what}": count for what, count in own.killed.items()})


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
        str(tally.faults.total()),
        tally.memory[-1][2] if tally.memory else "",
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
    lines += [f"fault, {count} times: {kind}" for kind, count in sorted(tally.faults.items())]
    step = max(1, -(-len(tally.memory) // MEMORY_LINES))
    lines += [
        f"after {at / 60:.1f} minutes, {matches} matches checked: {memory} MB of memory (workers, then Redis)"
        for at, matches, memory in tally.memory[::step]
    ]
    lines += [f"refused {count} times: {code}" for code, count in sorted(tally.refused.items())]
    lines += [f"broken: {what}" for what in done.broken[:MOST]]
    if not done.matches:
        lines.append("no match came to its end, so nothing was checked")
    else:
        lines.append(f"{len(done.broken)} promises were broken" if done.broken else "every promise was kept")
    return [translate(line, language) for line in lines]
