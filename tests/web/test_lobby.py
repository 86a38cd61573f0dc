"""The lobby's list: forks are marked, nobody is displaced, pages and filters."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bocage.sdk.rest import Rest
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import guest
from tests.web.browsers import Browsers
from tests.web.pairs import pairs
from tests.web.visitor import Size, Visitors

#: Words on a fork: in its row, above the invitation, and to a possible player.
SAID = {
    "en": ("hands known", "Whoever knows that match knows all hands here.", "can know every hand"),
    "ja": ("手札は既知", "全員の手札がわかっています。", "全員の手札もこれから引くカードも"),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def own_node(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[NodeProcess]:
    """A node whose lobby holds what these tests put there."""
    with NodeProcess(tmp_path_factory.mktemp("lobby")) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def flooded(browsers: Browsers, tmp_path: Path) -> AsyncIterator[Visitors]:
    """Browsers at a node without other waiting players, whom they would find in the flood."""
    with NodeProcess(tmp_path) as running:
        async with Visitors(await browsers.get(), running.url) as opened:
            yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def guests(
    request: pytest.FixtureRequest, browsers: Browsers, own_node: NodeProcess
) -> AsyncIterator[Visitors]:
    """Browsers at that node."""
    own_node.draw_for(request.node.nodeid)
    async with Visitors(await browsers.get(), own_node.url) as opened:
        yield opened


async def fork_that_waits(url: str) -> tuple[str, str]:
    """A finished match, and a fork of it that waits in the lobby."""
    maker, other = await guest(url, "Mallory"), await guest(url, "Eve")
    async with Rest(url, token=maker) as rest, Rest(url, token=other) as second:
        match = (await rest.create_match("squad")).match
        await second.join(match)
        await second.resign(match)
        return match, (await rest.fork(match, 4)).match


@pytest.mark.parametrize(("size", "lang"), pairs(["desktop", "phone"], ["en", "ja"]))
async def test_a_fork_says_what_it_is_wherever_it_is_seen(
    guests: Visitors, own_node: NodeProcess, size: Size, lang: Literal["en", "ja"]
) -> None:
    match, fork = await fork_that_waits(own_node.url)
    visitor = await guests.open(size=size, lang=lang)
    page = visitor.page
    in_row, above, for_joiners = SAID[lang]
    await visitor.lobby()
    row = page.locator(f'.live a[href="/match/{fork}"]')
    note = await row.locator(".fork-note").inner_text()
    assert in_row in note
    # A match's code says nothing to people; above the table it stands.
    assert match not in note
    assert await visitor.sideways() <= 0
    # A search for an opponent skips it.
    await visitor.look_for_an_opponent("squad")
    await page.locator(".invite input").wait_for()
    assert visitor.match != fork
    await page.locator(".withdraw").click()
    await visitor.go(f"match/{fork}")
    await page.locator(".join").wait_for()
    told = await page.locator(".fork-banner").inner_text()
    assert above in told
    assert match in told
    assert for_joiners in await page.locator(".invite .fork-note").inner_text()
    assert await page.locator("main").evaluate("(main) => main.scrollWidth - main.clientWidth") <= 0


async def test_a_flood_hides_nobody_and_filters_find_the_rest(flooded: Visitors) -> None:
    visitor = await flooded.open()
    url = visitor.url
    async with Rest(url, token=await guest(url, "Calm")) as rest:
        calm = (await rest.create_match("squad")).match
    async with Rest(url, token=await guest(url, "Flood")) as rest:
        first = (await rest.create_match("company_commander")).match
        for _ in range(205):
            await rest.create_match("squad")
        last = (await rest.create_match("squad")).match
    page = visitor.page
    await visitor.lobby()
    rows = page.locator(".live .row-link")
    await page.locator(f'.live a[href="/match/{last}"]').wait_for()
    await expect(rows).to_have_count(20)
    hrefs = await rows.evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    assert {f"/match/{calm}", f"/match/{last}"} <= set(hrefs[:8])
    # More, and more, until everything is shown; also rows that the connection does not send.
    seen = 20
    while await page.locator(".more").is_visible():
        await page.locator(".more").click()
        await page.wait_for_function(
            """(n) => document.querySelectorAll('.live .row-link').length > n
                || document.querySelector('.more').hidden""",
            arg=seen,
        )
        seen = await rows.count()
    assert seen >= 208
    await page.locator(".filter-game").select_option("company_commander")
    await page.wait_for_function("() => document.querySelectorAll('.live .row-link').length === 1")
    assert await rows.first.get_attribute("href") == f"/match/{first}"
    await page.locator(".filter-status").select_option("playing")
    await page.get_by_text("No match like that right now.").wait_for()
    await page.locator(".filter-game").select_option("")
    await page.locator(".filter-status").select_option("open")
    await page.locator(f'.live a[href="/match/{calm}"]').wait_for()


async def test_a_table_leaves_nothing_of_its_looks_in_the_lobby(visitors: Visitors) -> None:
    visitor = await visitors.open(size="tablet")
    page = visitor.page
    await visitor.lobby()
    await visitor.start("omaha")
    await visitor.move_to("")
    await page.locator(".game-card").first.wait_for()
    boxes = await page.locator(".lobby-doors > *").evaluate_all(
        "(doors) => doors.map((door) => door.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
    )
    assert len(boxes) > 1
    assert len({*map(tuple, boxes)}) == 1
