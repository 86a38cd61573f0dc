"""The page on a phone: nothing to scroll sideways, everything to hit with a thumb, no move by mistake."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.all_games import GAMES
from tests.web.alone import handed
from tests.web.contexts import Language
from tests.web.test_language import KANA, english_in
from tests.web.visitor import SIZES, Size, Visitor, Visitors

LARGER: tuple[Size, ...] = ("tablet", "desktop")

#: Targets smaller than 44 CSS pixels either way. Links in running text are exempt.
#: Not the marks of the range, as close as the ranges are: the list, whose lines are large, has the same choices.
SMALL = """() => [
    ...document.querySelectorAll("button, a.button, a.row-link, .brand, select, input, summary, .target"),
  ]
  .filter((element) => element.checkVisibility() && !element.disabled && !element.closest("p, .rules, .mark"))
  .map((element) => {
    const label = element.matches("[type=checkbox]") && element.closest("label");
    const { width, height } = (label || element).getBoundingClientRect();
    return [element.outerHTML.slice(0, 90), Math.round(width), Math.round(height)];
  })
  .filter(([, width, height]) => width && height && (width < 44 || height < 44))"""


async def assert_fits(visitor: Visitor) -> None:
    assert await visitor.sideways() == 0, visitor.page.url
    assert await visitor.page.evaluate(SMALL) == [], visitor.page.url


#: Where the buttons that start a game end, in screens from the top.
STARTS = """() => [...document.querySelectorAll(".start")]
  .map((button) => (button.getBoundingClientRect().bottom + scrollY) / innerHeight)"""


@pytest.mark.parametrize("size", ["phone", "flat"])
@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_phone_starts_every_game_within_two_swipes(visitors: Visitors, lang: Language, size: Size) -> None:
    visitor = await visitors.open(size=size, lang=lang)
    await visitor.lobby()
    first, *others = await visitor.page.evaluate(STARTS)
    assert first < 1
    assert max(others) < 2


async def test_lobby_and_dialogs_fit_a_phone(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    page = visitor.page
    await visitor.lobby()
    await assert_fits(visitor)
    for game in ("squad", "omaha"):
        await page.locator(f'[data-game="{game}"] .create').tap()
        await page.locator("dialog .tiles").first.wait_for()
        await assert_fits(visitor)
        await visitor.close_dialog()
    await visitor.settings()
    await assert_fits(visitor)
    await page.get_by_role("button", name="Keyboard").tap()
    await page.locator("dialog .keys").first.wait_for()
    await assert_fits(visitor)


async def assert_japanese(visitor: Visitor) -> None:
    """Nothing is left in English, and nothing is wider than a phone; larger screens: test_widths.py."""
    assert await english_in(visitor) == []
    await assert_fits(visitor)


async def resize(visitor: Visitor, size: Size) -> None:
    width, height = SIZES[size]
    await visitor.page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("game", GAMES)
async def test_japanese_table_is_translated_and_fits_every_screen(visitors: Visitors, game: str) -> None:
    visitor = await visitors.open(size="phone", lang="ja")
    page = visitor.page
    await visitor.lobby()
    await page.locator(f'[data-game="{game}"] .create').tap()
    await page.locator("dialog .tiles").first.wait_for()
    await assert_japanese(visitor)
    await visitor.close_dialog()
    await page.locator(f'[data-game="{game}"] .start').tap()
    await visitor.turn()
    await assert_fits(visitor)
    for seed in range(2):
        await visitor.play(seed, moves=4)
        await assert_japanese(visitor)
    for size in LARGER:
        await resize(visitor, size)
        assert await visitor.sideways() == 0, size
    # On a phone they are not offered at a table.
    await resize(visitor, "desktop")
    await visitor.settings()
    assert await english_in(visitor) == []
    await resize(visitor, "phone")
    await assert_fits(visitor)
    await visitor.close_dialog()
    if game == "omaha":
        await visitor.play(seed=9)
        await page.locator(".ending p").first.wait_for()
        await assert_japanese(visitor)
    await visitor.move_to(f"rules/{game}")
    await page.locator(".rules h1").wait_for()
    assert KANA.search(await page.locator(".rules").inner_text())
    await assert_fits(visitor)
    await visitor.move_to(f"learn/{game}")
    await page.locator(".lesson").wait_for()
    await assert_japanese(visitor)


async def test_replay_and_invitation_fit_a_phone(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open(size="phone")
    for match in (finished[game] for game in ("zombies", "squad", "company_commander")):
        await visitor.go(f"replay/{match}/20")
        await visitor.page.locator(".scrubber").wait_for()
        await assert_fits(visitor)
        await visitor.aside()
        await assert_fits(visitor)
        await visitor.page.locator(".side-close").tap()
        for dialog in ("luck", "verify"):
            # Luck is shown only after enough rolls.
            if dialog == "luck" and not await visitor.page.locator("button.luck").count():
                continue
            await visitor.page.locator(f"button.{dialog}").tap()
            await visitor.page.locator("dialog button").first.wait_for()
            await assert_fits(visitor)
            await visitor.close_dialog()
    await visitor.lobby()
    link = await visitor.invite("squad")
    await assert_fits(visitor)
    other = await visitors.open(size="phone", lang="ja")
    await other.page.goto(link)
    await other.page.locator(".join").wait_for()
    await assert_fits(other)


async def test_a_tap_selects_and_the_button_acts(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    page = visitor.page
    await visitor.lobby()
    await page.locator('[data-game="omaha"] .start').tap()
    before = await visitor.turn()
    await page.locator(".pieces .target").first.tap()
    await page.locator(".staged").wait_for()
    # All three can be tapped on the board, so the list is folded away; it opens when it is wanted, and stays open.
    await page.locator(".dock-foot .back").tap()
    await page.locator(".staged").wait_for(state="detached")
    await expect(page.locator(".action")).to_have_count(3)
    await expect(page.locator(".action").first).not_to_be_visible()
    await page.locator(".unfold").tap()
    # A line is only staged by a finger.
    await expect(page.locator(".action kbd").first).not_to_be_visible()
    await page.locator(".action").nth(1).tap()
    await page.locator(".action").nth(2).tap()
    chosen = page.locator(".action.selected")
    await expect(chosen).to_have_count(1)
    # The choice's figures stand below its name.
    assert (await chosen.inner_text()).split("\n")[0] == await page.locator(".go").inner_text()
    assert (await visitor.state())["seq"] == before["seq"]
    await page.locator(".staged .go").tap()
    await visitor.turn_after(before["seq"])


#: A list in which one choice has room, and the sign that others lie below it: at first, and at the list's end.
MORE = """async () => {
  const [{ Dock }, { loadSheets, TABLE_SHEETS }] = await Promise.all([
    import("/js/table/dock.js"),
    import("/js/parts/style_sheets.js"),
  ]);
  await loadSheets(...TABLE_SHEETS);
  const dock = new Dock();
  const ask = Object.assign(document.createElement("div"), { className: "ask" });
  ask.style.height = "250px";
  ask.append(dock.element);
  document.querySelector("main").replaceChildren(ask);
  dock.element.classList.remove("folded");
  const row = (words) => {
    const button = Object.assign(document.createElement("button"), { className: "action", textContent: words });
    const line = document.createElement("li");
    line.append(button);
    return line;
  };
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const seen = () => getComputedStyle(ask.querySelector(".more-below")).display;
  const long = "A choice whose words are as long as those of some choices are, and have three lines on a phone.";
  dock.ask("A question that has two lines on a phone, as the longest have", true);
  dock.know("What is known of it has two lines as well: needs 4 or less, now +2, that is 33%");
  const found = [];
  for (const rows of [[long], [long, long]]) {
    dock.choose(...rows.map(row));
    await painted();
    found.push(seen());
  }
  // The sign lies beside the lines, wherever the list stands.
  const sign = ask.querySelector(".more-below").getBoundingClientRect();
  found.push(dock.list.lastChild.getBoundingClientRect().right <= sign.left + sign.width / 2 - 6);
  ask.querySelector(".more-below").click();
  await painted();
  found.push(seen());
  // What is chosen is seen whole, and nothing lies on it.
  const rows = [long, long, long].map(row);
  rows[1].firstChild.classList.add("selected");
  dock.list.scrollTop = 0;
  dock.choose(...rows);
  await painted();
  return [...found, dock.list.getBoundingClientRect().bottom - rows[1].getBoundingClientRect().bottom > 12];
}"""


async def test_a_list_that_goes_on_below_says_so(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    assert await visitor.page.evaluate(MORE) == ["none", "grid", True, "none", True]


#: In a hand of eight cards the last one can be used, and is still flying there: whether it is in sight at the end.
FLYING = handed("""
  const [last] = cards.slice(-1);
  last.style.transform = "translate(-600px, -400px)";
  const actions = [{ do: "pass" }, { do: "pass", card: "x" }];
  choices.show({ seat: 0, kind: "rally", actions }, "Question");
  choices.offer(last, actions.slice(1), "Card");
  choices.ready();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  last.style.transform = "";
  const { left, right } = last.getBoundingClientRect();
  return [left >= 0, right <= innerWidth];
