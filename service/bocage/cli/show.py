"""``bocage show``: print a finished log in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from bocage.cli.common import add_language, add_service
from bocage.cli.logs import read_log
from bocage.log.entries import Acted, Body, Created, Entry, decode, told_secret
from bocage.log.match import Match
from bocage.log.view import told_to, view
from bocage.rules.kernel import OPEN
from bocage.rules.kernel.registry import find_game
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "show",
        description="Prints every entry of a finished log: who did what, and what came of it. All hands are open.",
    )
    add_service(parser)
    add_language(parser)
    parser.add_argument("log", metavar="FILE|ID", help="an exported log, or the id of a match of the service")
    parser.add_argument("--dice", action="store_true", help="every draw as well: value of how many, counted from 0")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    for line in in_words(read_log(chosen.log, chosen.url), chosen.lang, chosen.dice):
        print(line)
    return 0


def in_words(entries: Sequence[Entry], lang: str, dice: bool = False) -> Iterator[str]:
    """Yield a log as text. Raises ``BrokenLogError`` if it is invalid."""
    match = Match(told_secret(list(entries)))
    screen = Screen(Words(lang), {})
    for entry in entries:
        body = decode(entry.raw)
        if isinstance(body, Created):
            game = find_game(body.game, body.rules)
            words = Words(lang, game.text[lang], game.presentation.flags, body.options)
            screen = Screen(words, game.facts())
        told = match.extend(entry)
        seen = msgspec.to_builtins(view(match, OPEN))
        time = datetime.fromtimestamp(entry.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        lines = [*_deed(body, seen, screen), *screen.events(msgspec.to_builtins(told_to(OPEN, told)))]
        if dice and match.draws:
            lines.append(" ".join(f"{value}/{bound}" for bound, value in match.draws))
        first, *rest = lines or [""]
        yield f"{entry.seq:>5}  {time}  {first}".rstrip()
        yield from (" " * 28 + line for line in rest)
    if match.outcome is not None and match.status == "ended":
        yield from screen.outcome(seen)


def _deed(body: Body, seen: dict[str, object], screen: Screen) -> list[str]:
    """Return the text of the entry itself; for most kinds the events are sufficient."""
    match body:
        case Created():
            lines = [f"{screen.words.say('game.name')}, {body.match}"]
            return [*lines, *screen.options(seen)] if body.options else lines
        case Acted():
            return [f"{screen.player(seen, body.seat)}: {screen.words.action(body.action)}"]
        case _:
            return []
