"""``python -m bocage_tools.report``: plays many seeded games and prints Markdown tables of the results.

The tables can replace the lines between ``<!-- report -->`` and ``<!-- /report -->`` in ``docs/games/<id>.md`` and
``docs/games/<id>.ja.md``. A page with several reports gives each a name, as in ``<!-- report NAME -->``.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from bocage.cli.common import CommandError
from bocage.cli.main import carry_out
from bocage_tools.report.games import RANDOM, parse_options, run_report
from bocage_tools.report.tables import markdown

#: The line before a report in a page.
START = "<!-- report -->"
END = "<!-- /report -->"


def main(line: Sequence[str] | None = None) -> int:
    return carry_out(lambda: parser().parse_args(line))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bocage_tools.report",
        description="Plays many games in process and prints who wins, how, and how long it takes.",
    )
    parser.add_argument("game", help="id of the game, as bocage games lists it")
    parser.add_argument("--games", type=int, default=1000, help="games per set of options (default 1000)")
    parser.add_argument("--seed", default="report", help="the same seed plays the same games")
    parser.add_argument(
        "--options",
        action="append",
        metavar="JSON",
        help="options that differ from the defaults; given again: another set beside the first",
    )
    parser.add_argument(
        "--strategy",
        action="append",
        metavar="NAME",
        help="as for bocage bot (default: random); once for all seats, or once per seat",
    )
    parser.add_argument("--lang", choices=["en", "ja"], default="en", help="language of the tables")
    parser.add_argument(
        "--write",
        action="store_true",
        help=f"write both languages into docs/games/GAME.md and GAME.ja.md ({START})",
    )
    parser.add_argument("--mark", default="", metavar="NAME", help="with --write: between the markers of that name")
    parser.set_defaults(run=run)
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Print the tables, or write them into the game's pages."""
    strategies = arguments.strategy or [RANDOM]
    reports = [
        run_report(arguments.game, arguments.games, arguments.seed, parse_options(raw), strategies)
        for raw in arguments.options or ["{}"]
    ]
    if not arguments.write:
        print(markdown(reports, arguments.lang, _command_line(arguments)), end="")
        return 0
    for language, suffix in (("en", ".md"), ("ja", ".ja.md")):
        path = Path("docs", "games", f"{arguments.game}{suffix}")
        write_between(path, markdown(reports, language, _command_line(arguments)), arguments.mark)
        print(path)
    return 0


def write_between(path: Path, text: str, mark: str = "") -> bool:
    """Replace the text between the markers of a file. Returns whether it changed. Raises :class:`CommandError`.

    ``mark`` is the name in the first marker, for pages with several reports.
    """
    begin = START.replace("report", f"report {mark}") if mark else START
    old = path.read_text(encoding="utf-8")
    before, start, rest = old.partition(begin)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise CommandError(f"{path} has no place for a report: {begin} … {END}")
    new = f"{before}{begin}\n{text}{END}{after}"
    path.write_text(new, encoding="utf-8")
    return new != old


def _command_line(arguments: argparse.Namespace) -> str:
    words = [
        "python",
        "-m",
        "bocage_tools.report",
        arguments.game,
        "--games",
        str(arguments.games),
        "--seed",
        arguments.seed,
    ]
    for name, values in (("--options", arguments.options), ("--strategy", arguments.strategy)):
        for value in values or ():
            words += [name, value]
    return shlex.join([*words, "--write", *(["--mark", arguments.mark] if arguments.mark else [])])
