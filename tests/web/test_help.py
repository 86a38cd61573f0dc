"""The guided first games, and how to play."""

from __future__ import annotations

import itertools
from typing import Literal

import httpx2
import pytest
from playwright.async_api import expect

from tests.all_games import GAMES
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import sit_down
from tests.web.visitor import Size, Visitors

#: A game for one and a game for two by day.
GUIDED = ("omaha", "squad")


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.night if game not in GUIDED else ()) for game in GAMES]
)
async def test_a_guided_game_is_followed_to_its_end(visitors: Visitors, node: NodeProcess, game: str) -> None:
    async with httpx2.AsyncClient(timeout=60) as client:
        lesson = (await client.get(f"{node.url}/api/games/{game}/lesson")).json()
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await page.locator(f'a[href="/learn/{game}"]').click()
    await page.locator(".lesson").wait_for()
    first, last = lesson["snapshot"]["seq"], lesson["updates"][-1]["seq"]
    said = {await page.locator(".comment").inner_text()}
    stops = sorted({first, last, *(int(at) for at in lesson["comments"])})
    if not any(int(at) > stops[-2] for at in lesson["script"]):
        # Entries after the last comment only end the match.
        del stops[-2]
    for seq, then in itertools.pairwise(stops):
        # Going on is one button; the learner's own moves are made on the board or in the list.
        mine = str(seq + 1) in lesson["script"]
        board = page.locator(".pieces .target")
        if not mine:
            await page.locator(".lesson .next").click()
        else:
            if seq % 2 and await board.count():
                # Counters may stand on the middle of it.
                await board.first.dispatch_event("click")
            await page.locator(".go").click()
        await visitor.reached(then)
        said.add(await page.locator(".comment").inner_text())
    assert {comment["en"] for comment in lesson["comments"].values()} <= said
    await expect(page.locator(".lesson .next")).to_be_hidden()
    # At the end the way on is to play: from here, or from the start where the game itself is over.
    await expect(page.locator(".lesson .primary:visible")).to_have_count(1)
    assert await page.locator(".lesson .own").is_visible() == ((await visitor.state())["status"] == "ended")
    lines = await page.locator(".log-lines .line").count()
    assert lines == sum(len(update.get("events", [])) for update in lesson["updates"])
    # Back and forward shows each line once, without later ones.
    told = await page.locator(".tray-place").inner_text()
    await page.locator(".lesson .back").click()
    await page.locator(f'.table[data-seq="{stops[-2]}"]').wait_for()
    assert await page.locator(".log-lines .line").count() <= lines
    assert await page.locator(".tray-place").inner_text() != told
    # And from there it goes on in earnest.
    await page.locator(".play-on").click()
    await page.locator(".fork-banner").wait_for()
    await visitor.turn()


async def test_a_better_move_is_looked_for_and_played_on_from(visitors: Visitors, node: NodeProcess) -> None:
    async with httpx2.AsyncClient(timeout=60) as client:
        games = (await client.get(f"{node.url}/api/games")).json()["games"]
        game = max(games, key=lambda one: (one["exercises"], -one["seats"]))["id"]
        told = (await client.get(f"{node.url}/api/games/{game}/exercises/1")).json()
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await page.locator(f'a[href="/exercise/{game}/1"]').click()
    lines = page.locator(".choices .action")
    await expect(page.locator(".exercise .comment")).to_contain_text(told["question"]["en"])
    await expect(page.locator(".exercise .play-on")).to_be_hidden()
    # Every line of the list, in whatever order they stand there.
    right = 0
    for at in range(len(told["choices"])):
        if at:
            await page.locator(".exercise .again").click()
        await expect(lines.nth(at)).to_be_visible()
        await page.keyboard.press(str(at + 1))
        await page.keyboard.press("Enter")
        await page.locator(".exercise .right, .exercise .wrong").wait_for()
        await expect(page.locator(".exercise .comment")).to_contain_text(told["answer"]["en"])
        right += await page.locator(".exercise .right").count()
    assert right == sum(choice["behind"] <= 0.02 for choice in told["choices"])
    await page.locator(".exercise .play-on").click()
    await page.locator(".fork-banner").wait_for()
    await visitor.turn()


@pytest.mark.parametrize("size", ["desktop", "laptop", "tablet"])
async def test_answered_exercise_keeps_the_board(visitors: Visitors, size: Size) -> None:
    """The answer's text has the room of the choices."""
    visitor = await visitors.open(size=size)
    await visitor.go("exercise/company_commander/2")
    page = visitor.page
    await page.locator(".exercise:not(.told)").wait_for()
    before = await page.locator(".board-place").bounding_box()
    await page.keyboard.press("1")
    await page.keyboard.press("Enter")
    await page.locator(".exercise.told").wait_for()
    assert await page.locator(".board-place").bounding_box() == before


