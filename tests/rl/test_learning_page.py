"""What docs/learning.md shows works as it stands there."""

from __future__ import annotations

import re

import pytest

from bocage.rl import environment_id, layout_of, vocabulary_of
from bocage.rules.kernel.registry import find_game
from tests.checkout import ROOT

PAGE = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[:2]


@pytest.mark.parametrize("example", EXAMPLES, ids=["Gymnasium", "PettingZoo"])
@pytest.mark.filterwarnings("ignore:.*overriding environment:UserWarning")
def test_an_example_plays_a_match(example: str) -> None:
    exec(compile(example, "docs/learning.md", "exec"), {})


def test_the_table_gives_the_size_of_each_environment() -> None:
    rows = re.findall(r"\| `(\S+)` \| ([\d,]+) \| \[([\d,]+)\]\(planes/(\w+)\.md\)", PAGE)
    assert len(rows) >= 4
    for name, actions, numbers, game in rows:
        found = find_game(game)
        expected = environment_id(game, found.rules) if found.seats == 1 else f"bocage.rl.{game}_v{found.rules}"
        sizes = f"{len(vocabulary_of(found)):,}", f"{layout_of(found).size:,}"
        assert (name, actions, numbers) == (expected, *sizes)
