"""On the page: what a choice costs and how likely it succeeds, and the button that takes an action back."""

from __future__ import annotations

import random
import re

from tests.web.visitor import Visitors


async def test_odds_are_told_and_an_action_undone(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("omaha")
    landing = await page.locator(".prompt").inner_text()
    assert await page.locator(".undo").count() == 0
    before = (await visitor.state())["seq"]
    await page.locator(".choices .action").first.click()
    await page.locator(".go").click()
    assault = await visitor.turn_after(before)
    assert "hits" in await page.locator(".choices p.facts").inner_text()
    assert await page.locator(".action small.facts").count() > 0
    assert await page.locator(".prompt").inner_text() != landing
    await page.locator(".undo").click()
    back = await visitor.turn_after(assault["seq"])
    assert back["seq"] == assault["seq"] + 1
    assert await page.locator(".prompt").inner_text() == landing
    assert await page.locator(".undo").count() == 0
    await page.locator(".log-lines .line", has_text="takes the last action back").wait_for(state="attached")
    # Undone lines are struck out, and no others.
    struck = await page.locator(".log-lines .line.undone").evaluate_all(
        "(all) => all.map((one) => one.dataset.seq)"
    )
    assert set(struck) == {str(assault["seq"])}
    # The table goes on from there.
    await page.locator(".choices .action").first.click()
    await page.locator(".go").click()
    assert (await visitor.turn_after(back["seq"]))["mine"]


#: Watches for a way back where no question is seen.
OFFERED = """() => {
  globalThis.offered = 0;
  const look = () => {
    if (!document.querySelector(".prompt").textContent) offered += document.querySelectorAll(".undo").length;
  };
  new MutationObserver(look).observe(document.querySelector(".ask"), { childList: true, subtree: true });
}"""


async def test_rolled_action_offers_no_undo(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("omaha")
    await page.evaluate(OFFERED)
    while True:
        state = await visitor.state()
        could = await page.locator(".undo").count()
        await page.evaluate("globalThis.offered = 0")
        await page.locator(".choices .action").first.click()
        await page.locator(".go").click()
        await visitor.turn_after(state["seq"])
        if could and not await page.locator(".undo").count():
            break
    assert await page.evaluate("offered") == 0


async def test_between_two_people_the_other_one_agrees(visitors: Visitors) -> None:
    host, guest = await visitors.open(), await visitors.open(lang="ja")
    await host.lobby()
    link = await host.invite("squad")
    await guest.page.goto(link)
    await guest.page.locator(".join").click()
    await host.begun()
    await guest.begun()
    first, second = (host, guest) if (await host.state())["mine"] else (guest, host)
    question = await first.page.locator(".prompt").inner_text()
    seq = (await first.state())["seq"]
    await first.choose(random.Random(1))
    await first.page.locator("button.undo").click()
    await second.page.locator("button.undo").click()
    back = await first.turn_after(seq + 2)
    assert await first.page.locator(".prompt").inner_text() == question
    await second.reached(back["seq"])
    assert await second.page.locator("button.undo").count() == 0
    # Asked again, they decline: both see it, and what was declined is not asked for again.
    await first.choose(random.Random(1))
    await first.page.locator("button.undo").click()
    await second.page.locator("button.undo-decline").click()
    for visitor in (first, second):
        await visitor.reached(back["seq"] + 3)
        assert await visitor.page.locator("button.undo, button.undo-decline").count() == 0
    line = second.page.locator(".log .line")
    await line.filter(has_text=re.compile("declines; the action stands|取り消しを断った")).wait_for(
        state="attached"
    )
