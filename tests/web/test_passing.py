"""What is said in passing lies on the board: it covers nothing that has to be read or pressed just then."""

from __future__ import annotations

import pytest

from tests.all_games import SEATS
from tests.web.visitor import SIZES, Visitors

#: Says something that has two lines, and returns what it covers besides the board, if anything, and whether it lies on that.
COVERED = """async () => {
  const { toast } = await import("/js/parts/toast.js");
  toast("Passed for you, as you had no choice: \\u201cStop the move with a barrier?\\u201d. The settings can change that.");
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const of = (what) => document.querySelector(what)?.getBoundingClientRect();
  const note = of(".toast");
  const lies = (what) => {
    const box = of(what);
    return box && Math.min(box.right, note.right) > Math.max(box.left, note.left) + 1 && Math.min(box.bottom, note.bottom) > Math.max(box.top, note.top) + 1;
  };
  return [".masthead", ".table-line", ".tray-place", ".ask", ".hand-slot", ".board-place"].filter(lies);
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
    assert found == dict.fromkeys(SIZES, [".board-place"])
