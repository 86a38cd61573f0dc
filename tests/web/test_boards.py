"""The tables of SQUAD and COMPANY COMMANDER as they look: sizes, places, and pieces that stay the same elements."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.web.positions import at_table
from tests.web.visitor import Visitors

#: At the first decisions, one after the other: keys of pieces whose element is another one than at the decision
#: before, and what a script finds each time.
MOVES = 12
STAYED = """async (most) => {
  const pieces = () => {
    const found = new Map();
    for (const piece of document.querySelectorAll("[data-key]"))
      if (!found.has(piece.dataset.key)) found.set(piece.dataset.key, piece);
    return found;
  };
  const [changed, looks] = [[], []];
  let before = new Map();
  for (const moment of layout.decisions().slice(0, most)) {
    layout.show(moment);
    await layout.painted();
    const now = pieces();
    if (!now.size) changed.push(`no pieces at entry ${moment.seq}`);
    for (const [key, piece] of now) if (before.has(key) && before.get(key) !== piece) changed.push(key);
    before = now;
    looks.push((LOOK)());
  }
  return [changed, looks];
}"""

#: Distance of the far squad's feet, and of the present range's mark, from the top in pixels.
RANGE = """() => {
  const scene = document.querySelector('.scene');
  const far = document.querySelector('.position.far');
  const style = getComputedStyle(far);
  const share = (name) => parseFloat(style.getPropertyValue(name));
  const feet = share('--top') + share('--height') * 104 / 118;
  const mark = document.querySelector('.mark.now').getBoundingClientRect();
  const { top, height } = scene.getBoundingClientRect();
  return [Math.round(top + feet * height / 100), Math.round(mark.top + mark.height / 2), far.dataset.squad];
}"""

#: Whether the words about the far squad are read also where the near one stands on them.
UPON = """() => {
  const [far, near] = [".position:not(.near)", ".position.near"].map((one) => document.querySelector(one));
  const everywhere = { top: "0", bottom: "0", height: "auto", transition: "none", pointerEvents: "auto" };
  Object.assign(near.style, everywhere);
  const { left, top, width, height } = far.querySelector(".caption > *").getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  for (const name of Object.keys(everywhere)) near.style[name] = "";
  return far.contains(found) && found.closest(".caption") !== null;
}"""


async def test_squad(visitors: Visitors, finished: dict[str, str]) -> None:
    """The far squad stands on the line of the present range; the nearer the range, the nearer it stands.

    Cards and squads stay the same elements.
    """
    visitor = await at_table(visitors, finished["squad"])
    changed, ranges = await visitor.page.evaluate(STAYED.replace("LOOK", RANGE), MOVES)
    assert changed == []
    assert len(ranges) == MOVES
    for feet, mark, squad in ranges:
        assert abs(feet - mark) <= 2
        assert squad == "1.1"  # The player is North: the other squad is the far one.
    assert await visitor.page.evaluate(UPON)
    marks = await visitor.page.evaluate(
        "() => ['L', 'M', 'S', 'PB'].map((range) => document.querySelector(`[data-range=${range}]`).offsetTop)"
    )
    assert marks == sorted(marks)
    assert len({*marks}) == len(marks)


async def test_company_commander(visitors: Visitors, finished: dict[str, str]) -> None:
    """Both fronts of a lane bear the name that the viewer gives it, in the list of choices too.

    Counters stay the same elements.
    """
    visitor = await at_table(visitors, finished["company_commander"])
    changed, _ = await visitor.page.evaluate(STAYED.replace("LOOK", "() => null"), MOVES)
    assert changed == []
    names = await visitor.page.evaluate(
        "() => [...document.querySelectorAll('.front')].map((front) => front.getAttribute('aria-label'))"
    )
    sides = [[name.rpartition(", ")[2] for name in names[half : half + 3]] for half in (0, 3)]
    assert sides == [["left", "center", "right"]] * 2
    drawn = await visitor.page.locator(".lane-name b").all_inner_texts()
    assert [name.lower() for name in drawn] == sides[0]


async def test_national_trait_says_what_it_may_be(visitors: Visitors) -> None:
    """A hand with all traits of a nation: the card names its options."""
    visitor = await visitors.stage()
    shown = await visitor.page.evaluate(
        """async () => {
          const at = document.querySelector('script[type=module]').src.replace(/app\\.js$/, '');
          const { cardFace, traitsOf } = await import(`${at}games/squad/cards.js`);
          const { gameWords } = await import(`${at}words/words.js`);
          const words = await gameWords('squad');
          const facts = await (await fetch('/api/games/squad/facts')).json();
          return Object.keys(facts.nations).map((nation) => [
            traitsOf(facts, nation).length,
            cardFace(words, facts, 'national_trait', nation).querySelectorAll('.card-options > span').length,
          ]);
        }"""
    )
    assert len(shown) == 5
    assert all(options == named >= 3 for options, named in shown)


#: Cards of a long discard pile, and those out of the wheel's reach.
PILED = """async () => {
  const facts = await (await fetch("/api/games/squad/facts")).json();
  const last = layout.feed.at(layout.feed.last);
  const discard = Object.fromEntries(Object.keys(facts.cards).map((card) => [card, 2]));
  layout.show({ ...last, view: { ...last.view, table: { ...last.view.table, discard } } });
  document.querySelector(".pile.discards").open = true;
  const list = document.querySelector(".pile.discards ul");
  const { right } = list.getBoundingClientRect();
  const lines = [...list.children];
  return [lines.length, lines.filter((line) => line.getBoundingClientRect().right > right).length];
}"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
async def test_a_long_pile_of_discards_is_read_to_its_end(
    visitors: Visitors, finished: dict[str, str], size: Literal["desktop", "phone"]
) -> None:
    visitor = await at_table(visitors, finished["squad"], size=size)
    cards, beside = await visitor.page.evaluate(PILED)
    assert cards > 40
    assert beside == 0


