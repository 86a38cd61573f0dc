"""``bocage bot --account``: run a strategy as the account of a program, for weeks."""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from bocage.cli.common import CommandError
from bocage.limits import Limits
from bocage.sdk import Accepts, Client, FromFacts, MatchState, Program, RefusedError, Strategy, UnreachableError
from bocage.sdk.backoff import Backoff
from bocage.sdk.identity import connect_as

log = logging.getLogger("bocage.program")

#: Seconds before the first retry of a service that cannot be reached, doubled each time; and the most.
FIRST_WAIT, LONGEST_WAIT = 1.0, 300.0


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--account",
        action="store_true",
        help="answer challenges as the account of a program; SIGUSR1 pauses it, and lets it go on",
    )
    parser.add_argument("--token-file", default="", metavar="FILE", help="file with the token of that account")
    parser.add_argument(
        "--ladder", type=int, default=0, metavar="N", help="rated matches per hour that the service may arrange"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=["rated", "unrated", "people", "programs"],
        help="accept only such challenges",
    )
    parser.add_argument(
        "--with-clock",
        action="append",
        default=[],
        choices=["none", "bank", "days"],
        help="accept only such clocks",
    )
    parser.add_argument("--metrics", type=int, default=0, metavar="PORT", help="port on this machine for metrics")


def name_of(chosen: argparse.Namespace) -> str:
    """Return the player's name; by default that of the strategy, without its package where it is too long."""
    longest, strategy = Limits().name_length, chosen.strategy
    whole = f"bot {strategy}"
    return chosen.name or (whole if len(whole) <= longest else f"bot {strategy.rpartition('.')[2]}"[:longest])


def accepts_of(chosen: argparse.Namespace) -> Accepts:
    """Return the challenges to accept."""
    only = set(chosen.only)
    return Accepts(
        games=(chosen.game,) if chosen.game else (),
        clocks=tuple(chosen.with_clock),
        rated="unrated" not in only,
        unrated="rated" not in only,
        people="programs" not in only,
        programs="people" not in only,
    )


async def serve(
    chosen: argparse.Namespace, strategy: Strategy | FromFacts, report: Callable[[MatchState], None]
) -> None:
    """Play until cancelled, or until --matches are over. Raises ``BocageError``, ``CommandError``."""
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(await _connect(chosen))
        program = Program(
            client,
            strategy,
            tables=chosen.at_once,
            ladder=chosen.ladder,
            accepts=accepts_of(chosen),
            matches=chosen.matches,
            on_end=report,
        )
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, program.toggle)
        if chosen.metrics:
            await stack.enter_async_context(await serve_metrics(program, chosen.metrics))
        await program.run()


async def _connect(chosen: argparse.Namespace) -> Client:
    """Connect, however long the service cannot be reached."""
    backoff = Backoff(random.Random(), FIRST_WAIT, LONGEST_WAIT)
    while True:
        try:
            return await _connect_once(chosen)
        except UnreachableError as error:
            wait = backoff.next()
            log.warning("%s; trying again in %.0f s", error, wait)
        await asyncio.sleep(wait)


async def _connect_once(chosen: argparse.Namespace) -> Client:
    if chosen.token_file:
        return await Client(chosen.url, token=_token(chosen.token_file), longest_wait=LONGEST_WAIT)
    client = await connect_as(name_of(chosen), chosen.url, longest_wait=LONGEST_WAIT)
    try:
        await client.rest.flag_program()
    except RefusedError as error:
        await client.close()
        raise CommandError(str(error)) from None
    return client


def _token(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise CommandError(f"no token: {error}") from None


async def serve_metrics(program: Program, port: int) -> asyncio.Server:
    """Serve the counts of ``program`` to every request at a port of this machine. 0: any."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        body = program.counts.text().encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()

    return await asyncio.start_server(answer, "127.0.0.1", port)
