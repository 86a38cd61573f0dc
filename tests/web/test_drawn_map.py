"""SQUAD on a map that a player drew as text: made in the dialog, read by the invited friend, played."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bocage.rules.squad.drawn import EXAMPLES, parse
from tests.web.visitor import Size, Visitors

#: As the workshop does it.
KEEP = """async (text) => (await import("/js/net/rest.js")).postJSON("/api/maps", { name: "Ours", text })"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
async def test_two_friends_play_on_a_drawn_map(visitors: Visitors, size: Size) -> None:
    host, friend = await visitors.open(size=size), await visitors.open(size=size)
    await host.lobby()
    dialog = await host.options("squad", "A friend")
    await dialog.locator(".tile-choice", has_text="Hex map").click()
    area = dialog.locator("textarea")
    await expect(area).not_to_be_visible()
    for option, value in (("Terrain", "drawn"), ("Home edges", "west, east")):
        select = dialog.get_by_text(option, exact=True).locator("..").locator("select")
        await select.select_option(label=value)
    await expect(area).to_be_visible()
    await expect(dialog.get_by_text("Nation of West", exact=True)).to_be_visible()
    await expect(dialog.get_by_text("Map width", exact=True)).not_to_be_visible()
    assert await area.input_value() == EXAMPLES[0]
    await area.fill(f"# Our own\n{EXAMPLES[1].lower()}")
    await dialog.locator(".primary").click()
    link = await host.page.locator(".invite input").first.input_value()
    assert await host.page.locator(".written pre").text_content() == EXAMPLES[1]
    await friend.page.goto(link)
    assert await friend.page.locator(".written pre").text_content() == EXAMPLES[1]
    assert await friend.sideways() == 0
    await expect(friend.page.locator(".written .map-picture .hex")).to_have_count(66)
    await expect(friend.page.locator(".own-side")).to_contain_text("You begin as East")
    await expect(friend.page.locator(".written .home-0")).to_have_count(6)
    await friend.page.locator(".join").click()
    await friend.page.locator(".swap").click()
    await expect(host.page.locator(".agree-changes")).to_contain_text("proposes: sides swapped.")
    await expect(host.page.locator(".own-side")).to_contain_text("You begin as East")
    await expect(friend.page.locator(".accept")).to_have_count(0)
    await host.page.locator(".propose").click()
    proposal = host.page.locator("dialog")
    await proposal.locator("textarea").fill(". . <b>")
    await proposal.locator(".primary").click()
    await expect(proposal.get_by_text("map_sign: line 1")).to_be_visible()
    await proposal.locator("textarea").fill(EXAMPLES[0])
    await proposal.locator(".primary").click()
    await expect(friend.page.locator(".written pre")).to_have_text(EXAMPLES[0].strip())
    await friend.page.reload()
    await expect(friend.page.locator(".agree-changes")).to_contain_text("proposes: Map: another one.")
    assert await friend.sideways() == 0
    await host.page.evaluate(KEEP, EXAMPLES[1])
    await host.page.locator(".propose").click()
    await proposal.locator("select.own").select_option(label="Ours")
    await proposal.locator(".primary").click()
    await expect(friend.page.locator(".written .map-picture .hex")).to_have_count(66)
    await friend.page.locator(".accept").click()
    for visitor, own in ((host, "East"), (friend, "West")):
        await visitor.begun()
        await expect(visitor.page.locator(".squad-map .hex")).to_have_count(66)
        await expect(visitor.page.locator(".squad-map .rough")).to_have_count(len(parse(EXAMPLES[1]).terrain))
        await expect(visitor.page.locator(".record").last).to_contain_text(own)


async def test_an_agreed_map_is_drawn_on_and_proposed(visitors: Visitors) -> None:
    host, friend = await visitors.open(), await visitors.open()
    await host.lobby()
    dialog = await host.options("squad", "A friend")
    await dialog.locator(".tile-choice", has_text="Hex map").click()
    select = dialog.get_by_text("Terrain", exact=True).locator("..").locator("select")
    await select.select_option(label="drawn")
    await dialog.locator(".primary").click()
    await friend.page.goto(await host.page.locator(".invite input").first.input_value())
    await friend.page.locator(".join").click()
    await friend.page.locator(".propose").click()
    await friend.page.locator("dialog .option-link").click()
    field = friend.page.locator(".workshop-field")
    await expect(field.locator(".rough")).to_have_count(len(parse(EXAMPLES[0]).terrain))
    await field.locator('[data-hex="0,0"]').click()
    await friend.page.locator(".propose-map").click()
    proposal = friend.page.locator("dialog")
    assert "0,0" in parse(await proposal.locator("textarea").input_value()).terrain
    await proposal.locator(".primary").click()
    await expect(host.page.locator(".agree-changes")).to_contain_text("proposes: Map: another one.")


async def test_a_text_that_is_no_map_is_refused_and_kept(visitors: Visitors) -> None:
    visitor = await visitors.open()
    await visitor.lobby()
    dialog = await visitor.options("squad", "A house bot")
    await dialog.locator(".tile-choice", has_text="Hex map").click()
    select = dialog.get_by_text("Terrain", exact=True).locator("..").locator("select")
    await select.select_option(label="drawn")
    await dialog.locator("textarea").fill(". . .\n . . <b>\n")
    await dialog.locator(".primary").click()
    await expect(visitor.page.get_by_text("map_sign: line 2")).to_be_visible()
    visitor.problems.clear()  # The browser tells of the answer 400.
    dialog = await visitor.options("squad")
    assert await dialog.locator("textarea").input_value() == ". . .\n . . <b>\n"