async def test_the_map_has_ones_edge_below_or_at_left(visitors: Visitors) -> None:
    """Seat 0 begins on the home edge that is named, seat 1 on the opposite one."""
    visitor = await visitors.stage()
    places = await visitor.page.evaluate(
        """async () => {
          const at = document.querySelector('script[type=module]').src.replace(/app\\.js$/, '');
          const { hexmap } = await import(`${at}games/squad/hexmap.js`);
          const context = { words: { say: (key) => key }, offer: () => {}, explain: () => {} };
          const view = { columns: 7, rows: 6, map: {}, squads: {}, acting: '' };
          const place = (hex) => hex.getAttribute('transform').match(/[\\d.-]+/g).map(Number);
          const drawn = (mine, edge) => hexmap(context, view, [], { mine, edge }, (key, make) => make()).hexes;
          const first = (mine, edge) => place(drawn(mine, edge).find((one) => one.dataset.hex === '0,0'));
          const corners = ['northwest', 'southeast', 'northeast', 'southwest'];
          const edges = [undefined, 'north', 'south', 'west', 'east', ...corners];
          return Object.fromEntries(edges.map((edge) => [edge ?? 'none', [first(0, edge), first(1, edge)]]));
        }"""
    )
    # Turned by 180 degrees, the hex 0,0 lies below and at the right.
    turned = {edge: (one[1] > other[1], one[0] > other[0]) for edge, (one, other) in places.items()}
    for edge in ("none", "north", "east", "northwest", "northeast"):
        assert turned[edge] == (True, True)
    for edge in ("south", "west", "southeast", "southwest"):
        assert turned[edge] == (False, False)


