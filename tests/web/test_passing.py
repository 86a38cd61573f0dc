"""Toasts lie on the board: they cover nothing to be read or pressed then."""

from __future__ import annotations

import pytest

from tests.all_games import SEATS
from tests.web.visitor import SIZES, Visitors

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


@pytest.mark.parametrize("game", SEATS)
async def test_what_is_said_in_passing_lies_on_the_board(visitors: Visitors, game: str) -> None:
    visitor = await visitors.open()
    await visitor.lobby()
    await visitor.start(game)
    found = {}
    for size, (width, height) in SIZES.items():
        await visitor.page.set_viewport_size({"width": width, "height": height})
        found[size] = await visitor.page.evaluate(COVERED)
    assert found == {size: [".board-place"] for size in SIZES}
