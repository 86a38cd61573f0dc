"""``python -m bocage_tools.load``: a load test that checks the guarantees of the service."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack

from bocage.cli.common import FAILED, UsageError, add_service
from bocage.cli.main import carry_out
from bocage.sdk import Client
from bocage_tools.load.parts import OtherPart, OwnPart, Part, Plan
from bocage_tools.load.service import OwnService
from bocage_tools.load.table import LINE, Story, header, line_of, report

#: Mean seconds between two faults of a connection, when faults are enabled.
EVERY = 30.0
#: Clients per process. There are never more processes than cores.
CLIENTS = 1000


def main(line: Sequence[str] | None = None) -> int:
    return carry_out(lambda: parser().parse_args(line))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bocage_tools.load",
        description="Plays and watches many matches of a service at once, and compares what every client saw "
        "and was told with the logs. Prints a table while it runs, then a report. Exit code 1: a guarantee was "
        "broken. The limits of the service apply: raise those for one address.",
    )
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
    parser.add_argument(
        "--processes",
        type=int,
        default=0,
        metavar="P",
        help="processes of the load (default 0: one for each 1,000 clients, at most one per core)",
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same choices")
    parser.set_defaults(run=run)
    return parser


def run(chosen: argparse.Namespace) -> int:
    """Play, check and print the report. Returns the exit code."""
    if chosen.matches < 1 or chosen.watchers < 0 or chosen.minutes <= 0 or chosen.pace < 0:
        raise UsageError("a load needs at least one match, and no number may be negative")
    if chosen.serve and (chosen.serve < 2 or chosen.url):
        raise UsageError("--serve takes two workers or more, and no address of another service")
    if chosen.kills <= 0 or chosen.processes < 0:
        raise UsageError("a load has at least one match, and numbers that are not negative")
    story = asyncio.run(_load(chosen))
    for line in report(story, chosen.minutes * 60):
        print(line)
    done = story.tally.checked
    return FAILED if done.broken or not done.matches else 0


async def _load(chosen: argparse.Namespace) -> Story:
    rng = random.Random(f"faults {chosen.seed}")
    async with AsyncExitStack() as stack:
        own = await stack.enter_async_context(OwnService(chosen.serve, rng)) if chosen.serve else None
        story = await _run(chosen, own.url if own else chosen.url, own, rng)
        if own and story.tally.checked.broken:
            own.keep = True
            print(f"kept: {own.folder}", file=sys.stderr)
    return story


async def _run(chosen: argparse.Namespace, url: str, own: OwnService | None, rng: random.Random) -> Story:
    async with Client(url).rest as rest:
        games = [(game.id, game.seats) for game in await rest.games() if not chosen.game or game.id == chosen.game]
    if not games:
        raise UsageError(f"the service has no game {chosen.game}")
    seconds = chosen.minutes * 60
    plans = plans_of(chosen, url, games)
    parts: list[Part] = [OwnPart(plans[0])] if len(plans) == 1 else [OtherPart(plan) for plan in plans]
    story = Story(len(parts))
    print(header(), file=sys.stderr)
    async with asyncio.TaskGroup() as group:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        telling = group.create_task(_tell(story, parts, own))
        playing = [group.create_task(part.play()) for part in parts]
        for part in parts:
            await part.connected.wait()
        # The time starts when all are connected.
        story.ramp = loop.time() - begin
        for part in parts:
            part.start()
        await _pass(seconds, own if chosen.faults else None, chosen.kills)
        for part in parts:
            part.finish()
        await asyncio.gather(*playing)
        telling.cancel()
        story.seconds = loop.time() - begin
    _add_up(story, parts, own)
    return story


def plans_of(chosen: argparse.Namespace, url: str, games: list[tuple[str, int]]) -> list[Plan]:
    """What each process plays. Tables and watchers are spread evenly."""
    clients = chosen.watchers + sum(games[number % len(games)][1] for number in range(chosen.matches))
    wanted = chosen.processes or min(os.cpu_count() or 1, -(-clients // CLIENTS))
    processes = min(wanted, chosen.matches)
    tables = [(number, (chosen.watchers + number) // chosen.matches) for number in range(chosen.matches)]
    every = min(EVERY, chosen.minutes * 60 / 3) if chosen.faults else 0.0
    return [
        Plan(url, games, tables[first::processes], chosen.pace, chosen.seed, every) for first in range(processes)
    ]


async def _pass(seconds: float, own: OwnService | None, kills: float) -> None:
    """Wait, and kill processes of the load's ``own`` service meanwhile, until each kind was killed once."""
    killing = asyncio.create_task(own.break_down(min(kills, seconds / 3))) if own else None
    await asyncio.sleep(seconds)
    if own and killing:
        await own.all_killed.wait()
        killing.cancel()


async def _tell(story: Story, parts: Sequence[Part], own: OwnService | None) -> None:
    """Print a line of the table at intervals, until cancelled."""
    loop = asyncio.get_running_loop()
    begin = loop.time()
    before = 0
    while True:
        await asyncio.sleep(LINE)
        story.seconds = loop.time() - begin
        _add_up(story, parts, own)
        if own:
            story.memory.append((story.seconds, story.tally.checked.matches, str(own.memory())))
        print(line_of(story, story.tally.updates - before), file=sys.stderr)
        before = story.tally.updates


def _add_up(story: Story, parts: Sequence[Part], own: OwnService | None) -> None:
    story.take([part.tally for part in parts])
    if own:
        story.tally.faults.update({f"killed {what}": count for what, count in own.killed.items()})
