"""``bocage games``: list games and their options."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bocage.cli.common import add_language
from bocage.rules.kernel import AnyGame
from bocage.rules.kernel.options import usual
from bocage.rules.kernel.registry import all_games, find_game

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser("games", description="Lists the games that are installed here.")
    add_language(parser)
    parser.add_argument("game", nargs="?", default="", help="this game only, with every option explained")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if chosen.game:
        print("\n".join(_whole(find_game(chosen.game), chosen.lang)))
    else:
        for game in all_games():
            print("\n".join(_short(game, chosen.lang)))
    return 0


def _short(game: AnyGame, lang: str) -> list[str]:
    text = game.text[lang]
    return [f"{game.id}: {text['game.name']} — {text['game.tagline']}"]


def _whole(game: AnyGame, lang: str) -> list[str]:
    lines = _short(game, lang)
    text = game.text[lang]
    for kind, options in (("-o", game.Options), ("--seat-option", game.SeatOptions)):
        for option, value in usual(options).items():
            key = f"option.{option}"
            default = str(value).lower() if isinstance(value, bool) else value
            lines += ["", f"{kind} {option}={default}", f"    {text[key]} — {text[f'{key}.help']}"]
            prefix = f"{key}."
            lines += [
                f"    {name.removeprefix(prefix)}: {meaning}"
                for name, meaning in text.items()
                if name.startswith(prefix) and not name.endswith(".help")
            ]
    return lines
