"""Everything can be done without a mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from bocage.rules.kernel.registry import house_games
from tests.web.pairs import pairs
from tests.web.visitor import SIZES, Size, Visitor, Visitors

RINGS = (Path(__file__).parent / "rings.js").read_text()

#: Whether the place of the keyboard can be seen: by an outline, or on maps by a stroke of the same colour.
SHOWN = """(element) => {
  const colour = (style, name) => style[name + "Style"] !== "none" && style[name + "Color"];
  document.body.style.color = "var(--focus)";
  const focus = getComputedStyle(document.body).color;
  document.body.style.color = "";
  return colour(getComputedStyle(element), "outline") === focus
    || [...element.querySelectorAll("*")].some((part) => getComputedStyle(part).stroke === focus);
}"""


#: Whether all of it can be read.
READABLE = """(element) => {
  const { width, height, left, top } = element.getBoundingClientRect();
  const whole = getComputedStyle(element).clipPath === "none" && element.scrollWidth <= Math.ceil(width);
  return whole && left >= 0 && top >= 0 && height > 20;
}"""


async def tab_to(visitor: Visitor, selector: str) -> None:
    """Press Tab until the keyboard is there. It is shown where it is."""
    for _ in range(60):
        await visitor.page.keyboard.press("Tab")
        if await visitor.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            break
    focused = visitor.page.locator(f"{selector}:focus-visible")
    await focused.wait_for()
    assert await focused.evaluate(SHOWN)


async def test_a_game_is_played_by_keyboard_alone(visitors: Visitors) -> None:
    visitor = await visitors.open()
    press = visitor.page.keyboard.press
    await visitor.lobby()
    # Also the way past the header, which is hidden otherwise.
    await tab_to(visitor, ".skip")
    assert await visitor.page.locator(".skip").evaluate(READABLE)
    await tab_to(visitor, '[data-game="omaha"] .start')
    await press("Enter")
    state = await visitor.turn()
    ways = 0
    while state["status"] != "ended" and ways < 9:
        match ways % 3:
            case 0:
                await press("1")
                await press("Enter")
            case 1:
                await tab_to(visitor, ".actions .action")
                await press("Enter")
                # It is staged, and the keyboard at the button.
                await press("Enter")
            case _:
                await tab_to(visitor, ".pieces .target")
                await press("Enter")
                # The keyboard goes where the selection goes on: to the lines that are left, or to the button.
                assert await visitor.page.evaluate("document.activeElement.matches('.action, .staged .go')")
                if await visitor.page.evaluate("document.activeElement.matches('.action')"):
                    await press("Enter")
                await press("Enter")
        state = await visitor.turn_after(state["seq"])
        ways += 1
    assert ways > 2
    # The keyboard stays where it was used.
    if state["status"] != "ended":
        await tab_to(visitor, ".actions .action")
        await press("Enter")
        await press("Enter")
        state = await visitor.turn_after(state["seq"])
        if state["status"] != "ended":
            assert await visitor.page.evaluate("document.activeElement.matches('.action')")


async def test_what_is_selected_is_taken_back_with_escape(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("omaha")
    before = await visitor.state()
    target = page.locator(".pieces .target").nth(1)
    await target.focus()
    await page.keyboard.press("Enter")
    await page.locator(".staged").wait_for()
    assert await target.get_attribute("aria-pressed") == "true"
    assert await page.evaluate("document.activeElement.matches('.go')")
    await page.keyboard.press("Escape")
    await page.locator(".staged").wait_for(state="detached")
    assert await target.evaluate("(element) => element === document.activeElement")
    assert await target.get_attribute("aria-pressed") == "false"
    assert await visitor.state() == before


async def test_keys_stay_with_the_dialog_that_is_open(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("omaha")
    await page.keyboard.press("?")
    await page.locator("dialog .keys").first.wait_for()
    await page.keyboard.press("1")
    await page.keyboard.press("h")
    assert await page.locator(".staged, .advice").count() == 0
    await visitor.close_dialog()
    await page.keyboard.press("1")
    await page.locator(".staged").wait_for()


async def test_one_key_leads_to_the_match_that_waits(visitors: Visitors) -> None:
    visitor = await visitors.open()
    await visitor.lobby()
    match = await visitor.start("omaha")
    await visitor.lobby()
    await visitor.page.keyboard.press("n")
    await visitor.page.locator(".table").wait_for()
    assert visitor.match == match
    await visitor.page.keyboard.press("n")
    await visitor.page.locator(".toasts", has_text="No other match").wait_for()


async def test_a_dialog_goes_with_the_screen_that_is_left(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.move_to("rules/omaha")
    await page.keyboard.press("?")
    await page.locator("dialog .keys").first.wait_for()
    await page.go_back()
    await page.locator(".game-card").first.wait_for()
    await expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize(("game", "size"), pairs([game.id for game in house_games()], ["desktop", "phone"]))
async def test_rings_are_seen_whole(visitors: Visitors, game: str, size: Size) -> None:
    """Nothing that cuts off what lies beyond it cuts a ring: bars, lists, strips and boards."""
    visitor = await visitors.open()
    await visitor.lobby()
    await visitor.start(game)
    await visitor.play(seed=5, moves=4)
    await visitor.page.evaluate(RINGS)
    width, height = SIZES[size]
    await visitor.page.set_viewport_size({"width": width, "height": height})
    await visitor.page.keyboard.press("Tab")
    seen, cut = await visitor.page.evaluate("rings.cut()")
    assert seen > 10
    assert cut == {}
