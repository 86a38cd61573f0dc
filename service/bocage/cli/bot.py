"""``bocage bot``: play with a strategy."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING, Any

from bocage.bots import UnknownStrategyError, find_strategy
from bocage.cli import bot_account
from bocage.cli.common import CommandError, UsageError, add_player, add_service
from bocage.cli.words import default_language, translate
from bocage.sdk import MatchState, run_bot
from bocage.sdk.identity import connect_as

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "bot",
        description="Plays one match, or the matches begun earlier under this name and then open ones (solo games "
        "are started again). Ends after --matches, or never.",
    )
    add_service(parser)
    add_player(parser, "name of the bot")
    parser.add_argument(
        "--strategy", default="random", help="name of a strategy, or package.module:function (default: random)"
    )
    parser.add_argument("--game", default="", help="id of the game to play; default: any")
    parser.add_argument("--seat", default="any", help="the only seat to take, from 0; default: any")
    parser.add_argument("--match", default="", metavar="ID", help="play this match only")
    parser.add_argument("--invite", default="", metavar="CODE", help="invite code of that match")
    parser.add_argument("--matches", type=int, default=0, metavar="N", help="leave after N matches; 0: never")
    parser.add_argument("--at-once", type=int, default=4, metavar="N", help="matches played at the same time")
    parser.add_argument("--seed", type=int, help="makes the random strategy repeatable")
    bot_account.register(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    asyncio.run(_serve(chosen))
    return 0


async def _serve(chosen: argparse.Namespace) -> None:
    try:
        strategy = find_strategy(chosen.strategy, chosen.game, chosen.seed)
    except UnknownStrategyError as error:
        raise CommandError(str(error)) from None
    if chosen.account:
        await bot_account.serve(chosen, strategy, _report)
        return
    async with await connect_as(bot_account.name_of(chosen), chosen.url) as client:
        await run_bot(
            strategy,
            client=client,
            game=chosen.game,
            match=chosen.match,
            invite=chosen.invite,
            seat=seat_of(chosen.seat),
            matches=chosen.matches,
            at_once=chosen.at_once,
            on_end=_report,
        )


def seat_of(text: str) -> int | None:
    """Parse a seat: a number, or any."""
    if text == "any":
        return None
    if not text.isdecimal():
        raise UsageError(f"a seat is a number from 0, or any; not {text!r}")
    return int(text)


def _report(state: MatchState) -> None:
    outcome: dict[str, Any] = state.view["outcome"]
    match, reason = state.match, outcome["reason"]
    won = state.seat in outcome["winners"]
    text = f"{match}: won ({reason})" if won else f"{match}: did not win ({reason})"
    print(translate(text, default_language()), flush=True)
