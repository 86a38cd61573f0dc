"""The deal of the day on the page: one attempt from the lobby, its result, the board, and practice."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.visitor import Visitors


async def test_a_deal_is_played_shared_and_practised(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    page = visitor.page
    await visitor.lobby()
    await page.locator(".daily-card").tap()
    deal = page.locator('.deal[data-game="omaha"]')
    await deal.locator(".start", has_text="this one counts").tap()
    await visitor.turn()
    attempt = visitor.match
    # Left and come back to, it is the same attempt.
    await visitor.go("daily")
    await deal.locator(".start", has_text="Go on").tap()
    await visitor.turn()
    assert visitor.match == attempt
    await visitor.play(seed=4)
    points = await page.locator(".ending .points").inner_text()
    await page.locator(".ending .doors .primary").tap()
    await deal.locator(".result", has_text=points).wait_for()
    await expect(deal).to_be_in_viewport()
    await expect(deal.locator(".symbols i")).to_have_count(4)
    await deal.locator("tr.me").wait_for()
    assert await visitor.sideways() == 0
    await deal.locator(".start", has_text="Practise").tap()
    await visitor.turn()
    assert visitor.match != attempt


SHARED = """async () => {
  const { shareResult } = await import("/js/features/daily/deals.js");
  const texts = [];
  Object.defineProperty(navigator, "share", { value: async ({ text }) => void texts.push(text) });
  await shareResult("zombies", "Zombies", new Date().toISOString().slice(0, 10), 140, "");
  return texts[0].split("\\n").at(-1);
}"""


async def test_shared_result_links_to_its_deal(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    await visitor.lobby()
    link = await visitor.page.evaluate(SHARED)
    other = await visitors.open(size="phone")
    await other.page.goto(link)
    deal = other.page.locator('.deal[data-game="zombies"]')
    await expect(deal).to_be_in_viewport(ratio=0.9)
    await expect(deal.locator(".start", has_text="this one counts")).to_be_visible()
