"""Every installed game brings everything that a game must bring, and every omission is red."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

import msgspec
import pytest

from bocage.bots import strategies_of
from bocage.protocol.presentation import Presentation
from bocage.rules.kernel import Game
from bocage.rules.kernel.registry import house_games
from tests.complete import FILES, files_lacking, words_lacking
from tests.rooms import PAPERS, ROOMS

ROOT = Path(__file__).parents[2]
GAMES = house_games()
#: A game with a drawing on the page, whose files are taken away one by one.
GAME = next(game for game in GAMES if (ROOT / "clients" / "web" / "js" / "games" / game.id).is_dir())
OWN = (
    "service/bocage/rules/<id>",
    "docs/games/<id>.md",
    "docs/games/<id>.ja.md",
    "docs/rulings/<id>.md",
    "tests/rules/<id>",
    "clients/bocage/bots/<id>",
    "clients/web/js/games/<id>",
    "clients/bocage/terminal/layouts/<id>.py",
)


def bots(game: Game[Any]) -> list[str]:
    """The names of a game's own house bots."""
    return [name for name in strategies_of(game.id) if name != "random"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_brings_everything(game: Game[Any]) -> None:
    assert [*files_lacking(ROOT, game.id), *words_lacking(ROOT, game, bots(game))] == []


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout that holds the files of one game."""
    for one in OWN:
        path = one.replace("<id>", GAME.id)
        if (ROOT / path).is_dir():
            shutil.copytree(ROOT / path, tmp_path / path, ignore=shutil.ignore_patterns("__pycache__"))
        elif (ROOT / path).exists():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, tmp_path / path)
    return tmp_path


OMITTED = [
    *(f"service/bocage/rules/<id>/{room.module}.py" for room in ROOMS if room.module != "text"),
    *(f"service/bocage/rules/<id>/{paper}" for paper in PAPERS),
    "service/bocage/rules/<id>/text",
    *FILES,
    "clients/web/js/games/<id>/board.js",
    "clients/web/js/games/<id>/board.css",
]


@pytest.mark.parametrize("omitted", OMITTED)
def test_a_file_that_is_left_out_is_named(copy: Path, omitted: str) -> None:
    path = copy / omitted.replace("<id>", GAME.id)
    assert path.exists(), omitted
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
    said = list(files_lacking(copy, GAME.id))
    assert any(
        line.startswith("write ") and omitted.replace("<id>", GAME.id).removeprefix("service/bocage/rules/") in line
        for line in said
    )


def test_each_golden_log_that_is_left_out_is_named(copy: Path) -> None:
    folder = copy / "service" / "bocage" / "rules" / GAME.id / "goldens"
    stored = sorted(folder.glob("*.txt"))
    assert len(stored) > 1
    stored[0].unlink()
    (said,) = files_lacking(copy, GAME.id)
    assert said == f"write service/bocage/rules/{GAME.id}/goldens/{stored[0].name}: make goldens does it"


def test_nothing_else_is_missed_in_a_whole_game(copy: Path) -> None:
    assert list(files_lacking(copy, GAME.id)) == []


def without(prefix: str) -> Callable[[], Game[Any]]:
    """The game with no words whose keys begin so."""

    words = {
        language: {key: said for key, said in catalogue.items() if not key.startswith(prefix)}
        for language, catalogue in GAME.text.items()
    }

    def make() -> Game[Any]:
        kind: Any = type(GAME)

        class Silent(kind):  # type: ignore[misc]
            text = words

        return Silent()

    return make


def shown(**changes: Any) -> Callable[[], Game[Any]]:
    """The game with another presentation."""

    def make() -> Game[Any]:
        kind: Any = type(GAME)

        class Other(kind):  # type: ignore[misc]
            presentation: Presentation = msgspec.structs.replace(GAME.presentation, **changes)

        return Other()

    return make


@pytest.mark.parametrize(
    ("make", "file"),
    [
        (shown(emblem=()), "presentation.py"),
        (shown(minutes=0), "presentation.py"),
        (shown(goal="game.tagline"), "presentation.py"),
        (shown(panels=()), "presentation.py"),
        (shown(strategies=()), "clients/bocage/bots/"),
        (without("bot."), "text/ja.py"),
        (without("game.goal"), "text/en.py"),
    ],
    ids=["emblem", "length", "goal", "panels", "bots", "words of bots", "words of the goal"],
)
def test_a_declaration_that_is_left_out_is_named(make: Callable[[], Game[Any]], file: str) -> None:
    game = make()
    assert any(file in line for line in words_lacking(ROOT, game, bots(GAME)))


def test_a_game_without_a_lesson_is_named() -> None:
    kind: Any = type(GAME)

    class Mute(kind):  # type: ignore[misc]
        def lesson(self) -> None:
            return None

    assert any("lesson.py" in line for line in words_lacking(ROOT, Mute(), bots(GAME)))


class Whispered(TypedDict):
    """A view with a field that no text names."""

    unheard: dict[str, int]


def test_game_without_terminal_words_is_named(tmp_path: Path) -> None:
    """Without a layout of its own, each field of the view needs a name."""
    kind: Any = type(GAME)

    class Seen(kind):  # type: ignore[misc]
        View = Whispered

    (said,) = [line for line in words_lacking(tmp_path, Seen(), bots(GAME)) if "terminal" in line]
    assert f"clients/bocage/terminal/layouts/{GAME.id}.py" in said
    assert said.endswith(": label.unheard")
