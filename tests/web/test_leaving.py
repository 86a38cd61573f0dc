"""A player's data as a file, and deleting the account: warning, typed name, view of the others."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.async_api import expect

from tests.web.test_access import assert_nothing_serious_in_light_and_dark
from tests.web.test_devices import named
from tests.web.visitor import Visitors

GONE = "退会したプレイヤー"


async def test_a_player_takes_their_data_along_and_leaves_for_good(visitors: Visitors, tmp_path: Path) -> None:
    leaver, friend = await visitors.open(size="phone", lang="ja"), await visitors.open(lang="ja")
    page = leaver.page
    await leaver.lobby()
    await named(leaver, "LEAVER")
    link = await leaver.invite("squad")
    await friend.page.goto(link)
    await friend.page.locator(".join").click()
    await friend.begun()
    await leaver.lobby()

    await page.locator("button.name").click()
    await page.locator("dialog button.data").tap()
    await page.locator("dialog .leave").wait_for()
    await assert_nothing_serious_in_light_and_dark(leaver)
    async with page.expect_download() as download:
        await page.locator("dialog .download").tap()
    file = tmp_path / "data.json"
    await (await download.value).save_as(file)
    assert json.loads(file.read_bytes())["name"] == "LEAVER"

    await page.locator("dialog .leave").tap()
    button = page.locator("dialog .leave-now")
    await expect(button).to_be_disabled()
    assert await page.evaluate("document.activeElement.className") == "no"
    await assert_nothing_serious_in_light_and_dark(leaver)
    assert await leaver.sideways() == 0
    await page.locator("dialog input").fill("LEAVE")
    await expect(button).to_be_disabled()
    await page.locator("dialog input").fill("LEAVER")
    await expect(button).to_be_enabled()
    await button.tap()
    await page.locator("dialog").wait_for(state="detached")
    await expect(page.locator("button.name")).not_to_contain_text("LEAVER")
    await friend.ended()
    await expect(friend.page.locator(".seat .who", has_text=GONE)).to_have_count(1)
