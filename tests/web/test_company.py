"""COMPANY COMMANDER on a phone: room for texts of cards, windows and a seen hand."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.alone import handed
from tests.web.visitor import Visitors

#: Heights of the folded sheet, plainly and with *Always pass*, and how it looks.
PASSED = """async () => {
  const [{ Dock }, { loadSheets, TABLE_SHEETS }, { autoPassBox }] = await Promise.all(
    ["table/dock", "parts/style_sheets", "table/autopass"].map((name) => import(`/js/${name}.js`)));
  await loadSheets(...TABLE_SHEETS);
  const dock = new Dock();
  const ask = Object.assign(document.createElement("div"), { className: "ask" });
  ask.append(dock.element);
  document.querySelector("main").replaceChildren(ask);
  dock.fold({ can: true, empty: false, few: false, chosen: false });
  dock.ask("A question that has two lines on a phone, as the longest have", true);
  dock.know("What is known of it has two lines as well: needs 4 or less, now +2, that is 33%");
  const before = dock.element.offsetHeight;
  const game = { id: "g", presentation: { windows: [{ decision: "react", verb: "pass" }], ends: ["pass"] } };
  const box = autoPassBox(game, { kind: "react", actions: [{ do: "pass" }] }, {
    say: () => "You are shot at: any card?" });
  dock.extra.append(box);
  const { width, height } = box.getBoundingClientRect();
  // The words themselves: their boxes are as wide as the sheet.
  const words = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()];
  };
  const apart = (one, other) =>
    one.right <= other.left + 1 || one.left >= other.right - 1
    || one.bottom <= other.top + 1 || one.top >= other.bottom - 1;
  const free = (...these) => {
    const boxes = these.map((each) => each.getBoundingClientRect());
    const others = [...words(dock.heading), ...words(dock.facts), dock.button.getBoundingClientRect()];
    return boxes.every((one, n) => [...others, ...boxes.slice(n + 1)].every((other) => apart(one, other)));
  };
  const [edge, text, name] = [Math.min(width, height), box.innerText.trim(), box.querySelector("input").ariaLabel];
  const found = { before, after: dock.element.offsetHeight, edge, text, name, free: [free(box, dock.unfold)] };
  const back = document.createElement("button");
  box.before(Object.assign(back, { className: "quiet undo", textContent: "Take back" }));
  found.free.push(free(box, back, dock.unfold));
  return found;
}"""


async def test_always_passing_does_not_push_the_board_up(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    seen = await visitor.page.evaluate(PASSED)
    assert seen["after"] == seen["before"], seen
    assert seen["edge"] >= 44, seen
    assert (seen["text"], seen["free"]) == ("Always pass", [True, True]), seen
    assert seen["name"] == "Always pass: You are shot at: any card?"
    # The questions passed from now on are named in full.
    await visitor.page.locator(".dock-extra label").tap()
    said = "From the next time on, “You are shot at: any card?” is passed for you."
    await expect(visitor.page.locator(".toast")).to_contain_text(said)


#: Watches for *Always pass* where no question is seen.
UNASKED = """() => {
  globalThis.unasked = [];
  const look = () => {
    const box = document.querySelector(".dock-extra label");
    if (box && !document.querySelector(".prompt").textContent) unasked.push(box.textContent);
  };
  const all = { childList: true, subtree: true, characterData: true };
  new MutationObserver(look).observe(document.querySelector(".ask"), all);
}"""


async def test_who_is_not_asked_is_offered_no_passing(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    await visitor.lobby()
    await visitor.start("company_commander")
    await visitor.page.evaluate(UNASKED)
    await visitor.play(seed=1, moves=16, prefer=("deploy", "suppress", "end_phase"))
    assert await visitor.page.evaluate("unasked") == []


#: Remarks beside a question: before, after a tap on a card, on its target too, and with known chances.
MEANT = handed("""
  const board = document.createElement("div");
  table.append(board);
  const actions = ["a", "b"].flatMap((unit) => ["smoke", "mud"].map((card) => ({ do: "play", card, unit })));
  choices.known.means = ({ card }) => `What ${card} does`;
  const odds = { actions: actions.map(({ card }) => (card === "mud" ? [{ figure: "far" }] : [])) };
  choices.show({ seat: 0, kind: "move", actions, odds }, "Question");
  for (const unit of ["a", "b"]) {
    const place = board.appendChild(document.createElement("button"));
    choices.offer(place, actions.filter((action) => action.unit === unit), unit);
  }
  for (const n of [0, 1]) choices.offer(cards[n], actions.filter(({ card }) => card === actions[n].card), "Card");
  choices.ready();
  const said = () => dock.element.querySelector(".meant-facts")?.textContent;
  const all = [said()];
  cards[0].click();
  all.push(said());
  board.firstElementChild.click();
  all.push(said());
  cards[1].click();
  all.push(said() === "What mud does");
  return all;
