"""A match against the house bot; one's own matches are found again."""

from __future__ import annotations

from tests.web.visitor import Visitors


async def test_a_match_against_the_house_bot_is_given_up_and_found_again(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    match = await visitor.start("company_commander")
    assert await page.locator(".seat").count() == 2
    assert await page.locator(".seat", has_text="(bot)").count() == 1
    played = await visitor.play(seed=7, moves=25)
    assert played["made"] == 25 or played["status"] == "ended"

    await visitor.lobby()
    row = page.locator(f'.mine a[href="#/match/{match}"]')
    await row.wait_for()
    await page.reload()
    await row.click()
    await visitor.reached(played["seq"])
    if (await visitor.state())["status"] == "playing":
        await page.locator(".choices .danger").click()
        await page.locator("dialog .primary").click()
    await visitor.ended()
    assert await page.locator(".status").inner_text()

    await visitor.lobby()
    await page.locator(f'.mine a[href="#/replay/{match}"]').click()
    await page.locator(".scrubber").wait_for()


async def test_two_people_who_look_for_an_opponent_are_paired(visitors: Visitors) -> None:
    first, second = await visitors.open(), await visitors.open()
    await first.lobby()
    await first.page.locator('[data-game="squad"] .pair').click()
    await first.page.locator(".invite input").wait_for()
    await second.lobby()
    await second.page.locator(f'.rows a[href="#/match/{first.match}"]').wait_for()
    await second.page.locator('[data-game="squad"] .pair').click()
    await second.begun()
    await first.begun()
    assert second.match == first.match
    names = [await visitor.page.locator(".name").inner_text() for visitor in (first, second)]
    seats = await first.page.locator(".seat-name").all_inner_texts()
    assert [seat.split(" (")[0] for seat in seats] == names
