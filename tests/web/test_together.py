"""Two people at a table: who is here, a draw that is offered, what was said meanwhile; and the log by keyboard."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.web.visitor import Visitor, Visitors

#: Number of completely visible choices.
WHOLE = """() => {
  const list = document.querySelector(".actions").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".action")].map((line) => line.getBoundingClientRect());
  return boxes.filter(({ top, bottom }) => top >= list.top - 1 && bottom <= list.bottom + 1).length;
}"""


#: Whether the story in the tray is longer than its place, and scrolled to its end.
NEWEST = """() => {
  const place = document.querySelector(".tray-place");
  const below = place.scrollHeight - place.clientHeight;
  return below > 0 && place.scrollTop >= below - 4;
}"""


async def sit_down(visitors: Visitors, game: str = "squad") -> tuple[Visitor, Visitor]:
    """Two people at a table; the second on a phone."""
    host, guest = await visitors.open(), await visitors.open(size="phone")
    await host.lobby()
    link = await host.invite(game)
    await guest.page.goto(link)
    await guest.page.locator(".join").click()
    for visitor in (host, guest):
        await visitor.begun()
    return host, guest


async def test_who_goes_away_is_said_to_be_and_since_when(visitors: Visitors) -> None:
    host, guest = await sit_down(visitors)
    # Of what was told at the beginning the newest is seen.
    await host.page.wait_for_function(NEWEST)
    away = host.page.locator(".seat .away")
    address = guest.page.url
    await guest.page.goto("about:blank")
    await away.wait_for()
    assert (await away.inner_text()).startswith("○ away since ")
    await guest.page.goto(address)
    await away.wait_for(state="detached")


async def test_who_sat_down_is_called_as_the_table_calls_them(visitors: Visitors) -> None:
    """The names of the sides come with the table; what was logged before it has them, too."""
    for visitor in await sit_down(visitors, "company_commander"):
        lines = visitor.page.locator(".log-lines .line", has_text="sits down")
        await expect(lines).to_have_text([re.compile("(German|US) side.$")] * 2)


async def test_a_draw_is_offered_declined_and_accepted(visitors: Visitors) -> None:
    host, guest = await sit_down(visitors)
    await host.page.locator(".menu-button").click()
    await host.page.locator(".menu .draw").click()
    # Both sides see it.
    await host.page.locator(".toast", has_text="You offered a draw.").wait_for()
    for visitor in (host, guest):
        await visitor.page.locator(".seat .offers").wait_for()
    offer = guest.page.locator(".draw-offer")
    assert "offers a draw" in await offer.locator("p").inner_text()
    await offer.locator(".draw-decline").tap()
    await offer.wait_for(state="detached")
    # Both sides see that, too, and it is in the log.
    await host.page.locator(".seat .offers").wait_for(state="detached")
    await host.page.locator(".tray", has_text="declines the draw.").wait_for()
    await host.page.locator(".log .line", has_text="declines the draw.").wait_for()
    await expect(guest.page.locator('.table[data-status="playing"]')).to_have_count(1)
    # Offer one after changing one's mind.
    await guest.page.locator(".menu-button").tap()
    tall = "document.querySelector('.board-place').clientHeight"
    before = await guest.page.evaluate(tall)
    await guest.page.locator(".menu .draw").tap()
    await guest.page.locator(".seat .offers").wait_for()
    # The requester has nothing more to read: nothing grows on their phone.
    assert await guest.page.evaluate(tall) == before
    # In little room, the asked player still sees a choice.
    await host.page.set_viewport_size({"width": 1024, "height": 768})
    await host.page.locator(".draw-accept").wait_for()
    if (await host.state())["mine"]:
        assert await host.page.evaluate(WHOLE) >= 1
    await host.page.locator(".draw-accept").click()
    for visitor in (host, guest):
        await visitor.ended()


async def test_what_is_said_comes_into_sight_and_is_counted(visitors: Visitors) -> None:
    host, guest = await sit_down(visitors)
    await host.page.locator(".chat summary").click()
    for text in ("Hello!", "Good luck."):
        await host.page.locator(".chat input").fill(text)
        await host.page.keyboard.press("Enter")
    # The drawer is closed: its button shows the number.
    news = guest.page.locator(".side-button .news")
    await guest.page.locator(".side-button .news", has_text="2").wait_for()
    await guest.page.locator(".toast", has_text="Good luck.").wait_for()
    await guest.aside()
    assert await guest.page.locator(".chat summary .news").inner_text() == "2 new"
    await guest.page.locator(".chat summary").tap()
    await guest.page.locator(".chat-lines", has_text="Good luck.").wait_for()
    await news.wait_for(state="hidden")
    # In a column, the chat opens by itself.
    await host.page.locator(".chat summary").click()
    await guest.page.locator(".chat input").fill("Thanks.")
    await guest.page.keyboard.press("Enter")
    await host.page.locator(".chat-lines li", has_text="Thanks.").wait_for()
    # An open drawer counts as read.
    assert await host.page.locator(".news:visible").count() == 0


async def test_the_log_is_one_stop_of_the_tab_key(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("zombies")
    await visitor.play(seed=1, moves=3)
    await page.locator(".line").nth(4).wait_for()
    stops = page.locator('.log [tabindex="0"]')
    await expect(stops).to_have_count(1)
    # It is the newest line; arrow keys go on from there.
    lines = page.locator(".line-jump")
    await stops.focus()
    assert await lines.last.evaluate("(line) => line === document.activeElement")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Home")
    assert await lines.first.evaluate("(line) => line === document.activeElement")
    await expect(stops).to_have_count(1)


async def test_what_lies_aside_is_folded_and_stays_so(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("zombies")
    await expect(page.locator(".table-side")).to_be_visible()
    await page.locator(".side-button").click()
    await expect(page.locator(".table-side")).not_to_be_visible()
    await page.reload()
    await visitor.turn()
    await expect(page.locator(".table-side")).not_to_be_visible()
    await page.locator(".side-button").click()
    await expect(page.locator(".table-side")).to_be_visible()


async def test_escape_closes_the_drawer_and_takes_nothing_back(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    page = visitor.page
    await visitor.lobby()
    await visitor.start("omaha")
    await page.locator(".table .target").first.tap()
    await page.locator(".target.selected").wait_for()
    aside = page.locator(".table-side")
    for within in (".side-button", ".side-close"):
        await page.locator(".side-button").tap()
        await expect(aside).to_be_visible()
        await page.locator(within).focus()
        await page.keyboard.press("Escape")
        await expect(aside).not_to_be_visible()
    await expect(page.locator(".target.selected")).to_have_count(1)
    await page.keyboard.press("Escape")
    await expect(page.locator(".target.selected")).to_have_count(0)


async def test_waiting_phone_offers_no_empty_list(visitors: Visitors) -> None:
    host, guest = await sit_down(visitors)
    unfold = guest.page.locator(".unfold")
    decides, waits = ".choices.mine:not(.busy)", ".choices.folded:not(.mine)"
    press = """() => (document.querySelector(".choices.mine:not(.busy, .staged) .action")
      ?? document.querySelector(".choices.mine:not(.busy) .go"))?.click()"""
    offered = False
    while not (offered and await guest.page.locator(waits).count() and await host.page.locator(decides).count()):
        for visitor in (host, guest):
            await visitor.page.evaluate(press)
            offered = offered or await unfold.is_visible()
    await expect(unfold).to_be_hidden()
