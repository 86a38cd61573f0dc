"""Select, then confirm: nothing is sent before the second, explicit act."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import Locator, WebSocketRoute, expect

from tests.all_games import GAMES
from tests.web.alone import docked
from tests.web.sent import watched
from tests.web.visitor import Visitor, Visitors, asks_for_plain


async def begin(visitor: Visitor, game: str) -> dict[str, Any]:
    """Start a game from the lobby; where it stands."""
    await visitor.start(game)
    return await visitor.state()


@pytest.mark.parametrize("game", GAMES)
async def test_clicks_on_pieces_alone_send_nothing(visitors: Visitors, game: str) -> None:
    visitor = await visitors.open()
    page = visitor.page
    acts = watched(visitor)
    # An automatic pass would be sent meanwhile.
    await page.add_init_script(
        """localStorage.setItem("bocage.prefs", '{"lang": "en", "forced": false, "confirm": "always"}')"""
    )
    await visitor.lobby()
    state = await begin(visitor, game)
    clicked = number = 0
    while clicked < 12:
        number += 1
        acts.clear()
        targets = page.locator(".pieces .target")
        for at in range(await targets.count()):
            # To select, to take it back or to narrow, by pointer and keys. Enter just after a click confirms.
            await targets.nth(at).dispatch_event("click", {"detail": 1, "bubbles": True})
            await targets.nth(at).press(" ")
            await targets.nth(at).press("Enter")
            await targets.nth(at).dispatch_event("dblclick")
            clicked += 1
        assert acts == []
        assert (await visitor.state())["seq"] == state["seq"]
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        state = await visitor.play(seed=number, moves=1)
        assert len(acts) == 1
        if state["status"] == "ended":
            await visitor.lobby()
            state = await begin(visitor, game)


async def test_unit_then_front_is_front_then_unit_and_a_drag(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    acts = watched(visitor)
    await visitor.lobby()
    await visitor.start("company_commander")
    go = page.locator(".go")
    card, front = (
        page.locator(".pending-unit.target").first,
        page.locator(".front :is(.front-name, .front-ground).target").first,
    )
    for first, second in ((card, front), (front, card)):
        await first.click()
        assert await page.locator(".staged").count() == 0
        await second.click()
        await page.locator(".staged").wait_for()
        said = await go.inner_text()
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        assert await page.locator(".target.selected").count() == 0
    await card.drag_to(front)
    await page.locator(".staged").wait_for()
    assert await go.inner_text() == said
    assert acts == []
    # A drag is confirmed with Enter, as clicks are.
    await page.keyboard.press("Enter")
    await visitor.turn_after(0)
    assert len(acts) == 1
    assert acts[0]["do"] == "deploy"
    # Counters on the front do not keep a click or a drop from it.
    await card.click()
    await page.locator(".front:has(.unit-box.target) .unit-box").first.click()
    await page.locator(".staged").wait_for()
    again = await go.inner_text()
    assert again.rpartition(" to ")[2] == said.rpartition(" to ")[2]
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await card.drag_to(page.locator(".front .unit-box.target").first)
    await page.locator(".staged").wait_for()
    assert await go.inner_text() == again


async def test_resting_finger_drags_a_card(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone", draws="dragged")
    page = visitor.page
    acts = watched(visitor)
    await visitor.lobby()
    await visitor.start("squad")
    target = page.locator(".position.target").first
    while not (await page.locator(".hand-card.target").count() and await target.count()):
        await visitor.play(seed=1, moves=1, prefer=("attack",))
    # A card that can be played there: both say what would be done.
    what = (await target.get_attribute("aria-description") or "").partition(": ")[2].partition(" /")[0]
    card = page.locator(f".hand-card.target[aria-description*='{what}']").first
    acts.clear()
    finger = await page.context.new_cdp_session(page)

    async def touch(kind: str, *points: tuple[float, float]) -> None:
        told = {"type": f"touch{kind}", "touchPoints": [{"x": x, "y": y} for x, y in points]}
        await finger.send("Input.dispatchTouchEvent", told)

    async def middle(of: Locator) -> tuple[float, float]:
        box = await of.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # A finger that does not rest scrolls the hand. However slow the machine is: here no time passes for it.
    await page.evaluate("() => { globalThis.passing = setTimeout; globalThis.setTimeout = () => 0; }")
    strip = page.locator(".hand-slot")
    await strip.evaluate("""(strip) => {
      strip.scrollLeft = 0;
      const far = (done) => strip.addEventListener("scroll", () => strip.scrollLeft > 20 && done());
      globalThis.swiped = new Promise(far);
      globalThis.rested = new Promise((done) => strip.addEventListener("scrollend", done, { once: true }));
    }""")
    x, y = await middle(strip)
    for swiped in (0, 20, 60, 120):
        await touch("Move" if swiped else "Start", (x - swiped, y))
    await page.evaluate("() => swiped")
    await touch("End")
    # It goes on by its momentum: a finger that comes down on what still scrolls takes nothing up, it stops that.
    await page.evaluate("async () => { await rested; }")
    assert await page.locator(".held, .lifted, .hand-card.selected").count() == 0
    await page.evaluate("() => { globalThis.setTimeout = passing; }")

    await card.scroll_into_view_if_needed()
    await touch("Start", await middle(card))
    await page.locator(".hand-card.held").wait_for()
    for _ in range(2):
        await touch("Move", await middle(target))
    await page.locator(".hand-card.lifted").wait_for()
    await touch("End")
    await page.locator(".position.selected").wait_for()
    assert await page.locator(".hand-card.selected").count() == 1
    assert acts == []


async def test_a_long_list_is_two_short_ones(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    acts = watched(visitor)
    await visitor.lobby()
    await visitor.start("company_commander")
    group = page.locator(".action.group").first
    while not await group.count():
        await visitor.play(seed=1, moves=1, prefer=("deploy",))
    acts.clear()
    assert await page.locator(".action").count() <= 12
    count = int(await group.locator(".count").inner_text())
    await group.click()
    await page.locator(".dock-foot .back").wait_for()
    await expect(page.locator(".action")).to_have_count(count)
    assert acts == []
    await page.locator(".dock-foot .back").click()
    await group.wait_for()
    assert acts == []


async def test_something_destructive_is_neither_green_nor_under_the_keyboard(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("zombies")
    await page.locator(".menu-button").click()
    await page.locator(".menu .resign").click()
    yes = page.locator("dialog .yes")
    await yes.wait_for()
    assert await page.locator("dialog .primary").count() == 0
    assert not await yes.evaluate("(button) => button === document.activeElement")
    assert await page.evaluate("document.activeElement.matches('dialog .no')")
    await page.keyboard.press("Enter")
    await page.locator("dialog").wait_for(state="detached")
    assert (await visitor.state())["status"] == "playing"


async def test_button_stays_and_ignores_a_second_click(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    acts = watched(visitor)
    await visitor.lobby()
    await visitor.start("zombies")
    go = page.locator(".go")
    place = await go.bounding_box()
    # The only choice is staged at once.
    assert await page.locator(".action").count() == 0
    await go.dblclick()
    await visitor.turn()
    assert [act["do"] for act in acts] == ["roll"]
    for seed in range(5):
        assert await go.bounding_box() == place
        if (await visitor.play(seed=seed, moves=1))["status"] == "ended":
            break


async def test_public_non_choices_pass_and_private_ones_wait(
    visitors: Visitors,
) -> None:
    visitor = await visitors.open()
    page = visitor.page
    single: list[int] = []

    def hear(line: WebSocketRoute, text: str | bytes) -> None:
        """The first single option is due to the hand, as the service says it; those after it everybody can see."""
        message = json.loads(text)
        if "decision" in message:
            message["decision"].pop("forced", None)
            if [action["do"] for action in message["decision"]["actions"]] == ["end_phase"]:
                single.append(message["seq"])
                if len(set(single)) > 1:
                    message["decision"]["forced"] = True
        line.send(json.dumps(message))

    async def connect(line: WebSocketRoute) -> None:
        there = line.connect_to_server()
        there.on_message(lambda text: hear(line, text))
        line.on_message(lambda text: there.send(asks_for_plain(text)))

    await page.route_web_socket(re.compile(r"/ws(\?.*)?$"), connect)
    await page.clock.install()
    await visitor.lobby()
    await visitor.start("company_commander")
    while not single:
        await visitor.play(seed=1, moves=1)
    state = await visitor.turn()
    await page.clock.run_for(5000)
    assert await visitor.state() == state
    while len(set(single)) < 2:
        state = await visitor.play(seed=2, moves=1)
    # Nobody presses anything.
    await page.clock.run_for(5000)
    await visitor.turn_after(single[-1])


async def test_press_after_a_missed_click_must_be_repeated(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    acts = watched(visitor)
    await visitor.lobby()
    await visitor.start("zombies")
    state = await visitor.turn()
    while not await page.locator(".action").count():
        state = await visitor.play(seed=1, moves=1, prefer=("roll",))
    acts.clear()
    board, go = page.locator(".board-place"), page.locator(".go")
    # Below the map there is nothing; nor is there with something selected before. A second press takes it back.
    piece = page.locator(".pieces .target").first
    for presses in ([board], [piece, board], [piece, piece]):
        for pressed in presses:
            await pressed.dispatch_event("click", {"detail": 1, "bubbles": True})
        await go.click()
        await page.locator(".toast", has_text="Press again").last.wait_for()
        assert await page.locator("dialog").count() == 0
    assert acts == []
    assert (await visitor.state())["seq"] == state["seq"]
    await go.click()
    await visitor.turn_after(state["seq"])
    assert [act["do"] for act in acts] == ["end"]


#: A question in a low column, first with nothing to take back, then with something: where its lines lie.
AGAIN = docked("""
  const ask = Object.assign(document.createElement("div"), { className: "ask" });
  ask.style.cssText = "width: 16rem; height: 18rem; position: fixed; inset: 0 auto auto 0";
  ask.append(dock.element);
  table.append(ask);
  document.querySelector("main").replaceChildren(table);
  const discard = (kind) => ({ do: "discard", squad: "0.1", card: `${kind}_1` });
  const actions = ["ambush", "knife", "pistol", "mortar"].map(discard);
  choices.show({ seat: 0, kind: "discard", actions }, "Discard down to the limit");
  choices.ready();
  const lines = () => [...dock.list.querySelectorAll(".action")].map((each) => each.getBoundingClientRect().top);
  const before = lines();
  const undo = { className: "quiet undo", textContent: "Take back" };
  dock.extra.append(Object.assign(document.createElement("button"), undo));
  return [before, lines()];
