"""What a game must bring: every omission is a sentence that names the file to write."""

from __future__ import annotations

import runpy
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from bocage.rules.kernel.game import LANGUAGES, Game
from tests.rooms import defined, lacking

#: Files of every game besides its rooms: path → what stands there.
FILES = {
    "docs/games/<id>.md": "the guide, one page on how to play",
    "docs/games/<id>.ja.md": "the guide in Japanese",
    "docs/rulings/<id>.md": "the ruling sheet: question, answer, reason, source",
    "tests/rules/<id>/__init__.py": "the tests of the rules",
    "tests/rules/<id>/test_conformance.py": "the kit's call: check_game(GAME)",
    "tests/rules/<id>/golden_scripts.py": "GOLDENS, the games that are kept as text",
    "clients/bocage/bots/<id>/__init__.py": "STRATEGIES, the house bots",
}
#: What a game has that is drawn on the page, once its folder there exists.
DRAWN = {"board.js": "the board on the page", "board.css": "how that board looks"}


def files_lacking(root: Path, game: str) -> Iterator[str]:
    """The files that a game does not have in the checkout ``root``."""
    folder = root / "service" / "bocage" / "rules" / game
    yield from lacking(folder)
    for path, what in FILES.items():
        if not _written(root / path.replace("<id>", game)):
            yield f"write {path.replace('<id>', game)}: {what}"
    if "STRATEGIES" not in defined(root / "clients" / "bocage" / "bots" / game / "__init__.py"):
        yield f"define STRATEGIES in clients/bocage/bots/{game}/__init__.py: name → strategy"
    scripts = root / "tests" / "rules" / game / "golden_scripts.py"
    recipes = runpy.run_path(str(scripts)).get("GOLDENS", {}) if scripts.exists() else {}
    for name in recipes or ("*",):
        if not any((folder / "goldens").glob(f"{name}.txt")):
            yield f"write service/bocage/rules/{game}/goldens/{name}.txt: make goldens does it"
    page = root / "clients" / "web" / "js" / "games" / game
    if page.exists():
        for name, what in DRAWN.items():
            if not (page / name).exists():
                yield f"write clients/web/js/games/{game}/{name}: {what}"


def _written(path: Path) -> bool:
    return path.exists() and (path.name == "__init__.py" or bool(path.read_text(encoding="utf-8").strip()))


def words_lacking(root: Path, game: Game[Any], strategies: Sequence[str]) -> Iterator[str]:
    """What the declarations of a game do not say. ``strategies``: the names of its own house bots."""
    shown = game.presentation
    declared = f"service/bocage/rules/{game.id}/presentation.py"
    if not shown.emblem:
        yield f"draw an emblem in {declared}: without one its card in the lobby is empty"
    if not shown.minutes:
        yield f"say in {declared} how many minutes a game takes"
    if shown.goal == "game.tagline":
        yield f"name a text key for the goal in {declared}, such as game.goal"
    if not shown.panels:
        yield f"list panels in {declared}: the generic table is made of them"
    if absent := sorted(set(shown.strategies) ^ set(strategies)):
        bots = ", ".join(absent)
        yield f"name the same house bots in {declared} and clients/bocage/bots/{game.id}/__init__.py: {bots}"
    wanted = {"game.name", "game.tagline", shown.goal, *(f"bot.{name}{end}" for name in strategies for end in ENDS)}
    for language in LANGUAGES:
        if absent := sorted(wanted - game.text[language].keys()):
            yield f"write {', '.join(absent)} into service/bocage/rules/{game.id}/text/{language}.py"
    if game.lesson() is None:
        yield f"give a lesson: LESSON of service/bocage/rules/{game.id}/lesson.py, by Game.lesson()"
    if not (root / "clients" / "bocage" / "terminal" / "layouts" / f"{game.id}.py").exists():
        names = {key.rpartition(".")[2] for key in game.text[LANGUAGES[0]]}
        if absent := sorted(fields_of(game.View) - names):
            labels = ", ".join(f"label.{field}" for field in absent)
            yield (
                f"write clients/bocage/terminal/layouts/{game.id}.py, or name the fields of the view for the "
                f"terminal in service/bocage/rules/{game.id}/text: {labels}"
            )


#: The ends of the text keys of a house bot.
ENDS = ("", ".help")


def fields_of(view: Any) -> set[str]:
    """The names of all fields of a view, of the structures inside it, too."""
    found: set[str] = set()
    if is_typeddict(view):
        for name, kind in get_type_hints(view).items():
            found |= {name, *fields_of(kind)}
    elif get_origin(view) is not None:
        for inner in get_args(view):
            found |= fields_of(inner)
    return found
