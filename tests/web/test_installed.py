"""The page as something installed: its shell is there without a connection, and says that there is none."""

from __future__ import annotations

from urllib.parse import urljoin

import httpx2

from tests.e2e.nodes import NodeProcess
from tests.web.visitor import Visitors


async def test_the_page_can_be_installed(node: NodeProcess) -> None:
    async with httpx2.AsyncClient(timeout=60, base_url=node.url) as client:
        listed = (await client.get("/files.json")).json()["files"]
        [at] = [name for name in listed if name.endswith("/manifest.webmanifest")]
        manifest = (await client.get(at)).json()
        assert urljoin(at, manifest["start_url"]) == urljoin(at, manifest["scope"]) == "/"
        for icon in manifest["icons"]:
            answer = await client.get(urljoin(at, icon["src"]))
            assert answer.headers["content-type"].partition(";")[0] == icon["type"]
        assert any(name.endswith("/js/app.js") for name in listed)
        assert (await client.get(listed[0])).status_code == 200


async def test_the_shell_is_there_without_a_connection_and_says_so(visitors: Visitors) -> None:
    visitor = await visitors.open(installed=True)
    page = visitor.page
    await visitor.lobby()
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    # Constant data are cached from the second visit on: the first one began before the worker did.
    await visitor.lobby()
    await page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    await visitor.go("rules/omaha")
    await page.locator(".rules h1").wait_for()
    visitor.cut_off = True
    await visitor.context.set_offline(True)
    await visitor.go("rules/omaha")
    await page.locator(".rules h1").wait_for()
    await page.locator(".offline").wait_for()
    assert "matches need a connection" in await page.locator(".offline").inner_text()
    await page.locator(".brand").click()
    await page.locator(".game-card").first.wait_for()
    await page.get_by_text("what is being played cannot be seen now").wait_for()
    await visitor.context.set_offline(False)
    await page.locator(".offline").wait_for(state="hidden")
