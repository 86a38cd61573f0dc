"""The scenarios of the lobby: read on a phone, and begun."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.visitor import Visitors


async def test_a_scenario_is_chosen_and_begun(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    await visitor.lobby()
    await visitor.page.locator(".scenarios-card").click()
    await expect(visitor.page.locator(".scenario")).to_have_count(10)
    assert await visitor.sideways() == 0
    await expect(visitor.page.locator("#stream .chosen")).to_contain_text("Nation of West")
    ford = visitor.page.locator("#ford")
    await ford.locator("summary").click()
    await expect(ford.locator("pre")).to_contain_text("us_c: us_m4a1_sherman")
    await ford.locator(".play-bot").click()
    await visitor.begun()
    await expect(visitor.page.get_by_text("Sherman").first).to_be_attached()
