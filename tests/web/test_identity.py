"""Identity of a browser: a service that forgets, several tabs, and blocked storage."""

from __future__ import annotations

import json

from playwright.async_api import Request, expect

from bocage.sdk.rest import Rest
from tests.e2e.nodes import NodeProcess
from tests.e2e.proxy import Proxy
from tests.web.visitor import Visitors

IDENTITY = "localStorage.getItem('bocage.identity')"
#: A browser that stores nothing of this site.
BLOCKED = """for (const name of ["localStorage", "indexedDB", "caches", "Notification", "BroadcastChannel"]) {
  const get = () => { throw new DOMException("blocked", "SecurityError"); };
  Object.defineProperty(globalThis, name, { get });
}"""


async def test_wrong_data_for_a_while_costs_no_identity(
    visitors: Visitors, node: NodeProcess, toy_node: NodeProcess
) -> None:
    port = node.port
    async with Proxy(lambda: port) as line:
        visitor = await visitors.open(url=line.url)
        page = visitor.page
        await visitor.lobby()
        await visitor.start("omaha")
        stored = await page.evaluate(IDENTITY)
        visitor.cut_off = True
        port = toy_node.port
        line.cut()
        await expect(page.locator(".bar.unknown")).to_contain_text(json.loads(stored)["name"])
        await page.locator('.health[data-health="online"]').wait_for()
        assert await page.evaluate(IDENTITY) == stored
        port = node.port
        line.cut()
        await expect(page.locator(".bar.unknown")).to_be_hidden()
        await page.locator(".table .target").first.wait_for()
        assert await page.evaluate(IDENTITY) == stored
        assert (await visitor.play(seed=3, moves=1))["made"] == 1


async def test_a_player_set_aside_comes_back_or_is_offered_back(visitors: Visitors, node: NodeProcess) -> None:
    visitor = await visitors.open()
    page = visitor.page
    visitor.cut_off = True
    async with Rest(node.url) as rest:
        made = await rest.create_player("Ann")
    ann = {"player": made.player, "token": made.token, "name": "Ann"}
    await visitor.lobby()
    stranger = {**ann, "token": "of-another-service"}
    await page.evaluate("(who) => localStorage.setItem('bocage.identity', who)", json.dumps(stranger))
    await page.reload()
    await page.locator(".bar.unknown .as-guest").click()
    await page.get_by_role("button", name="Guest", exact=True).wait_for()

    # The service knows them again, and nobody has played here meanwhile.
    known = json.dumps([{**ann, "unknown": True}])
    await page.evaluate("(kept) => localStorage.setItem('bocage.kept', kept)", known)
    await page.reload()
    await page.get_by_role("button", name="Ann", exact=True).wait_for()

    # Somebody has.
    await page.evaluate("(kept) => localStorage.setItem('bocage.kept', kept)", known)
    await page.evaluate("localStorage.removeItem('bocage.identity')")
    await page.reload()
    await visitor.start("omaha")
    await page.locator(".bar.unknown .come-back").click()
    await page.get_by_role("button", name="Ann", exact=True).wait_for()
    await page.locator("button.name").click()
    await page.locator("dialog .kept button", has_text="Guest").click()
    await page.locator(".table .target").first.wait_for()


async def test_two_tabs_are_one_player_from_beginning_to_end(visitors: Visitors) -> None:
    visitor = await visitors.open()
    first, second = visitor.page, await visitor.context.new_page()
    await visitor.lobby()
    await second.goto(visitor.url)
    await second.locator(".game-card").first.wait_for()
    await visitor.start("omaha")
    name = await first.locator("button.name").inner_text()
    await expect(second.locator("button.name")).to_have_text(name)
    await second.locator('[data-game="omaha"] .start').click()
    await second.locator(".table .target").first.wait_for()
    assert "(you)" in await second.locator(".table").inner_text()

    # One of them signs out: the other one looks on, and says so.
    await first.locator("button.name").click()
    await first.locator("dialog .devices").click()
    await first.locator("dialog .sign-ins .danger").click()
    await first.locator("dialog .yes").click()
    await second.get_by_role("button", name="Guest", exact=True).wait_for()
    await second.locator(".watching").wait_for()
    await expect(second.locator(".toasts")).to_contain_text("another tab")


async def test_a_browser_that_stores_nothing_plays_and_says_so(visitors: Visitors) -> None:
    visitor = await visitors.open(lang="ja")
    page = visitor.page
    await page.add_init_script(BLOCKED)
    made = 0

    def count(asked: Request) -> None:
        nonlocal made
        made += asked.url.endswith("/api/players")

    page.on("request", count)
    await visitor.lobby()
    await visitor.start("omaha")
    await expect(page.locator(".toasts")).to_contain_text("保存できません")
    assert (await visitor.play(seed=1, moves=2))["made"] == 2
    await visitor.page.locator(".brand").click()
    await visitor.start("zombies")
    assert made == 1
