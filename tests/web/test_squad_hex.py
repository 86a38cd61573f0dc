"""SQUAD on the hex map with two squads each: who is asked, what a counter hides, and two hands in one strip."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from playwright.async_api import expect

from tests.web.contrast import contrasts
from tests.web.test_letters import SMALL
from tests.web.visitor import Visitor, Visitors

#: Squads that the prompt of a question about oneself may begin with.
NAMED = re.compile(r"North( II)?(:| may react:) [a-z]")

#: Options: the hex map, number of squads, own nation.
CHOSEN = {
    "en": ("Hex map", "Squads each", "Nation of North"),
    "ja": ("ヘクスマップ", "分隊数", "北側の国籍"),
}

ANSWER = """() => {
  const passes = document.querySelector(".choices").matches(".window");
  driver.choose((_, all) => all.find((one) => /Stay|Draw/.test(one.textContent)) ?? all.at(passes ? -1 : 0));
}"""

#: Whether a hand is in sight as a whole.
IN_SIGHT = """(squad) => {
  const [hand, slot] = [`.hand[data-squad="${squad}"]`, ".hand-slot"].map((one) => document.querySelector(one));
  const [inner, outer] = [hand, slot].map((one) => one.getBoundingClientRect());
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
}"""

#: Tags that are cut: they end behind what is seen of their strip, or below it by less than they are high.
CUT = """async (labels) => {
  const record = document.querySelector('.record[data-squad="0.1"]');
  const flags = record.querySelector(".flags") ?? document.createElement("p");
  if (!flags.isConnected) record.querySelector(".record-cards").after(flags);
  flags.className = "flags";
  flags.replaceChildren(...labels.map((label) => {
    return Object.assign(document.createElement("span"), { className: "tag", textContent: label });
  }));
  const seen = flags.getBoundingClientRect();
  const cut = [...flags.children].filter((tag) => {
    const { right, bottom, top } = tag.getBoundingClientRect();
    const out = bottom > seen.bottom + 1 || right > seen.right + 1;
    return top < seen.bottom - 3 && (out || tag.scrollWidth > tag.clientWidth);
  });
  return cut.map((tag) => tag.textContent);
}"""


#: Whether the words of each tag are seen whole.
WITHIN = """() => [...document.querySelectorAll('.record[data-squad="0.1"] .tag')].map((tag) => {
  const range = document.createRange();
  range.selectNodeContents(tag);
  const [words, box, strip] = [range, tag, tag.parentElement].map((one) => one.getBoundingClientRect());
  return words.right < box.right && box.right <= strip.right + 1 && box.bottom <= strip.bottom + 1;
})"""


#: A tag in the other row is as wide as its words, but for two pixels.
MARGIN = """() => {
  const flags = document.querySelector('.record[data-squad="0.2"]').appendChild(document.createElement("p"));
  flags.className = "flags";
  const tag = Object.assign(document.createElement("span"), { className: "tag", textContent: "Concealment" });
  flags.append(tag);
  tag.style.maxWidth = `${tag.getBoundingClientRect().width - 2}px`;
}"""


#: Coordinates that reach beyond the edges of their hexes, which are pointed below.
BEYOND = """() => [...document.querySelectorAll(".squad-map .hex")].filter((hex) => {
  const [box, text] = [".ground", ".coordinate"].map((one) => hex.querySelector(one).getBoundingClientRect());
  // Figures end above the box of their line.
  const bottom = text.bottom - text.height * 0.2;
  return text.width / 2 > ((box.bottom - bottom) / (box.height / 4)) * (box.width / 2);
}).map((hex) => hex.dataset.hex)"""


async def sit_down(visitors: Visitors, lang: Literal["en", "ja"] = "en", **how: Any) -> Visitor:
    """A visitor with two squads of Germans, who draw the most cards, against a bot; at their first decision."""
    visitor = await visitors.open(lang=lang, **how)
    await visitor.lobby()
    dialog = await visitor.options("squad", "A house bot|ボット")
    hexes, squads, nation = CHOSEN[lang]
    await dialog.locator(".tile-choice", has_text=hexes).click()
    for option, value in ((squads, "1"), (nation, "2")):
        await dialog.get_by_text(option, exact=True).locator("..").locator("select").select_option(value)
    await dialog.locator(".primary").click()
    await visitor.turn()
    return visitor


async def test_nation_and_squads_are_chosen_without_looking_for_them(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    await visitor.lobby()
    await visitor.page.locator('[data-game="squad"] .create').click()
    dialog = visitor.page.locator("dialog")
    hexes, squads, _ = CHOSEN["en"]
    await dialog.get_by_text("Nation", exact=True).wait_for()
    assert not await dialog.get_by_text(squads, exact=True).is_visible()
    await dialog.locator(".tile-choice", has_text=hexes).click()
    await dialog.get_by_text(squads, exact=True).wait_for()
    assert not await dialog.locator(".more-options").evaluate("(more) => more.open")


async def prompt(visitor: Visitor) -> str:
    return await visitor.page.locator(".choices .prompt").inner_text()


async def answer(visitor: Visitor) -> None:
    """Stay, draw, let reactions pass; otherwise what stands first."""
    before = await visitor.state()
    await visitor.page.evaluate(ANSWER)
    await visitor.turn_after(before["seq"])


async def test_a_question_says_which_squad_is_asked(visitors: Visitors) -> None:
    """All squads of a side are asked the same, one after the other."""
    visitor = await sit_down(visitors)
    asked = []
    while "discard" not in (said := await prompt(visitor)).lower():
        asked.append(said)
        await answer(visitor)
    assert all(NAMED.match(said) for said in asked)
    for squad in ("North", "North II"):
        assert f"{squad}: place a squad on the home row" in asked
        assert f"{squad}: stay or move this turn?" in asked


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_counters_tags_and_coordinates_are_read(visitors: Visitors, lang: Literal["en", "ja"]) -> None:
    """Words call hexes by their coordinates, and the counter of a squad lies on the picture of its terrain."""
    visitor = await sit_down(visitors, lang)
    page = visitor.page
    asked = {"en": "North: place a squad on the home row", "ja": "北側分隊：自軍端の列に分隊を配置"}
    assert await prompt(visitor) == asked[lang]
    assert await page.evaluate(SMALL) == []
    assert await page.evaluate(BEYOND) == []
    if lang == "ja":
        return
    assert await page.evaluate(CUT, ["moved", "has attacked", "Concealment"]) == []
    while "place a squad" in (await prompt(visitor)).lower():
        await answer(visitor)
    await page.locator('.map-unit[data-squad="0.2"]').hover()
    await page.mouse.move(0, 0)
    await page.locator('.map-unit[data-squad="0.2"] .unit-face').hover()
    told = await page.locator(".tip:visible").inner_text()
    assert told.startswith("North II: 10 men")
    assert len(told.splitlines()) >= 2


async def test_asked_squads_hand_is_in_sight(visitors: Visitors) -> None:
    """Signs say that more cards lie aside, also where a part of one is seen."""
    visitor = await sit_down(visitors)
    slot = visitor.page.locator(".hand-slot")
    acting = visitor.page.locator(".record.acting")
    for squad, sign in (("0.1", "data-later"), ("0.2", "data-earlier")):
        while "extra card" not in await prompt(visitor) or await acting.get_attribute("data-squad") != squad:
            await answer(visitor)
        await expect(slot).to_have_attribute(sign, "")
        assert await visitor.page.evaluate(IN_SIGHT, squad)


async def test_cut_tag_takes_spare_room(visitors: Visitors) -> None:
    """With two squads of each side on a tablet, a squad's terrain was a single letter."""
    visitor = await sit_down(visitors, size="tablet")
    page = visitor.page
    tags = page.locator('.record[data-squad="0.1"] .flags')
    await page.evaluate(CUT, ["Line of Trees · −1", "has attacked"])
    size = page.viewport_size
    assert size is not None
    # Tags are measured when the strip has another width.
    await page.set_viewport_size({"width": size["width"] - 2, "height": size["height"]})
    await expect(tags).to_have_attribute("data-full", "")
    assert await page.evaluate(WITHIN) == [True, True]
    # So little that it ends in the margin of its tag is cut, too.
    await page.evaluate(MARGIN)
    await page.set_viewport_size({"width": size["width"] - 4, "height": size["height"]})
    await expect(page.locator('.record[data-squad="0.2"] .flags')).to_have_attribute("data-full", "")
    # Three have room, too, where the goals are smaller.
    await page.evaluate(CUT, ["pinned", "Concealment", "has attacked"])
    await page.set_viewport_size(size)
    await page.wait_for_function(f"() => ({WITHIN})().every(Boolean)", timeout=30_000)


