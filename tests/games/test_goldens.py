"""Every stored golden log equals a fresh run; ``make goldens`` writes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from service.games.kernel.game import Game
from tests.games.toy import GAME, Play, Swap
from tests.goldens import Recipe
from tests.goldens.stored import folder_of, recipes
from tests.goldens.write import golden

RECIPES = list(recipes())
#: Larger files are not reviewed by anybody.
LIMIT = 400_000
TOY = Path(__file__).parents[1] / "goldens" / "toy.txt"


@pytest.mark.parametrize(("game", "name", "recipe"), RECIPES, ids=lambda value: getattr(value, "id", None))
def test_a_stored_golden_is_what_a_fresh_run_gives(game: Game[Any], name: str, recipe: Recipe) -> None:
    stored = (folder_of(game.id) / f"{name}.txt").read_text(encoding="utf-8")
    assert golden(game, name, recipe) == stored
    assert len(stored.encode()) <= LIMIT


def test_every_stored_golden_has_a_recipe() -> None:
    known = {(game.id, name) for game, name, _ in RECIPES}
    stored = {(game.id, path.stem) for game, _, _ in RECIPES for path in folder_of(game.id).glob("*")}
    assert stored == known


def test_the_form_of_a_golden_log() -> None:
    recipe = Recipe(seed="toy", script=(Swap("boar"), Play("tiger")), note="A swap, then random play.")
    assert golden(GAME, "toy", recipe) == TOY.read_text(encoding="utf-8")


def test_a_script_that_is_not_legal_is_refused() -> None:
    with pytest.raises(ValueError, match="not legal"):
        golden(GAME, "toy", Recipe(seed="toy", script=(Play("unicorn"),)))
