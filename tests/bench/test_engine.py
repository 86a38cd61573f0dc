"""Decisions are timed that a level really takes; how long it takes, no test asks."""

from __future__ import annotations

import pytest

from bocage.bots.registry import searching_strategies_of
from bocage.rules.kernel.registry import find_game, house_games
from tests.bench.engine import show, thoughts


@pytest.mark.parametrize("game", ["omaha", "squad"])
def test_decisions_are_timed(game: str) -> None:
    rules = find_game(game)
    assert len(thoughts(rules, "recruit", 3)) == 3
    assert all(len(searching_strategies_of(rules.id)) == 3 for rules in house_games())


def test_only_the_strongest_level_has_targets(capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game("omaha")
    show(game, "recruit", [0.001, 0.002, 0.003])
    assert "target" not in capsys.readouterr().out
    show(game, "veteran", [0.1, 0.2, 0.3])
    told = capsys.readouterr().out
    assert "5.0 /s   mean 200.0 ms" in told
    assert told.count("met") == 2
    show(game, "veteran", [0.1, 0.2, 2.1])
    assert capsys.readouterr().out.count("NOT MET") == 2
