"""``bocage play``: play in a terminal."""

from __future__ import annotations

import argparse
import asyncio
import re
from typing import TYPE_CHECKING, Any

from bocage.cli.bot import seat_of
from bocage.cli.common import UsageError, add_language, add_player, add_service, pairs
from bocage.cli.map import read_map
from bocage.cli.scenario import find
from bocage.terminal.console import Terminal
from bocage.terminal.sit import NAME, Wishes, play

if TYPE_CHECKING:
    from bocage.cli.common import Commands

_BANK = re.compile(r"(\d+)m(?:\+(\d+)s)?")
_DAYS = re.compile(r"(\d+)d")


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "play",
        description="Plays line by line. A solo game starts at once; for two players you join an open match, or "
        "make one and wait; with --join you go to a certain match, also to one you left.",
    )
    add_service(parser)
    add_language(parser)
    add_player(parser, "your name")
    parser.add_argument("game", nargs="?", default="", help="id of the game, see bocage games")
    parser.add_argument("--join", default="", metavar="ID", help="the match to play")
    parser.add_argument("--invite", default="", metavar="CODE", help="invite code of that match")
    parser.add_argument("--seat", default="any", help="the seat to take, from 0; default: any")
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="option of the match"
    )
    parser.add_argument(
        "--map", default="", metavar="FILE", help="play on the map in this file; see bocage map check"
    )
    parser.add_argument(
        "--scenario", default="", metavar="NAME", help="a scenario, or a file with one; see bocage scenario list"
    )
    parser.add_argument(
        "--seat-option", action="append", default=[], metavar="NAME=VALUE", help="option of your own seat"
    )
    parser.add_argument("--opponent", default="", metavar="STRATEGY", help="a house bot takes the other seat")
    parser.add_argument(
        "--clock", default="none", help="none, 10m, 10m+5s (bank and increment) or 2d (per decision)"
    )
    parser.add_argument(
        "--agree", action="store_true", help="first agree on the options that may be negotiated, such as a map"
    )
    parser.add_argument("--private", action="store_true", help="only by invite code")
    parser.add_argument(
        "--open-hands", type=int, metavar="SECONDS", help="watchers may see all hands so much later"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    scenario = find(chosen.scenario)[0] if chosen.scenario else None
    if scenario is not None and chosen.game not in ("", scenario.game):
        raise UsageError(f"this scenario is played with {scenario.game}")
    game = scenario.game if scenario is not None else chosen.game
    if bool(game) == bool(chosen.join):
        raise UsageError("say either which game to play or which match to join")
    access: dict[str, Any] = {"private": True} if chosen.private else {}
    if chosen.open_hands is not None:
        access["open_delay"] = chosen.open_hands
    wishes = Wishes(
        game=game,
        match=chosen.join,
        invite=chosen.invite,
        seat=seat_of(chosen.seat),
        options={
            **(scenario.options if scenario is not None else {}),
            **pairs(chosen.option),
            **(read_map(chosen.map, game).options if chosen.map else {}),
        },
        seat_options={**(scenario.for_seat(0) if scenario is not None else {}), **pairs(chosen.seat_option)},
        clock=clock(chosen.clock),
        access=access,
        opponent=chosen.opponent,
        agree=chosen.agree,
        dice=scenario.key if scenario is not None else "",
    )
    asyncio.run(_play(wishes, chosen))
    return 0


async def _play(wishes: Wishes, chosen: argparse.Namespace) -> None:
    await play(wishes, Terminal(), name=chosen.name or NAME, url=chosen.url, lang=chosen.lang)


def clock(text: str) -> dict[str, str | int]:
    """Parse a time control, in milliseconds. Raises :class:`UsageError`."""
    if text == "none":
        return {}
    if bank := _BANK.fullmatch(text):
        return {"kind": "bank", "base": int(bank[1]) * 60_000, "increment": int(bank[2] or 0) * 1000}
    if days := _DAYS.fullmatch(text):
        return {"kind": "days", "base": int(days[1]) * 86_400_000}
    raise UsageError(f"a clock is none, 10m, 10m+5s or 2d, not {text!r}")
