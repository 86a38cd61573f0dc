"""Pieces on the table, by themselves: highlights and keys."""

from __future__ import annotations

import pytest

from tests.web.alone import docked
from tests.web.positions import at_table
from tests.web.visitor import Visitors

#: Options with and without an effect, on the board and in the hand: which can be chosen, which are
#: idle, and the number of lines of the list.
IDLE = docked("""
  document.querySelector("main").replaceChildren(dock.element);
  const actions = [["enfilade", [{ figure: "idle" }]], ["smoke", []]].map(([card, known]) => {
    return [{ do: "play_bonus", squad: "0.1", card }, known];
  });
  const odds = { actions: [...actions.map(([, known]) => known), []] };
  const all = [...actions.map(([action]) => action), { do: "end_fire" }];
  choices.show({ seat: 0, kind: "covering_fire", actions: all, odds }, "Which?");
  const offered = ["unit", "hand-card"].map((className) => actions.map(([action]) => {
    const piece = Object.assign(document.createElement("div"), { className });
    choices.offer(piece, [action], "a card");
    return ["target", "idle"].filter((name) => piece.classList.contains(name)).join(" ");
  }));
  choices.ready();
  return [...offered, dock.list.children.length];
""")


async def test_idle_actions_are_listed_but_not_lit(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    assert await visitor.page.evaluate(IDLE) == [["", "target"], ["target idle", "target"], 2]


#: A unit on a front is clicked where it goes with nothing that is selected; then Enter is pressed there.
UPON = """async () => {
  const { Pieces } = await import("/js/table/pieces.js");
  const told = [];
  const select = ({ actions }) => told.push(...actions);
  const pieces = new Pieces({ select, confirm: () => told.push("confirm") });
  const [front, ground, unit] = Array.from({ length: 3 }, () => document.createElement("div"));
  front.append(ground, unit);
  document.querySelector("main").replaceChildren(front);
  pieces.add(unit, [1], "unit", "unit");
  pieces.add(ground, [2], "front", "front", front);
  const enter = () => unit.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  pieces.mark(({ actions: [one] }) => (one === 2 ? "follows" : "apart"));
  unit.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  pieces.mark(({ actions: [one] }) => (one === 2 ? "picked" : "apart"));
  enter();
  // Once nothing is chosen any more, it means the unit.
  pieces.mark(() => "follows");
  enter();
  return told;
}"""


async def test_enter_confirms_a_front_chosen_by_unit(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    assert await visitor.page.evaluate(UPON) == [2, "confirm", 1]


#: A choice is staged by its piece; Enter is pressed where something that only explains itself has the keys.
BESIDE = docked("""
  document.querySelector("main").replaceChildren(dock.element);
  const sent = [];
  choices.act = async (action) => sent.push(action.card);
  const all = [...["smoke", "ambush"].map((card) => ({ do: "smoke", squad: "0.1", card })), { do: "no_smoke" }];
  choices.show({ seat: 0, kind: "smoke", actions: all }, "Which?");
  const [card, unit] = Array.from({ length: 2 }, () => document.createElement("div"));
  unit.dataset.tip = "";
  document.querySelector("main").append(card, unit);
  choices.offer(card, [all[1]], "a card");
  choices.ready();
  card.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  const before = sent.length;
  unit.addEventListener("keydown", (event) => choices.key(event));
  unit.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await new Promise((done) => setTimeout(done));
  return [before, sent];
""")


async def test_enter_confirms_from_an_inert_piece(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    assert await visitor.page.evaluate(BESIDE) == [0, ["ambush"]]


#: Units of one strength whose small counters, without names, look alike.
ALIKE = """async () => {
  const modules = ["net/rest", "games/company_commander/units"].map((name) => import(`/js/${name}.js`));
  const [{ getJSON }, { unitCounter }] = await Promise.all(modules);
  const { squads } = await getJSON("/api/games/company_commander/facts");
  const unit = { casualties: 0, pins: 0 };
  const face = (printed) => unitCounter(printed, unit, "us", "", "").innerHTML;
  return squads.us.filter((one, at) => squads.us.slice(0, at).some((other) => face(other) === face(one)))
    .map((one) => one.card);
}"""


async def test_small_counters_without_names_are_told_apart(visitors: Visitors) -> None:
    """Replacements from riflemen, the company's headquarters from those of platoons."""
    visitor = await visitors.stage()
    alike = await visitor.page.evaluate(ALIKE)
    assert not {"us_rifle_squad", "us_replacement_squad", "us_company_hq", "us_platoon_hq"} & set(alike), alike


#: How far a wall exceeds both edges of a scene five times as wide as high: near, and at every range.
WALLS = """async () => {
  const { position, FAR, NEAR, STRIP } = await import("/js/games/squad/scene.js");
  const squad = { terrain: "low_wall", men: 8, nation: "us", seat: 1 };
  return [NEAR, ...Object.values(FAR)].map(({ size }) => {
    const drawn = position(squad, size === 1, size);
    const height = `${(STRIP / 100) * 200 * size}px`;
    const style = { position: "fixed", left: "0", width: "1000px", height, padding: "0", overflow: "visible" };
    Object.assign(drawn.style, style);
    document.body.append(drawn);
    const stones = [...drawn.querySelectorAll(".stone")].map((stone) => stone.getBoundingClientRect());
    return [-Math.min(...stones.map(({ left }) => left)), Math.max(...stones.map(({ right }) => right)) - 1000];
  });
}"""


async def test_a_wall_reaches_over_both_edges_of_a_wide_scene(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    over = await visitor.page.evaluate(WALLS)
    assert len(over) == 5
    assert all(0 <= each < 60 for ends in over for each in ends), over


#: A drawing of two things, one after the other; which of four drawings is the same element as the one before.
DRAWN = """async () => {
  const { drawn } = await import("/js/parts/keyed.js");
  const [one, other] = [document.createElement("p"), document.createElement("p")];
  const made = () => document.createElement("i");
  const all = [[one, [1, {}]], [one, [1, {}]], [one, [2, {}]], [other, [2, {}]], [one, [2, {}]]]
    .map(([place, of]) => drawn(place, of, made));
  return [all[1] === all[0], all[2] === all[1], all[3] === all[2], all[4] === all[2]];
}"""


async def test_a_drawing_of_the_same_is_kept_where_it_is(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    assert await visitor.page.evaluate(DRAWN) == [True, False, False, True]


#: Drawings of squads, units and cards that are left, with unchanged content, by the next of the first decisions.
LEFT = """async () => {
  const [first, ...others] = layout.decisions().slice(0, 17);
  layout.show(first);
  let left = 0;
  for (const moment of others) {
    const seen = [...document.querySelectorAll(".position > svg, .field .unit-box > svg, .hand-card > .card")];
    const shown = seen.map((drawing) => drawing.innerHTML);
    layout.show(moment);
    await layout.painted();
    left += seen.filter((drawing, at) => drawing.isConnected && drawing.innerHTML === shown[at]).length;
  }
  return left;
}"""


@pytest.mark.parametrize("game", ["squad", "company_commander"])
async def test_what_shows_the_same_is_not_drawn_anew(
    visitors: Visitors, finished: dict[str, str], game: str
) -> None:
    """To lay out hundreds of lines again takes longer than all the rest of a table."""
    visitor = await at_table(visitors, finished[game])
    assert await visitor.page.evaluate(LEFT) > 4
