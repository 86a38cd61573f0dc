"""The workshop: a map is drawn by mouse, finger and keyboard, kept as a draft, and played."""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any, Literal

import pytest
from playwright.async_api import Locator, Route, expect

from bocage.rules.squad.data import OPEN_GROUND
from bocage.rules.squad.drawn import EXAMPLES, parse
from tests.web.test_access import assert_nothing_serious_in_light_and_dark
from tests.web.visitor import Visitor, Visitors


async def open_workshop(visitor: Visitor) -> Locator:
    await visitor.go("workshop")
    field = visitor.page.locator(".workshop-field")
    await field.locator(".hex").first.wait_for()
    return field


async def terrain(visitor: Visitor) -> dict[str, str]:
    """The terrain that the text form names."""
    text = await visitor.page.locator(".map-text textarea").input_value()
    return dict(parse(text).terrain)


async def middle(visitor: Visitor, name: str) -> tuple[float, float]:
    """The middle of a hex on the page."""
    box = await visitor.page.locator(f'.workshop-field [data-hex="{name}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag(visitor: Visitor, start: str, end: str, button: Literal["left", "right"] = "left") -> None:
    """Draw from hex to hex."""
    mouse = visitor.page.mouse
    for name, act in ((start, mouse.down), (end, mouse.up)):
        await mouse.move(*await middle(visitor, name))
        await act(button=button)


async def swipe(visitor: Visitor, start: str, end: str) -> None:
    """Draw from hex to hex with a finger that lifts while it moves: to a browser, a fling."""
    touch = await visitor.context.new_cdp_session(visitor.page)
    (x, y), (to_x, to_y) = [await middle(visitor, name) for name in (start, end)]
    began = time.time()
    for step in range(7):
        kind = "touchMove" if step else "touchStart"
        points = [{"x": x + (to_x - x) * step / 6, "y": y + (to_y - y) * step / 6}]
        event = {"type": kind, "touchPoints": points, "timestamp": began + step * 0.008}
        await touch.send("Input.dispatchTouchEvent", event)
    lifted = {"type": "touchEnd", "touchPoints": [], "timestamp": began + 7 * 0.008}
    await touch.send("Input.dispatchTouchEvent", lifted)


async def test_a_friend_plays_on_a_map_drawn_by_mouse(visitors: Visitors) -> None:
    host, friend = await visitors.open(), await visitors.open()
    page = host.page
    await open_workshop(host)
    await page.locator('[data-terrain="hedge_row"]').click()
    await page.get_by_text("Both sides at once").click()
    await drag(host, "1,2", "4,2")
    assert await terrain(host) == {
        f"{column},{row}": "hedge_row"
        for row, columns in ((2, (1, 2, 3, 4)), (5, (4, 5, 6, 7)))
        for column in columns
    }
    await drag(host, "4,2", "4,2", "right")
    await page.get_by_role("button", name="Undo").click()
    drawn = await terrain(host)
    assert len(drawn) == 8
    await page.get_by_label("Home edges").select_option(label="west, east")
    await page.reload()
    await expect(page.get_by_text("Nation of West", exact=True)).to_be_visible()
    await page.locator("[name=map-name]").fill("The two lanes")
    await page.locator(".keep-map").click()
    await expect(page.locator("h1")).to_have_text("The two lanes")
    await expect(page.locator(".map-picture .rough")).to_have_count(len(drawn))
    await page.locator(".play-friend").click()
    link = await page.locator(".invite input").first.input_value()
    await friend.page.goto(link)
    await friend.page.locator(".join").click()
    await friend.page.locator(".accept").click()
    for visitor in (host, friend):
        await visitor.begun()
        await expect(visitor.page.locator(".squad-map .rough")).to_have_count(len(drawn))
    assert (await host.turn())["mine"]
    await host.choose(Random(1))
    assert (await friend.turn())["mine"]


async def save(visitor: Visitor, text: str, name: str) -> str:
    """Save a map; its id."""
    await open_workshop(visitor)
    await visitor.page.locator(".map-text summary").click()
    await visitor.page.locator(".map-text textarea").fill(text)
    await visitor.page.locator("[name=map-name]").fill(name)
    await visitor.page.locator(".keep-map").click()
    await visitor.page.locator(".map-fork").wait_for()
    return visitor.page.url.rpartition("/")[2]


async def test_others_draw_on_and_report_a_shared_map(visitors: Visitors) -> None:
    author, other = await visitors.open(), await visitors.open(size="flat")
    page = author.page
    made = await save(author, EXAMPLES[0], "The ford")
    assert made == parse(EXAMPLES[0]).id
    await page.locator(".map-share").click()
    assert await author.copied(made) == page.url
    await page.locator(".map-rename").click()
    await page.locator("dialog input").fill("The old ford")
    await page.locator("dialog .primary").click()
    await expect(page.locator("h1")).to_have_text("The old ford")

    await other.lobby()
    await other.start("omaha")
    await other.go("maps")
    await other.page.locator(".maps-shared .map-card", has_text="The old ford").click()
    await other.page.locator(".map-report").click()
    await other.page.locator(".send-report").click()
    await expect(other.page.get_by_text("The operator will look at it.")).to_be_visible()
    await other.page.locator(".map-fork").click()
    assert await terrain(other) == parse(EXAMPLES[0]).terrain
    await other.page.locator('.workshop-field [data-hex="0,0"]').click()
    await other.page.locator(".keep-map").click()
    await other.page.get_by_role("link", name="Drawn from another map").click()
    await expect(other.page.locator(".map-report")).to_be_visible()

    await page.locator(".map-delete").click()
    await page.locator("dialog .yes").click()
    await expect(page.locator(".maps-own .soft").last).to_have_text("You have not saved a map yet.")


#: Two hundred games take minutes: the page gets their result from a stub.
MEASURED = {
    "played": 200,
    "wanted": 200,
    "options": {"home_edge": "south"},
    "north": {"won": 124, "share": 0.62, "margin": 0.07},
    "turns": 31.4,
    "cover": 0.81,
    "fallen": [["4,3", 61], ["4,4", 40]],
    "pairs": [
        {"sides": ["de", "us"], "games": 100, "share": 0.48, "margin": 0.1},
        {"sides": ["us", "de"], "games": 100, "share": 0.76, "margin": 0.09},
    ],
    "meet": [["us", "de"], ["de", "us"]],
    "done": True,
}


async def test_a_measured_map_shows_advantage_and_losses(visitors: Visitors) -> None:
    visitor = await visitors.open(painted=True)
    page = visitor.page
    asked: list[dict[str, Any]] = []

    async def answer(route: Route) -> None:
        if wish := route.request.post_data_json:
            asked.append(wish)
        await route.fulfill(json=MEASURED)

    await page.route("**/fairness", answer)
    await save(visitor, EXAMPLES[0], "The ford")
    await page.get_by_text("Nation of North", exact=True).locator("..").locator("select").select_option("Japanese")
    await page.locator(".nation-pairs summary").click()
    await page.get_by_label("Americans – Germans").check()
    await expect(page.locator(".nation-pairs summary")).to_have_text("Nations that meet: 1 pair")
    await page.locator(".measure").click()
    await page.locator(".pair-results summary").click()
    rows = page.locator(".pair-results tbody tr")
    assert await rows.all_inner_texts() == [
        "Germans\tAmericans\t48 % ± 10\t100",
        "Americans\tGermans\t76 % ± 9\t100",
    ]
    (wish,) = asked
    assert wish["pairs"] == [["us", "de"]]
    assert "nation_0" not in wish["options"]
    told = page.locator(".fairness")
    await expect(told).to_contain_text("South wins 62 % ± 7 after 31 turns on average.")
    await expect(told).to_contain_text("South has the better ground.")
    assert await page.locator(".losses text").all_text_contents() == ["61", "40"]
    await assert_nothing_serious_in_light_and_dark(visitor)


async def test_a_run_is_told_to_who_comes_back(visitors: Visitors) -> None:
    visitor = await visitors.open(painted=True)
    page = visitor.page

    async def begun(route: Route) -> None:
        kept = await (await route.fetch()).json()
        await route.fulfill(json={**kept, "fairness": {"share": 0.5, "margin": 0.1, "played": 120, "wanted": 200}})

    async def answer(route: Route) -> None:
        await route.fulfill(json={**MEASURED, "played": 120, "done": False, "paused": True})

    await save(visitor, EXAMPLES[0], "The ford")
    await page.route("**/fairness", answer)
    await page.route(re.compile(r"/api/maps/[^/?]+$"), begun)
    await page.reload()
    await expect(page.locator(".fair-paused")).to_be_visible()
    await expect(page.locator(".nation-pairs summary")).to_have_text("Nations that meet: 1 pair")
    await expect(page.locator(".measure")).to_be_disabled()


async def test_a_map_is_drawn_by_keyboard_alone(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    field = await open_workshop(visitor)
    press = page.keyboard.press
    for _ in range(40):
        if await field.locator(":focus").count():
            break
        await press("Tab")
    await press("t")
    await press("Space")
    await press("ArrowDown")
    await press("Shift+ArrowRight")
    await press("9")
    await press("End")
    await press("Enter")
    woods = dict.fromkeys(("0,0", "1,1"), "thick_woods")
    assert await terrain(visitor) == woods | {"8,1": "fox_holes"}
    await press("u")
    assert await terrain(visitor) == woods
    await press("Control+y")
    await press("Home")
    await press("ArrowUp")
    await press("Delete")
    assert await terrain(visitor) == {"1,1": "thick_woods", "8,1": "fox_holes"}
    await expect(field.locator(":focus")).to_have_attribute("aria-label", "0,0 open ground")
    assert await page.get_by_role("gridcell").count() == 72


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_fingers_draw_on_a_phone(visitors: Visitors, lang: Literal["en", "ja"]) -> None:
    visitor = await visitors.open(size="phone", lang=lang, painted=True)
    page = visitor.page
    field = await open_workshop(visitor)
    await page.locator('[data-terrain="building"]').tap()
    await field.locator('[data-hex="4,3"]').tap()
    assert await terrain(visitor) == {"4,3": "building"}
    await swipe(visitor, "4,3", "6,3")
    assert await terrain(visitor) == dict.fromkeys(("4,3", "5,3", "6,3"), "building")
    await page.get_by_role("button", name={"en": "Undo", "ja": "元に戻す"}[lang]).tap()
    assert await terrain(visitor) == {"4,3": "building"}
    await page.locator(".map-text summary").tap()
    area = page.locator(".map-text textarea")
    await area.fill(". . .\n . . <b>\n")
    told = page.locator(".map-state")
    await expect(told).to_contain_text("map_sign")
    await expect(told).to_contain_text({"en": "line 2", "ja": "2行目"}[lang])
    await assert_nothing_serious_in_light_and_dark(visitor)
    # A text that is no map yet is kept as well.
    await page.reload()
    await expect(told).to_contain_text("map_sign")
    assert await field.locator(".rough").count() == 1
    await page.locator(".map-text summary").tap()
    await area.fill(EXAMPLES[1].lower())
    await expect(field.locator(".hex")).to_have_count(66)
    assert await terrain(visitor) == parse(EXAMPLES[1]).terrain
    assert await visitor.sideways() == 0


async def test_tools_change_the_whole_map(visitors: Visitors) -> None:
    visitor = await visitors.open(size="flat")
    page = visitor.page
    field = await open_workshop(visitor)

    async def press(name: str) -> None:
        await page.get_by_role("button", name=name, exact=True).click()

    await field.locator('[data-hex="0,0"]').click()
    await press("Turn round")
    assert await terrain(visitor) == {"8,7": "hedge_row"}
    await press("Undo")
    await press("Mirror")
    assert await terrain(visitor) == dict.fromkeys(("0,0", "8,7"), "hedge_row")
    await press("Scatter")
    assert len(await terrain(visitor)) == 18
    await page.locator(f'[data-terrain="{OPEN_GROUND}"]').click()
    await press("Fill all")
    assert await terrain(visitor) == {}


async def test_choices_go_to_the_workshop_and_back(visitors: Visitors) -> None:
    visitor = await visitors.open()
    await visitor.lobby()
    dialog = await visitor.options("squad", "A house bot")
    await dialog.locator(".tile-choice", has_text="Hex map").click()

    def field_of(name: str) -> Locator:
        return dialog.get_by_text(name, exact=True).locator("..").locator("select, input")

    await field_of("Terrain").select_option(label="drawn")
    await field_of("Home edges").select_option(label="west, east")
    await field_of("Turn limit").fill("44")
    await dialog.get_by_text("Draw the map…").click()
    field = visitor.page.locator(".workshop-field")
    await field.locator('[data-hex="0,0"]').click()
    await expect(dialog).to_have_count(0)
    assert await terrain(visitor) == {"0,0": "hedge_row"}
    await expect(visitor.page.get_by_text("Nation of West", exact=True)).to_be_visible()
    for way in ("workshop", "lobby"):
        if way == "workshop":
            await visitor.page.locator(".play-options").click()
            await dialog.locator(".more-options summary").click()
        else:
            await visitor.move_to("")
            await visitor.options("squad")
        assert parse(await dialog.locator("textarea").input_value()).terrain == {"0,0": "hedge_row"}
        await expect(dialog.locator(".tile-choice", has_text="A house bot").locator("input")).to_be_checked()
        await expect(field_of("Turn limit")).to_have_value("44")
        await visitor.page.keyboard.press("Escape")
    # A text that is written in the dialog afterwards is not replaced.
    await visitor.options("squad")
    await dialog.locator("textarea").fill(EXAMPLES[0])
    await visitor.page.keyboard.press("Escape")
    await visitor.options("squad")
    await expect(dialog.locator("textarea")).to_have_value(EXAMPLES[0])
