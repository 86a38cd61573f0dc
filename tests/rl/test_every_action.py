"""Whatever is legal anywhere has a number."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from bocage.rl.vocabulary import vocabulary_of
from bocage.rules.kernel import Game
from bocage.rules.kernel.registry import house_games
from tests.rl.positions import of_goldens, of_random

GAMES = {game.id: game for game in house_games()}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_legal_action_has_a_number_of_its_own(game: Game[Any], request: pytest.FixtureRequest) -> None:
    games = 2 * request.config.getoption("--games") or 12
    vocabulary = vocabulary_of(game)
    for position in chain(of_goldens(game), of_random(game, games, "vocabulary")):
        if position.decision is not None:
            actions = position.decision.actions
            numbers = vocabulary.numbers(actions)
            assert [vocabulary.actions[number] for number in numbers] == actions
