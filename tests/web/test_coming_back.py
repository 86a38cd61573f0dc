"""A screen keeps its scroll position for a return."""

from __future__ import annotations

import pytest

from tests.web.visitor import Visitors

#: Waits until the page is scrolled to there.
SCROLLED = """async (top) => {
  const moved = () => new Promise((resolve) => addEventListener("scroll", resolve, { once: true }));
  while (Math.abs(scrollY - top) >= 2) await moved();
  return scrollY;
}"""


@pytest.mark.parametrize("how", ["the page's button", "the browser's button"])
async def test_leaving_the_rules_restores_the_scroll_position(visitors: Visitors, how: str) -> None:
    visitor = await visitors.open(size="phone")
    page = visitor.page
    await visitor.lobby()
    rules = page.locator("a[href='/rules/squad']")
    await rules.scroll_into_view_if_needed()
    left = await page.evaluate("scrollY")
    assert left > 300
    await rules.tap()
    await page.locator(".rules").wait_for()
    assert await page.evaluate("scrollY") == 0
    if how == "the page's button":
        await page.locator("nav a[href='/']").tap()
    else:
        await page.go_back()
    assert await page.evaluate(SCROLLED, left) == pytest.approx(left, abs=2)


async def test_directly_opened_rules_lead_to_the_lobby(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    page = visitor.page
    await page.goto(f"{visitor.url}/rules/squad")
    await page.locator(".rules").wait_for()
    await page.locator("nav a[href='/']").tap()
    await page.locator("[data-screen=lobby]").wait_for()
    assert await page.evaluate("scrollY") == 0
