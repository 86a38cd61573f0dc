"""Every stored golden log equals a fresh run; ``make goldens`` writes them anew."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from bocage.rules.kernel.game import Game
from tests.goldens import Recipe
from tests.goldens.stored import folder_of, recipes
from tests.goldens.write import golden
from tests.rules.toy import GAME, Play, Swap

RECIPES = list(recipes())
#: Larger files are not reviewed by anybody.
LIMIT = 400_000
TOY = Path(__file__).parents[1] / "goldens" / "toy.txt"


def first_difference(fresh: str, stored: str) -> str:
    """The first line that differs, from both sides; "" when none does."""
    for number, (new, old) in enumerate(zip_longest(fresh.splitlines(), stored.splitlines()), start=1):
        if new != old:
            return f"line {number}\nstored: {old}\nfresh:  {new}"
    return "" if fresh == stored else "only the ends of lines differ"


@pytest.mark.parametrize(("game", "name", "recipe"), RECIPES, ids=lambda value: getattr(value, "id", None))
def test_a_stored_golden_is_what_a_fresh_run_gives(game: Game[Any], name: str, recipe: Recipe) -> None:
    stored = (folder_of(game.id) / f"{name}.txt").read_text(encoding="utf-8")
    assert first_difference(golden(game, name, recipe), stored) == "", (
        "if this is meant: make goldens, review the diff"
    )
    assert len(stored.encode()) <= LIMIT


def test_every_stored_golden_has_a_recipe() -> None:
    known = {(game.id, name) for game, name, _ in RECIPES}
    stored = {(game.id, path.stem) for game, _, _ in RECIPES for path in folder_of(game.id).glob("*")}
    assert stored == known


def test_the_form_of_a_golden_log() -> None:
    recipe = Recipe(seed="toy", script=(Swap("boar"), Play("tiger")), note="A swap, then random play.")
    assert golden(GAME, "toy", recipe) == TOY.read_text(encoding="utf-8")


def test_differences_are_found() -> None:
    assert first_difference("a\nb\n", "a\nb\n") == ""
    assert first_difference("a\nb\n", "a\nc\n") == "line 2\nstored: c\nfresh:  b"
    assert first_difference("a\n", "a\nb\n") == "line 2\nstored: b\nfresh:  None"
    assert first_difference("a", "a\n") == "only the ends of lines differ"


def test_a_script_that_is_not_legal_is_refused() -> None:
    with pytest.raises(ValueError, match="not legal"):
        golden(GAME, "toy", Recipe(seed="toy", script=(Play("unicorn"),)))
