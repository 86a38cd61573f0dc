"""A decision is forced when no hand could offer another option: a public fact, and common enough to be of use."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bocage.rules.kernel import Game
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game


def decisions(game: Game[Any], games: int) -> Counter[tuple[str, bool]]:
    """How often a single option was met, by kind of decision and whether it was forced."""
    met: Counter[tuple[str, bool]] = Counter()
    for number in range(games):
        table = new_playthrough(game, f"forced/{number}", usual=True)
        rng = table.chance(0, "forced")
        state = game.setup(table.options, table.seats, table.dice(0)).state
        step = 0
        while (decision := game.decision(state)) is not None:
            forced = game.forced(state)
            if len(decision.actions) == 1:
                met[decision.kind, forced] += 1
            assert not forced or len(decision.actions) == 1
            step += 1
            action = decision.actions[rng.below(len(decision.actions))]
            state = game.apply(state, action, table.dice(step)).state
    return met


def test_empty_phases_are_forced_without_revealing_hands() -> None:
    met = decisions(find_game("company_commander"), 6)
    # No card rallies: without a pinned unit there is nothing to choose.
    assert met["rally", True] > met["rally", False]
    assert met["recon", True] > 20
    # Where some card could be played, a hand without it is nobody's business.
    assert met["suppression", False] > met["suppression", True]


def test_a_window_of_squad_is_hardly_ever_forced() -> None:
    met = decisions(find_game("squad"), 6)
    forced = sum(count for (_, forced), count in met.items() if forced)
    assert 0 < forced < sum(met.values()) / 4


@pytest.mark.parametrize("name", ["omaha", "zombies"])
def test_games_for_one_are_never_passed_for_the_player(name: str) -> None:
    game = find_game(name)
    table = new_playthrough(game, "forced", usual=True)
    state = game.setup(table.options, table.seats, table.dice(0)).state
    rng = table.chance(0, "forced")
    for step in range(1, 30):
        decision = game.decision(state)
        if decision is None:
            break
        assert not game.forced(state)
        state = game.apply(state, decision.actions[rng.below(len(decision.actions))], table.dice(step)).state
    assert step > 5
