"""Storage, service and network come and go; the page stays."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random

import redis
from playwright.async_api import Route, WebSocketRoute, expect

from bocage.cli.logs import entries_of
from bocage.log.entries import Acted, decode
from bocage.sdk.rest import Rest
from bocage.store.embedded import EmbeddedRedis
from tests.e2e.nodes import NodeProcess
from tests.web.visitor import PATIENCE, Visitors


async def test_a_restart_in_the_middle_of_a_match(visitors: Visitors, tmp_path: Path) -> None:
    with NodeProcess(tmp_path) as node:
        visitor = await visitors.open(url=node.url)
        page = visitor.page
        # The presses below are counted: no automatic passing.
        await page.add_init_script(
            """localStorage.setItem("bocage.prefs", '{"lang": "en", "forced": false, "confirm": "always"}')"""
        )
        await visitor.lobby()
        await visitor.start("company_commander")
        before = await visitor.play(seed=6, moves=6)
        name = await page.locator("button.name").inner_text()
        visitor.cut_off = True
        await asyncio.to_thread(node.stop)
        await page.locator('.health[data-health="offline"]').wait_for()
        # Pressed without a connection; the first press counts, and is sent upon reconnecting.
        await visitor.choose(Random(1))
        await page.locator(".choices.busy").wait_for()
        await asyncio.to_thread(node.start)
        await visitor.reached(before["seq"] + 1)
        await expect(page.locator('.health[data-health="online"]')).to_have_count(1)
        visitor.cut_off = False
        after = await visitor.play(seed=6, moves=3)
        assert after["made"] == 3 or after["status"] == "ended"
        await page.reload()
        await visitor.reached(after["seq"])
        assert await page.locator("button.name").inner_text() == name
        # Earlier moments are loaded automatically.
        await page.locator(".log-lines .line").nth(8).wait_for(state="attached")

        # Killed in the very moment of a move: it counts, once, whether it had been stored by then or not.
        state = await visitor.turn()
        visitor.cut_off = True
        await visitor.choose(Random(1))
        await asyncio.to_thread(node.kill)
        await asyncio.to_thread(node.start)
        await visitor.reached(state["seq"] + 1)
        await page.locator('.health[data-health="online"]').wait_for(state="attached")
        visitor.cut_off = False
        await visitor.turn()
        await visitor.resign()
        await visitor.ended()
        async with Rest(node.url) as rest:
            entries = entries_of(await rest.export(visitor.match), visitor.match)
        mine = [body for entry in entries if isinstance(body := decode(entry.raw), Acted) and body.seat == 0]
        assert len(mine) == before["made"] + 1 + after["made"] + 1


async def test_a_table_says_that_moves_cannot_be_stored(visitors: Visitors, tmp_path: Path) -> None:
    with (
        NodeProcess(tmp_path) as node,
        redis.Redis.from_url(EmbeddedRedis(tmp_path / "data" / "redis").url) as storage,
    ):
        visitor = await visitors.open(url=node.url)
        page = visitor.page
        await visitor.lobby()
        await visitor.start("omaha")
        before = await visitor.turn()
        storage.config_set("min-replicas-to-write", 1)
        await visitor.choose(Random(1))
        held = page.locator(".bar.unstored")
        await expect(held).to_contain_text("cannot store moves at the moment. It keeps trying")
        assert (await visitor.state())["seq"] == before["seq"]
        await page.locator("button.language").click()
        await expect(held).to_contain_text("保存できません。再試行を続けています")
        storage.config_set("min-replicas-to-write", 0)
        await visitor.reached(before["seq"] + 1)
        await expect(held).to_be_hidden()


async def test_a_network_that_says_nothing_is_noticed(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    lost = asyncio.Event()
    lines = dead = 0

    def connect(line: WebSocketRoute) -> None:
        nonlocal lines
        number = lines = lines + 1
        # Messages on a dead line are lost, and it is not closed either.
        there = line.connect_to_server()
        there.on_message(lambda text: lost.set() if number == dead else line.send(text))

    await page.route_web_socket(re.compile(r"/ws(\?.*)?$"), connect)
    await page.clock.install()
    await visitor.lobby()
    await visitor.start("omaha")
    before = await visitor.state()
    dead = lines
    await visitor.choose(Random(1))
    # The page's clock may be faster than the service's answer.
    await asyncio.wait_for(lost.wait(), PATIENCE)
    # An answer is owed: seconds count.
    await page.clock.run_for(6_000)
    await visitor.reached(before["seq"] + 1)
    assert lines == dead + 1
    await expect(page.locator('.health[data-health="online"]')).to_have_count(1)


async def test_a_match_that_does_not_exist_is_said_so(visitors: Visitors) -> None:
    visitor = await visitors.open(lang="ja")
    await visitor.go("match/nosuchmatch")
    assert "対戦が見つかりません" in await visitor.page.get_by_role("alert").inner_text()
    assert visitor.problems
    visitor.problems.clear()


async def test_an_answer_that_is_lost_makes_no_second_match(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    keys: list[str] = []

    async def lose_the_first_answer(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            await route.fetch()
            await route.abort("connectionreset")
        else:
            await route.continue_()

    await page.route("**/api/matches", lose_the_first_answer)
    visitor.cut_off = True
    await visitor.start("omaha")
    visitor.cut_off = False
    assert len(keys) == 2
    assert len(set(keys)) == 1
    mine = await page.evaluate(
        """async () => {
          const { token } = JSON.parse(localStorage.getItem("bocage.identity"));
          const answer = await fetch("/api/matches/mine", { headers: { Authorization: `Bearer ${token}` } });
          return (await answer.json()).matches.map((row) => row.match);
        }"""
    )
    assert len(mine) == 1
    assert mine[0] in page.url


async def test_a_blocked_websocket_is_said_until_it_is_not(visitors: Visitors) -> None:
    visitor = await visitors.open(lang="ja")
    page = visitor.page
    through = False

    async def connect(line: WebSocketRoute) -> None:
        if through:
            line.connect_to_server()
        else:
            await line.close()

    await page.route_web_socket(re.compile(r"/ws(\?.*)?$"), connect)
    await visitor.lobby()
    await page.locator('[data-game="omaha"] .start').click()
    blocked = page.locator(".bar.blocked")
    await expect(blocked).to_contain_text("WebSocket")
    await expect(page.locator(".health")).to_have_attribute("data-health", "blocked")
    through = True
    await visitor.turn()
    await expect(blocked).to_be_hidden()