""")


async def test_a_card_that_is_tapped_says_what_it_does(visitors: Visitors) -> None:
    """On a phone it shows a picture alone; known chances are shown."""
    visitor = await visitors.stage(size="phone")
    assert await visitor.page.evaluate(MEANT) == ["\u00a0", "What smoke does", "What smoke does", False]


#: A board on the page, as it is made for a phone.
_BOARD = """async () => {
  const from = ["net/games", "words/words", "net/rest", "parts/style_sheets"];
  const [{ gameInfo }, { gameWords }, { getJSON }, { loadSheet, loadSheets, TABLE_SHEETS }] = await Promise.all(
    from.map((name) => import(`/js/${name}.js`)));
  const game = "company_commander";
  const { make } = await import(`/js/games/${game}/board.js`);
  const [{ presentation }, words, facts] = await Promise.all([
    gameInfo(game), gameWords(game), getJSON(`/api/games/${game}/facts`)]);
  await Promise.all([loadSheets(...TABLE_SHEETS), loadSheet(`/js/games/${game}/board.css`)]);
  const seats = { seat: () => 0, side: () => 0 };
  const flags = (_, { attacked }) => (attacked ? ["assaulted"] : []);
  const board = make({ words, facts, presentation, ...seats, flags, explain() {}, offer() {} });
  const place = document.createElement("div");
  place.style.cssText = "width: 375px; height: 400px; container-type: size";
  place.append(board.element);
  document.querySelector("main").replaceChildren(place);
"""
#: Text of a record of a side with a seen hand, and its clipped counts.
SEEN = (
    _BOARD
    + """
  const view = {
    active: "us", seats: { us: 0, de: 1 }, fronts: {}, units: {}, score: { us: 9 }, hands: { us: 7, de: 6 },
    squads: { us: 16, de: 16 }, tactical: 30, discards: {}, lost: { us: { us_half_squad: 2 } }, pending: [],
    glimpses: { us: { turn: 13, cards: { mud: 1, smoke: 1 }, held: { mud: 1 } } }, cards: { us: {} } };
  board.show({ table: view, options: {} }, undefined);
  await document.fonts.ready;
  const cut = [...place.querySelectorAll(".cc-count")].filter((each) => each.scrollWidth > each.clientWidth);
  const peek = place.querySelector(".pile.peek");
  peek.open = true;
  const [title, list] = ["summary", "ul"].map((one) => peek.querySelector(one).innerText.replaceAll("\\n", " | "));
  return [cut.map((each) => each.textContent), title, list];
}"""
)


async def test_a_hand_that_was_seen_leaves_the_counts_their_room(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    assert await visitor.page.evaluate(SEEN) == [
        [],
        "Their hand",
        "turn 13 | Mud | An enemy unit that moved goes back. | Smoke | it has left the hand",
    ]
    japanese = await visitors.stage(size="phone", lang="ja")
    assert await japanese.page.evaluate(SEEN) == [
        [],
        "敵の手札",
        "第13ターン | 泥濘 | 移動した敵ユニット1つを戻す。 | 煙幕 | 手札を離れた",
    ]


#: Counts before and after a unit's fall, and empty lists that can be opened.
COUNTED = (
    _BOARD
    + """
  const view = {
    active: "us", seats: { us: 0, de: 1 }, fronts: {}, score: { us: 5, de: 2 }, hands: { us: 7, de: 6 },
    units: {
      hq: { card: "us_company_hq", front: "us_c", n: 1, pins: 1, casualties: 0 },
      de_hq: { card: "de_company_hq", front: "de_c", n: 1, pins: 0, casualties: 0 } },
    squads: { us: 16, de: 16 }, tactical: 30, discards: {}, lost: {}, pending: [],
    glimpses: {}, cards: { us: { mud: 1, smoke: 2 } } };
  board.show({ table: view, options: {} }, undefined);
  const scored = [...place.querySelectorAll(".cc-record")];
  const score = (record) => record.querySelector(".cc-score");
  const scores = () => Object.fromEntries(scored.map(score).map((each) => [each.dataset.side, each.textContent]));
  const seen = "0 9 96 56";
  const own = (part) => place.querySelector(`.unit-box.side-us ${part}`);
  const counter = () => [".pin text", ".strength"].map((part) => Number(own(part).textContent));
  own("svg").setAttribute("viewBox", seen);
  const before = [scores(), counter()];
  for (const effect of ["pin", "ignored", "casualty", "pin"]) board.told({ ev: "hit", effect, target: "hq" });
  const hit = counter();
  if (own("svg").getAttribute("viewBox") !== seen) hit.push("drawn otherwise");
  const lost = () => scored.map((record) => record.querySelector(".pile.lost").textContent);
  const gone = [lost()];
  const counts = board.told({ ev: "removed", unit: "de_hq", cause: "fire", score: [6, 2] });
  gone.push(lost());
  const line = [counts.score, Object.keys(counts.units), board.told({ ev: "passed", side: "us" }) ?? null];
  for (const card of ["mud", "smoke"]) board.told({ ev: "played", side: "us", card });
  const spent = () => [...board.hand.querySelectorAll(".spent")].map((each) => each.dataset.card);
  const [played, after] = [spent(), scores()];
  board.show({ table: view, options: {} }, undefined);
  return [...before, after, place.querySelectorAll("details").length, played, spent(), hit, counter(), line, gone];
}"""
)


async def test_what_is_told_is_counted_in_the_same_moment(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    before, (pins, strength), after, lists, played, spent, hit, drawn, line, gone = await visitor.page.evaluate(
        COUNTED
    )
    assert before == {"us": "5", "de": "2"}
    assert after == {"us": "6", "de": "2"}
    # The status line, too, counts fronts by units; each record counts its losses.
    assert line == [{"us": 6, "de": 2}, ["hq"], None]
    assert gone == [["", ""], ["1Company HQ", ""]]
    # So is a card that was the last of its kind, until the hand is drawn anew.
    assert played == ["mud"]
    assert spent == []
    # A hit stopped by armour leaves no mark; the state is drawn after all events.
    assert hit == [pins + 2, strength - 1]
    assert drawn == [pins, strength]
    # No discards, no losses: there is no list to open.
    assert lists == 0


#: Text beside the single die of a unit of strength 1, without and with a bonus.
FIRED = """async () => {
  const { rolls } = await import("/js/games/company_commander/rolls.js");
  const roll = rolls({ say: (key) => key });
  const fire = (more) => roll({ ev: "fire", dice: [4], base: 1, mods: [], plus: 0, ...more }).textContent;
  return [{}, { mods: [["assault", 1]] }, { mods: [["hedgerows", -1]], dice: [], plus: 1 }].map(fire);
}"""


async def test_base_dice_are_told_from_bonuses(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    plain, more, none = await visitor.page.evaluate(FIRED)
    assert "cc.base" not in plain, plain
    assert "cc.base" in more, more
    # Without dice there is no bonus per die.
    assert "cc.flank" not in none, none
    assert none.endswith("roll.none"), none


#: Cards whose words beside the question, as wide as they are there, have more than a line.
WRAPPED = handed("""
  const { gameWords: all } = await import("/js/words/words.js");
  const { getJSON } = await import("/js/net/rest.js");
  const said = await all("company_commander");
  const { tactical } = await getJSON("/api/games/company_commander/facts");
  dock.unfold.hidden = false;
  dock.know("\\u00a0");
  const { clientWidth } = dock.facts;
  const line = dock.facts.getBoundingClientRect().height;
  const found = tactical.map(({ card }) => said.say(`short.${card}`)).filter((text) => {
    dock.know(text);
    return dock.facts.getBoundingClientRect().height > line + 2;
  });
  return [clientWidth > 200 && clientWidth < 300, tactical.length > 40, found];
