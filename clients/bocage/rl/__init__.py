"""The games as environments for learning: Gymnasium for one player, PettingZoo AEC for two.

    import gymnasium
    env = gymnasium.make("bocage.rl:Bocage/Omaha-v1", squad_track=8)

    from bocage.rl import squad_v1
    env = squad_v1.env(variant="map")

The version is that of the rules. Games of other distributions are included.
"""

from __future__ import annotations

import re
from typing import Any

import gymnasium

from bocage.rl.aec import Module, TableEnv
from bocage.rl.batch import Batch
from bocage.rl.episode import Episode, Setting
from bocage.rl.planes import Layout, Plane, layout_of
from bocage.rl.solo import SoloEnv
from bocage.rl.strategy import Policy, strategy_of
from bocage.rl.vector import SoloVectorEnv
from bocage.rl.vocabulary import Vocabulary, vocabulary_of
from bocage.rules.kernel.registry import UnknownGameError, all_games, find_game

__all__ = [
    "Batch",
    "Episode",
    "Layout",
    "Module",
    "Plane",
    "Policy",
    "Setting",
    "SoloEnv",
    "SoloVectorEnv",
    "TableEnv",
    "Vocabulary",
    "layout_of",
    "strategy_of",
    "vocabulary_of",
]


def environment_id(game: str, version: int) -> str:
    """Return the Gymnasium id of a game, such as ``Bocage/Omaha-v1``."""
    return f"Bocage/{''.join(part.capitalize() for part in game.split('_'))}-v{version}"


def __getattr__(name: str) -> Any:
    """Resolve names such as ``squad_v1``: a two-player game, by id and rules version."""
    if found := re.fullmatch(r"(\w+)_v(\d+)", name):
        try:
            game = find_game(found[1], int(found[2]))
        except UnknownGameError:
            pass
        else:
            if game.seats > 1:
                return Module(game.id, game.rules)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


for _game in all_games():
    if _game.seats == 1:
        gymnasium.register(
            environment_id(_game.id, _game.rules),
            entry_point="bocage.rl.solo:SoloEnv",
            vector_entry_point="bocage.rl.vector:SoloVectorEnv",
            kwargs={"game": _game.id, "version": _game.rules},
            disable_env_checker=True,
        )
