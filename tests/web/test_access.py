"""axe finds nothing serious on any screen, in light and in dark."""

from __future__ import annotations

import itertools
from typing import Any, Literal

import pytest

from tests.all_games import GAMES
from tests.page.node import WEB
from tests.web.positions import MEASURE, open_table
from tests.web.visitor import Visitor, Visitors

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (rules) => {
  const how = { resultTypes: ["violations"], preload: false, ...(rules && { runOnly: rules }) };
  const { violations } = await axe.run(document, how);
  const where = (nodes) => nodes.slice(0, 5).map((node) => node.html.slice(0, 160));
  return violations.map(({ id, impact, nodes }) => [id, impact, where(nodes)]);
}"""
#: All rules of axe that ask for colours: the others find the same in light and in dark.
COLOURS = ["color-contrast", "link-in-text-block"]


async def assert_nothing_serious(visitor: Visitor, rules: list[str] | None = None) -> None:
    """By these rules; none given: by all."""
    if not await visitor.page.evaluate("typeof axe !== 'undefined'"):
        await visitor.page.evaluate(AXE.read_text())
    found: list[Any] = await visitor.page.evaluate(RUN, rules)
    assert [each for each in found if each[1] in ("serious", "critical")] == [], visitor.page.url


async def assert_nothing_serious_in_light_and_dark(visitor: Visitor) -> None:
    await assert_nothing_serious(visitor)
    await visitor.prefer(dark=True)
    await assert_nothing_serious(visitor, COLOURS)
    await visitor.prefer(dark=False)


async def test_lobby_dialogs_and_help(visitors: Visitors) -> None:
    visitor = await visitors.open(painted=True)
    page = visitor.page
    await visitor.lobby()
    await assert_nothing_serious_in_light_and_dark(visitor)
    await visitor.settings()
    await assert_nothing_serious_in_light_and_dark(visitor)
    await visitor.close_dialog()
    await page.keyboard.press("?")
    await page.locator("dialog .keys").first.wait_for()
    await assert_nothing_serious_in_light_and_dark(visitor)
    await visitor.close_dialog()
    await page.locator('[data-game="squad"] .create').click()
    await page.locator("dialog .tiles").first.wait_for()
    await assert_nothing_serious_in_light_and_dark(visitor)
    await page.locator("dialog .primary").click()
    await page.locator(".invite input").wait_for()
    await assert_nothing_serious_in_light_and_dark(visitor)
    await visitor.move_to("ladder")
    await page.locator(".ladder p").first.wait_for()
    await assert_nothing_serious_in_light_and_dark(visitor)
    await visitor.move_to("rules/zombies")
    await page.locator(".rules h1").wait_for()
    await assert_nothing_serious_in_light_and_dark(visitor)
    await visitor.move_to("rulings/zombies")
    await page.locator(".rules h4").first.wait_for()
    await assert_nothing_serious_in_light_and_dark(visitor)
    await visitor.move_to("learn/zombies")
    await page.locator(".lesson").wait_for()
    await assert_nothing_serious_in_light_and_dark(visitor)


@pytest.mark.parametrize(("game", "lang"), [*zip(GAMES, itertools.cycle(["en", "ja"]), strict=False)])
async def test_tables(visitors: Visitors, game: str, lang: Literal["en", "ja"]) -> None:
    visitor = await visitors.open(lang=lang, painted=True)
    await visitor.lobby()
    await visitor.start(game)
    await visitor.play(seed=4, moves=6)
    await visitor.page.locator(".in-words summary").click()
    await assert_nothing_serious_in_light_and_dark(visitor)
    if (await visitor.state())["status"] != "ended":
        await visitor.resign()
    await visitor.page.locator(".ending p").first.wait_for()
    await assert_nothing_serious_in_light_and_dark(visitor)


#: The two colours of each of these elements.
BOTH_COLOURS = """(all) => all.map((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color])"""


async def test_forced_colours_show_what_is_chosen(visitors: Visitors) -> None:
    visitor = await visitors.open(painted=True)
    page = visitor.page
    await visitor.prefer(forced=True)
    await visitor.lobby()
    await visitor.start("squad")
    for chosen, others in (
        (".mark.now", ".mark:not(.now)"),
        (".ladder [aria-pressed=true]", ".ladder [aria-pressed=false]"),
    ):
        if "ladder" in chosen:
            await visitor.move_to("ladder")
        await page.locator(chosen).first.wait_for()
        (first, *_), apart = [await page.locator(which).evaluate_all(BOTH_COLOURS) for which in (chosen, others)]
        assert apart
        assert first[0] != first[1]
        assert first not in apart


#: How many gauges there are, and those of which one state looks like another in the system's colours, or like the
#: ground. A gauge: what is part of it, and the states that a part may be in, none included.
GAUGES = """() => {
  const kinds = [[".pips:not(.track *) i", "", "full"], [".track .pips i", "", "full", "full kept"],
    [".turn-track li", "", "past", "now"], [".goal", "", "won"], [".mark", "", "now"]];
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "Canvas";
  const ground = getComputedStyle(probe).color;
  probe.remove();
  const clear = ["rgba(0, 0, 0, 0)", "none", ground];
  const told = ["backgroundColor", "backgroundImage", "borderTopStyle", "fill", "textDecorationLine"];
  const drawn = (part) => part instanceof SVGElement ? ["fill"] : ["backgroundColor", "backgroundImage"];
  const alike = [];
  let count = 0;
  for (const [which, ...states] of kinds) {
    const part = [...document.querySelectorAll(which)].find((each) => each.checkVisibility());
    if (!part) continue;
    count += 1;
    const before = part.getAttribute("class") ?? "";
    const all = states.flatMap((state) => state.split(" "));
    const looks = states.map((state) => {
      const own = before.split(" ").filter((name) => !all.includes(name));
      part.setAttribute("class", [...own, state].join(" ").trim());
      const style = getComputedStyle(part);
      const seen = drawn(part).some((name) => !clear.includes(style[name])) || style.textDecorationLine !== "none";
      if (state && !seen) alike.push(`${which} ${state}: like the ground`);
      return told.map((name) => style[name]).join();
    });
    part.setAttribute("class", before);
    if (new Set(looks).size < states.length) alike.push(`${which}: ${looks.join(" | ")}`);
  }
  return [count, alike];
}"""


async def test_forced_colours_show_gauges(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.stage()
    await visitor.prefer(forced=True)
    await visitor.page.evaluate(MEASURE)
    for game in GAMES:
        await open_table(visitor, finished[game])
        await visitor.page.evaluate("layout.show(layout.decisions()[0])")
        count, alike = await visitor.page.evaluate(GAUGES)
        assert count, game
        assert alike == [], game


async def test_forced_colours_show_the_line_looked_at(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open(painted=True)
    page = visitor.page
    await visitor.prefer(forced=True)
    await visitor.go(f"replay/{finished['squad']}/40/-2")
    await page.locator(".line-jump").nth(9).dispatch_event("click")
    line = page.locator(".line.now").first
    await line.wait_for(state="attached")
    ((behind, own),) = await line.evaluate_all(BOTH_COLOURS)
    told = await line.locator("*").evaluate_all("(all) => all.map((one) => getComputedStyle(one).color)")
    system = await page.evaluate("""() => {
      const one = document.createElement("p");
      one.style = "background: SelectedItem; color: SelectedItemText";
      document.body.append(one);
      return [getComputedStyle(one).backgroundColor, getComputedStyle(one).color];
    }""")
    assert [behind, own] == system
    assert set(told) == {own}


async def test_replays(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open(painted=True)
    page = visitor.page
    await visitor.go(f"replay/{finished['squad']}/40/-2")
    await page.locator(".scrubber").wait_for()
    await assert_nothing_serious_in_light_and_dark(visitor)
    for dialog in ("luck", "verify"):
        await page.locator(f"button.{dialog}").click()
        await page.locator("dialog button").wait_for()
        await assert_nothing_serious_in_light_and_dark(visitor)
        await visitor.close_dialog()


async def test_every_screen_has_one_heading_of_the_first_rank(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open()
    page = visitor.page
    # A match that is not there is answered with 404.
    visitor.cut_off = True
    match = finished["squad"]
    games = [f"{screen}/squad" for screen in ("rules", "rulings", "learn", "exercise")]
    others = ["daily", "ladder", "duplicate", "player", "player/nobody", "move", "workshop", "maps", "maps/none"]
    found = {}
    await visitor.lobby()
    for path in ["", *games, f"match/{match}", f"replay/{match}", *others, "match/none", "replay/none"]:
        if path:
            await visitor.move_to(path)
        heading = page.locator("main").get_by_role("heading", level=1)
        await heading.first.wait_for(state="attached")
        found[path] = await heading.count()
    assert found == dict.fromkeys(found, 1)
    # Matches that are not there.
    assert all("Match not found" in problem for problem in visitor.problems)
    visitor.problems.clear()
