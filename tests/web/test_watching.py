"""Looking on: as everybody, and with open hands some time later."""

from __future__ import annotations

from playwright.async_api import expect

from tests.all_games import GAMES
from tests.web.visitor import SIZES, Visitors

#: The note that one watches, as far as it is seen, and its whole height.
NOTE = """() => {
  const note = document.querySelector(".watching");
  const { clientHeight, scrollHeight } = note.closest(".banner");
  return [clientHeight, scrollHeight];
}"""


async def test_open_hands_are_found_and_said_to_be_late(visitors: Visitors) -> None:
    host, watcher = await visitors.open(), await visitors.open(lang="ja")
    page = host.page
    await host.lobby()
    dialog = await host.options("squad", "A house bot")
    for name, wish in (("Which bot", "random"), ("Open hands for watchers", "30 seconds later")):
        await dialog.get_by_text(name, exact=True).locator("..").locator("select").select_option(label=wish)
    await dialog.get_by_label("Private").uncheck()
    await dialog.locator(".primary").click()
    await host.begun()
    # A player whose hand is shown is told so.
    await page.get_by_text("Watchers see all hands, 30 seconds later.").wait_for()
    assert await page.locator(".open-hands a").count() == 0

    await watcher.go(f"match/{host.match}")
    await watcher.page.get_by_text("観戦者には、30秒遅れですべての手札が公開されます。").wait_for()
    await watcher.begun()
    assert await watcher.page.locator(".hand").count() == 0
    await page.get_by_text("1 watching").wait_for()
    await watcher.page.locator(".open-hands a").click()
    await watcher.page.wait_for_url("**/open")
    await watcher.page.get_by_text("30秒遅れで、すべての手札を見ています。").wait_for()
    assert await watcher.page.locator(".join").count() == 0

    await host.turn()
    await host.resign()
    await host.ended()
    # Nothing is held back after the end.
    await watcher.ended()
    await expect(watcher.page.locator(".hand")).to_have_count(2)
    await watcher.page.locator(".ending h2").wait_for()
    assert await watcher.page.locator(".rematch").count() == 0


async def test_watchers_see_their_note_whole_and_no_button(visitors: Visitors) -> None:
    host, watcher = await visitors.open(), await visitors.open()
    for game in GAMES:
        await host.lobby()
        await watcher.go(f"match/{await host.start(game)}")
        await watcher.begun()
        await watcher.page.locator(".watching").wait_for()
        for width, height in SIZES.values():
            await watcher.page.set_viewport_size({"width": width, "height": height})
            seen, whole = await watcher.page.evaluate(NOTE)
            assert seen >= whole > 0, (game, width)
            await expect(watcher.page.locator(".go")).to_be_hidden()


async def test_end_of_a_replay_tells_its_story(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open(motion=True)
    page = visitor.page
    await visitor.go(f"replay/{finished['zombies']}/9999")
    await page.locator(".scrubber").wait_for()
    tray = page.locator(".tray")
    told = await tray.inner_text()
    await page.keyboard.press("Home")
    await expect(tray).not_to_have_text(told, use_inner_text=True)
    await page.locator(".play").click()
    await page.locator(".tray .rolled").wait_for()
    await page.keyboard.press("End")
    await expect(tray).to_have_text(told, use_inner_text=True)
