"""On a desktop every text on boards, counters and cards can be read without bending forward."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.all_games import GAMES
from tests.web.visitor import Visitors

#: How often it is looked, and how many moves are made between two looks.
LOOKS = 12
MOVES = 3

#: Texts of the board and the hand that are smaller than 13 pixels, as they are seen: drawings are scaled.
SMALL = """() => {
  const found = [];
  for (const element of document.querySelectorAll('.board-place *, .hand-slot *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility() || element.closest('.hidden-text')) continue;
    const { a, b } = element instanceof SVGElement ? element.getScreenCTM() : { a: 1, b: 0 };
    const size = parseFloat(getComputedStyle(element).fontSize) * Math.hypot(a, b);
    if (size < 12.9) found.push(`${size.toFixed(1)} ${element.outerHTML.slice(0, 90)}`);
  }
  return found;
}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
async def test_no_text_is_small(visitors: Visitors, game: str, lang: Literal["en", "ja"]) -> None:
    visitor = await visitors.open(lang=lang)
    await visitor.lobby()
    await visitor.start(game)
    for seed in range(LOOKS):
        assert await visitor.page.evaluate(SMALL) == []
        state = await visitor.play(seed=seed, moves=MOVES, prefer=("deploy", "move", "attack"))
        if state["status"] == "ended":
            break
    assert await visitor.page.evaluate(SMALL) == []
