"""A game without a board of its own is played on the generic one, as well as any other."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.async_api import expect

from tests.rules.toy_text import TEXT
from tests.web.test_access import assert_nothing_serious
from tests.web.visitor import Size, Visitor, Visitors


@pytest.mark.parametrize(
    ("size", "lang", "dark"),
    [
        pytest.param(*look, marks=pytest.mark.night if number > 1 else ())
        for number, look in enumerate(
            [("desktop", "en", True), ("phone", "ja", False), ("tablet", "ja", True), ("small", "en", False)]
        )
    ],
)
async def test_a_whole_match_is_played_on_it(
    guests: Visitors, size: Size, lang: Literal["en", "ja"], dark: bool
) -> None:
    words = TEXT[lang]
    visitor = await guests.open(size=size, lang=lang, dark=dark)
    page = visitor.page
    await visitor.lobby()
    await visitor.start("toy")
    panels = page.locator(".generic-panel h3")
    assert await panels.all_inner_texts() == [words["label.seats"]]
    facts = await page.locator(".generic-facts > div").all_inner_texts()
    assert facts[1].split() == [words["label.deck"], "3"]
    # Both cards of one's own hand lie in the dock and can be played from there; no other hand is shown.
    cards = page.locator(".hand-slot .hand-card.target")
    for both in (cards, page.locator(".hand-card")):
        await expect(both).to_have_count(2)
    names = await page.locator(".hand-slot .card-name").all_inner_texts()
    assert all(name in words.values() for name in names)
    assert await visitor.sideways() == 0
    await assert_nothing_serious(visitor)
    state = await visitor.play(seed=2)
    assert state["status"] == "ended"
    assert await page.locator(".log .line").count() >= 4
    assert await page.locator(".hand-card").count() == 0
    assert await visitor.sideways() == 0
    await assert_nothing_serious(visitor)


async def test_it_is_played_with_the_keyboard_alone(guests: Visitors) -> None:
    visitor = await guests.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("toy")
    first = page.locator(".hand-slot .target").first
    await first.focus()
    name = await first.locator(".card-name").inner_text()
    before = await visitor.state()
    await page.keyboard.press("Enter")
    # A card may be played or swapped: the list asks which, and has the keyboard.
    assert await page.evaluate("document.activeElement.matches('.action')")
    await page.keyboard.press("Enter")
    # It is staged, and the keyboard at the button.
    await page.keyboard.press("Enter")
    await visitor.turn_after(before["seq"])
    assert f"Play {name}" not in await page.locator(".actions").inner_text()


async def played(guests: Visitors) -> Visitor:
    """Somebody who has just played a card of the game."""
    visitor = await guests.open()
    await visitor.lobby()
    await visitor.start("toy")
    await visitor.page.locator(".actions .action", has_text="Play").first.click()
    await visitor.page.locator(".go").click()
    return visitor


async def test_its_dice_and_words_are_told(guests: Visitors) -> None:
    page = (await played(guests)).page
    await page.locator(".tray .die").first.wait_for()
    await page.locator(".in-words summary").click()
    await page.locator(".text-form p").first.wait_for()
    lines = await page.locator(".text-form p").all_inner_texts()
    assert any(line.startswith("Players: First (Cards: ") for line in lines)
    assert any(line.startswith("Hands, First: ") for line in lines)


#: The mark of an effect and the row that it lies on: whether its middle is there.
MARKED = """() => {
  const [mark, row] = [".still-mark", '[data-thing="0"]'].map((what) =>
    document.querySelector(what).getBoundingClientRect());
  const [x, y] = [mark.left + mark.width / 2, mark.bottom];
  return x > row.left && x < row.right && y > row.top - 30 && y < row.bottom + 30;
}"""


async def test_its_effects_and_leader_are_shown_by_data(guests: Visitors) -> None:
    """The game has rows of ``Presentation.effects`` and a ``lead``, and nothing of its own on the page."""
    page = (await played(guests)).page
    await page.locator(".effects .still-mark").first.wait_for()
    assert await page.evaluate(MARKED)
    await expect(page.locator(".ribbon.lead")).to_have_text(re.compile("the lead$"))
