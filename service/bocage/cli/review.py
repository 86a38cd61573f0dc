"""``bocage review``: luck and mistakes in a finished match."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from bocage.cli.common import CommandError, UsageError, add_language, add_service
from bocage.cli.logs import read_log

if TYPE_CHECKING:
    from bocage.cli.common import Commands
    from bocage.log.entries import Entry
    from bocage.protocol.review import Review


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "review",
        description="Looks at a finished match again with the engine: what dice, cards and hidden things brought "
        "each player, what choices gave away, and what would have been better. The same log and engine say the "
        "same every time.",
    )
    add_service(parser)
    add_language(parser)
    parser.add_argument("log", metavar="FILE|ID", help="an exported log, or the id of a match of the service")
    parser.add_argument("--invite", default="", metavar="CODE", help="invite code of a private match")
    parser.add_argument("--all", action="store_true", help="every choice for which the engine knows a better one")
    parser.add_argument("--json", action="store_true", help="the whole review as JSON")
    parser.add_argument(
        "--nodes",
        type=int,
        default=0,
        metavar="N",
        help="how many actions the engine plays in its mind (default: about half a minute's worth)",
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if chosen.nodes < 0:
        raise UsageError("--nodes is a number from 0")
    entries = read_log(chosen.log, chosen.url, chosen.invite)
    review = review_of(entries, chosen.nodes)
    if chosen.json:
        sys.stdout.write(msgspec.json.encode(review).decode() + "\n")
        return 0
    for line in in_words(entries, review, chosen.lang, chosen.all):
        print(line)
    return 0


def review_of(entries: Sequence[Entry], nodes: int = 0) -> Review:
    """Review a finished log. Raises :class:`CommandError` if there is nothing to review."""
    from bocage.engine.review import review as review_course
    from bocage.engine.strongest import NoEngineError
    from bocage.log.course import course_of
    from bocage.log.entries import told_secret

    if not told_secret(entries):
        raise CommandError("the match is not over")
    course = course_of(entries)
    if course is None or not course.steps:
        raise CommandError("nothing was played in this match")
    try:
        return review_course(course, nodes)
    except NoEngineError as error:
        raise CommandError(str(error)) from None


def in_words(entries: Sequence[Entry], review: Review, lang: str, every: bool) -> list[str]:
    """Return a review as text."""
    from bocage.log.match import Match
    from bocage.log.view import view
    from bocage.rules.kernel import OPEN
    from bocage.terminal.review import review_lines
    from bocage.terminal.screen import Screen
    from bocage.terminal.words import Words

    match = Match.fold(entries)
    game = match.game
    words = Words(lang, game.text[lang], game.presentation.flags, match.created.options)
    screen = Screen(words, game.facts())
    return list(review_lines(review, msgspec.to_builtins(view(match, OPEN)), screen, every))
