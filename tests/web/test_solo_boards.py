"""The boards of the two games for one: nothing that is printed on them lies under a piece."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import expect

from tests.web.visitor import Size, Visitors

MEASURE = (Path(__file__).parent / "layout.js").read_text()

HIDDEN = """() => {
  const box = (each) => [each.textContent, each.getBoundingClientRect()];
  const all = (what) => [...document.querySelectorAll(what)].map(box);
  const pieces = all(".bocage .standing .piece");
  const printed = all(".bocage .labels :is(.place tspan, .number, .star-mark)").filter(([, box]) => box.width);
  const deep = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const over = ([piece, a]) => printed.filter(([, b]) => deep(a, b)).map(([text]) => `${piece} over ${text}`);
  return pieces.flatMap(over);
}"""
#: Show the decision with the most choices.
MOST_CHOICES = """() => {
  const choices = ({ decision }) => decision.actions.length;
  layout.show(layout.decisions().reduce((most, moment) => (choices(moment) > choices(most) ? moment : most)));
}"""
#: What is painted over the edges that tell which hexes can be chosen.
COVERED = """() => {
  const layers = [...document.querySelector(".bocage").children];
  const edges = layers.findIndex((layer) => layer.querySelector(".lit"));
  return layers.slice(edges + 1).filter((layer) => layer.querySelector("polygon")).map((layer) => layer.outerHTML);
}"""
#: Every state of tray and log while an entry is told.
WATCH = """() => {
  globalThis.states = [];
  const look = () => states.push({
    rolling: Boolean(document.querySelector(".rolling .die")),
    verdict: document.querySelector(".rolled > p")?.textContent ?? "",
    seq: Number(document.querySelector(".table").dataset.seq),
    lines: document.querySelectorAll(".log-lines .line").length,
  });
  look();
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""


#: Every hex with each number of counters that it can hold, with the tank and without.
CROWDED = """async () => {
  const hidden = HIDDEN;
  const facts = await fetch("/api/games/zombies/facts").then((answer) => answer.json());
  const zombies = Object.keys(facts.counters).filter((id) => facts.counters[id].number);
  const last = layout.feed.at(layout.feed.last);
  const { table } = last.view;
  const found = [];
  for (const hex of Object.keys(facts.hexes)) {
    for (const tank of [hex, ""]) {
      for (const count of tank ? [0, 1, 2, 3] : [0, 1]) { // ZB-17: one counter per hex, except the M5's
        const counters = Object.fromEntries(zombies.slice(0, count).map((id) => [id, hex]));
        const shown = { ...table, tank: { ...table.tank, hex: tank }, face_down: {}, items: {}, zombies: counters };
        layout.show({ ...last, view: { ...last.view, table: shown } });
        found.push(...new Set(hidden().map((each) => `${count} counters${tank && " and the tank"}: ${each}`)));
      }
    }
  }
  return found;
}""".replace("HIDDEN", HIDDEN)


@pytest.mark.parametrize(("lang", "size"), [("en", "desktop"), ("ja", "tablet")])
async def test_no_counter_hides_a_name_or_number_of_a_hex(
    visitors: Visitors, finished: dict[str, str], lang: Literal["en", "ja"], size: Size
) -> None:
    visitor = await visitors.open(lang=lang, size=size)
    await visitor.lobby()
    await visitor.page.evaluate(MEASURE)
    await visitor.page.evaluate("(match) => layout.open(match, 0)", finished["zombies"])
    assert "\n".join(await visitor.page.evaluate(CROWDED)) == ""
    await visitor.page.evaluate(MOST_CHOICES)
    await expect(visitor.page.locator(".bocage .hex.target").first).to_be_visible()
    assert await visitor.page.evaluate(COVERED) == []


async def test_dice_roll_before_anything_tells_what_they_came_to(visitors: Visitors) -> None:
    visitor = await visitors.open(motion=True)
    await visitor.lobby()
    await visitor.start("zombies")
    await visitor.page.evaluate(WATCH)
    before = await visitor.state()
    await visitor.page.locator(".go").click()
    await visitor.turn_after(before["seq"])
    states = await visitor.page.evaluate("states")
    first = states[0]
    rolling = [state for state in states if state["rolling"]]
    assert rolling
    assert {(state["seq"], state["lines"]) for state in rolling} == {(first["seq"], first["lines"])}
    told = next(i for i, state in enumerate(states) if state["verdict"].startswith("Rolls"))
    assert told > states.index(rolling[-1])
    assert states[told]["seq"] == before["seq"]


async def test_the_sea_of_omaha_stays_behind_and_its_gauges_count_hits(visitors: Visitors) -> None:
    visitor = await visitors.open()
    await visitor.lobby()
    await visitor.start("omaha")
    page = visitor.page
    hits = page.locator(".track-hits")
    await expect(page.locator(".beach .sea")).to_be_visible()
    assert "7 / 7" in await hits.inner_text()
    for seed in range(20):
        state = await visitor.play(seed, moves=1)
        left = int((await hits.locator("b").inner_text()).split("/")[0])
        await expect(hits.locator(".pips .full")).to_have_count(left)
        assault = int((await page.locator(".track-assault b").inner_text()).split("/")[0])
        assert await page.locator(".beach .sea").is_visible() == (assault == 1)
        if state["status"] == "ended":
            break
