"""Ending a step by mistake: a press for the former button does nothing."""

from __future__ import annotations

import json
import re

from playwright.async_api import WebSocketRoute, expect

from tests.web.sent import watched
from tests.web.visitor import Visitors, asks_for_plain

#: Answers to a press of the button, in each case.
ASKED = """async ([cases]) => {
  const { MispressGuard } = await import("/js/table/mispress_guard.js");
  const { setPrefs } = await import("/js/prefs.js");
  const real = performance.now;
  try {
    return cases.map(({ done, window = false, before = -1, on, after, ends = true, expert = false }) => {
      setPrefs({ confirm: expert ? "never" : "final" });
      let now = 10000;
      performance.now = () => now;
      const button = document.createElement("button");
      const guard = new MispressGuard(button);
      if (done) guard.acted(done);
      guard.asked(window);
      if (before > 0) now += before;
      if (on) guard.pressed(Object.assign(document.createElement("p"), { className: on }));
      now += after;
      button.dispatchEvent(new PointerEvent("pointerdown"));
      if (on === "chosen") guard.taken = true;
      if (guard.late(ends)) return "late";
      return guard.doubt(ends);
    });
  } finally {
    performance.now = real;
  }
}"""
LATE = "late"
NOTHING = "Nothing is selected. Press again to end this step."
TAKEN = "Nothing is selected any more. Press again to end this step."


