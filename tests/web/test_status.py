"""The status line, always visible with readable text; and toasts, which lie on the board."""

from __future__ import annotations

import pytest

from tests.all_games import SEATS
from tests.web.contexts import Language
from tests.web.pairs import pairs
from tests.web.positions import at_table, resize
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


#: Says something that has two lines; returns what of the table it lies on.
COVERED = """async () => {
  const { toast } = await import("/js/parts/toast.js");
  toast("Passed for you, as you had no choice: Stop the move with a barrier? The settings can change that.");
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const of = (what) => document.querySelector(what)?.getBoundingClientRect();
  const note = of(".toast");
  const beside = (box) => box.right <= note.left + 1 || box.left >= note.right - 1;
  const apart = (box) => box.bottom <= note.top + 1 || box.top >= note.bottom - 1;
  const places = [".masthead", ".table-line", ".tray-place", ".ask", ".hand-slot", ".board-place"];
  return places.filter((what) => of(what)?.width && !beside(of(what)) && !apart(of(what)));
}"""


@pytest.mark.parametrize(("game", "lang"), pairs(list(SEATS), ["en", "ja"]))
async def test_status_is_read_and_toasts_lie_on_the_board(
    visitors: Visitors, finished: dict[str, str], game: str, lang: Language
) -> None:
    visitor = await at_table(visitors, finished[game], lang=lang)
    await visitor.page.evaluate("layout.show(layout.decisions()[0])")
    for size in SIZES:
        await resize(visitor, size)
        over, cut, told = await visitor.page.evaluate(CUT)
        assert cut == [], (size, told)
        # In 320 pixels two lines may have no room for how fronts end a game early.
        assert over <= 1 or size == "small", (size, told)
        # Toasts cover nothing to be read or pressed then.
        assert await visitor.page.evaluate(COVERED) == [".board-place"], size


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


async def test_full_record_keeps_the_zombie_map(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["zombies"], size="tablet")
    await visitor.page.evaluate("layout.show(layout.decisions()[0])")
    before, after = await visitor.page.evaluate(FULL_RECORD)
    assert before == after
