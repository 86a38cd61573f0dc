"""The dock as a sheet over the lower part of a phone: it keeps its height, and lines keep their places."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.web.contexts import Language
from tests.web.positions import at_table, resize
from tests.web.visitor import Visitors

#: By how much a choice is lower than its words, if these are many.
CRAMMED = """(choice) => {
  const { textContent } = choice.querySelector(".facts");
  choice.querySelector(".facts").textContent = "−3, a kill: 8%; −1 on opportunity fire at you, no such attack now";
  const over = choice.querySelector(".grow").offsetHeight - choice.offsetHeight;
  choice.querySelector(".facts").textContent = textContent;
  return over;
}"""


async def test_a_few_short_choices_do_not_push_the_board_up(visitors: Visitors) -> None:
    """*Stay or move* is nowhere on the table: its choices lie side by side in the folded sheet, whole."""
    for lang in ("en", "ja"):
        visitor = await visitors.open(size="phone", lang=lang)
        page = visitor.page
        await visitor.lobby()
        await visitor.start("squad")
        tall = "document.querySelector('.board-place').clientHeight"
        heights = set()
        for seed in range(20):
            heights.add(await page.evaluate(tall))
            if await page.locator('.action[data-verb="declare"]').count():
                break
            await visitor.play(seed, moves=1)
        assert await page.locator(".choices.abreast .action").count() == 3
        whole = "(all) => all.map((each) => each.clientHeight > 0 && each.scrollHeight <= each.clientHeight + 1)"
        assert await page.locator(".action .grow:has(.facts)").evaluate_all(whole) == [True, True], lang
        assert await page.locator(".action .facts").evaluate_all("(all) => all.every((each) => each.offsetHeight)")
        # A choice without room ends in "…" within its frame; a tap shows all of it.
        assert await page.locator(".action:has(.facts)").last.evaluate(CRAMMED) <= 0
        # In one row, they stay where they are when one is chosen.
        tops = "(all) => all.map((each) => each.getBoundingClientRect().top)"
        before = await page.locator(".action").evaluate_all(tops)
        await page.locator(".action").last.tap()
        await page.locator(".choices.staged .back").wait_for()
        heights.add(await page.evaluate(tall))
        assert len(heights) == 1, (lang, heights)
        assert await page.locator(".action").evaluate_all(tops) == before
        assert len(set(before)) == 1, (lang, before)
        # A tablet shows all three, too.
        await page.locator(".choices .back").tap()
        await resize(visitor, "tablet")
        heights_of = "(list) => [list.scrollHeight, list.clientHeight]"
        high, room = await page.locator(".choices .actions").evaluate(heights_of)
        assert high <= room, lang


#: The dock on a page of its own, as a table has it.
DOCK = """async () => {
  const parts = ["table/dock", "table/figures", "parts/style_sheets"].map((name) => import(`/js/${name}.js`));
  const [{ Dock }, { isLong }, { loadSheets, TABLE_SHEETS }] = await Promise.all(parts);
  await loadSheets(...TABLE_SHEETS);
  const dock = new Dock();
  const made = (tag, className, ...inner) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...inner);
    return element;
  };
  document.querySelector("main").replaceChildren(made("div", "table has-hand", made("div", "ask", dock.element)));
