"""Every game has the same rooms under the same names, and only a game's own words are its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bocage.rules.kernel.registry import house_games
from tests.rooms import OFFERED, PAPERS, ROOMS, Room, lacking

GAMES = Path(__file__).parents[1] / "service" / "bocage" / "rules"
IDS = [game.id for game in house_games()]
#: Those that lack nothing: what one game lacks is said of that game alone.
WHOLE = [game for game in IDS if not list(lacking(GAMES / game))]


@pytest.mark.parametrize("game", IDS)
def test_a_game_has_all_rooms(game: str) -> None:
    assert list(lacking(GAMES / game)) == []


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The folder of some game, to take things out of."""
    folder = tmp_path / WHOLE[0]
    shutil.copytree(GAMES / WHOLE[0], folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.module)
def test_a_room_that_is_not_there_is_named(copy: Path, room: Room) -> None:
    name = room.module
    if (copy / name).is_dir():
        shutil.rmtree(copy / name)
    else:
        (copy / f"{name}.py").unlink()
    (said,) = lacking(copy)
    assert said.startswith(f"write {copy.name}/{name}.py")


@pytest.mark.parametrize("room", OFFERED, ids=lambda room: room.module)
def test_what_a_game_offers_has_a_room_of_its_own(tmp_path: Path, room: Room) -> None:
    offering = next(game for game in WHOLE if (GAMES / game / f"{room.module}.py").exists())
    copy = tmp_path / offering
    shutil.copytree(GAMES / offering, copy, ignore=shutil.ignore_patterns("__pycache__"))
    game = copy / "game.py"
    assert f"def {room.module}(" in game.read_text(encoding="utf-8")
    (copy / f"{room.module}.py").unlink()
    (said,) = lacking(copy)
    assert said.startswith(f"write {copy.name}/{room.module}.py with {room.module}: ")
    # A game that does not offer it needs no room for it.
    game.write_text(game.read_text(encoding="utf-8").replace(f"def {room.module}(", "def _("), encoding="utf-8")
    assert list(lacking(copy)) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_a_paper_that_is_not_there_is_named(copy: Path, paper: str) -> None:
    (copy / paper).rename(copy.parent / "elsewhere")
    (said,) = lacking(copy)
    assert said.startswith(f"write {copy.name}/{paper}: ")


def test_a_room_without_its_name_is_named(copy: Path) -> None:
    view = copy / "view.py"
    view.write_text(view.read_text(encoding="utf-8").replace("def view(", "def look("), encoding="utf-8")
    (said,) = lacking(copy)
    assert said == f"define view in {copy.name}/view.py: what each viewer may see"