#: Beginning of scripts for single cards of SQUAD: `laid` puts one into a hand of that height in pixels.
CARDS = """async (height) => {
  const { cardFace } = await import("/js/games/squad/cards.js");
  const { gameWords } = await import("/js/words/words.js");
  const { loadSheet } = await import("/js/parts/style_sheets.js");
  for (const sheet of ["/css/pieces.css", "/css/dock.css", "/js/games/squad/board.css"]) await loadSheet(sheet);
  const words = await gameWords("squad");
  const facts = await (await fetch("/api/games/squad/facts")).json();
  const hands = Object.assign(document.createElement("div"), { className: "hands low" });
  document.querySelector("main").replaceChildren(hands);
  await document.fonts.ready;
  const laid = (id, nation) => {
    const box = Object.assign(document.createElement("div"), { className: "hand-card" });
    box.style.cssText = `width: 112px; height: ${height}px`;
    box.append(cardFace(words, facts, id, nation));
    hands.replaceChildren(box);
    return box;
  };
"""

#: Nations whose card *National Trait* is cut, at a size that it has in a hand of two rows, or in a low window.
TRAITS = (
    CARDS
    + """
  return Object.keys(facts.nations).filter((nation) => {
    const card = laid("national_trait", nation);
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = card.querySelector(".card-options");
    return scrollHeight > clientHeight || scrollWidth > clientWidth;
  });
}"""
)


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_a_small_national_trait_says_all_that_it_can_be(
    visitors: Visitors, lang: Literal["en", "ja"]
) -> None:
    visitor = await visitors.stage(lang=lang)
    for height in (116, 90):
        assert await visitor.page.evaluate(TRAITS, height) == []


