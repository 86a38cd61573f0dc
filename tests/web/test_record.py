"""A player's record on the page: private, for friends, for everybody."""

from __future__ import annotations

from tests.web.screens_about import add_luck
from tests.web.test_access import assert_nothing_serious
from tests.web.visitor import Visitor, Visitors


def forget_missing(visitor: Visitor) -> None:
    """Forget that the browser reported hidden records as missing; it reported nothing else."""
    assert all("404" in problem for problem in visitor.problems), visitor.problems
    visitor.problems.clear()


async def test_a_record_is_ones_own_until_others_may_see_it(visitors: Visitors) -> None:
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
    await bob.page.get_by_text("戦績があなたには公開されていません").wait_for()
    forget_missing(bob)
    cid = await visitors.open(size="phone", dark=True)
    await cid.lobby()
    await cid.start("omaha")
    await cid.turn()
    await cid.go(f"player/{player}")
    await cid.page.locator(".friend-door .ask").click()
    await cid.page.get_by_text("have not agreed yet").wait_for()
    forget_missing(cid)
    await ann.go("player")
    await page.locator(".friends .agree").click()
    await page.locator(".friends .end").wait_for()
    await page.locator(".seen-by").select_option("friends")
    await page.locator(".visibility", has_text="Your friends may see it").wait_for()
    await assert_nothing_serious(ann)
    await cid.page.route("**/api/players/*", add_luck)
    await cid.go(f"player/{player}")
    await cid.page.locator(".luck-record summary").click()
    assert await cid.page.locator(".luck-record tbody tr").count() == 40
    await cid.page.get_by_text("You are friends.").wait_for()
    assert await cid.sideways() == 0
    await assert_nothing_serious(cid)
    await bob.go(f"player/{player}")
    await bob.page.get_by_text("戦績があなたには公開されていません").wait_for()
    forget_missing(bob)
    await page.locator(".seen-by").select_option("everybody")
    await page.locator(".visibility", has_text="Everybody may see it").wait_for()
    await bob.go(f"player/{player}")
    await bob.page.locator('.game-record[data-game="omaha"]').wait_for()
    assert await bob.page.locator(".seen-by").count() == 0
    assert await bob.sideways() == 0
    await assert_nothing_serious(bob)
