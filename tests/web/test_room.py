"""Texts have the available room: none is clipped beside an empty box, broken inside, or covered."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.all_games import GAMES, SEATS
from tests.web.contexts import Language
from tests.web.pairs import pairs
from tests.web.test_squad_hex import sit_down
from tests.web.visitor import SIZES, Size, Visitors

#: Whether all that a lesson or an exercise says is seen.
WHOLE = "(said) => said.scrollHeight <= said.clientHeight + 1"


@pytest.mark.parametrize("game", [game for game in GAMES if SEATS[game] > 1])
async def test_lesson_uses_the_trays_room(visitors: Visitors, game: str) -> None:
    visitor = await visitors.open(lang="ja", size="flat")
    await visitor.go(f"learn/{game}")
    page = visitor.page
    await page.locator(".lesson").wait_for()
    await expect(page.locator(".tray-place")).to_be_hidden()
    assert await page.locator(".lesson .comment").evaluate(WHOLE)


@pytest.mark.parametrize(("game", "lang"), pairs(GAMES, ["en", "ja"]))
async def test_on_a_desktop_the_whole_explanation_is_seen(visitors: Visitors, game: str, lang: Language) -> None:
    visitor = await visitors.open(lang=lang, size="desktop")
    await visitor.go(f"exercise/{game}/1")
    page = visitor.page
    await page.locator(".exercise:not(.told)").wait_for()
    while not await page.locator(".exercise.told").count():
        await page.locator(".choices:not(.staged) .action, .choices.staged .go").first.dispatch_event("click")
    assert await page.locator(".exercise .comment").evaluate(WHOLE)


#: Words in cells of tables that stand in two lines.
BROKEN = """() => {
  const found = [];
  for (const cell of document.querySelectorAll(".rules :is(th, td)")) {
    const nodes = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const words = nodes.currentNode.nodeValue.matchAll(/\\p{Script=Latin}+|\\p{Script=Katakana}+/gu);
      for (const { 0: word, index } of words) {
        const range = document.createRange();
        range.setStart(nodes.currentNode, index);
        range.setEnd(nodes.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width).map(({ top }) => top));
        if (lines.size > 1) found.push(word);
      }
    }
  }
  return found;
}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_no_word_of_a_table_is_broken_on_a_phone(visitors: Visitors, lang: Language) -> None:
    visitor = await visitors.open(lang=lang, size="phone")
    for game in GAMES:
        await visitor.go(f"rules/{game}")
        await visitor.page.locator(".rules table").first.wait_for(state="attached")
        assert await visitor.page.evaluate(BROKEN) == [], game
        assert await visitor.sideways() == 0


#: Hexes that a pile lies on.
COVERED = """() => {
  const piles = [...document.querySelectorAll(".pile-card")].map((pile) => pile.getBoundingClientRect());
  const on = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const hexes = [...document.querySelectorAll(".squad-map .hex")];
  const ground = (hex) => hex.firstElementChild.getBoundingClientRect();
  const covered = hexes.filter((hex) => piles.some((pile) => on(pile, ground(hex))));
  return [hexes.length > 0, piles.length > 0, ...covered.map((hex) => hex.dataset.hex)];
}"""


async def test_piles_lie_on_no_hex(visitors: Visitors) -> None:
    visitor = await sit_down(visitors, size="phone")
    sizes: tuple[Size, ...] = ("phone", "flat", "desktop")
    for width, height in [*(SIZES[size] for size in sizes), (720, 600), (375, 640)]:
        await visitor.page.set_viewport_size({"width": width, "height": height})
        assert await visitor.page.evaluate(COVERED) == [True, True], (width, height)


#: A long result in the header: whether it reaches out of it.
RESULT = """() => {
  const status = document.querySelector(".table-line .status");
  status.textContent = "Player 0の負け：鉄条網に道を断たれ、残る爆薬は陣地の分だけ。".repeat(2);
  const [inner, outer] = [status, status.parentElement].map((one) => one.getBoundingClientRect());
  return inner.top < outer.top || inner.bottom > outer.bottom;
}"""


async def test_a_long_result_stays_within_the_header(visitors: Visitors) -> None:
    visitor = await visitors.open(lang="ja", size="flat")
    await visitor.lobby()
    await visitor.start("omaha")
    assert not await visitor.page.evaluate(RESULT)
