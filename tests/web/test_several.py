"""Cards that must be discarded are chosen together and confirmed once; the log marks what came after them."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.async_api import expect

from tests.web.sent import watched
from tests.web.visitor import Visitors


@pytest.mark.parametrize("size", ["desktop", "phone"])
async def test_cards_to_discard_are_chosen_together_and_confirmed_once(
    visitors: Visitors, size: Literal["desktop", "phone"]
) -> None:
    visitor = await visitors.open(size=size)
    page = visitor.page
    acts = watched(visitor)
    await visitor.lobby()
    await visitor.start("squad")
    facts = page.locator(".choices p.facts")
    quiet = ("decline", "end_fire", "pass", "done", "no_smoke", "declare", "draw_extra")
    await visitor.turn()
    while True:
        found = re.search(r"Discard (\d+) more", await facts.inner_text())
        if found and int(found[1]) > 1:
            break
        assert (await visitor.play(seed=1, moves=1, prefer=quiet))["status"] == "playing"
    due = int(found[1])
    acts.clear()
    seq = (await visitor.state())["seq"]
    cards = page.locator(".hand-card.target")
    chosen = [await cards.nth(n).get_attribute("data-card") for n in range(due)]
    for n in range(due):
        await cards.nth(n).click()
    # Nothing is sent by a click; all that are chosen are seen to be, and counted.
    assert acts == []
    assert await page.locator(".hand-card.selected").count() == due
    await expect(facts).to_contain_text(f"Discard {due} more, {due} chosen")
    await expect(page.locator(".go")).to_have_text(re.compile(rf" and {due - 1} other cards?$"))
    # One can be taken out again, and put back: on the card, or by its line.
    await cards.nth(0).click()
    assert await page.locator(".hand-card.selected").count() == due - 1
    await expect(facts).to_contain_text(f"Discard {due} more, {due - 1} chosen")
    lines = page.locator(".action")
    number = await lines.count()
    if size == "desktop":
        name = await cards.nth(0).locator(".card-name").inner_text()
        await lines.filter(has_text=name.replace("\u00ad", "")).first.click()
    else:
        await cards.nth(0).click()
    assert await page.locator(".hand-card.selected").count() == due
    # The others stay where they were, and those that are chosen look so.
    assert await lines.count() == number
    assert await page.locator(".action.selected").count() <= due
    await page.locator(".go").click()
    # They were one act, shown as one.
    await expect(page.locator(".tray-place")).to_contain_text(re.compile(r"discards[^.]*\.[^.]*" * due))
    await visitor.reached(seq + due)
    assert [act["do"] for act in acts] == ["discard"] * due
    assert {act["card"] for act in acts} == {*chosen}


BAND = """async () => {
  const [{ Log }, { gameInfo }] = await Promise.all([import("/js/table/log.js"), import("/js/net/games.js")]);
  const { presentation } = await gameInfo("squad");
  const log = new Log({ event: ({ ev }) => ev }, presentation, () => {});
  const tell = (seq, ...told) => log.add({ seq, events: told.map((ev) => ({ ev })) });
  tell(1, "discarded");
  tell(2, "discarded", "turn", "drew");
  tell(3, "attacked");
  const marked = (answer) => {
    log.fresh(answer);
    return [...log.element.querySelectorAll(".fresh")].map((line) => line.lastElementChild.textContent);
  };
  return [marked(1), marked(2), marked(3), marked(Infinity), log.element.querySelectorAll("[data-since]").length];
}"""


async def test_fresh_lines_begin_after_ones_own_act(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    after = ["turn", "drew", "attacked"]
    assert await visitor.page.evaluate(BAND) == [["discarded", *after], after, [], [], 0]