""")

BEYOND = handed("""
  const [first, last] = [cards.at(0), cards.at(-1)];
  const actions = [{ do: "pass" }, { do: "play", card: "x" }, { do: "play", card: "y" }];
  choices.show({ seat: 0, kind: "rally", actions }, "Question");
  choices.offer(first, actions.slice(1, 2), "First");
  choices.offer(last, actions.slice(2), "Last");
  choices.ready();
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const signs = () => [dock.hand.matches("[data-earlier]"), dock.hand.matches("[data-later]")];
  await drawn();
  const before = signs();
  dock.hand.scrollLeft = dock.hand.scrollWidth;
  await drawn();
  await drawn();
  return [...before, ...signs()];
""")

#: A list that was scrolled, when the same question, one with fewer of the same choices and another one are put.
SCROLLED = handed("""
  const drop = (n) => ({ do: "discard", card: `c${n}` });
  const many = Array.from({ length: 30 }, (_, n) => drop(n));
  const put = (actions) => choices.show({ seat: 0, kind: "discard", actions }, "Question");
  const at = [];
  const look = async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    at.push(dock.list.scrollTop);
  };
  dock.list.style.cssText = "display: block !important; height: 100px; overflow: auto";
  put(many);
  dock.list.scrollTop = 40;
  await look();
  put(many);
  await look();
  put(many.slice(1));
  await look();
  put([...many.slice(2), drop(99)]);
  await look();
  return at;
