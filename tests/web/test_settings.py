"""Settings apply at once, everywhere, and are kept."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.async_api import expect

from bocage.rules.kernel import Decision, Game
from bocage.rules.kernel.play import new_playthrough, play_out, random_choice
from bocage.rules.kernel.registry import find_game, house_games
from tests.web.visitor import Visitor, Visitors

#: Played notes, shown notifications, and a browser with scripted answers.
STUBS = """
globalThis.notes = [];
globalThis.AudioContext = class {
  currentTime = 0;
  createOscillator() {
    const frequency = { value: 0 };
    return { frequency, connect: (next) => next, start: () => notes.push(frequency.value), stop() {} };
  }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
  }
  createBuffer = (channels, length) => ({ getChannelData: () => new Float32Array(length) });
  createBufferSource() {
    return { connect: (next) => next, start() {}, stop() {} };
  }
  createBiquadFilter() {
    return { frequency: {}, connect: (next) => next };
  }
};
globalThis.shown = [];
globalThis.answer = "granted";
globalThis.Notification = class extends EventTarget {
  static permission = localStorage.getItem("permission") ?? "default";
  static async requestPermission() {
    localStorage.setItem("permission", answer);
    return (this.permission = answer);
  }
  constructor(title, { body }) {
    super();
    shown.push([title, body]);
  }
};
Object.defineProperty(document, "hidden", { get: () => globalThis.away ?? false });
"""


async def test_colours_are_chosen_and_kept(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    dialog = await visitor.settings()
    await dialog.get_by_label("Colours").select_option("dark")
    await visitor.close_dialog()
    assert await page.evaluate("document.activeElement.matches('.settings-button')")
    await page.reload()
    await page.locator(".game-card").first.wait_for()
    assert await page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert await page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert await (await visitor.settings()).get_by_label("Colours").input_value() == "dark"


async def test_moves_are_confirmed_as_it_was_chosen(visitors: Visitors) -> None:
    desk, mouse, phone = await visitors.open(), await visitors.open(), await visitors.open(size="phone")
    for visitor, wish in ((desk, "always"), (mouse, "final"), (phone, "never")):
        await visitor.lobby()
        dialog = await visitor.settings()
        assert await dialog.get_by_label("Confirm moves").input_value() == "always"
        await dialog.get_by_label("Confirm moves").select_option(wish)
        await visitor.close_dialog()
        await visitor.start("omaha")
    seq = (await desk.state())["seq"]
    # Numbers and lines are staged, too.
    await desk.page.keyboard.press("2")
    await desk.page.locator(".staged").wait_for()
    await desk.page.locator(".actions .action").first.click()
    await desk.page.locator(".action.selected").first.wait_for()
    assert (await desk.state())["seq"] == seq
    await desk.page.locator(".go").click()
    await desk.reached(seq + 1)

    # With that setting, a line is played that can be taken back.
    seq = (await mouse.state())["seq"]
    await mouse.page.locator(".actions .action").first.click()
    await mouse.reached(seq + 1)

    # To an expert, a piece that can mean one thing only is that.
    seq = (await phone.state())["seq"]
    await phone.page.locator(".pieces .target").first.tap()
    await phone.reached(seq + 1)


async def in_a_moment(visitors: Visitors) -> Visitor:
    """A visitor at OMAHA with time stopped: nothing to be waited for comes."""
    visitor = await visitors.open(motion=True)
    await visitor.page.clock.install()
    await visitor.lobby()
    await visitor.start("omaha")
    await visitor.page.clock.pause_at("2100-01-01")
    return visitor


async def test_animations_are_switched_off(visitors: Visitors) -> None:
    visitor = await in_a_moment(visitors)
    page = visitor.page
    before = await visitor.state()
    await page.locator(".actions .action").first.click()
    await page.locator(".go").click()
    # Its result has come, and is being shown.
    await page.locator(".choices:not(.mine)").wait_for()
    await page.locator(".tray p").wait_for()
    assert (await visitor.state())["seq"] == before["seq"]
    await page.locator(".tray").click()
    await visitor.reached(before["seq"] + 1)

    dialog = await visitor.settings()
    await dialog.get_by_label("Animations").uncheck()
    await visitor.close_dialog()
    before = await visitor.turn()
    await page.locator(".actions .action").first.click()
    await page.locator(".go").click()
    await visitor.reached(before["seq"] + 1)


async def test_keys_and_the_board_skip_what_is_told(visitors: Visitors) -> None:
    visitor = await in_a_moment(visitors)
    page = visitor.page
    for key in ("Escape", " ", ""):
        before = await visitor.state()
        await page.locator(".actions .action").first.click()
        await page.locator(".go").click()
        await page.locator(".choices:not(.mine)").wait_for()
        await page.locator(".tray p").wait_for()
        assert (await visitor.state())["seq"] == before["seq"]
        if key:
            await page.keyboard.press(key)
        else:
            await expect(page.locator(".go")).to_have_text("Go on: the board or Space")
            await page.locator(".board-place").dispatch_event("click")
        await visitor.turn_after(before["seq"])


#: How long, in milliseconds, everything takes that is seen to move, at each speed and without animations: what is
#: gone, elsewhere or new, a named turn, another card in its place, what styles move.
TAKEN = """async () => {
  // The page's own modules: by another address they would be others, with a setting of their own.
  const at = document.querySelector("script[type=module]").src.replace(/app\\.js$/, "");
  const parts = ["keyed", "style_sheets"].map((name) => `parts/${name}`);
  const from = ["prefs", ...parts, "words/words", "net/rest", "games/omaha/board", "table/effects/stage"];
  const [{ setPrefs }, { Pieces }, { loadSheet }, { gameWords }, { getJSON }, { make }, { Stage }] =
    await Promise.all(from.map((name) => import(`${at}${name}.js`)));
  const [words, facts] = await Promise.all([gameWords("omaha"), getJSON("/api/games/omaha/facts")]);
  await loadSheet("/js/games/squad/board.css");
  const main = document.querySelector("main");
  const real = Element.prototype.animate;
  let taken = [];
  Element.prototype.animate = function (frames, options) {
    taken.push(options.duration);
    return real.call(this, frames, options);
  };
  const view = { assault: 1, charges: 3, fronts: {}, grid: { C1: "x" }, phase: "assault", rounds: 3, stock: 0,
    strength: 8, trail: [] };
  const all = {};
  try {
    for (const [name, wish] of Object.entries({ normal: { speed: "normal" }, slow: { speed: "slow" },
      fast: { speed: "fast" }, off: { animate: false } })) {
      setPrefs(wish);
      taken = [];
      const place = Object.assign(document.createElement("div"), { className: "position" });
      place.style = "position: relative; height: 50px";
      const pieces = new Pieces();
      main.replaceChildren(place);
      const draw = (...keys) => pieces.draw((piece) => place.replaceChildren(
        ...keys.map((key) => piece(key, () => Object.assign(document.createElement("p"), { textContent: key })))));
      draw("a", "b");
      draw("b", "c");
      new Stage({ effects: [] }, () => board).name("Turn 2");
      const board = make({ words, facts, offer: () => {}, explain: () => {} });
      main.append(board.element);
      const options = { squad_track: 8 };
      const show = (look) => board.show({ table: { ...view, grid: { C1: look } }, options }, null);
      show("x");
      show("wire");
      const styled = parseFloat(getComputedStyle(place).transitionDuration) * 1000;
      all[name] = [...taken, styled].map(Math.round);
    }
  } finally {
    Element.prototype.animate = real;
  }
  return all;
}"""


async def test_everything_that_moves_follows_the_speed(visitors: Visitors) -> None:
    visitor = await visitors.stage(motion=True)
    taken = await visitor.page.evaluate(TAKEN)
    normal = taken["normal"]
    assert len(normal) == 6
    assert taken["slow"] == pytest.approx([each * 1.8 for each in normal], abs=1)
    assert taken["fast"] == pytest.approx([each * 0.45 for each in normal], abs=1)
    assert taken["off"] == [0]


async def test_a_sound_is_made_where_it_is_wanted(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await page.add_init_script(STUBS)
    await visitor.lobby()
    await visitor.start("squad")
    assert await page.evaluate("notes") == []
    dialog = await visitor.settings()
    assert not await dialog.get_by_label("Sound").is_checked()
    await dialog.get_by_role("button", name="Try it").click()
    assert await page.evaluate("notes") == [523, 659]
    await dialog.get_by_label("Sound").check()
    await visitor.close_dialog()
    await visitor.lobby()
    assert await page.evaluate("notes") == []
    await visitor.start("squad")
    assert await page.evaluate("notes.length") >= 2
    assert (await page.title()).startswith("● ")


async def test_the_browser_notifies_on_request(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await page.add_init_script(STUBS)
    await visitor.lobby()
    dialog = await visitor.settings()
    box, note = dialog.get_by_label("Notices of your turn"), dialog.locator(".notify small")
    assert not await box.is_checked()
    await page.evaluate("answer = 'denied'")
    await box.click()
    await note.get_by_text("Your browser blocks").wait_for()
    assert not await box.is_checked()
    await page.evaluate("answer = 'granted'")
    await box.click()
    await note.get_by_text("another window is in front").wait_for()
    assert await box.is_checked()
    await visitor.close_dialog()
    # A visible page needs none.
    await visitor.start("squad")
    assert await page.evaluate("shown") == []

    await visitor.lobby()
    assert await (await visitor.settings()).get_by_label("Notices of your turn").is_checked()
    await visitor.close_dialog()
    await page.evaluate("away = true")
    await visitor.start("squad")
    title, body = (await page.evaluate("shown"))[0]
    assert title == "Your turn"
    assert body


async def test_reaction_windows_are_passed_without_a_look_at_the_hand(visitors: Visitors) -> None:
    visitor = await visitors.open()
    await visitor.lobby()
    dialog = await visitor.settings()
    boxes = dialog.locator('.windows[data-game="squad"] input')
    for number in range(await boxes.count()):
        await boxes.nth(number).check()
    await visitor.close_dialog()
    match = await visitor.start("squad")
    passed: list[dict[str, Any]] = []
    status = "playing"
    while len(passed) < 2 and status != "ended":
        # A window goes on without a press.
        state = await visitor.past_windows()
        passed += state["windows"]
        status = state["status"]
    assert passed
    squad = find_game("squad")
    for window in passed:
        # A question of one's own turn is no reaction.
        own = [squad.text["en"][f"decision.{each.decision}"] for each in squad.presentation.windows if each.own]
        assert window["prompt"].startswith("React: ") != (window["prompt"] in own), window["prompt"]
        assert window["checked"]
    assert visitor.match == match


@pytest.mark.parametrize("game", house_games(), ids=lambda game: game.id)
def test_passable_windows_match_the_games(game: Game[Any]) -> None:
    passes = {window.decision: window.verb for window in game.presentation.windows}
    always = verbs_of_decisions(game, games=8)
    assert passes.keys() <= {key.removeprefix("decision.") for key in game.text["en"]}
    assert {kind for kind, verbs in always.items() if "pass" in verbs} <= passes.keys()
    for kind, verb in passes.items():
        assert verb in always.get(kind, {verb}), (game.id, kind)


def verbs_of_decisions(game: Game[Any], games: int) -> dict[str, set[str]]:
    """Kind of decision → the verbs that every such decision of random games offers."""
    always: dict[str, set[str]] = {}

    def note(game: Game[Any], state: Any, decision: Decision, rng: Random) -> Any:
        verbs = {str(action.__struct_config__.tag) for action in decision.actions}
        always[decision.kind] = always.get(decision.kind, verbs) & verbs
        return random_choice(game, state, decision, rng)

    for number in range(games):
        play_out(new_playthrough(game, f"windows {number}"), note)
    return always
