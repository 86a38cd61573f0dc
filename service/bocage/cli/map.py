"""``bocage map``: maps that players draw, as text files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bocage.cli.common import FAILED, CommandError, UsageError, add_language, complain
from bocage.rules.kernel import DrawnMap
from bocage.rules.kernel.registry import all_games, find_game
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words

if TYPE_CHECKING:
    from bocage.cli.common import Commands

#: Bytes of a file that are read; no map is nearly as long.
_MOST = 100_000


def register(commands: Commands) -> None:
    """Add ``bocage map`` to the command line."""
    parser = commands.add_parser(
        "map",
        description="Reads maps that you drew. check: whether each can be played on, and what it has.",
    )
    add_language(parser)
    parser.add_argument("what", choices=["check"], help="what to do with the maps")
    parser.add_argument("files", nargs="+", metavar="FILE", help="text files, each with one map")
    parser.add_argument("--game", default="", help="id of the game (default: the one that has maps)")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Carry out ``bocage map``. Returns the exit code."""
    failed = 0
    game = chosen.game or next(game.id for game in all_games() if has_maps(game.id))
    for file in chosen.files:
        try:
            found = read_map(file, game)
        except UsageError:
            raise
        except CommandError as error:
            complain(str(error), chosen.lang)
            failed = FAILED
            continue
        print("\n".join([f"{file}: {found.id}", *in_words(found, game, chosen.lang)]))
    return failed


def read_map(file: str, game: str) -> DrawnMap:
    """The map in a file. Raises :class:`UsageError` for a game without maps, :class:`CommandError` for no map."""
    with Path(file).open("rb") as stream:
        raw = stream.read(_MOST)
    try:
        found = find_game(game).read_map(raw.decode(errors="replace"))
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    if found is None:
        raise UsageError(f"{game} is not played on maps that players draw")
    return found


def has_maps(game: str) -> bool:
    """Whether a game is played on maps that players draw."""
    try:
        return find_game(game).read_map("") is not None
    except ValueError:
        return True


def in_words(found: DrawnMap, game: str, lang: str) -> list[str]:
    """What a map has, and its text."""
    words = Words(lang, find_game(game).text[lang])
    counts = words.join(f"{words.say(key)} ×{count}" for key, count in found.counts.items())
    return [*([counts] if counts else []), *Screen(words, {}).options({"options": found.options})]