""")

#: The button and the line below the question after half of an action was tapped on the table.
HALF = handed("""
  const board = document.createElement("div");
  table.append(board);
  const move = (step, card) => ({ do: "move", step, into: "open", card });
  const actions = ["closer", "farther"].flatMap((step) => ["pistol", "mortar"].map((card) => move(step, card)));
  const odds = { actions: actions.map(() => [{ figure: "far" }]) };
  choices.show({ seat: 0, kind: "move", actions, odds }, "Question");
  for (const step of ["closer", "farther"]) {
    const place = board.appendChild(document.createElement("button"));
    choices.offer(place, actions.filter((action) => action.step === step), step);
  }
  for (const n of [0, 1]) choices.offer(cards[n], actions.filter(({ card }) => card === actions[n].card), "Card");
  choices.ready();
  const said = () => [dock.button.textContent, dock.element.querySelector(".meant-facts")?.textContent];
  const asked = said();
  board.firstElementChild.click();
  const half = said();
  cards[1].click();
  const whole = dock.button.textContent;
  board.firstElementChild.click();
  return [asked, half, whole, dock.button.textContent];
""")


async def test_usable_drawn_card_is_in_sight(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    assert await visitor.page.evaluate(FLYING) == [True, True]


async def test_signs_say_where_cards_lie_that_can_be_used(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    assert await visitor.page.evaluate(BEYOND) == [False, True, True, False]
    # A press on the sign goes back.
    hand = visitor.page.locator(".hand-slot")
    place = await hand.bounding_box()
    assert place is not None
    await visitor.page.mouse.click(place["x"] + 6, place["y"] + place["height"] / 2)
    assert await hand.evaluate("slot => slot.scrollLeft") == 0


async def test_another_question_begins_at_the_top_of_its_list(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    assert await visitor.page.evaluate(SCROLLED) == [40, 40, 40, 0]


async def test_half_an_action_says_what_is_missing(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    asked, half, whole, other = await visitor.page.evaluate(HALF)
    assert asked == ["Choose a card, or on the board", "\u00a0"]
    assert half == ["Choose a card", "Closer, into the open\u00a0…"]
    assert whole == "Closer, into the open (pay Mortar)"
    assert other == "Choose on the board"
    # In a wide window its lines are seen, whether or not a phone would fold them away.
    await resize(visitor, "desktop")
    assert (await visitor.page.evaluate(HALF))[3] == "Choose"


async def test_tap_on_an_unusable_card_explains_it(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    page = visitor.page
    await page.evaluate("""async () => {
      const { tip } = await import("/js/parts/tip.js");
      const card = (id) => Object.assign(document.createElement("p"), { id, textContent: id, tabIndex: -1 });
      const cards = [card("dead"), card("live")];
      document.body.append(...cards);
      for (const each of cards) tip(each, () => `What ${each.id} is`);
      document.querySelector("#live").classList.add("target");
    }""")
    await page.locator("#live").tap()
    await expect(page.locator("#tip")).to_be_hidden()
    await page.locator("#dead").tap()
    await expect(page.locator("#tip")).to_have_text("What dead is")
    await page.locator("#live").tap()
    await expect(page.locator("#tip")).to_be_hidden()


async def test_with_all_hands_open_each_hand_says_whose_it_is(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open(size="phone", lang="ja")
    await visitor.go(f"replay/{finished['squad']}/20/-2")
    names = visitor.page.locator(".hand-of")
    await expect(names).to_have_count(2)
    widths = await names.evaluate_all("(all) => all.map((name) => name.clientWidth)")
    assert min(widths) >= 14


async def test_swipe_at_a_table_does_not_navigate_back(visitors: Visitors) -> None:
    """A unit that was drawn to the right led to the lobby: browsers on phones take a long swipe for a way back."""
    visitor = await visitors.open(size="phone")
    page = visitor.page
    await visitor.lobby()
    await visitor.start("omaha")
    at = page.url
    touch = await page.context.new_cdp_session(page)
    board = await page.locator(".board-place").bounding_box()
    assert board is not None
    y = board["y"] + board["height"] / 2

    async def send(kind: str, *xs: int) -> None:
        points = [{"x": x, "y": y} for x in xs]
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await send("touchStart", 30)
    for x in range(60, 350, 15):
        await send("touchMove", x)
    await send("touchEnd")
    # Whatever the swipe leads to is there before this.
    await page.locator(".menu-button").tap()
    await page.locator(".rules-button").wait_for()
    assert page.url == at
    assert await page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorX") == "none"
