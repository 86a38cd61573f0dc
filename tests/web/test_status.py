"""The line of the state: nobody has to look for it, and what it says is seen."""

from __future__ import annotations

import pytest

from tests.all_games import SEATS
from tests.web.contexts import Language
from tests.web.visitor import SIZES, Visitors

#: How many pixels of it are cut; the facts that are cut before what stands in brackets; all that it says.
CUT = """() => {
  const line = document.querySelector(".status-facts");
  const { bottom } = line.getBoundingClientRect();
  const ends = [...line.children].map(({ firstChild }) => {
    const range = document.createRange();
    range.selectNodeContents(firstChild);
    range.setEnd(firstChild, firstChild.data.split(/[(（]/)[0].length);
    return [firstChild.data, range.getBoundingClientRect().bottom - bottom];
  });
  return [line.scrollHeight - line.clientHeight, ends.filter(([, over]) => over > 1), line.textContent];
}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", SEATS)
async def test_where_the_game_stands_is_seen(visitors: Visitors, game: str, lang: Language) -> None:
    visitor = await visitors.open(lang=lang)
    await visitor.lobby()
    await visitor.start(game)
    for size, (width, height) in SIZES.items():
        await visitor.page.set_viewport_size({"width": width, "height": height})
        over, cut, told = await visitor.page.evaluate(CUT)
        assert cut == [], (size, told)
        # In 320 pixels two lines may have no room for how fronts end a game early.
        assert over <= 1 or size == "small", (size, told)
