"""Rated matches on the page: explicit consent, recoverable identity, ladder."""

from __future__ import annotations

import pytest

from tests.web.contexts import Language
from tests.web.pairs import pairs
from tests.web.screens_about import LADDER
from tests.web.visitor import Size, Visitor, Visitors


async def make_codes(visitor: Visitor) -> None:
    """In the dialog about devices."""
    page = visitor.page
    await page.locator("dialog .codes").click()
    await page.locator(".recovery").wait_for()
    await page.keyboard.press("Escape")
    await page.locator(".recovery").wait_for(state="detached")
    await visitor.close_dialog()


async def create_rated(visitor: Visitor) -> None:
    """The dialog, with all requirements of a rated match. Other choices stay."""
    dialog = await visitor.options("squad")
    clock, hints, undo = (dialog.get_by_label(name) for name in ("Clock", "Hints", "Taking back"))
    await undo.uncheck()
    await dialog.get_by_label("Rated").check()
    assert not await hints.is_checked()
    await dialog.locator(".tile-choice", has_text="A house bot").click()
    assert [await hints.is_checked(), await undo.is_checked(), await clock.input_value()] == [True, False, "none"]
    await dialog.locator(".tile-choice", has_text="A friend").click()
    await dialog.get_by_label("Rated").check()
    assert await clock.input_value() == "quick"
    await dialog.locator(".primary").click()


async def test_a_rated_match_from_its_making_to_the_ladder(visitors: Visitors) -> None:
    ann = await visitors.open()
    await ann.lobby()
    await create_rated(ann)
    # A player without recovery is shown how to get it; then it works.
    await make_codes(ann)
    await create_rated(ann)
    link = ann.page.locator(".invite input")
    address = await link.input_value()
    bob = await visitors.open(size="phone")
    await bob.lobby()
    await bob.go("match/" + address.partition("/match/")[2])
    await bob.page.locator(".chosen", has_text="counts for the ratings of both").wait_for()
    join = bob.page.locator(".join", has_text="Agree and play rated")
    await join.click()
    await make_codes(bob)
    await join.click()
    await bob.begun()
    await bob.resign()
    await ann.page.locator(".rematch", has_text="Rated rematch").wait_for()
    await bob.go("ladder/squad")
    await bob.page.locator(".mine", has_text="after 1 rated match.").wait_for()
    assert await bob.sideways() == 0
    for visitor in (ann, bob):
        # The refusals that were to be.
        assert len(visitor.problems) == 1
        assert "403" in visitor.problems.pop()


#: By how much a table exceeds its sheet.
BEYOND = """() => {
  const table = document.querySelector(".ladder table");
  return table.getBoundingClientRect().right - table.closest(".sheet").getBoundingClientRect().right;
}"""


@pytest.mark.parametrize(("size", "lang"), pairs(["phone", "small"], ["en", "ja"]))
async def test_a_ladder_with_a_long_name_keeps_to_its_sheet(visitors: Visitors, size: Size, lang: Language) -> None:
    visitor = await visitors.open(size=size, lang=lang)
    await visitor.page.route("**/api/ladder?*", lambda route: route.fulfill(json=LADDER))
    await visitor.go("ladder/squad")
    await visitor.page.locator(".ladder tbody tr").first.wait_for()
    assert await visitor.page.evaluate(BEYOND) <= 0
    assert await visitor.sideways() == 0