async def test_presses_for_the_former_button_do_nothing(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    shot = {"ended": False, "line": False}
    cases: list[tuple[dict[str, object], str]] = [
        # The phase went on by itself, and the button under the finger is the end of the next one.
        ({"done": shot, "after": 200}, LATE),
        ({"done": shot, "after": 400}, ""),
        # Windows end with most presses, but not with the second one of those who press twice.
        ({"done": shot, "window": True, "after": 200}, LATE),
        ({"done": shot, "window": True, "after": 300}, ""),
        # A choice is played at once; for a while the button may be taken for its confirmation.
        ({"done": {**shot, "line": True}, "after": 800}, LATE),
        ({"done": {**shot, "line": True}, "after": 1000}, ""),
        ({"done": {**shot, "line": True}, "window": True, "after": 300}, ""),
        # A step ended on purpose is no slip; a selection is meant.
        ({"done": {**shot, "ended": True}, "after": 100}, ""),
        ({"done": shot, "after": 100, "ends": False}, ""),
        ({"after": 100}, ""),
        # A player who never confirms takes the button for the end, except for a press too soon to be meant.
        ({"done": {**shot, "line": True}, "after": 300, "expert": True}, ""),
        ({"done": {**shot, "line": True}, "after": 200, "expert": True}, LATE),
        # A piece without an action was pressed a moment ago; the second click of two was meant for the first one's.
        ({"on": "plain", "after": 900}, NOTHING),
        ({"on": "plain", "after": 1600}, ""),
        ({"done": {**shot, "line": True}, "window": True, "before": 400, "on": "plain", "after": 300}, ""),
        ({"done": {**shot, "line": True}, "window": True, "before": 700, "on": "plain", "after": 300}, NOTHING),
        ({"on": "target", "after": 100}, ""),
        ({"on": "chosen", "after": 100}, TAKEN),
    ]
    found = await visitor.page.evaluate(ASKED, [[case for case, _ in cases]])
    assert found == [asked for _, asked in cases]


TIP = """async () => {
  const { tip } = await import("/js/parts/tip.js");
  const { MispressGuard } = await import("/js/table/mispress_guard.js");
  const piece = Object.assign(document.createElement("p"), { textContent: "piece", id: "piece" });
  const button = Object.assign(document.createElement("button"), { textContent: "end", id: "end" });
  piece.style.margin = button.style.margin = "6rem";
  document.querySelector("main").replaceChildren(piece, button);
  tip(piece, () => "what it is");
  const guard = new MispressGuard(button);
  globalThis.asked = [];
  button.addEventListener("click", () => asked.push(guard.doubt(true)));
}"""


async def test_press_after_a_closed_tip_must_be_repeated(visitors: Visitors) -> None:
    # A page of its own: on a shared one the finger's pointer is sometimes taken for a mouse.
    visitor = await visitors.open(size="phone")
    page = visitor.page
    await visitor.lobby()
    await page.evaluate(TIP)
    await page.locator("#piece").tap()
    await page.locator(".tip").tap()
    await page.locator("#end").tap()
    # It was said; who presses again means it.
    await page.locator("#end").tap()
    assert await page.evaluate("asked") == [
        "Your last tap closed an explanation. Press again to end this step.",
        "",
    ]


async def test_confirming_a_played_line_does_nothing(visitors: Visitors) -> None:
    visitor = await visitors.open(careful=False)
    page = visitor.page
    acts = watched(visitor)
    await visitor.lobby()
    await visitor.start("company_commander")
    go = page.locator(".go")
    # Until all new units stand somewhere: then units may move, and the button ends the phase.
    while not await page.locator(".go.ends:not([aria-disabled='true'])").count():
        await visitor.play(seed=1, moves=1, prefer=("deploy",))
    acts.clear()
    seq = await page.evaluate(
        """async () => {
            const { seq } = driver.state();
            for (let line; (line = document.querySelector(".choices.mine:not(.busy) .action")); ) line.click();
            const state = await driver.turn(seq);
            const go = document.querySelector(".go");
            go.dispatchEvent(new PointerEvent("pointerdown"));
            go.click();
            return state.seq;
        }"""
    )
    assert await page.locator(".toast").count() == 0
    assert await page.locator("dialog").count() == 0
    assert [act["do"] for act in acts] == ["move"]
    assert (await visitor.state())["seq"] == seq
    await expect(go).to_have_text("End Deploy")


async def test_enter_leaves_focus_off_the_end_button(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    acts = watched(visitor)
    await visitor.lobby()
    await visitor.start("zombies")
    state = await visitor.turn()
    confirmed = 0
    while confirmed < 3:
        if await page.locator(".action").count() and await page.locator(".go.ends").count():
            acts.clear()
            while not await page.locator(".choices.staged").count():
                await page.keyboard.press("1")
            await page.locator(".go").press("Enter")
            state = await visitor.turn_after(state["seq"])
            assert len(acts) == 1
            if await page.locator(".go.ends").count() and await page.locator(".action").count():
                assert await page.evaluate("document.activeElement.matches('.action')")
                confirmed += 1
        else:
            state = await visitor.play(seed=1, moves=1, prefer=("roll",))
        assert state["status"] == "playing"


async def test_begun_phase_is_not_ended_automatically(visitors: Visitors) -> None:
    """The end of the next phase lies on the same button: one that ends by itself is taken for the one before."""
    visitor = await visitors.open()
    page = visitor.page
    asked: list[int] = []
    ended: list[int] = []

    def hear(line: WebSocketRoute, text: str | bytes) -> None:
        """After the first answer of a phase, the service says that everybody sees that nothing else is left."""
        message = json.loads(text)
        decision = message.get("decision", {})
        if decision.get("kind") == "deploy" and "actions" in decision:
            asked.append(message["seq"])
            if len(set(asked)) > 1:
                decision.update(actions=[{"do": "end_phase"}], forced=True, odds={})
        line.send(json.dumps(message))

    def say(there: WebSocketRoute, text: str | bytes) -> None:
        message = json.loads(text)
        if message.get("action") == {"do": "end_phase"}:
            ended.append(message["seq"])
        there.send(asks_for_plain(text))

    async def connect(line: WebSocketRoute) -> None:
        there = line.connect_to_server()
        there.on_message(lambda text: hear(line, text))
        line.on_message(lambda text: say(there, text))

    await page.route_web_socket(re.compile(r"/ws(\?.*)?$"), connect)
    await page.clock.install()
    await visitor.lobby()
    await visitor.start("company_commander")
    while len(set(asked)) < 2:
        await visitor.play(seed=1, moves=1, prefer=("deploy",))
    state = await visitor.turn()
    await expect(page.locator(".go")).to_have_text("End Deploy")
    await page.clock.run_for(5000)
    assert ended == []
    assert await visitor.state() == state
    await page.locator(".go").click()
    await visitor.page.wait_for_function("() => document.querySelector('.toast')")
    assert ended == [state["seq"]]


async def test_space_answers_nothing_after_a_click(visitors: Visitors) -> None:
    visitor = await visitors.open(careful=False, motion=True)
    page = visitor.page
    acts = watched(visitor)
    # Every phase is asked about.
    await page.add_init_script("localStorage['bocage.prefs'] = JSON.stringify({ forced: false })")
    await visitor.lobby()
    await visitor.start("company_commander")
    go = page.locator(".go.ends:not([aria-disabled='true'])")
    while not await go.count():
        await visitor.play(seed=1, moves=1, prefer=("deploy",))
    ended = 0
    while ended < 3:
        state = await visitor.turn()
        if not await go.count():
            await visitor.play(seed=1, moves=1)
            continue
        acts.clear()
        await go.click()
        while not (now := await visitor.state())["mine"] or now["seq"] == state["seq"]:
            await page.keyboard.press("Space")
        for _ in range(3):
            await page.keyboard.press("Space")
        assert len(acts) == 1
        ended += 1
