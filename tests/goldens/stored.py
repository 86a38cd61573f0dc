"""Which golden logs there are, and where."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bocage.rules.kernel.game import Game
from bocage.rules.kernel.registry import all_games
from tests.goldens import Recipe

ROOT = Path(__file__).parents[2]


def folder_of(game_id: str) -> Path:
    """Where a game's golden logs are kept."""
    return ROOT / "service" / "bocage" / "rules" / game_id / "goldens"


def recipes() -> Iterator[tuple[Game[Any], str, Recipe]]:
    """Every recipe of every game in ``bocage.rules`` that has some, in order."""
    for game in all_games():
        if (ROOT / "tests" / "rules" / game.id / "golden_scripts.py").exists():
            module = importlib.import_module(f"tests.rules.{game.id}.golden_scripts")
            for name, recipe in module.GOLDENS.items():
                yield game, name, recipe
