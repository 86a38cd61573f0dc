"""A hand that is a strip: what is out of sight is pointed at, and can be reached by pointer and wheel."""

from __future__ import annotations

from typing import Any

from tests.web.visitor import Visitors

#: Eight cards where three have room, one of which can be used or none: how far it is scrolled, and the signs.
STRIP = """async (usable) => {
  const { showUsable } = await import("/js/table/hand_strip.js");
  const table = document.createElement("div");
  const slot = table.appendChild(document.createElement("div"));
  const hand = slot.appendChild(Object.assign(document.createElement("div"), { className: "hand-cards" }));
  slot.style.cssText = "position: absolute; inset: 0 auto auto 0; width: 300px; height: 90px; overflow-x: auto";
  hand.style.cssText = "display: flex; width: max-content; padding: 0; gap: 0";
  for (let n = 0; n < 8; n++) {
    const card = hand.appendChild(document.createElement("i"));
    card.style.cssText = "width: 100px; height: 80px; flex: none";
    card.classList.toggle("target", n === usable);
  }
  document.querySelector("main").replaceChildren(table);
  const signs = () => [slot.hasAttribute("data-earlier"), slot.hasAttribute("data-later")];
  showUsable(slot);
  const seen = [[slot.scrollLeft, ...signs()]];
  const at = slot.getBoundingClientRect();
  const press = (clientX) => table.dispatchEvent(new MouseEvent("click", { clientX, clientY: at.top + 9 }));
  for (const act of [
    () => press(at.right - 2), () => press(at.left + 2),
    () => slot.dispatchEvent(new WheelEvent("wheel", { deltaY: 120, cancelable: true })),
  ]) {
    act();
    slot.onscroll();
    seen.push([slot.scrollLeft, ...signs()]);
  }
  return seen;
}"""


async def seen(visitors: Visitors, usable: int) -> list[list[Any]]:
    visitor = await visitors.open(size="phone")
    await visitor.lobby()
    found: list[list[Any]] = await visitor.page.evaluate(STRIP, usable)
    return found


async def test_unusable_cards_are_pointed_at(visitors: Visitors) -> None:
    """A player asked whether to move wants to see their hand."""
    assert await seen(visitors, -1) == [[0, False, True], [240, True, True], [0, False, True], [120, True, True]]


async def test_what_can_be_used_is_in_sight_and_comes_first(visitors: Visitors) -> None:
    start, right, left, wheel = await seen(visitors, 6)
    assert start == [500, True, False]
    assert right == [500, True, False]
    assert left == [260, True, True]
    assert wheel == [380, True, True]


#: Which of these turns of a wheel over a hand keep the page from zooming or scrolling; how buttons are touched.
ZOOMED = """() => {
  const kept = (/** @type {WheelEventInit} */ keys) => {
    const turn = new WheelEvent("wheel", { deltaY: -40, bubbles: true, cancelable: true, ...keys });
    document.querySelector(".hand-slot").dispatchEvent(turn);
    return turn.defaultPrevented;
  };
  const touched = [...document.querySelectorAll("button, .target")].map((one) => getComputedStyle(one).touchAction);
  return [[{}, { ctrlKey: true }, { metaKey: true }].map(kept), [...new Set(touched)]];
}"""


async def test_a_pinch_above_a_hand_zooms_the_page(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    await visitor.lobby()
    await visitor.start("squad")
    await visitor.page.wait_for_function(
        "() => { const hand = document.querySelector('.hand-slot'); return hand.scrollWidth > hand.clientWidth; }"
    )
    assert await visitor.page.evaluate(ZOOMED) == [[True, False, False], ["manipulation"]]


#: Whether the first card that is chosen lies in the strip whole; None: none is.
WHOLE = """() => {
  const slot = document.querySelector(".hand-slot");
  const card = slot.querySelector(".hand-card:is(.selected, .meant)");
  if (!card) return null;
  const [at, of] = [card.getBoundingClientRect(), slot.getBoundingClientRect()];
  return at.left >= of.left - 1 && at.right <= of.right + 1;
}"""


async def test_card_chosen_by_line_scrolls_into_sight(visitors: Visitors) -> None:
    """Also by the number of that line."""
    visitor = await visitors.open(size="flat")
    await visitor.prefer()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("squad")
    lengths, scrolled = page.locator(".hand-slot"), 0
    for turn in range(60):
        # The bot's act, and so the hand, depends on how busy the machine is.
        if turn > 7 and scrolled:
            break
        await visitor.turn()
        for number in range(1, min(9, await page.locator(".actions .action").count()) + 1):
            before = await lengths.evaluate("(slot) => slot.scrollLeft")
            await page.keyboard.press(str(number))
            assert await page.evaluate(WHOLE) is not False
            scrolled += await lengths.evaluate("(slot) => slot.scrollLeft") != before
            await page.keyboard.press("Escape")
            await page.keyboard.press("Escape")
        await visitor.play(seed=turn, moves=1)
    assert scrolled
