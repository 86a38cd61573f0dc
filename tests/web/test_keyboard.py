"""Everything can be done without a mouse."""

from __future__ import annotations

from tests.web.visitor import Visitor, Visitors

#: Whether the place of the keyboard can be seen: by an outline, or on maps by a stroke of the same colour.
SHOWN = """(element) => {
  const colour = (style, name) => style[name + "Style"] !== "none" && style[name + "Color"];
  document.body.style.color = "var(--focus)";
  const focus = getComputedStyle(document.body).color;
  document.body.style.color = "";
  return colour(getComputedStyle(element), "outline") === focus
    || [...element.querySelectorAll("*")].some((part) => getComputedStyle(part).stroke === focus);
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
    await tab_to(visitor, '[data-game="omaha"] .start')
    await press("Enter")
    state = await visitor.turn()
    ways = 0
    while state["status"] != "ended" and ways < 9:
        match ways % 3:
            case 0:
                await press("1")
            case 1:
                await tab_to(visitor, ".actions .action")
                await press("Enter")
            case _:
                if await visitor.page.locator(".pieces .target").count():
                    await tab_to(visitor, ".pieces .target")
                    await press("Enter")
                    if await visitor.page.locator(".pick").count():
                        await press("Enter")
                else:
                    await press("1")
        state = await visitor.turn_after(state["seq"])
        ways += 1
    assert ways > 2
    # The keyboard stays where it was used.
    if state["status"] != "ended":
        await tab_to(visitor, ".actions .action")
        await press("Enter")
        state = await visitor.turn_after(state["seq"])
        if state["status"] != "ended":
            assert await visitor.page.evaluate("document.activeElement.matches('.action')")


async def test_a_menu_on_the_board_is_left_with_escape(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("zombies")
    menu = page.locator(".pick")
    for _ in range(40):
        if (await visitor.state())["status"] == "ended":
            await visitor.lobby()
            await visitor.start("zombies")
        targets = page.locator(".pieces .target")
        for number in range(await targets.count()):
            seq = (await visitor.state())["seq"]
            await targets.nth(number).focus()
            if " / " not in (await targets.nth(number).get_attribute("aria-description") or ""):
                continue
            await page.keyboard.press("Enter")
            await menu.wait_for()
            await page.keyboard.press("Escape")
            await menu.wait_for(state="detached")
            assert await page.evaluate("document.activeElement.matches('.target')")
            assert (await visitor.state())["seq"] == seq
            return
        await visitor.play(seed=1, moves=1)
    raise AssertionError("no hex had two actions")
