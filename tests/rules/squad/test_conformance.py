"""The kernel's conformance kit on SQUAD, over all options, until everything printed was met."""

from __future__ import annotations

from statistics import median

from bocage.rules.kernel.conformance import check_game, random_choice
from bocage.rules.squad import GAME
from tests.rules.squad.policies import flanker

TRANSIENT = {
    "concealed": "which card conceals is told when it is played: the view shows that one lies there",
    "scouted": "cards seen may be drawn by others before the step is over: the peek showed them for a moment",
}


def test_random_games_hold_the_contract_and_meet_everything() -> None:
    policies = (random_choice, random_choice, flanker)
    coverage = check_game(GAME, games=45, seed="squad", cap=1000, deep=30, policies=policies, transient=TRANSIENT)
    assert coverage.missing() == []
    assert all(median(sizes) <= 150 for sizes in coverage.patch_sizes.values())
