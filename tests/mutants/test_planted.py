"""The bench knows the code as it is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.mutants.bench import offered
from tests.mutants.equivalents import EQUIVALENTS
from tests.mutants.parts import PARTS, TABLES, Part, named
from tests.mutants.planted import PLANTED, Planted

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("bug", PLANTED, ids=lambda bug: bug.harm)
def test_each_bug_picked_by_hand_still_applies(bug: Planted) -> None:
    """Where this fails, the code has changed: write the bug in ``planted.py`` for the code as it is now."""
    change = bug.change(ROOT)
    assert change.apply((ROOT / change.path).read_text(encoding="utf-8")).count(bug.old) == 0


@pytest.mark.parametrize("part", [*PARTS, TABLES], ids=lambda part: part.name)
def test_each_part_has_code_and_tests(part: Part) -> None:
    assert part.files(ROOT)
    assert part.tests(ROOT)
    assert part.tests(ROOT, far=True)


def test_no_bug_is_a_mistake_of_syntax() -> None:
    """Such a bug would be noticed whatever the tests are."""
    changes = offered(named("protocol"), ROOT)
    assert len(changes) > 100
    for change in random.Random(1).sample(changes, 40):
        compile(change.apply((ROOT / change.path).read_text(encoding="utf-8")), change.path, "exec")


def test_each_equivalent_is_a_line_of_today() -> None:
    gone = [
        known.before
        for known in EQUIVALENTS
        if known.before
        not in [line.strip() for line in (ROOT / known.path).read_text(encoding="utf-8").splitlines()]
    ]
    assert gone == []
