"""``bocage new-game`` writes a whole game: it passes what all games must pass, and no other file changes."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

import pytest

from bocage.cli.common import CommandError
from bocage.cli.new_game import imports_in_order, prefix_of, prefixes, write
from tests.all_games import GAMES
from tests.checkout import ROOT, copy_to, python

GAME = "liars_dice"
#: Tests that ask something of every game; they need neither browser nor Redis.
ASKING = (
    f"tests/rules/{GAME}",
    "tests/test_rooms.py",
    "tests/rules/test_complete.py",
    "tests/rules/test_goldens.py",
    "tests/rules/test_helps.py",
    "tests/rules/test_lessons.py",
    "tests/rules/test_presentation.py",
    "tests/rules/test_ruling_sheets.py",
    "tests/cli/test_layouts.py",
    "tests/clients/bots/test_registry.py",
)
_PYTEST = ("-m", "pytest", "-vv", "-p", "no:cacheprovider", "-k", GAME)
_FOLDERS = tuple(
    path.format(GAME) for path in ("service/bocage/rules/{}", "clients/bocage/bots/{}", "tests/rules/{}")
)
#: Slow checks, made for the new game alone: the command, and words that it prints.
LONGER = {
    "drawings": (
        (*_PYTEST, "tests/features/link_pictures/test_pictures.py"),
        f"test_games_and_moments_are_drawn_as_svg[{GAME}] PASSED",
    ),
    "report": (("-m", "bocage_tools.report", GAME, "--games", "5", "--write"), f"docs/games/{GAME}.md"),
    "other tests": (
        (
            *_PYTEST,
            "tests/http/test_games.py",
            "tests/log/test_view.py",
            "tests/rules/test_determinism.py",
            "tests/clients/engine",
        ),
        " passed",
    ),
    "learning": ((*_PYTEST, "tests/rl"), " passed"),
    "types": (("-m", "mypy", *_FOLDERS), "Success"),
}
BY_DAY = ("drawings", "report")


def sums(root: Path) -> dict[str, str]:
    """Path → a sum of what the file holds."""
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout."""
    root = tmp_path_factory.mktemp("checkout")
    copy_to(root)
    return root


class Made(NamedTuple):
    """Effects of the command on a copy: its words, and sums of all files before and afterwards."""

    listed: list[str]
    before: dict[str, str]
    after: dict[str, str]


@pytest.fixture(scope="module")
def made(copy: Path) -> Made:
    before = sums(copy)
    listed = python(copy, "-m", "bocage.cli", "new-game", GAME).splitlines()
    return Made(listed, before, sums(copy))


@pytest.mark.long
def test_a_new_game_is_one_like_any_other(copy: Path, made: Made) -> None:
    new = made.after.keys() - made.before.keys()
    assert {path: made.after.get(path) for path in made.before} == made.before
    assert new >= {f"service/bocage/rules/{GAME}/game.py", f"service/bocage/rules/{GAME}/goldens/default.txt"}
    assert f"service/bocage/rules/{GAME}/game.py" in made.listed
    assert "Liars Dice" in python(copy, "-m", "bocage.cli", "games")
    files = sorted({str(copy / path) for path in new if path.endswith(".py")})
    python(copy, "-m", "ruff", "check", *files)
    python(copy, "-m", "ruff", "format", "--check", *files)
    # A test of one game of the house alone reads what it reads in the checkout: no file of theirs has changed.
    chosen = f"{GAME} or not ({' or '.join(GAMES)})"
    asked = python(copy, "-m", "pytest", "-vv", "-p", "no:cacheprovider", "-k", chosen, *ASKING)
    for test in (
        "test_a_game_brings_everything",
        "test_a_game_has_all_rooms",
        "test_the_learner_makes_their_own_moves",
    ):
        assert f"{test}[{GAME}] PASSED" in asked


@pytest.mark.long
@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=pytest.mark.night if what not in BY_DAY else ()) for what in LONGER]
)
def test_longer_checks_of_a_new_game_pass(copy: Path, what: str) -> None:
    command, said = LONGER[what]
    assert said in python(copy, *command)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("Liar", "an id is small letters"),
        ("a__b", "an id is small letters"),
        ("class", "an id is small letters"),
        ("kernel", "there is something named kernel"),
        ("dice", "there is something named dice"),
    ],
)
def test_an_id_that_cannot_be_used_is_refused(game: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        write(ROOT, game)


@pytest.mark.parametrize("there", ["", "service/bocage/rules", "tests/rules"])
def test_a_folder_that_is_no_checkout_is_refused(there: str, tmp_path: Path) -> None:
    (tmp_path / there).mkdir(parents=True, exist_ok=True)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(CommandError, match="no checkout"):
        write(tmp_path, GAME)
    assert sorted(tmp_path.rglob("*")) == before


def test_nothing_is_written_where_a_file_is_there_already(tmp_path: Path) -> None:
    for folder in ("service/bocage/rules", "tests/rules", "docs/games"):
        (tmp_path / folder).mkdir(parents=True)
    guide = tmp_path / "docs" / "games" / f"{GAME}.md"
    guide.write_text("mine", encoding="utf-8")
    with pytest.raises(CommandError, match=f"{GAME}.md is there already"):
        write(tmp_path, GAME)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [guide]


@pytest.mark.parametrize(
    ("game", "taken", "prefix"),
    [
        ("liars_dice", set(), "LD"),
        ("liars_dice", {"LD"}, "LI"),
        ("bluff", set(), "BL"),
        ("bluff", {"BL", "BLU"}, "BLUF"),
        ("go", {"GO"}, "GOX"),
        ("go", {"GO", *("GO" + "X" * size for size in range(1, 9))}, "GOXXXXXXXXX"),
    ],
)
def test_rulings_get_letters_that_nobody_has(game: str, taken: set[str], prefix: str) -> None:
    assert prefix_of(game, taken) == prefix
    assert len(prefixes(ROOT)) >= 4


def test_imports_stand_in_order_whatever_the_id() -> None:
    text = "import re\n\nfrom bocage.rules.zoo import (\n    a,\n)\nfrom bocage.rules.dice import Dice\n\nX = 1\n"
    assert imports_in_order(text) == (
        "import re\n\nfrom bocage.rules.dice import Dice\nfrom bocage.rules.zoo import (\n    a,\n)\n\nX = 1\n"
    )
    assert imports_in_order("X = 1\n") == "X = 1\n"
