"""The boards of the two games for one: nothing that is printed on them lies under a piece."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.async_api import expect

from tests.web.positions import at_table
from tests.web.visitor import Size, Visitors

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
#: Elements painted over the edges of selectable hexes.
COVERED = """() => {
  const layers = [...document.querySelector(".bocage").children];
  const edges = layers.findIndex((layer) => layer.querySelector(".lit"));
  return layers.slice(edges + 1).filter((layer) => layer.querySelector("polygon")).map((layer) => layer.outerHTML);
}"""
#: Every state of tray and log while an entry is shown.
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


#: Three kinds of action in each hex, with a counter there, and the names that their plates hide.
PLATED = """async () => {
  const facts = await fetch("/api/games/zombies/facts").then((answer) => answer.json());
  const { decision } = layout.decisions()[0];
  const last = layout.feed.at(layout.feed.last);
  const box = (each) => each.getBoundingClientRect();
  const deep = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const covered = [];
  for (const hex of Object.keys(facts.hexes)) {
    const table = { ...last.view.table, face_down: [hex], items: {}, zombies: {}, killed: [] };
    const actions = [{ do: "fire", hex, target: "face_down" }, { do: "move", hex }, { do: "recon", hex }];
    layout.show({ ...last, decision: { ...decision, actions, odds: undefined }, view: { ...last.view, table } });
    const plates = [...document.querySelectorAll(".marks .mark-plate")].map(box);
    const names = [...document.querySelectorAll(".bocage .place tspan")];
    const hidden = names.filter((name) => plates.some((plate) => deep(plate, box(name))));
    covered.push(...hidden.map((name) => name.textContent));
    if (plates.length !== 3) covered.push(`${hex}: ${plates.length} plates`);
  }
  return covered;
}"""


@pytest.mark.parametrize(("lang", "size"), [("en", "desktop"), ("ja", "tablet")])
async def test_no_counter_hides_a_name_or_number_of_a_hex(
    visitors: Visitors, finished: dict[str, str], lang: Literal["en", "ja"], size: Size
) -> None:
    visitor = await at_table(visitors, finished["zombies"], lang=lang, size=size)
    assert "\n".join(await visitor.page.evaluate(CROWDED)) == ""
    assert "\n".join(await visitor.page.evaluate(PLATED)) == ""
    await visitor.page.evaluate(MOST_CHOICES)
    await expect(visitor.page.locator(".bocage .hex.target").first).to_be_visible()
    assert await visitor.page.evaluate(COVERED) == []


async def test_dice_roll_before_anything_tells_what_they_came_to(visitors: Visitors) -> None:
    visitor = await visitors.open(motion=True)
    await visitor.lobby()
    await visitor.start("zombies")
    # The log of what was before is there, all at once.
    await visitor.page.locator(".log-lines .line").first.wait_for(state="attached")
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


async def test_omaha_shows_sea_and_hit_gauges(visitors: Visitors) -> None:
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
        if state["status"] != "ended":
            await expect(page.locator(".squad-counter .man")).to_have_count(left)
        # One of the charges is the nest's, until the end.
        charges = (await page.locator(".track-charges b").inner_text()).split("/")[0].strip()
        assert charges.endswith("+1") == (state["status"] != "ended")
        assault = int((await page.locator(".track-assault b").inner_text()).split("/")[0])
        assert await page.locator(".beach .sea").is_visible() == (assault == 1)
        if state["status"] == "ended":
            break


#: Number of lines of the question, and choices not completely visible.
#: Number of lines of an element's text.
LINES = """(each) => {
  const words = document.createRange();
  words.selectNodeContents(each);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""

BUSY = """() => {
  const list = document.querySelector(".actions");
  const box = list.getBoundingClientRect();
  const rows = [...list.children];
  const whole = ({ top, bottom }) => top >= box.top - 1 && bottom <= box.bottom + 1;
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".prompt"));
  const tops = [...words.getClientRects()].map(({ top }) => Math.round(top));
  return {
    choices: rows.length,
    unseen: rows.filter((row) => !whole(row.getBoundingClientRect())).map((row) => row.textContent),
    lines: new Set(tops).size,
  };
}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_all_choices_of_omaha_are_seen_in_a_low_window(
    visitors: Visitors, finished: dict[str, str], lang: Literal["en", "ja"]
) -> None:
    visitor = await at_table(visitors, finished["omaha"], lang=lang, size="flat")
    # Beside the question one is asked whether to take something back.
    look = f"layout.decisions().map((moment) => (layout.show(moment), ({BUSY})()))"
    seen = await visitor.page.evaluate(look)
    assert max(each.pop("choices") for each in seen) >= 5
    assert seen == [{"unseen": [], "lines": 1}] * len(seen)


#: Box of the board's drawing.
PLACE = """(board) => {
  const { x, y, width, height } = document.querySelector(board).getBoundingClientRect();
  return [x, y, width, height];
}"""


async def test_unfolding_the_list_keeps_the_board(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    await visitor.lobby()
    await visitor.start("omaha")
    page = visitor.page
    before = await page.evaluate(PLACE, ".beach .coordinates")
    await page.locator(".unfold").tap()
    await expect(page.locator(".choices")).not_to_have_class(re.compile("folded"))
    after = await page.evaluate(PLACE, ".beach .coordinates")
    assert after == pytest.approx(before, abs=2)


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_phone_question_keeps_its_line_beside_undo(visitors: Visitors, lang: Literal["en", "ja"]) -> None:
    visitor = await visitors.open(size="phone", lang=lang)
    await visitor.lobby()
    await visitor.start("omaha")
    page = visitor.page
    await page.locator(".unfold").tap()
    await page.locator(".actions .action").nth(1).tap()
    await page.locator(".go").tap()
    await expect(page.locator(".undo")).to_be_visible()
    await page.locator(".actions .action").first.tap()
    await expect(page.locator(".back")).to_have_text({"en": "Choose again", "ja": "選び直す"}[lang])
    assert (await page.evaluate(BUSY))["lines"] == 1
    assert await page.locator(".dock-head .facts").evaluate(LINES) == 1


async def test_the_map_keeps_its_size_when_counters_leave_the_game(
    visitors: Visitors, finished: dict[str, str]
) -> None:
    visitor = await at_table(visitors, finished["zombies"], size="tablet")
    for moment in (0, -1):
        await visitor.page.evaluate("(at) => layout.show(layout.decisions().at(at))", moment)
        places = await visitor.page.evaluate(PLACE, ".bocage")
        if moment == 0:
            before = places
    assert await visitor.page.locator(".record .minis svg").count() > 1
    assert places == before


#: Counters of the records below the map that are seen whole, of as many as can be out of a game.
OUT = """async () => {
  const facts = await fetch("/api/games/zombies/facts").then((answer) => answer.json());
  const last = layout.feed.at(layout.feed.last);
  const all = Object.keys(facts.counters);
  const zombies = all.filter((id) => facts.counters[id].number);
  const table = { ...last.view.table, killed: zombies, gone: all.filter((id) => !zombies.includes(id)) };
  const roll = layout.decisions()[0];
  layout.show({ ...roll, view: { ...roll.view, table } });
  const box = (one) => one.getBoundingClientRect();
  const place = box(document.querySelector(".board-place"));
  const seen = (each) => box(each).height > 20 && box(each).bottom <= place.bottom;
  return [[...document.querySelectorAll(".record .minis svg")].filter(seen).length, all.length];
}"""


async def test_a_phone_shows_what_is_out_of_the_game(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["zombies"], size="phone")
    seen, all_of_them = await visitor.page.evaluate(OUT)
    assert seen == all_of_them


#: Distance from the top to the list.
LIST_TOP = "document.querySelector('.actions').getBoundingClientRect().top"


async def test_undo_keeps_the_list_in_place(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["omaha"], size="tablet")
    tops = await visitor.page.evaluate(f"""() => layout.decisions().slice(0, 6).flatMap((moment) => {{
      layout.show(moment);
      const beside = document.querySelectorAll(".dock-extra > .undo").length;
      const top = Math.round({LIST_TOP});
      layout.shell.dock.extras();
      return [[beside, top], [0, Math.round({LIST_TOP})]];
    }})""")
    assert {beside for beside, _ in tops} == {0, 1}
    assert len({top for _, top in tops}) == 1


#: Possible consequences of a roll, and their visible part.
STORIES = """async () => {
  const hex = "brevands";
  const shot = { ev: "fired", hex, target: "unknown", die: 5, mods: [], total: 5, needs: 5, hit: true };
  const event = { ev: "destroyed", counter: "event", face_down: true };
  const answer = [
    { ev: "counterattack", steps: 3 },
    { ev: "zombie_moved", zombie: "zombie_3", start: "st-come", path: ["barquette"] },
  ];
  const stories = {
    hit: [shot, { ev: "destroyed", counter: "zombie_5", face_down: true }],
    answered: [{ ev: "ap_rolled", die: 5, ap: 5, steps: 1 }, ...answer],
    looked: [
      { ev: "ap_rolled", die: 5, ap: 5, steps: 1 },
      { ev: "reveal_rolled", die: 4, mods: [], number: 4, hex: "les-veys", found: true },
      { ev: "turned_up", hex: "les-veys", counter: "straggler_1" },
    ],
    long: [shot, event, ...answer, ...answer, { ev: "hull_damaged" }, { ev: "event_removed" }],
  };
  const seen = {};
  // Letters that come while lines are measured change them.
  await Promise.allSettled([...document.fonts].map((face) => face.load()));
  for (const [name, events] of Object.entries(stories)) {
    layout.shell.tray.still(layout.shell.board, events);
    await layout.painted();
    const place = document.querySelector(".tray-place");
    seen[name] = [...document.querySelectorAll(".tray-place :is(.before > p, .rolled, .since > p)")].map((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      const boxes = [place, line.closest(".since") ?? place].map((each) => each.getBoundingClientRect());
      const high = Math.max(...boxes.map((box) => box.top));
      const low = Math.min(...boxes.map((box) => box.bottom));
      if (bottom <= high + 2 || top >= low - 2) return "out";
      return top >= high - 1 && bottom <= low + 1 ? "whole" : "cut";
    });
  }
  return seen;
}"""


@pytest.mark.parametrize(
    ("lang", "size"), [("en", "flat"), ("ja", "flat"), ("en", "tablet"), ("ja", "tablet"), ("ja", "desktop")]
)
async def test_small_windows_show_roll_and_consequences(
    visitors: Visitors, finished: dict[str, str], lang: Literal["en", "ja"], size: Size
) -> None:
    visitor = await at_table(visitors, finished["zombies"], lang=lang, size=size)
    seen = await visitor.page.evaluate(STORIES)
    long = seen.pop("long")
    assert seen == {"hit": ["whole"] * 2, "answered": ["whole"] * 3, "looked": ["whole"] * 3}
    # Sentences without room lie above, whole.
    assert "cut" not in long
    assert long[-2:] == ["whole"] * 2


#: Rows of the buttons below an answer.
DOOR_ROWS = """() => new Set([...document.querySelectorAll(".lesson-doors > :is(button, a)")]
  .filter((door) => door.offsetWidth).map((door) => Math.round(door.getBoundingClientRect().bottom))).size"""


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_low_window_keeps_room_for_the_answer(visitors: Visitors, lang: Literal["en", "ja"]) -> None:
    visitor = await visitors.open(lang=lang, size="flat")
    await visitor.lobby()
    await visitor.move_to("exercise/zombies/1")
    page = visitor.page
    await page.locator(".exercise").wait_for()
    while not await page.locator(".exercise.told").count():
        await page.locator(".choices:not(.staged) .action, .choices.staged .go").first.dispatch_event("click")
    assert await page.evaluate(DOOR_ROWS) <= 2


async def test_a_replay_of_a_game_for_one_offers_no_hands(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open()
    await visitor.go(f"replay/{finished['zombies']}")
    await expect(visitor.page.get_by_label("Seen by").locator("option")).to_contain_text(["Everything open"])


async def test_what_is_explained_in_a_hex_of_zombies_is_named(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["zombies"])
    await visitor.page.evaluate("() => layout.show(layout.decisions()[0])")
    await visitor.page.locator(".bocage [data-hex=carentan]").hover()
    await expect(visitor.page.locator(".tip")).to_contain_text("M5 Stuart: Your light tank.")


async def test_letters_of_counters_are_read_among_what_is_out(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["zombies"])
    await visitor.page.evaluate("layout.show(layout.decisions()[0])")
    small = await visitor.page.evaluate(
        """async () => {
          const { counter } = await import("/js/games/zombies/counters.js");
          const { counters } = await (await fetch("/api/games/zombies/facts")).json();
          const drawn = Object.entries(counters).map(([id, { number }]) => {
            const mini = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            mini.setAttribute("viewBox", "-21 -21 42 42");
            mini.append(counter(id, number));
            return mini;
          });
          document.querySelector(".minis").replaceChildren(...drawn);
          const size = (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
          return [...document.querySelectorAll(".minis text")].filter((text) => size(text) < 12.9).length;
        }"""
    )
    assert small == 0
