"""The page below a path of a host that has other pages as well."""

from __future__ import annotations

from tests.e2e.folder_proxy import FOLDER, FolderProxy
from tests.e2e.nodes import NodeProcess
from tests.web.visitor import Visitor, Visitors

#: Targets of links.
HREF = "(link) => new URL(link.href).pathname"


async def play_and_come_back(visitor: Visitor) -> None:
    """Start a game from the lobby, load its address anew, and go back to the lobby by a link."""
    await visitor.lobby()
    match = await visitor.start("omaha")
    assert visitor.page.url.endswith(f"{FOLDER}/match/{match}")
    # Files that browsers read again on each screen keep their address.
    for name in ("icon", "apple-touch-icon", "manifest"):
        address = await visitor.page.locator(f'link[rel="{name}"]').evaluate(HREF)
        assert address.startswith((f"{FOLDER}/files-", f"{FOLDER}/api/"))
    await visitor.page.reload()
    await visitor.turn()
    await visitor.page.locator(".brand").click()
    await visitor.page.locator(f'.go-on-card[href="{FOLDER}/match/{match}"]').wait_for()


async def test_a_match_is_played_below_a_path(visitors: Visitors, node: NodeProcess) -> None:
    async with FolderProxy(node.port) as host:
        visitor = await visitors.open(first=True, url=host.url)
        await play_and_come_back(visitor)
        await visitor.go("rules/squad")
        await visitor.page.locator(".rules h1").wait_for()
        links = await visitor.page.locator(".rules a").evaluate_all(f"(links) => links.map({HREF})")
        assert links
        assert all(link.startswith(f"{FOLDER}/") for link in links)
        for path in ("daily", "ladder", "exercise/omaha/1", "learn/omaha", "duplicate", "move", "player"):
            await visitor.go(path)
            await visitor.page.locator("main h1, main h2").first.wait_for()
        assert host.elsewhere == []
        # The test's own connections end before the proxy does.
        await visitor.page.goto("about:blank")


async def test_the_shell_below_a_path_is_there_without_a_connection(visitors: Visitors, node: NodeProcess) -> None:
    async with FolderProxy(node.port) as host:
        visitor = await visitors.open(installed=True, url=host.url)
        page = visitor.page
        await visitor.lobby()
        scope = await page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)")
        assert scope == f"{FOLDER}/"
        await visitor.lobby()
        await page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        visitor.cut_off = True
        await visitor.context.set_offline(True)
        await visitor.go("match/nosuchmatch")
        await page.locator(".offline").wait_for()
        await page.locator(".brand").click()
        await page.locator(".game-card").first.wait_for()
        assert host.elsewhere == []
        await page.goto("about:blank")
