"""A small week, in seconds: every turn is told, ratings and boards are what the logs say, and counts can fail."""

from __future__ import annotations

import msgspec
import pytest

from bocage.rules.kernel import registry
from tests.simulate.week import WeekPlan, play
from tests.simulate.week_report import report
from tests.tally import TALLY

#: Half an hour around midnight.
SMALL = WeekPlan(
    seed=3,
    players=8,
    hours=0.5,
    starts_at=23.75,
    correspondence=3,
    turns=6,
    thinks=0.04,
    live=4,
    daily=1,
    kills=3,
    vacations=4,
)


@pytest.mark.long
def test_a_small_week_is_told_rated_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)
    found = play(SMALL)
    assert found.missing == []
    assert found.unknown == 0
    assert found.kills > 0
    assert found.twice <= found.kills
    assert (found.ratings_equal, found.boards_equal) == (True, True)
    assert found.overslept == []
    # Nothing of this is empty.
    assert min(found.away_entries, found.vacations) > 0
    assert min(found.turns, found.ends, found.rated, found.points, found.came) > 0
    assert found.came + found.passed == found.turns + found.ends
    assert found.holds
    assert "| **missing** | **0** |" in report(msgspec.structs.asdict(SMALL), found, 1.0)
