"""Any one game can be taken out, with what belongs to it alone: everything else goes on."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bocage.rules.kernel.registry import find_game
from tests.all_games import GAMES
from tests.checkout import copy_to, python

#: Tests of every game that is there, and of what games share; they need neither browser nor Redis.
ASKING = (
    "tests/test_rooms.py",
    "tests/rules/kernel/test_game.py",
    "tests/rules/test_complete.py",
    "tests/rules/test_lessons.py",
    "tests/rules/test_ruling_sheets.py",
    "tests/clients/bots/test_registry.py",
)


def own(root: Path, game: str) -> list[Path]:
    """The files and folders that are named after a game, but for those inside another one of them."""
    named = re.compile(rf"(?:test_)?{game}(?:\..*)?")
    found = [path for path in sorted(root.rglob("*")) if named.fullmatch(path.name)]
    return [path for path in found if not any(other in path.parents for other in found)]


#: By day one for a single player and one for two.
BY_DAY = tuple({find_game(game).seats: game for game in GAMES}.values())


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.night if game not in BY_DAY else ()) for game in GAMES]
)
def test_the_others_go_on_without_a_game(game: str, tmp_path: Path) -> None:
    copy_to(tmp_path)
    taken = own(tmp_path, game)
    assert tmp_path / "service" / "bocage" / "rules" / game in taken
    for path in taken:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    others = [other for other in GAMES if other != game]
    listed = python(tmp_path, "-m", "bocage.cli", "games")
    assert [line.partition(":")[0] for line in listed.splitlines()] == others
    rules = [f"tests/rules/{other}/test_setup.py" for other in others]
    rules = [path for path in rules if (tmp_path / path).exists()]
    asked = python(tmp_path, "-m", "pytest", "-vv", "-p", "no:cacheprovider", "-k", "not named", *ASKING, *rules)
    for other in others:
        assert f"test_a_game_brings_everything[{other}] PASSED" in asked
    assert f"[{game}]" not in asked
