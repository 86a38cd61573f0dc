"""One's record on the page: seen by oneself alone, until it is made public."""

from __future__ import annotations

from tests.web.test_access import assert_nothing_serious
from tests.web.visitor import Visitors


async def test_a_record_is_ones_own_until_it_is_made_public(visitors: Visitors) -> None:
    ann = await visitors.open(dark=True)
    page = ann.page
    await ann.lobby()
    await ann.start("omaha")
    await ann.turn()
    await ann.resign()
    await ann.ended()
    await page.locator(".masthead .name").click()
    await page.locator(".record-door").click()
    await page.locator('.game-record[data-game="omaha"]', has_text="0 points").wait_for()
    await page.locator(".devices").wait_for()
    await assert_nothing_serious(ann)
    player = await page.evaluate("JSON.parse(localStorage.getItem('bocage.identity')).player")
    bob = await visitors.open(size="phone", lang="ja")
    await bob.go(f"player/{player}")
    await bob.page.get_by_text("戦績が公開されていません").wait_for()
    assert "404" in bob.problems.pop()
    await page.locator(".publish").click()
    await page.locator(".visibility", has_text="Everybody may see it").wait_for()
    await bob.go(f"player/{player}")
    await bob.page.locator('.game-record[data-game="omaha"]').wait_for()
    assert await bob.page.locator(".publish").count() == 0
    assert await bob.sideways() == 0
    await assert_nothing_serious(bob)