@pytest.mark.parametrize(("size", "least"), [("small", 44), ("phone", 90)])
async def test_counters_of_an_exercise_are_whole_on_phones(visitors: Visitors, size: Size, least: int) -> None:
    """They can be tapped; the list comes when it is asked for."""
    visitor = await visitors.open(size=size, lang="ja")
    await visitor.go("exercise/company_commander/2")
    page = visitor.page
    await page.locator(".exercise:not(.told)").wait_for()
    heights = await page.locator(".front .units").evaluate_all("(all) => all.map((each) => each.clientHeight)")
    assert min(heights) >= least
    await expect(page.locator(".choices .actions")).to_be_hidden()
    await page.locator(".choices .unfold").tap()
    await expect(page.locator(".choices .actions")).to_be_visible()


#: Pixels by which the words of the mark reach into the buttons beside it, or out of the header.
BEYOND = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".table-line .fork-tag"));
  const { right, bottom } = words.getBoundingClientRect();
  const line = document.querySelector(".table-line").getBoundingClientRect();
  return [right - document.querySelector(".table-buttons").getBoundingClientRect().left, bottom - line.bottom];
}"""


async def test_phone_shows_the_whole_fork_mark(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone", lang="ja")
    page = visitor.page
    await visitor.go("exercise/zombies/1")
    await page.locator(".choices .action").first.tap()
    await page.locator(".go:not([aria-disabled='true'])").tap()
    await page.locator(".exercise .play-on").tap()
    await expect(page.locator(".table-line .fork-tag")).to_have_text("「次の一手」の続き")
    assert max(await page.evaluate(BEYOND)) <= 0


async def test_the_rules_are_one_page(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone")
    page = visitor.page
    await visitor.lobby()
    for game in GAMES:
        await page.locator(f'a[href="/rules/{game}"]').tap()
        await page.locator(".rules h1").wait_for()
        assert await page.locator(".rules h2").count() > 2
        assert await page.locator(".rules script").count() == 0
        await page.locator(f'main a[href="/learn/{game}"]').tap()
        await page.locator(".lesson").wait_for()
        await visitor.move_to("")
        await page.locator(".game-card").first.wait_for()


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_the_rulings_are_one_link_from_the_rules(visitors: Visitors, lang: Literal["en", "ja"]) -> None:
    visitor = await visitors.open(size="phone", lang=lang)
    page = visitor.page
    await visitor.go("rules/squad")
    await page.locator('.rules a[href="/rulings/squad"]').click()
    sheet = page.locator('.rules[lang="en"]')
    await sheet.wait_for()
    await expect(sheet.locator("h4")).to_have_count(131)
    over = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert over <= 0
    assert ("英語のみ" in await page.locator("main nav").inner_text()) == (lang == "ja")


#: Tables that have less room than they need, and by how much.
CUT = """(places) => places
  .map((place, at) => [at, ...[place.firstElementChild, place].map((each) => each.getBoundingClientRect().right)])
  .map(([at, table, right]) => [at, table - right])
  .filter(([, over]) => over > 0)"""


async def test_the_rules_are_read_beside_the_table(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone", lang="ja")
    page = visitor.page
    await visitor.lobby()
    await visitor.start("zombies")
    seq = (await visitor.state())["seq"]
    await page.locator(".menu-button").tap()
    await page.locator(".rules-button").tap()
    await page.locator("dialog .rules h2").first.wait_for()
    assert await visitor.sideways() == 0
    # The frame of the dialog leaves the tables their right edge.
    assert await page.locator("dialog .rules .wide:not(details *)").evaluate_all(CUT) == []
    await page.locator("dialog > div > .primary").tap()
    await page.locator("dialog").wait_for(state="detached")
    assert (await visitor.state())["seq"] == seq


#: Whether the last card is about to explain itself when the mouse does this above it.
EXPLAINS = """(kind) => {
  const waits = window.setTimeout;
  let waited = false;
  window.setTimeout = (...given) => ((waited = true), waits(...given));
  const card = [...document.querySelectorAll(".hand-card")].at(-1);
  card.dispatchEvent(new PointerEvent(kind, { pointerType: "mouse" }));
  window.setTimeout = waits;
  return waited;
}"""


async def test_a_card_explains_itself(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("squad")
    card = page.locator(".hand-card").first
    await card.hover()
    tip = page.locator(".tip")
    await tip.wait_for()
    assert await tip.inner_text()
    assert await card.get_attribute("aria-describedby") == "tip"
    await page.mouse.move(0, 0)
    await tip.wait_for(state="hidden")
    # A piece that moves below a resting mouse explains itself once the mouse moves.
    assert [await page.evaluate(EXPLAINS, kind) for kind in ("pointerenter", "pointermove")] == [False, True]


async def test_a_piece_explains_itself_by_the_options_of_the_match(visitors: Visitors, node: NodeProcess) -> None:
    for simple in (False, True):
        match, _ = await sit_down([node.url], "zombies", {"simple_breakdowns": simple})
        visitor = await visitors.open()
        await visitor.go(f"match/{match}")
        await visitor.begun()
        await visitor.page.locator('[data-hex="carentan"]').hover()
        tip = visitor.page.locator(".tip")
        await tip.wait_for()
        assert ("it may not move, fire or ram" in await tip.inner_text()) == simple


#: Things on each board with a rule of their own, beside a printed explanation.
PIECES = {
    "omaha": "[data-cell]",
    "squad": ".position, .hand-card",
    "company_commander": "[data-unit], .pending-unit",
}


#: The number of the piece where the keyboard is; -1: elsewhere.
FOCUSED = """[...document.querySelectorAll(".pieces :is([data-tip], .target)")].indexOf(document.activeElement)"""


@pytest.mark.parametrize("game", GAMES)
async def test_pieces_explain_themselves_to_keyboard_and_finger(visitors: Visitors, game: str) -> None:
    visitor = await visitors.open(size="phone", lang="ja")
    page = visitor.page
    tip = page.locator(".tip")
    await visitor.lobby()
    await visitor.start(game)
    pieces = page.locator(f".pieces :is({PIECES.get(game, '[data-tip]')})")
    await expect(pieces).not_to_have_count(0)
    assert (
        await pieces.evaluate_all("(pieces) => pieces.filter((piece) => !piece.matches('[data-tip]')).length") == 0
    )

    # The board is one stop of the keyboard; arrows lead from piece to piece.
    await page.locator(".pieces [data-tip]").first.focus()
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Tab")
    await tip.wait_for()
    said = {await tip.inner_text()}
    at = await page.evaluate(FOCUSED)
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
        await page.keyboard.press(key)
        said.add(await tip.inner_text())
        at = max(at, await page.evaluate(FOCUSED))
    assert at >= 0
    assert all(said)
    await page.keyboard.press("Escape")
    await tip.wait_for(state="hidden")

    # A finger that rests on a piece asks, and does nothing else. The keyboard has left: its tips do not come back.
    await page.evaluate("document.activeElement.blur()")
    state = await visitor.state()
    piece = page.locator(".pieces [data-tip]").first
    await piece.evaluate("(piece) => piece.scrollIntoView({ block: 'start' })")
    box = await piece.bounding_box()
    assert box
    finger = await visitor.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + min(box["height"] / 2, 60)}
    await finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    # A timer that was set later and runs longer falls due after the page's own.
    await page.evaluate("() => new Promise((done) => setTimeout(done, 600))")
    await tip.wait_for()
    await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert await tip.inner_text()
    assert await page.locator(".selected").count() == 0
    assert await visitor.state() == state
    await page.locator(".prompt").tap()
    await tip.wait_for(state="hidden")


async def test_tap_on_a_tip_presses_nothing_below(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    page = visitor.page
    await page.evaluate("""async () => {
      const [{ tip }, { loadSheets, TABLE_SHEETS }] = await Promise.all([
        import("/js/parts/tip.js"),
        import("/js/parts/style_sheets.js"),
      ]);
      await loadSheets(...TABLE_SHEETS);
      const made = (tag, id, top) => {
        const style = `position: fixed; top: ${top}px; left: 20px; width: 300px; height: 60px`;
        return Object.assign(document.createElement(tag), { id, textContent: id, style });
      };
      const card = made("p", "card", 720);
      const below = Array.from({ length: 12 }, (_, n) => made("button", `b${n}`, 60 * n));
      globalThis.pressed = 0;
      for (const each of below) each.addEventListener("click", () => pressed++);
      document.querySelector("main").replaceChildren(...below, card);
      tip(card, () => "What the card is, in as many words as some cards have: several lines of them");
    }""")
    await page.locator("#card").tap()
    box = await page.locator("#tip").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    under = "([x, y]) => document.elementFromPoint(x, y).tagName"
    assert await page.evaluate(under, middle) == "BUTTON"
    await page.touchscreen.tap(*middle)
    await expect(page.locator("#tip")).to_be_hidden()
    assert await page.evaluate("pressed") == 0
    await page.touchscreen.tap(*middle)
    assert await page.evaluate("pressed") == 1


async def test_first_match_begins_with_the_game_in_a_minute(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone", newcomer=True)
    page = visitor.page
    await visitor.lobby()
    await visitor.start("squad")
    await expect(page.locator("dialog .brief li")).to_have_count(4)
    await page.locator("dialog .primary").tap()
    await page.locator("dialog").wait_for(state="detached")
    # One tap away from then on, and never by itself.
    await visitor.lobby()
    await visitor.start("squad")
    assert await page.locator("dialog").count() == 0
    await page.locator(".brief-button").tap()
    await expect(page.locator("dialog .brief li")).to_have_count(4)