""")


async def test_card_text_fits_its_reserved_line(visitors: Visitors) -> None:
    """A second one would push up the board that its target is tapped on."""
    visitor = await visitors.stage(size="phone")
    assert await visitor.page.evaluate(WRAPPED) == [True, True, []]
    japanese = await visitors.stage(size="phone", lang="ja")
    assert await japanese.page.evaluate(WRAPPED) == [True, True, []]


#: The questions that take more than a line, the lines of what is known of a target, and
#: whether the dock grows at a tap on it.
ASKED = handed("""
  const { gameWords: all } = await import("/js/words/words.js");
  const said = await all("company_commander");
  const { presentation: its } = await gameInfo("company_commander");
  const { ui } = await import("/js/words/all_words.js");
  const asked = (key) => {
    const reacts = its.windows.some(({ decision, own }) => !own && key === `decision.${decision}`);
    return reacts ? ui("window.yours", { what: said.say(key) }) : said.say(key);
  };
  const questions = Object.keys(said.catalogue).filter((key) => key.startsWith("decision."));
  dock.ask("?", true);
  dock.unfold.hidden = false;
  const line = dock.heading.getBoundingClientRect().height;
  const long = questions.filter((key) => {
    dock.ask(asked(key), true);
    return dock.heading.getBoundingClientRect().height > line + 2;
  });
  dock.unfold.hidden = true;
  const board = table.appendChild(document.createElement("div"));
  const played = new Choices(said, presentation, async () => {}, dock);
  const fire = (role) => ({ figure: "fire", role, dice: 12, chance: [60, 100] });
  const actions = ["a", "b"].map((unit) => ({ do: "assault_add", unit, front: "us_c" }));
  const odds = { actions: actions.map(() => [fire("attack"), fire("defence")]) };
  played.show({ seat: 0, kind: "assault", actions, odds }, "?");
  for (const action of actions) {
    played.offer(board.appendChild(document.createElement("button")), [action], action.unit);
  }
  played.ready();
  const high = () => [dock.facts.getBoundingClientRect().height, dock.element.getBoundingClientRect().height];
  const before = high();
  board.firstElementChild.click();
  const lines = Math.round(dock.facts.getBoundingClientRect().height / line);
  return [questions.length > 15, long, lines, before.join() === high().join()];
