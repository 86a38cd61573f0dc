"""Blocking, muting and reporting at a table: hidden lines, and the way back in the player's record."""

from __future__ import annotations

from tests.web.visitor import Visitors


async def test_who_is_blocked_is_read_no_more(visitors: Visitors) -> None:
    ann = await visitors.open()
    bob = await visitors.open()
    await ann.lobby()
    link = await ann.invite("squad")
    await bob.go("match/" + link.partition("/match/")[2])
    await bob.page.locator(".join").click()
    await ann.begun()
    await bob.begun()
    for visitor in (ann, bob):
        await visitor.page.locator(".chat summary").click()

    async def says(text: str) -> None:
        await bob.page.locator(".chat-form input").fill(text)
        await bob.page.locator(".chat-form button").click()
        await bob.page.locator(".chat-lines li", has_text=text).wait_for()

    lines = ann.page.locator(".chat-lines li")
    await says("first")
    await lines.get_by_text("first").wait_for()
    await ann.page.locator(".menu-button").click()
    await ann.page.locator(".menu .report").click()
    await ann.page.locator("dialog", has_text="(1 line)").locator(".send-report").click()
    await ann.page.locator(".toast", has_text="Reported").wait_for()
    for text in ("is hidden", "is shown"):
        await ann.page.locator(".menu-button").click()
        await ann.page.locator(".menu .mute").click()
        await ann.page.locator(".toast", has_text=text).wait_for()
    assert await lines.count() == 0
    await says("again")
    await lines.get_by_text("again").wait_for()
    await ann.page.locator(".menu-button").click()
    await ann.page.locator(".menu .block").click()
    await ann.page.locator("dialog .yes").click()
    await ann.page.locator(".toast", has_text="is blocked").wait_for()
    await lines.first.wait_for(state="detached")
    await says("second")
    # A later line would show that it was not.
    await ann.resign()
    await ann.ended()
    assert await lines.count() == 0
    await ann.go("player")
    await ann.page.locator(".blocks button").click()
    await ann.page.locator(".blocks li").wait_for(state="detached")
