"""A reused browser context has nothing of its previous visitor; a changed one is not reused."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest

from tests.e2e.nodes import NodeProcess
from tests.web.browsers import Browsers
from tests.web.contexts import Contexts
from tests.web.visitor import Visitor, Visitors

KEEP = """() => {
  localStorage.setItem("left", "behind");
  sessionStorage.setItem("left", "behind");
  document.cookie = "left=behind; max-age=60";
}"""
KEPT = "() => [localStorage.getItem('left'), sessionStorage.getItem('left'), document.cookie]"


async def name_of(visitor: Visitor) -> str:
    return await visitor.page.locator("button.name").inner_text()


async def test_who_comes_next_finds_nothing(browsers: Browsers, node: NodeProcess) -> None:
    # A look of its own: another page of the same look may be free.
    contexts = Contexts((await browsers.get()).browser)
    async with Visitors(contexts, node.url) as visitors:
        first = await visitors.open(size="tablet")
        await first.lobby()
        unnamed = await name_of(first)
        await first.start("omaha")
        assert await name_of(first) != unnamed
        await first.page.evaluate(KEEP)
    async with Visitors(contexts, node.url) as visitors:
        second = await visitors.open()
        assert second.page is first.page
        assert await second.page.evaluate("innerWidth") == 1440
        await second.lobby()
        assert await second.page.evaluate(KEPT) == [None, None, ""]
        assert await name_of(second) == unnamed


async def stop_the_clock(visitor: Visitor) -> None:
    await visitor.page.clock.install()


async def go_offline(visitor: Visitor) -> None:
    visitor.cut_off = True
    await visitor.context.set_offline(True)


async def answer_sockets(visitor: Visitor) -> None:
    await visitor.page.route_web_socket(re.compile(r"/ws(\?.*)?$"), lambda line: line.close())


async def go_elsewhere(visitor: Visitor) -> None:
    await visitor.page.goto(visitor.url.replace("127.0.0.1", "localhost") + "/healthz")


@pytest.mark.parametrize("change", [stop_the_clock, go_offline, answer_sockets, go_elsewhere])
async def test_what_stays_is_not_handed_on(
    browsers: Browsers, node: NodeProcess, change: Callable[[Visitor], Awaitable[None]]
) -> None:
    contexts = await browsers.get()
    async with Visitors(contexts, node.url) as visitors:
        first = await visitors.open()
        await change(first)
    async with Visitors(contexts, node.url) as visitors:
        second = await visitors.open()
        assert second.page is not first.page
        assert first.page.is_closed()


WISHES = """() => ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]
  .map((wish) => matchMedia(wish).matches)"""


async def test_what_can_be_taken_back_is(browsers: Browsers, node: NodeProcess) -> None:
    contexts = Contexts((await browsers.get()).browser)
    asked: list[str] = []
    async with Visitors(contexts, node.url) as visitors:
        first = await visitors.open(dark=True, motion=True)
        for thing in (first.page, first.context):
            await thing.add_init_script("globalThis.left = (globalThis.left ?? 0) + 1")
            await thing.route("**/healthz", lambda route: route.fulfill(body="left"))
            thing.on("request", lambda request: asked.append(request.url))
        session = await first.context.new_cdp_session(first.page)
        await session.send("Emulation.setTimezoneOverride", {"timezoneId": "Pacific/Apia"})
        await first.go("healthz")
        assert await first.page.evaluate("[left, document.body.textContent]") == [2, "left"]
        assert await first.page.evaluate(WISHES) == [True, False]
        zone = await first.page.evaluate("new Date(0).getTimezoneOffset()")
        assert asked
    asked.clear()
    async with Visitors(contexts, node.url) as visitors:
        second = await visitors.open()
        assert second.page is first.page
        await second.go("healthz")
        assert await second.page.evaluate("globalThis.left ?? ''") == ""
        assert await second.page.evaluate("document.body.textContent") != "left"
        assert await second.page.evaluate(WISHES) == [False, True]
        assert await second.page.evaluate("new Date(0).getTimezoneOffset()") != zone
        assert asked == []


async def test_what_a_browser_draws_is_the_same_in_every_run(browsers: Browsers, node: NodeProcess) -> None:
    """Otherwise matches would differ in every run."""

    async def drawn() -> list[str]:
        async with Visitors(await browsers.get(), node.url) as visitors:
            found = []
            for visitor in (await visitors.open(), await visitors.open(lang="ja", first=True)):
                # Another document goes on where the last one stopped.
                for _ in range(2):
                    await visitor.go("healthz")
                    found.append(await visitor.page.evaluate("crypto.getRandomValues(new Uint8Array(16)).join()"))
            return found

    once = await drawn()
    assert len({*once}) == 4
    assert await drawn() == once
