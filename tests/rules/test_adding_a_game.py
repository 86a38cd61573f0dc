"""docs/adding-a-game.md is true: its code is the toy's or runs, its paths exist, its table leaves nothing out."""

from __future__ import annotations

import re
from inspect import isfunction
from pathlib import Path
from typing import Any

from bocage.rules.kernel import Game, Number, Spaces
from bocage.rules.kernel.conformance import check_game
from tests.goldens import Recipe
from tests.goldens.write import golden
from tests.rules.toy import GAME, Play, Swap

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
TOY = (ROOT / "tests" / "rules" / "toy.py").read_text(encoding="utf-8")
#: The first is an open game, which test_open_game.py plays.
OPEN_GAME, *BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_code_on_the_page_is_the_toys_or_runs() -> None:
    names: dict[str, Any] = {"GAME": GAME, "check_game": check_game, "Recipe": Recipe, "Play": Play, "Swap": Swap}
    names |= {"Spaces": Spaces, "Number": Number, "CARDS": ["fox", "bear"]}
    run = [block for block in BLOCKS if block not in TOY]
    assert len(run) == 3
    assert len(BLOCKS) - len(run) == 3
    for block in run:
        exec(block, names)
    names["test_the_contract_of_a_game"]()
    assert "swaps Boar" in golden(GAME, "default", names["GOLDENS"]["default"])


def test_paths_on_the_page_exist() -> None:
    named = set(re.findall(r"`((?:service|tests|clients|protocol|docs)/[\w./-]+)`", PAGE))
    assert len(named) >= 5
    assert {path for path in named if not (ROOT / path).exists()} == set()


def test_every_method_of_a_game_is_on_the_page() -> None:
    must = {name for name in Game.__abstractmethods__ if f"| `{name}(" in PAGE}
    assert must == Game.__abstractmethods__
    offered = {
        "imagine",
        "odds",
        "any_hand",
        "sides",
        "same_sides",
        "read_map",
        "map_id",
        "negotiable",
        "scenarios",
        "picture",
        "score",
        "symbols",
        "public_part",
        "own_part",
    }
    optional = {"refusal", "facts", "content", "used", "facets", "spaces", "turns", "lesson", "exercises", "copy"}
    optional |= offered
    derived = {"apply", "pack", "unpack", "forced"}
    methods = {name for name, value in vars(Game).items() if isfunction(value) and not name.startswith("_")}
    assert methods == must | optional | derived
    assert all(f"`{name}`" in PAGE or f"`{name}(" in PAGE for name in optional)


def lines(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


def test_the_toy_is_as_short_as_the_page_says() -> None:
    words = (ROOT / "tests" / "rules" / "toy_text.py").read_text(encoding="utf-8")
    assert "under a hundred lines of rules, and under sixty of words" in PAGE
    assert lines(TOY) < 100
    assert lines(words) < 60
