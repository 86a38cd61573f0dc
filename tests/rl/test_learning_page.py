"""What docs/learning.md shows works as it stands there."""

from __future__ import annotations

import re

import pytest

from bocage.rl import environment_id, layout_of, vocabulary_of
from bocage.rules.kernel.registry import house_games
from tests.checkout import ROOT

PAGE = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[:2]


@pytest.mark.parametrize("example", EXAMPLES, ids=["Gymnasium", "PettingZoo"])
@pytest.mark.filterwarnings("ignore:.*overriding environment:UserWarning")
def test_an_example_plays_a_match(example: str) -> None:
    exec(compile(example, "docs/learning.md", "exec"), {})


@pytest.mark.parametrize("game", ["company_commander", "omaha", "squad", "zombies"])
def test_the_table_names_each_environment_and_its_sizes(game: str) -> None:
    (found,) = (one for one in house_games() if one.id == game)
    name = environment_id(game, found.rules) if found.seats == 1 else f"bocage.rl.{game}_v{found.rules}"
    sizes = f"| {len(vocabulary_of(found)):,} | [{layout_of(found).size:,}](planes/{game}.md) |"
    assert f"| `{name}` {sizes}" in PAGE