#: Cards whose words or figures are cut where a hand is lowest.
LOWEST = (
    CARDS
    + """
  return Object.keys(facts.cards).filter((id) => {
    const box = laid(id, "de");
    const card = box.querySelector(".card").getBoundingClientRect();
    return [...box.querySelectorAll("span, b, small")].some((part) => {
      const { right, bottom } = part.getBoundingClientRect();
      return right > card.right + 1 || bottom > card.bottom + 1;
    });
  });
}"""
)


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_the_lowest_cards_are_not_cut(visitors: Visitors, lang: Literal["en", "ja"]) -> None:
    """A window of 720×450: a name of two lines, words of two, and what it does at each range."""
    visitor = await visitors.stage(lang=lang)
    assert await visitor.page.evaluate(LOWEST, 90) == []


#: Drawings of terrain on the hex map, each with its ground; holes are dark in both.
TERRAIN = """() => [...document.querySelectorAll(".squad-map .hex:has(.terrain)")].flatMap((hex) => {
  const ground = getComputedStyle(hex.querySelector(".ground")).fill;
  return [...hex.querySelectorAll(".leaf, .stone, .roof, .earth, .sack, .turf")].map((one) => [
    getComputedStyle(one).fill, ground]);
})"""


async def test_terrain_of_the_map_is_seen_in_the_dark(visitors: Visitors) -> None:
    visitor = await sit_down(visitors, dark=True, painted=True)
    await visitor.page.locator(".squad-map .terrain").first.wait_for(state="attached")
    found = await contrasts(visitor, TERRAIN)
    assert min(found) >= 3, sorted(found)[:5]
