"""On the page: a hint selects what the engine would do, says why, and plays nothing."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Route, expect

from tests.web.visitor import Visitors

#: Notes where the first line of the list is, from when the engine is asked.
LINES = """() => {
  globalThis.lines = [];
  const look = () => {
    const line = document.querySelector(".advice") && document.querySelector(".action");
    if (line) lines.push(Math.round(line.getBoundingClientRect().top));
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document.querySelector(".ask"), all);
}"""


async def test_hint_selects_the_engines_choice_with_its_reason(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("omaha")
    before = (await visitor.state())["seq"]
    await page.evaluate(LINES)
    await page.locator(".dock-extra .hint").click()
    await page.locator(".advice", has_text="Hint: ").wait_for()
    # Its place is reserved while the engine thinks: no line moves.
    assert len(set(await page.evaluate("lines"))) == 1
    after = await visitor.state()
    # An entry more, and the same question: nothing was played.
    assert (after["seq"], after["mine"]) == (before + 1, True)
    advice = await page.locator(".advice").inner_text()
    go = await page.locator(".go").inner_text()
    assert advice.startswith(f"Hint: {go}, ")
    assert await page.locator(".go").get_attribute("aria-disabled") == "false"
    assert await page.locator(".action .hint-tag").count() == 1
    assert await page.locator(".choices.staged").count() == 1
    line = page.locator(".log-lines .line", has_text="takes a hint")
    await line.wait_for(state="attached")
    assert go in (await line.text_content() or "")
    # Something else may be looked at; the key brings the hint back, without another entry.
    await page.keyboard.press("Escape")
    assert await page.locator(".choices.staged").count() == 0
    await page.keyboard.press("h")
    await page.locator(".choices.staged").wait_for()
    assert (await visitor.state())["seq"] == after["seq"]
    # It is still there when the page comes back, and gone with the decision.
    await page.reload()
    await page.locator(".advice").wait_for()
    assert await page.locator(".choices.staged").count() == 1
    await page.locator(".go").click()
    await visitor.turn_after(after["seq"])
    assert await page.locator(".advice").count() == 0


async def test_repeated_hint_plays_nothing_for_experts(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await page.add_init_script("""localStorage["bocage.prefs"] = '{"confirm": "never", "aside": true}'""")
    await visitor.lobby()
    await visitor.start("omaha")
    await page.locator(".dock-extra .hint").click()
    await page.locator(".advice", has_text="Hint: ").wait_for()
    seq = (await visitor.state())["seq"]
    await page.keyboard.press("Escape")
    await page.keyboard.press("h")
    await page.locator(".choices.staged:not(.busy)").wait_for()
    assert (await visitor.state())["seq"] == seq
    # The number of its line does what it does for every other one.
    numbers = page.locator(".action:has(.hint-tag) kbd")
    await page.keyboard.press((await numbers.inner_text()).strip())
    assert (await visitor.turn_after(seq))["seq"] > seq


async def test_opponent_sees_only_that_a_hint_was_taken(visitors: Visitors) -> None:
    host, guest = await visitors.open(), await visitors.open(size="phone", lang="ja")
    await host.lobby()
    link = await host.invite("squad")
    await guest.page.goto(link)
    await guest.page.locator(".join").click()
    await host.begun()
    await guest.begun()
    first, second = (host, guest) if (await host.state())["mine"] else (guest, host)
    seq = (await first.state())["seq"]
    if first is guest:
        await first.page.locator(".menu-button").click()
        await first.page.locator(".menu .hint").click()
    else:
        await first.page.locator(".dock-extra .hint").click()
    await first.page.locator(".advice").wait_for()
    await second.reached(seq + 1)
    told = second.page.locator(".log-lines .line", has_text=re.compile("takes a hint|ヒントを見た"))
    await told.wait_for(state="attached")
    text = (await told.locator("> span").text_content() or "").strip()
    assert re.search(r"(takes a hint\.|ヒントを見た。)$", text)
    assert await second.page.locator(".advice, .hint-tag").count() == 0


async def test_what_is_chosen_while_the_engine_thinks_stays(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    answered = asyncio.Event()

    async def later(route: Route) -> None:
        await answered.wait()
        await route.continue_()

    await page.route("**/hint", later)
    advice, chosen = "Hint: ,", ""
    while advice.startswith(f"Hint: {chosen},"):
        # Until it means something else than what is chosen.
        answered.clear()
        await visitor.lobby()
        await visitor.start("omaha")
        await page.locator(".dock-extra .hint").click()
        await page.locator(".choices .action").first.wait_for()
        await page.locator(".target").first.click()
        chosen = await page.locator(".staged .go").inner_text()
        answered.set()
        await page.locator(".advice", has_text="Hint: ").wait_for()
        assert await page.locator(".go").inner_text() == chosen
        advice = await page.locator(".advice").inner_text()


async def test_refused_hint_shows_its_reason_until_the_next_act(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    visitor.cut_off = True
    await visitor.lobby()
    await visitor.start("omaha")
    busy = "The engine is busy with other hints. Ask again in a moment."
    # The previous question reads alike, but is another one.
    stale = "The match has moved on. Look at it again."
    offline = "There is no connection. Ask again in a moment."
    answers = [("hint_busy", busy), ("stale", stale)]

    async def refuse(route: Route) -> None:
        if answers:
            code, text = answers.pop(0)
            await route.fulfill(status=503, json={"code": code, "text": text, "retry": 1000})
        else:
            await route.abort()

    await page.route("**/hint", refuse)
    advice = page.locator(".advice")
    for why in (busy, stale, offline):
        await page.locator(".dock-extra .hint").click()
        await expect(advice).to_have_text(f"No hint: {why}")
    # It is not said in passing, and stays while something is looked at.
    assert await page.locator(".toast").count() == 0
    seq = (await visitor.state())["seq"]
    await page.locator(".target").first.click()
    await page.locator(".staged").wait_for()
    await expect(advice).to_have_text(f"No hint: {offline}")
    await page.locator(".staged .go").click()
    await visitor.turn_after(seq)
    assert await advice.count() == 0