""")


async def test_question_and_chances_fit_their_reserved_room(visitors: Visitors) -> None:
    """A target on the board would otherwise move under the finger."""
    visitor = await visitors.stage(size="phone")
    assert await visitor.page.evaluate(ASKED) == [True, [], 2, True]
    japanese = await visitors.stage(size="phone", lang="ja")
    assert await japanese.page.evaluate(ASKED) == [True, [], 2, True]


#: A question that leaves nothing but to pass: the lines that say so, and what *Always pass* and *Take back* add to
#: the height of the dock.
PASSING = handed("""
  const { autoPassBox } = await import("/js/table/autopass.js");
  const { ui } = await import("/js/words/all_words.js");
  const decision = { seat: 0, kind: "react", actions: [{ do: "pass" }] };
  choices.show(decision, "Question", true);
  choices.ready();
  dock.know(ui("dock.nothing"));
  const line = dock.facts.offsetHeight;
  const before = dock.element.offsetHeight;
  const react = { id: "g", presentation: { windows: [{ decision: "react", verb: "pass" }], ends: ["pass"] } };
  const back = Object.assign(document.createElement("button"), { className: "quiet undo", textContent: "Back" });
  dock.extra.append(back, autoPassBox(react, decision, { say: () => "?" }));
  dock.know(ui("dock.nothing.window"));
  return [dock.facts.offsetHeight / line, dock.element.offsetHeight - before];
""")


async def test_pass_only_question_keeps_the_board(visitors: Visitors) -> None:
    for lang in ("en", "ja"):
        visitor = await visitors.stage(size="phone", lang=lang)
        assert await visitor.page.evaluate(PASSING) == [1, 0]


async def test_a_counter_that_leaves_keeps_its_colour(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    fill = await visitor.page.evaluate("""async () => {
      const { loadSheet } = await import("/js/parts/style_sheets.js");
      await loadSheet("/js/games/company_commander/board.css");
      const box = Object.assign(document.createElement("div"), { className: "leaving" });
      box.innerHTML = '<div class="unit-box"><svg class="cc-unit side-de"><path class="face"/></svg></div>';
      document.body.append(box);
      return getComputedStyle(box.querySelector(".face")).fill;
    }""")
    assert fill == "rgb(147, 177, 194)"


#: Which cards of the discard pile cannot be read, as something lies on them.
HIDDEN = (
    _BOARD
    + """
  const ids = facts.tactical.map(({ card }) => card).slice(0, 26);
  const fronts = Object.fromEntries(facts.lanes.flat().map((front) => [front, { attacked: true }]));
  const view = {
    active: "us", seats: { us: 0, de: 1 }, fronts, units: {}, score: {}, hands: {}, squads: {}, tactical: 30,
    discards: Object.fromEntries(ids.map((card) => [card, 1])), lost: {}, pending: [], glimpses: {}, cards: {} };
  board.show({ table: view, options: {} }, undefined);
  await document.fonts.ready;
  place.querySelector(".pile.discards").open = true;
  const items = [...place.querySelectorAll(".pile.discards li")];
  return [items.length, items.filter((item) => {
    item.scrollIntoView({ block: "nearest" });
    const { left, top, height } = item.getBoundingClientRect();
    return !item.contains(document.elementFromPoint(left + 8, top + height / 2));
  }).map((item) => item.textContent)];
}"""
)


async def test_nothing_lies_on_the_list_of_discards(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    assert await visitor.page.evaluate(HIDDEN) == [26, []]
