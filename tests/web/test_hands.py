"""An action that can be taken back is played at once; another is confirmed at the place of the click."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.sent import watched
from tests.web.visitor import Visitors


async def test_a_move_is_played_and_a_blast_confirmed(visitors: Visitors) -> None:
    visitor = await visitors.open(careful=False)
    page = visitor.page
    acts = watched(visitor)
    await visitor.lobby()
    await visitor.start("omaha")
    state = await visitor.state()
    await page.locator(".cell.target").first.click()
    state = await visitor.turn_after(state["seq"])
    assert [act["do"] for act in acts] == ["land"]
    await expect(page.locator(".undo")).to_be_visible()
    await page.locator('.action[data-verb="blast"]').first.click()
    sure = page.locator(".confirm-here")
    await expect(sure).to_contain_text("Blast")
    assert (await visitor.state())["seq"] == state["seq"]
    line, button = await page.locator(".action.selected").bounding_box(), await sure.bounding_box()
    assert line
    assert button
    assert abs(button["y"] - line["y"]) < 100
    await sure.click()
    await visitor.turn_after(state["seq"])
    await expect(sure).to_have_count(0)


async def test_a_drop_on_its_target_is_an_answer(visitors: Visitors) -> None:
    visitor = await visitors.open(careful=False)
    page = visitor.page
    acts = watched(visitor)
    await visitor.lobby()
    await visitor.start("company_commander")
    state = await visitor.state()
    await page.locator(".pending-unit.target").first.drag_to(page.locator(".front-ground.target").first)
    await visitor.turn_after(state["seq"])
    assert [act["do"] for act in acts] == ["deploy"]
