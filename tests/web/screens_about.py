"""Pictures of what is about players and no one table: daily deals, ladders, records, notices, devices, reviews."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Page, Route

from tests.web.visitor import Visitor

Shoot = Callable[[str], Awaitable[None]]
#: Players of the ladder that is shown: what score to expect of them, and within which range.
RATED = [(0.71, 0.58, 0.83, 41), (0.62, 0.49, 0.74, 26), (0.55, 0.36, 0.73, 11), (0.44, 0.24, 0.65, 10)]
#: A rating takes many matches: the page gets one from a stub.
LADDER = {
    "players": len(RATED),
    "least_games": 10,
    "least_opponents": 3,
    "rows": [
        {
            "place": place,
            "player": f"{place:016}",
            "name": name,
            "rating": {
                "expected": expected,
                "low": low,
                "high": high,
                "games": games,
                "won": games // 2,
                "drawn": 1,
            },
        }
        for place, (name, (expected, low, high, games)) in enumerate(
            zip(("Maximilian Featherstonehaugh", "Ann", "古川 直人", "Bob"), RATED, strict=True), 1
        )
    ],
}


def score(games: int, mean: float, low: float, high: float) -> dict[str, float]:
    """Results of some matches."""
    return {"games": games, "won": int(games * mean), "score": mean, "low": low, "high": high}


#: The record of a bot, which takes many matches as well.
RECORD = {
    "game": "squad",
    "player": "p",
    "name": "Robo",
    "opponents": [
        {"player": "a", "name": "Maximilian's Sergeant", "score": score(40, 0.61, 0.46, 0.75)},
        {"player": "b", "name": "veteran", "house": "veteran", "score": score(12, 0.33, 0.14, 0.61)},
        {"player": "c", "name": "", "score": score(3, 1.0, 0.44, 1.0)},
    ],
    "seats": [score(28, 0.57, 0.39, 0.73), score(27, 0.52, 0.34, 0.69)],
    "sides": [
        {"side": "nation.us", "score": score(30, 0.6, 0.42, 0.75)},
        {"side": "nation.de", "score": score(25, 0.48, 0.3, 0.67)},
    ],
    "options": [{"option": "variant", "value": "map", "score": score(9, 0.67, 0.35, 0.88)}],
}


async def add_luck(route: Route) -> None:
    """Answer for a record as the service does, as if many of its matches had been reviewed, which takes a while."""
    answer = await route.fetch()
    profile: dict[str, Any] = await answer.json()
    for record in profile.get("games", []):
        matches: list[dict[str, Any]] = [
            {
                "match": f"m{n}",
                "at": 86_400_000 * (20_000 + n),
                "luck": 0.3 - n % 7 / 9,
                "skill": 0.04 * (n % 5 - 1),
            }
            for n in range(40)
        ]
        sums = {name: sum(one[name] for one in matches) for name in ("luck", "skill")}
        record["luck"] = {"reviewed": len(matches), **sums, "matches": matches}
    await route.fulfill(response=answer, json=profile)


async def about(visitor: Visitor, shoot: Shoot) -> None:
    """All of these screens, for a new visitor."""
    page = visitor.page
    await visitor.lobby()
    await visitor.start("omaha")
    await page.keyboard.press("h")
    # Its answer, not its progress; on a phone the list may be folded away.
    await page.locator(".hint-tag").wait_for(state="attached")
    await shoot("hint")
    await visitor.play(seed=4)
    await visitor.ended()
    match = visitor.match
    await visitor.move_to("daily")
    deal = page.locator('.deal[data-game="omaha"]')
    await deal.wait_for()
    await shoot("daily")
    await deal.locator(".start").click()
    await visitor.turn()
    await visitor.play(seed=4)
    await visitor.ended()
    await visitor.move_to("daily")
    await deal.locator(".result").wait_for()
    await shoot("daily-played")
    await visitor.move_to("duplicate")
    await page.locator(".make").click()
    await page.locator(".invite-friend").wait_for()
    await shoot("duplicate")
    await visitor.move_to("workshop")
    for tool in ("both", "scatter"):
        await page.locator(f".{tool}").click()
    await shoot("workshop")
    await page.locator("[name=map-name]").fill("The ford at dawn")
    await page.locator(".keep-map").click()
    await page.locator(".map-fork").wait_for()
    await shoot("map")
    await visitor.move_to("maps")
    await page.locator(".map-card").first.wait_for()
    await shoot("maps")
    await page.route("**/api/ladder?*", lambda route: route.fulfill(json=LADDER))
    await visitor.move_to("ladder")
    await page.locator(".ladder tbody tr").first.wait_for()
    await shoot("ladder")
    await page.unroute("**/api/ladder?*")
    await page.route("**/api/players/*", add_luck)
    await visitor.move_to("player")
    await page.locator(".luck-record").first.wait_for()
    await shoot("record")
    await page.unroute("**/api/players/*")
    await visitor.move_to(f"replay/{match}")
    await page.locator("button.review").click()
    await page.locator("dialog .review-graph").wait_for()
    await shoot("review")
    await visitor.close_dialog()
    await programs(visitor, shoot)
    await visitor.lobby()
    await _behind_the_name(page, visitor, shoot)
    await page.locator("button.name").click()
    for button, shown in (("data", ".leave"), ("leave", ".leave-now")):
        await page.locator(f"dialog button.{button}").click()
        await page.locator(f"dialog {shown}").wait_for()
        await shoot(button)
    await visitor.close_dialog()
    await visitor.move_to("move")
    await page.locator(".move-door").wait_for()
    await shoot("move")
    await visitor.move_to("rulings/omaha")
    await page.locator(".rules").wait_for()
    await shoot("rulings")


async def programs(visitor: Visitor, shoot: Shoot) -> None:
    """The player's bots, the token of a new one, and the record of one."""
    page = visitor.page
    await visitor.move_to("programs/mine")
    await page.locator(".creation [name=name]").fill("Featherstonehaugh's bot")
    await page.locator(".creation .create").click()
    await page.locator("input.token").wait_for()
    await shoot("program-token")
    await page.locator(".kept").click()
    await page.locator(".tokens li").wait_for()
    await shoot("programs-mine")
    await page.locator(".retire").click()
    await page.locator(".retire-now").wait_for()
    await shoot("program-retired")
    await visitor.close_dialog()
    await page.route("**/api/ladder/record?*", lambda route: route.fulfill(json=RECORD))
    await visitor.move_to("programs/squad/p")
    await page.locator(".versus").wait_for()
    await shoot("program-record")
    await page.unroute("**/api/ladder/record?*")


