"""``bocage map``: check maps drawn by players, as text files."""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from bocage.cli.common import FAILED, CommandError, UsageError, add_language, complain, pairs
from bocage.cli.words import translate
from bocage.engine.fairness import field_of, heat, play_games
from bocage.progress import track
from bocage.protocol.fairness import Tally, margin
from bocage.protocol.messages import Language
from bocage.rules.kernel import DrawnMap
from bocage.rules.kernel.registry import all_games, find_game
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words

if TYPE_CHECKING:
    from bocage.cli.common import Commands

#: Bytes read from a file; maps are much shorter.
_MOST = 100_000


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "map",
        description="Reads maps that you drew. check: whether each is valid, and what it contains. fair: how often "
        "each side wins and where losses occur when the engine plays itself on it.",
    )
    add_language(parser)
    parser.add_argument("what", choices=["check", "fair"], help="what to do with the maps")
    parser.add_argument("files", nargs="+", metavar="FILE", help="text files, each with one map")
    parser.add_argument("--game", default="", help="id of the game (default: the one that has maps)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="fair: number of games (default: 200)")
    parser.add_argument(
        "--sides", default="", metavar="SIDE,SIDE", help="fair: sides to play, such as nations (default: all)"
    )
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="fair: further option of the match",
    )
    parser.add_argument("--seed", default="fair", help="fair: the same seed gives the same games")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    failed = 0
    game = chosen.game or next(game.id for game in all_games() if game.has_maps)
    if chosen.games < 1:
        raise UsageError("--games is a number from 1")
    for file in chosen.files:
        try:
            found = read_map(file, game)
        except UsageError:
            raise
        except CommandError as error:
            complain(str(error), chosen.lang)
            failed = FAILED
            continue
        lines = in_words(found, game, chosen.lang) if chosen.what == "check" else _fair(found, game, chosen)
        print("\n".join([f"{file}: {found.id}", *lines]))
    return failed


def read_map(file: str, game: str) -> DrawnMap:
    """Read a map. Raises :class:`UsageError` for a game without maps, :class:`CommandError` for an invalid file."""
    with Path(file).open("rb") as stream:
        raw = stream.read(_MOST)
    try:
        found = find_game(game).read_map(raw.decode(errors="replace"))
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    if found is None:
        raise UsageError(f"{game} is not played on maps that players draw")
    return found


def in_words(found: DrawnMap, game: str, lang: str) -> list[str]:
    """Format the contents of a map, and the map."""
    words = Words(lang, find_game(game).text[lang])
    counts = words.join(f"{words.say(key)} ×{count}" for key, count in found.counts.items())
    return [*([counts] if counts else []), *Screen(words, {}).options({"options": found.options})]


def _fair(found: DrawnMap, game_id: str, chosen: argparse.Namespace) -> list[str]:
    """Report how fair a map is. Raises :class:`UsageError` for wrong options or sides."""
    game, field = find_game(game_id), field_of(game_id)
    if field is None:
        raise UsageError(f"there is no engine for {game_id}")
    sides = chosen.sides.split(",") if chosen.sides else list(field.SIDES)
    if unknown := [side for side in sides if side not in field.SIDES]:
        raise UsageError(f"no side is called {unknown[0]}; there is {', '.join(field.SIDES)}")
    try:
        options = msgspec.convert({**pairs(chosen.option), **found.options}, game.Options)
    except msgspec.ValidationError as error:
        raise UsageError(f"{game_id} has no such options: {error}") from None
    games = play_games(game, field, options, list(product(sides, repeat=2)), chosen.games, chosen.seed)
    *_, tally = track(games, game_id, chosen.games)
    words = Words(chosen.lang, game.text[chosen.lang], options=msgspec.to_builtins(options))
    losses = field.drawn(options, heat(tally.fallen), ".")
    return fair_in_words(tally, field.cover(options), words, chosen.lang, losses)


def fair_in_words(tally: Tally, cover: float, words: Words, lang: Language, losses: str) -> list[str]:
    """Format a tally. ``cover``: share of places near cover. ``losses``: a map of the losses."""
    turns = round(tally.turns / tally.games)
    lines = [f"{_percent(words, tally.share, tally.games)}, {turns} turns ({tally.games} games)"]
    for sides, (games, points) in sorted(tally.by_sides.items()):
        first, second = (words.label(side) for side in sides.split("-"))
        lines.append(f"{first} – {second}: {_percent(words, points / games, games)} ({games} games)")
    lines += [f"Cover within reach of {round(100 * cover)} % of the places", "Where men fell; 9 is most:"]
    return [*(translate(line, lang) for line in lines), losses]


def _percent(words: Words, share: float, games: int) -> str:
    return f"{words.name('seat', 0)} {round(100 * share)} % ± {round(100 * margin(share, games))}"
