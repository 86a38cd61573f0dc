"""An identity that outlives a browser: another device, recovery codes, signing out."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.visitor import Visitor, Visitors


async def named(visitor: Visitor, name: str) -> None:
    """Take a name."""
    await visitor.page.locator("button.name").click()
    await visitor.page.locator("dialog input").fill(name)
    await visitor.page.keyboard.press("Enter")
    await visitor.page.locator("button.name", has_text=name).wait_for()


async def open_devices(visitor: Visitor) -> None:
    """Open the list of devices."""
    await visitor.page.locator("button.name").click()
    await visitor.page.locator("dialog .devices").click()
    await visitor.page.locator("dialog .sign-ins li").first.wait_for()


async def test_a_player_moves_loses_a_device_and_comes_back(visitors: Visitors) -> None:
    desk, phone = await visitors.open(), await visitors.open(size="phone")
    await desk.lobby()
    await named(desk, "MOVER")
    match = await desk.start("omaha")
    await desk.lobby()
    await open_devices(desk)

    await desk.page.locator("dialog .codes").click()
    await expect(desk.page.locator("dialog .recovery li")).to_have_count(8)
    codes = await desk.page.locator("dialog .recovery li").all_inner_texts()
    assert len(set(codes)) == 8
    await desk.page.locator("dialog:has(.recovery) .row > button:not(.primary)").click()

    await desk.page.locator("dialog .move").click()
    assert await desk.page.locator("dialog .qr path").get_attribute("d")
    link = await desk.page.locator("dialog:has(.qr) input").input_value()
    await phone.page.goto(link)
    await phone.page.locator(".move-door .primary").wait_for()
    assert "#" not in phone.page.url, "the code stays in the history"
    await phone.page.locator(".move-door .primary").tap()
    await phone.page.locator("button.name", has_text="MOVER").wait_for()
    await phone.page.goto(f"{phone.url}/match/{match}")
    await phone.turn()

    # The link is of no use any more.
    thief = await visitors.open()
    await thief.page.goto(link)
    thief.cut_off = True
    await thief.page.locator(".move-door .primary").click()
    await thief.page.locator(".move-door [role=alert]", has_text="does not work").wait_for()

    # Signed out everywhere else: the phone is a stranger's.
    await desk.page.locator("dialog:has(.qr) .row > button:not(.primary)").last.click()
    await desk.page.keyboard.press("Escape")
    await open_devices(desk)
    await expect(desk.page.locator("dialog .sign-ins li")).to_have_count(2)
    phone.cut_off = True
    await desk.page.locator("dialog .out-all").click()
    await desk.page.locator("dialog .yes").click()
    await desk.page.locator("dialog .sign-ins li").nth(1).wait_for(state="detached")
    await phone.lobby()
    # It cannot know whether that lasts: it keeps the identity, and becomes a guest on request.
    await phone.page.locator(".bar.unknown .as-guest").tap()
    await phone.page.locator("button.name", has_text="Guest").wait_for()
    assert await phone.page.evaluate("localStorage.getItem('bocage.identity')") is None

    # Codes of before are void; a new one brings the phone back.
    await desk.page.locator("dialog .codes").click()
    fresh = await desk.page.locator("dialog .recovery li").first.inner_text()
    await phone.page.goto(f"{phone.url}/move")
    for code, works in ((codes[0], False), (fresh.lower(), True)):
        await phone.page.locator(".move-door input").fill(code)
        await phone.page.locator(".move-door .primary").tap()
        if not works:
            await phone.page.locator(".move-door [role=alert]", has_text="does not work").wait_for()
    await phone.page.locator("button.name", has_text="MOVER").wait_for()
