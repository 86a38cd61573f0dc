"""While a table comes, nothing that is there already moves: layout-shift entries of the browser."""

from __future__ import annotations

import pytest

from tests.web.visitor import Size, Visitor, Visitors

#: Notes what shifts: the places of the page and of the table, not the words in them, whose typefaces may come late.
NOTE = """
const PLACES = "main, .screen, .masthead, .brand, .table, .table > *, .hand-card, .lobby > *, .game-card";
globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    for (const { node, previousRect: a, currentRect: b } of entry.sources) {
      if (!(node instanceof Element) || !node.matches(PLACES)) continue;
      const far = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
      if (far > 12) moved.push(`${node.className}: ${a.x} ${a.y} -> ${b.x} ${b.y}`);
    }
  }
}).observe({ type: "layout-shift", buffered: true });
"""


async def assert_still(visitor: Visitor) -> None:
    # Everything painted so far is recorded by the next frame.
    await visitor.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert await visitor.page.evaluate("moved") == []


@pytest.mark.parametrize("size", ["phone", "desktop"])
async def test_nothing_moves_when_a_table_comes(visitors: Visitors, finished: dict[str, str], size: Size) -> None:
    visitor = await visitors.open(size=size, painted=True)
    await visitor.page.add_init_script(NOTE)
    await visitor.lobby()
    match = await visitor.start("squad")
    await visitor.go(f"match/{match}")
    await visitor.turn()
    await assert_still(visitor)
    # A player's match stands on top of the lobby.
    await visitor.go()
    await visitor.page.locator(".go-on-card.yours").wait_for()
    await assert_still(visitor)
    for path in (f"match/{finished['squad']}", f"replay/{finished['zombies']}", "learn/company_commander"):
        await visitor.go(path)
        await visitor.page.locator(".table").wait_for()
        await assert_still(visitor)
