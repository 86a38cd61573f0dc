"""Vacation on the page: taken on a phone, seen by the opponent at the table and in their list, ended early."""

from __future__ import annotations

import re

from playwright.async_api import expect

from bocage.protocol.rest import MatchCreated
from bocage.sdk.rest import Rest
from tests.web.test_access import assert_nothing_serious_in_light_and_dark
from tests.web.test_devices import named
from tests.web.visitor import Visitor, Visitors

DAY = 86_400_000


async def open_vacation(visitor: Visitor) -> None:
    """Open the screen, from the player's dialog."""
    await visitor.page.locator("button.name").click()
    await visitor.page.locator("dialog button.vacation").click()
    await visitor.page.locator("dialog .days").wait_for()


async def test_a_vacation_is_taken_seen_and_ended(visitors: Visitors) -> None:
    away, friend = await visitors.open(size="phone", lang="ja"), await visitors.open()
    await away.lobby()
    await named(away, "AWAY")
    token = await away.page.evaluate("JSON.parse(localStorage.getItem('bocage.identity')).token")
    async with Rest(away.url, token=token) as rest:
        made: MatchCreated = await rest.create_match("squad", clock={"kind": "days", "base": 3 * DAY})
        await friend.go(f"match/{made.match}")
        await friend.page.locator(".join").click()
        await friend.begun()

        await open_vacation(away)
        await assert_nothing_serious_in_light_and_dark(away)
        assert await away.sideways() == 0
        await away.page.locator("dialog .days").fill("20")
        await away.page.locator("dialog form .primary").click()
        seat = friend.page.locator('.seat[data-seat="0"] .vacation')
        await expect(seat).to_have_text(re.compile("on vacation until"))
        assert (await rest.vacation()).left == 10
        await assert_nothing_serious_in_light_and_dark(friend)

        await friend.lobby()
        card = friend.page.locator(f'.go-on-card[href="/match/{made.match}"]')
        await expect(card).to_contain_text("AWAY: on vacation until")
        await friend.go(f"match/{made.match}")
        await friend.begun()
        await expect(seat).to_have_count(1)

        # Twenty days of the year are in use, and may be used again for this one: no more than thirty together.
        await open_vacation(away)
        await expect(away.page.locator("dialog .days")).to_have_attribute("max", "30")
        await expect(away.page.locator("dialog .going")).to_contain_text("まで休暇です")
        await away.page.locator("dialog .back").click()
        await expect(seat).to_have_count(0)
        assert (await rest.vacation()).left == 29
