"""How much Python an action is at most: a count, and no time."""

from __future__ import annotations

import pytest

from tests.bench import calls

#: Game → calls of Python functions for one action.
MOST_CALLS = {"tally": 90, "squad": 135, "company_commander": 135}
#: Outside of the rules.
MOST_FILES = 20
MOST_CHANGES = 25


@pytest.mark.long
def test_an_action_takes_no_more_calls_than_wanted() -> None:
    for name, work in calls.count(list(MOST_CALLS)).items():
        assert work.calls <= MOST_CALLS[name], name
        assert work.files <= MOST_FILES, name
        assert work.changes <= MOST_CHANGES, name
