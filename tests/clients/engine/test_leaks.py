"""The engine knows its view and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from clients.engine import Engine
from service.games.kernel.play import new_playthrough
from service.games.kernel.registry import find_game
from tests.all_games import GAMES
from tests.clients.engine.positions import QUICK, document, heuristic, positions

#: Decisions looked at in every run, and in a run that asks for thousands of games.
DECISIONS, AT_NIGHT = 15, 10_000


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_changes_nothing(name: str, request: pytest.FixtureRequest) -> None:
    """With another hidden part of the true state the same move is found in the same way from the same seed."""
    game = find_game(name)
    engine, twin = (Engine(name, heuristic(game), QUICK, seed=1) for _ in range(2))
    chance, changed = new_playthrough(game, "leak"), 0
    decisions = AT_NIGHT if request.config.getoption("--games") else DECISIONS
    for number, (state, decision) in enumerate(positions(game, decisions)):
        actions = msgspec.to_builtins(decision.actions)
        other = game.resample(state, decision.seat, chance.chance(number, "other"))
        changed += other != state
        assert engine.consider(document(game, state), actions) == twin.consider(document(game, other), actions)
    assert changed > decisions / 2