"""

#: Heights of the folded sheet, without and with *Take back*.
UNDONE = (
    DOCK
    + """
  dock.fold({ can: true, empty: false, few: false, chosen: false });
  dock.ask("A question that has two lines on a phone, as the longest have", true);
  dock.know("What is known of it has two lines as well: needs 4 or less, now +2, that is 33%");
  const before = dock.element.offsetHeight;
  dock.extra.append(Object.assign(made("button", "quiet undo"), { textContent: "Take back" }));
  return [before, dock.element.offsetHeight];
}"""
)


async def test_taking_back_does_not_push_the_board_up(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    before, after = await visitor.page.evaluate(UNDONE)
    assert after == before


#: Elements covered by the switch of a window, where its choices stand side by side.
ABREAST = (
    DOCK
    + """
  dock.fold({ can: false, empty: false, few: true, chosen: false });
  dock.ask("React: Opportunity fire at the mover", true);
  const names = ["Light Machine Gun (trait) at North", "Play Flanking Fire (trait)"];
  dock.choose(...names.map((name) => made("li", "", made("button", "action", name))));
  const words = ["whole", "brief"].map((one) => made("span", `pass-${one}`, "Always pass"));
  dock.extra.append(made("label", "small", made("input", ""), ...words));
  dock.extra.querySelector("input").type = "checkbox";
  const box = (element) => element.getBoundingClientRect();
  const label = box(dock.extra.querySelector("label"));
  return [".action", ".prompt", ".go"].filter((one) => [...dock.element.querySelectorAll(one)].some((each) => {
    const { left, right, top, bottom } = box(each);
    return right > label.left + 1 && left < label.right - 1 && bottom > label.top + 1 && top < label.bottom - 1;
  }));
}"""
)


async def test_the_switch_of_a_window_lies_on_no_choice(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    assert await visitor.page.evaluate(ABREAST) == []


#: Heights of the folded sheet with a short and a long question; a selection adds many words.
LONG = (
    DOCK
    + """
  dock.fold({ can: true, empty: false, few: false, chosen: false });
  dock.ask("Assault: cards?", true);
  const much = "First 2 defence dice: casualty 31%, 3 attack dice: casualty at most 42%";
  return ["casualty 31%", much].map((about) => {
    const meant = made("span", `meant-facts ${isLong(about) ? "much" : ""}`, made("span", "", "\u00a0"));
    meant.dataset.kept = "All units of one of your fronts that fire have one die more, for attack and defence";
    dock.know(about, meant);
    return dock.element.parentElement.offsetHeight;
  });
}"""
)


async def test_a_long_question_does_not_push_the_board_up(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    little, much = await visitor.page.evaluate(LONG)
    assert much == little


#: Visible parts of a match of ZOMBIES on a phone, with their places.
FORM = """() => {
  const box = (one) => {
    const { y, bottom, height } = document.querySelector(one).getBoundingClientRect();
    return [y, bottom, height].map(Math.round);
  };
  const seen = [...document.querySelectorAll(".zombies .record-row")].filter((row) => row.checkVisibility());
  const list = document.querySelector(".choices .actions");
  return {
    places: [".bocage", ".choices", ".choices .go"].map(box).flat(),
    listed: !list.children.length || (list.checkVisibility() && list.clientHeight > 80),
    folds: document.querySelector(".unfold").checkVisibility(),
    killed: seen.length === 2 && seen.every((row) => row.getBoundingClientRect().bottom <= box(".choices")[0]),
  };
}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_on_a_phone_the_list_of_zombies_has_one_form(
    visitors: Visitors, finished: dict[str, str], lang: Language
) -> None:
    """The map is as wide as the phone: it would gain nothing by a list that folds."""
    visitor = await at_table(visitors, finished["zombies"], size="phone", lang=lang)
    forms = await visitor.page.evaluate(f"""async () => {{
      const found = [];
      for (const moment of layout.decisions().slice(0, 14)) {{
        layout.show(moment);
        await layout.painted();
        found.push(({FORM})());
      }}
      return found;
    }}""")
    assert all(form == {**forms[0], "listed": True, "folds": False, "killed": True} for form in forms), forms


async def test_log_line_leads_to_a_visible_table(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    page = visitor.page
    await visitor.lobby()
    await visitor.start("zombies")
    await visitor.play(1, moves=3)
    await visitor.aside()
    await page.locator("li.line button").first.tap()
    await page.locator(".looking-back").wait_for()
    await expect(page.locator(".log-lines")).not_to_be_visible()
    await expect(page.locator(".bocage")).to_be_visible()


#: Scroll position of the list when a second, and a third choice far below the first joins it.
JOINED = (
    DOCK
    + """
  dock.fold({ can: false, empty: false, few: false, chosen: true });
  dock.list.style.cssText = "height: 120px; overflow: auto; display: block";
  const choose = (...chosen) => {
    const look = (i) => `action ${chosen.includes(i) ? "selected" : ""}`;
    const line = (_, i) => made("li", "", made("button", look(i), `Card ${i}`));
    dock.choose(...Array.from({ length: 12 }, line));
    return dock.list.scrollTop;
  };
  choose(0);
  dock.list.scrollTop = 300;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const [line] = [...dock.list.querySelectorAll(".action")].flatMap((each, i) => {
    const [at, of] = [each.getBoundingClientRect(), dock.list.getBoundingClientRect()];
    return at.top >= of.top && at.bottom <= of.bottom ? [i] : [];
  });
  return [line > 3, choose(0, line), choose(0, line, line + 1)];
}"""
)


async def test_choosing_several_cards_keeps_the_list(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    assert await visitor.page.evaluate(JOINED) == [True, 300, 300]