""")


async def test_undo_button_moves_no_line(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="flat")
    before, after = await visitor.page.evaluate(AGAIN)
    assert len(before) == 4
    assert before == after


#: A move without a card, and with each of two that lie on the table. What the button says after each click, how
#: many lines there are, whether they are folded away, and how many actions were sent by then.
ADDED = docked("""
  const { prefs } = await import("/js/prefs.js");
  const sent = [];
  choices.act = async ({ card }) => void sent.push(card ?? "no card");
  const board = document.createElement("div");
  table.append(dock.element, board);
  document.querySelector("main").replaceChildren(table);
  const move = { do: "move", step: "closer", into: "open" };
  const cards = ["pistol", "mortar"];
  const actions = [move, ...cards.map((card) => ({ ...move, card })), { ...move, step: "farther" }];
  const draw = () => {
    choices.show({ seat: 0, kind: "move", actions }, "Question");
    const offer = (field, value) => choices.offer(board.appendChild(document.createElement("button")),
      actions.filter((action) => action[field] === value));
    offer("step", "closer");
    for (const name of cards) offer("card", name);
    offer("step", "farther");
    choices.ready();
  };
  const said = () => [dock.button.textContent, dock.list.children.length, !dock.open, sent.length];
  const click = (n) => {
    board.children[n].dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true }));
    return said();
  };
  draw();
  const shown = [choices.words.action(move), said(), click(0), click(1), click(2), click(2)];
  // The same question is drawn once more: what is selected stays, and what is staged.
  board.replaceChildren();
  draw();
  shown.push(said());
  dock.button.click();
  await new Promise((done) => setTimeout(done));
  shown.push([...sent]);
  prefs.confirm = "never";
  shown.push(click(0), click(1));
  shown.push([...sent]);
  return shown;
""")


async def test_complete_action_is_staged_while_extendable(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    line, asked, *clicked, sent, half, whole, all_sent = await visitor.page.evaluate(ADDED)
    # Ways that differ only in the card which is paid are one line.
    assert asked == ["Choose on the board", 2, True, 0]
    bare, pistol, mortar, taken_back, again = clicked
    assert bare == taken_back == again == [line, 3, True, 0]
    assert pistol == ["Closer, into the open (pay Pistol)", 1, True, 0]
    assert mortar == ["Closer, into the open (pay Mortar)", 1, True, 0]
    assert sent == ["no card"]
    # Where a click acts at once, it waits while more could be meant.
    assert half == [line, 3, True, 1]
    assert whole[3] == 2
    assert all_sent == ["no card", "pistol"]


async def test_plain_action_is_chosen_in_an_open_list(visitors: Visitors) -> None:
    """The button had the worst of three ways to rally ready, while the others stood in the list."""
    visitor = await visitors.stage()
    _, asked, bare, pistol, *_ = await visitor.page.evaluate(ADDED)
    assert (asked, bare) == (["Choose on the board", 2, True, 0], ["Choose on the board", 3, True, 0])
    assert pistol == ["Closer, into the open (pay Pistol)", 1, True, 0]