async def test_card_text_follows_the_variant(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    said = await visitor.page.evaluate(
        """async () => {
          const [{ cardFace }, { getJSON }, { gameWords }] = await Promise.all([
            import('/js/games/squad/cards.js'), import('/js/net/rest.js'), import('/js/words/words.js')]);
          const [facts, words] = await Promise.all([getJSON('/api/games/squad/facts'), gameWords('squad')]);
          const text = (variant) => cardFace(words, facts, 'flanking_fire', 'us', 'L', variant).textContent;
          return ['base', 'flanking', 'map'].map((variant) => text(variant).replaceAll('\\u00ad', ''));
        }"""
    )
    base, flanking, map_ = said
    assert "Your attacks +1 this turn" in base
    assert base == map_
    assert "After a move sideways: your attacks +1" in flanking


async def test_who_lies_pinned_behind_a_wall_is_seen(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    layers = await visitor.page.evaluate(
        """async () => {
          const { position } = await import('/js/games/squad/scene.js');
          const squad = { terrain: 'low_wall', men: 8, nation: 'us', seat: 1 };
          const drawn = (pinned) => [...position({ ...squad, pinned }, false, 0.5).children];
          return [false, true].map((pinned) => drawn(pinned).map((layer) => layer.getAttribute('class')));
        }"""
    )
    assert layers == [["terrain", "men", "terrain"], ["terrain", "terrain", "men"]]


async def test_low_window_keeps_squad_captions_apart(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open(size="flat")
    await visitor.go(f"replay/{finished['squad']}/20")
    await visitor.page.locator(".position:not(.near) .caption").wait_for()
    one, two = await visitor.page.evaluate(
        """() => {
          const caption = document.querySelector(".position:not(.near) .caption");
          const make = (made) => Object.assign(document.createElement("span"), made);
          const tag = (textContent) => make({ className: "tag", textContent });
          caption.querySelector(".position-terrain").textContent = "Building \u00b7 cover \u22122";
          const [terrain] = caption.children;
          caption.replaceChildren(terrain, tag("moved"), tag("attacked"), tag("Concealment"));
          const rows = () => [...caption.children].map((each) => each.getBoundingClientRect().bottom);
          const one = rows();
          caption.append(...["commander lost", "point man", "Smoke"].map(tag));
          return [one, rows()];
        }"""
    )
    assert max(one) - min(one) < 8
    assert abs(max(two) - max(one)) < 2
    assert min(two) < min(one) - 12


async def test_phone_keeps_the_caption_on_the_board(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open(size="phone")
    await visitor.go(f"replay/{finished['squad']}/20")
    await visitor.page.locator(".position.near .caption").wait_for()
    end, one, two = await visitor.page.evaluate(
        """() => {
          const caption = document.querySelector(".position.near .caption");
          const make = (made) => Object.assign(document.createElement("span"), made);
          const tag = (textContent) => make({ className: "tag", textContent });
          const [terrain] = caption.children;
          const bottom = (each) => each.getBoundingClientRect().bottom;
          caption.replaceChildren(terrain);
          const one = bottom(terrain);
          caption.append(...["commander lost", "will move", "gave covering fire", "attacked", "Smoke"].map(tag));
          let clips = caption;
          while (getComputedStyle(clips).overflowY === "visible") clips = clips.parentElement;
          return [bottom(clips), one, [...caption.children].map(bottom)];
        }"""
    )
    assert max(two) <= end
    assert abs(two[0] - one) < 2
    assert min(two) < one - 12


#: What the button says at a tap on each count of COMPANY COMMANDER's records that stands for something, whether the
#: list is seen, and the least edge of these counts.
COUNTS = """async (actions) => {
  const from = ["table/choices", "table/dock", "net/games", "words/words", "net/rest", "parts/style_sheets"];
  const [{ Choices }, { Dock }, { gameInfo }, { gameWords }, { getJSON }, { loadSheet, loadSheets, TABLE_SHEETS }] =
    await Promise.all(from.map((name) => import(`/js/${name}.js`)));
  const game = "company_commander";
  const { make } = await import(`/js/games/${game}/board.js`);
  const [{ presentation }, words, facts] = await Promise.all([
    gameInfo(game), gameWords(game), getJSON(`/api/games/${game}/facts`)]);
  await Promise.all([loadSheets(...TABLE_SHEETS), loadSheet(`/js/games/${game}/board.css`)]);
  const dock = new Dock();
  const choices = new Choices(words, presentation, async () => {}, dock);
  const offer = (...all) => choices.offer(...all);
  const board = make({ words, facts, seat: () => 0, side: () => 0, flags: () => [], explain: () => {}, offer });
  const place = Object.assign(document.createElement("div"), { className: "pieces" });
  place.style.cssText = "width: 375px; height: 400px; container-type: size";
  place.append(board.element);
  const table = Object.assign(document.createElement("div"), { className: "table" });
  table.append(place, dock.element);
  document.querySelector("main").replaceChildren(table);
  const unit = { card: "us_company_hq", front: "us_c", n: 1, casualties: 0, pins: 0 };
  const view = {
    active: "us", seats: { us: 0, de: 1 }, fronts: {}, units: { us_chq: unit }, score: {}, hands: { us: 2, de: 3 },
    squads: { us: 9, de: 9 }, tactical: 9, discards: {}, lost: {}, glimpses: {}, pending: [], cards: { us: {} } };
  const decision = { seat: 0, kind: "deploy", actions };
  choices.show(decision, "Question");
  board.show({ table: view, options: {} }, decision);
  choices.ready();
  const counts = [...place.querySelectorAll(".cc-count.target")];
  const edge = Math.min(...counts.flatMap((each) => [each.offsetWidth, each.offsetHeight]));
  return [counts.map((each) => (each.click(), dock.button.textContent)), dock.open, edge];
}"""


async def test_phone_draws_by_taps_on_counts(visitors: Visitors) -> None:
    """So the list stays folded away, and the board keeps its height."""
    visitor = await visitors.stage(size="phone")
    end = {"do": "end_phase"}
    draws = [{"do": "hq_draw", "deck": "squad"}, {"do": "hq_draw", "deck": "tactical"}]
    names, unfolded, edge = await visitor.page.evaluate(COUNTS, [*draws, end])
    assert names == ["Company HQ: draw a tactical card", "Company HQ: draw a squad card"]
    assert (unfolded, edge >= 44) == (False, True)
    marks = [{"do": "mark", "front": "de_c"}, {"do": "peek"}]
    names, unfolded, edge = await visitor.page.evaluate(COUNTS, marks)
    assert names == ["See the enemy's hand"]
    assert (unfolded, edge >= 44) == (False, True)


async def test_hill_modifier_is_told_alike_everywhere(visitors: Visitors) -> None:
    """Its cover and what nothing ignores, as a move's own line counts them (SQ-27)."""
    visitor = await visitors.stage()
    said = await visitor.page.evaluate(
        """async () => {
          const [{ cardFace, shelter }, { getJSON }, { gameWords }] = await Promise.all([
            import('/js/games/squad/cards.js'), import('/js/net/rest.js'), import('/js/words/words.js')]);
          const [facts, words] = await Promise.all([getJSON('/api/games/squad/facts'), gameWords('squad')]);
          const card = cardFace(words, facts, 'hill', 'us').querySelector('.card-text').textContent;
          return [card, ...['hill', 'building', 'open'].map((id) => shelter(words, facts, id))];
        }"""
    )
    assert said == ["cover −1, hill −1", "cover −1, hill −1", "cover −2", ""]


async def test_phone_shows_the_present_range(visitors: Visitors, finished: dict[str, str]) -> None:
    """As when a move may change it: the list of choices is open, and the marks stand close."""
    visitor = await visitors.open(size="phone")
    await visitor.go(f"replay/{finished['squad']}/20")
    await visitor.page.locator(".mark.now").wait_for()
    seen = await visitor.page.evaluate(
        """() => {
          const scene = document.querySelector(".scene");
          Object.assign(scene.style, { height: "240px", flex: "none" });
          const marks = ["L", "M", "S"].map((range) => document.querySelector(`.mark[data-range=${range}]`));
          document.querySelector(".mark.now").classList.remove("now");
          marks[1].classList.add("now");
          marks.forEach((mark, i) => {
            mark.classList.add("target");
            mark.style.setProperty("--top", `${30 + 6 * i}%`);
          });
          const { left, width, top, height } = marks[1].querySelector("b").getBoundingClientRect();
          return [0.2, 0.5, 0.8].map((share) =>
            marks[1].contains(document.elementFromPoint(left + width / 2, top + height * share)));
        }"""
    )
    assert seen == [True, True, True]
