"""A duplicate on the page: made, sent to a friend, played by both, compared."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bocage.protocol.messages import Language
from tests.web.test_access import assert_nothing_serious
from tests.web.visitor import Visitors


async def test_two_friends_play_the_same_deal_and_compare(visitors: Visitors) -> None:
    ann = await visitors.open(size="phone")
    page = ann.page
    await ann.go("daily")
    await page.locator(".duplicate-door").click()
    await page.locator("[name=game]").select_option("squad")
    await page.locator("[name=opponent] option").first.wait_for(state="attached")
    await page.locator("[name=game]").select_option("omaha")
    await assert_nothing_serious(ann)
    await page.locator(".make").click()
    link = await page.locator(".invite-friend input").input_value()
    assert await ann.sideways() == 0
    await page.locator(".start").click()
    await ann.turn()
    await ann.resign()
    await ann.ended()
    await page.locator(".duplicate-door").click()
    await page.locator(".waiting").wait_for()
    assert await page.locator(".comparison").count() == 0
    bob = await visitors.open(lang="ja", dark=True)
    await bob.go("duplicate/" + link.partition("/duplicate/")[2])
    await bob.page.get_by_text("2人目としてプレイ").click()
    await bob.turn()
    await bob.resign()
    await bob.ended()
    await bob.page.locator(".duplicate-door").click()
    await bob.page.locator(".comparison", has_text="互角でした").wait_for()
    await assert_nothing_serious(bob)
    await page.locator(".look").click()
    await page.locator(".comparison", has_text="equally well").wait_for()
    assert await ann.sideways() == 0
    await assert_nothing_serious(ann)


@pytest.mark.parametrize(
    ("lang", "better", "left"),
    [
        ("en", "The player who left did better.", "a player who left"),
        ("ja", "退会したプレイヤーの勝ちです。", "退会したプレイヤー"),
    ],
)
async def test_a_player_who_left_is_named_in_the_comparison(
    visitors: Visitors, lang: Language, better: str, left: str
) -> None:
    told = {
        "duplicate": "d",
        "game": "omaha",
        "rounds": 1,
        "commitment": "c",
        "until": 1,
        "players": [{"player": "a", "name": "Ann"}, {"player": "b", "name": ""}],
        "over": True,
        "results": [
            {"match": "m", "player": who, "round": 0, "points": who, "reason": "resigned"} for who in (0, 1)
        ],
    }
    visitor = await visitors.open(lang=lang)
    await visitor.page.route("**/api/duplicates/d", lambda route: route.fulfill(json=told))
    await visitor.go("duplicate/d")
    await expect(visitor.page.locator(".comparison [role=status]")).to_have_text(better)
    await expect(visitor.page.locator("li .who, th .who")).to_have_text(["Ann", left, "Ann", left])
