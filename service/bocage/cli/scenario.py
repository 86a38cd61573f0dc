"""``bocage scenario``: list scenarios, and check documents of one's own."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bocage.cli.common import FAILED, CommandError, UsageError, add_language, complain
from bocage.rules.kernel import AnyGame, Scenario, ScenarioError
from bocage.rules.kernel.registry import UnknownGameError, all_games, find_game
from bocage.rules.kernel.scenario import LARGEST, check_scenario, parse_scenario
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "scenario",
        description="Scenarios are ready-made matches. list: those that come with the games. check: whether "
        "documents are valid, and what they contain. Play one with bocage play --scenario.",
    )
    add_language(parser)
    parser.add_argument("what", choices=["list", "check"], help="what to do")
    parser.add_argument("files", nargs="*", metavar="FILE", help="check: JSON files, each with one scenario")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if bool(chosen.files) != (chosen.what == "check"):
        raise UsageError("say which files to check, or list")
    if chosen.what == "list":
        for game in all_games():
            for scenario in game.scenarios():
                print("\n".join(in_words(scenario, game, chosen.lang)[:2]))
        return 0
    failed = 0
    for file in chosen.files:
        try:
            scenario, game = read_file(file)
        except CommandError as error:
            complain(str(error), chosen.lang)
            failed = FAILED
            continue
        print("\n".join([f"{file}:", *in_words(scenario, game, chosen.lang)]))
    return failed


def read_file(file: str) -> tuple[Scenario, AnyGame]:
    """Read a document. Raises :class:`CommandError` for an invalid one."""
    with Path(file).open("rb") as stream:
        raw = stream.read(LARGEST + 1)
    try:
        scenario = parse_scenario(raw)
        game = find_game(scenario.game)
        return check_scenario(scenario, game), game
    except (ScenarioError, UnknownGameError) as error:
        raise CommandError(f"{file}: {error}") from None


def find(name: str) -> tuple[Scenario, AnyGame]:
    """Return the scenario in a file, or of an installed game. Raises :class:`CommandError`."""
    for game in all_games():
        for scenario in game.scenarios():
            if scenario.id == name:
                return check_scenario(scenario, game), game
    if not Path(name).exists():
        raise CommandError(f"no file and no scenario is called {name}; see bocage scenario list")
    return read_file(name)


def in_words(scenario: Scenario, game: AnyGame, lang: str) -> list[str]:
    """Format name, sentence and options."""
    words = Words(lang, game.text[lang])
    name, text = (scenario.name.ja, scenario.text.ja) if lang == "ja" else (scenario.name.en, scenario.text.en)
    options = Screen(words, {}).options({"options": scenario.options})
    return [f"{scenario.id} – {words.say('game.name')}: {name}", text, *options]