async def _behind_the_name(page: Page, visitor: Visitor, shoot: Shoot) -> None:
    """The player's dialog, notices with a channel and quiet hours, devices, recovery codes, the link for another
    device.
    """

    async def door(kind: str) -> None:
        await page.locator("button.name").click()
        await page.locator(f"dialog .{kind}").wait_for()

    await door("devices")
    await shoot("name")
    await page.locator("dialog button.notices").click()
    await page.locator("dialog .quiet-hours").wait_for()
    await page.locator("dialog .another summary").click()
    await page.locator("dialog [name=address]").fill("https://hooks.example/1")
    await page.locator("dialog .another form button").click()
    await page.locator("dialog .secret").wait_for()
    await page.keyboard.press("Escape")
    await page.locator("dialog .secret").wait_for(state="detached")
    await page.locator("dialog [name=quiet]").check()
    await page.locator("dialog .another summary").click()
    await shoot("notices")
    await visitor.close_dialog()
    await door("devices")
    await page.locator("dialog button.devices").click()
    await page.locator("dialog .sign-ins li").first.wait_for()
    await shoot("devices")
    for button, shown in (("codes", ".recovery"), ("move", ".qr")):
        await page.locator(f"dialog button.{button}").click()
        await page.locator(f"dialog {shown}").wait_for()
        await shoot(f"devices-{button}")
        await page.keyboard.press("Escape")
        await page.locator(f"dialog {shown}").wait_for(state="detached")
    await visitor.close_dialog()
