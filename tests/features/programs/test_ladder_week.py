"""The programs' ladder over days: it is the fold of its logs, in the order of skill, within its budgets."""

from __future__ import annotations

import pytest

from bocage.features.ratings import anchors
from bocage.features.ratings.glicko import expected
from bocage.rules.kernel import registry
from tests.features.programs.ladder_week import Found, play
from tests.tally import TALLY


@pytest.fixture(autouse=True)
def world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)
    monkeypatch.setattr(anchors, "anchors", lambda: {"tally": {"recruit": -0.5, "regular": 0.0}})


def check(found: Found, programs: int) -> None:
    assert found.ladder == found.folded
    assert found.most_per_pair <= 10
    assert found.most_per_hour <= 4
    order = sorted(found.ladder, key=lambda key: found.ladder[key].strength.mean)
    names = [found.names[player] for _, player in order]
    bots = [name for name in names if name.startswith("bot")]
    assert len(bots) == programs
    # The weakest and the strongest stand where they belong.
    assert bots.index("bot 0") < programs / 2 <= bots.index(f"bot {programs - 1}")
    for (_, player), standing in found.ladder.items():
        if found.names[player] in ("recruit", "regular"):
            score, low, high = expected(standing.strength)
            assert low == score == high
            assert standing.games > 0


@pytest.mark.parametrize(
    ("programs", "days", "ladder", "least"),
    [
        pytest.param(programs, days, ladder, least, marks=pytest.mark.night if days > 1 else ())
        for programs, days, ladder, least in ((3, 1.0, 1, 20), (8, 7.0, 3, 1000))
    ],
)
def test_the_ladder_is_the_fold_of_its_logs(programs: int, days: float, ladder: int, least: int) -> None:
    found = play(1, programs, days, ladder)
    check(found, programs)
    assert found.matches > least
