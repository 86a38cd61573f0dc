"""The status line: always visible, with readable text."""

from __future__ import annotations

import pytest

from tests.all_games import SEATS
from tests.web.contexts import Language
from tests.web.pairs import pairs
from tests.web.visitor import SIZES, Visitors

#: Clipped pixels; facts clipped before the part in brackets; the whole text.
CUT = """() => {
  const line = document.querySelector(".status-facts");
  const { bottom } = line.getBoundingClientRect();
  const ends = [...line.querySelectorAll(":scope > span")].map(({ firstChild }) => {
    const range = document.createRange();
    range.selectNodeContents(firstChild);
    range.setEnd(firstChild, firstChild.data.split(/[(（]/)[0].length);
    return [firstChild.data, range.getBoundingClientRect().bottom - bottom];
  });
  return [line.scrollHeight - line.clientHeight, ends.filter(([, over]) => over > 1), line.textContent];
}"""


@pytest.mark.parametrize(("game", "lang"), pairs(list(SEATS), ["en", "ja"]))
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


#: The height of the map before the record below it is as full as it can be, and then.
FULL_RECORD = """() => {
  const height = () => document.querySelector(".bocage").getBoundingClientRect().height;
  const before = height();
  const [tank, , gone] = document.querySelectorAll(".record-row");
  tank.lastChild.textContent = "damaged · ammunition out · hedgerow cutter · M8 turret · 2\\u00a0aboard";
  const mini = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  mini.setAttribute("viewBox", "-21 -21 42 42");
  gone.lastChild.replaceChildren(...Array.from({ length: 5 }, () => mini.cloneNode()));
  return [before, height()];
}"""


async def test_full_record_keeps_the_zombie_map(visitors: Visitors) -> None:
    visitor = await visitors.open(size="tablet")
    await visitor.lobby()
    await visitor.start("zombies")
    before, after = await visitor.page.evaluate(FULL_RECORD)
    assert before == after
