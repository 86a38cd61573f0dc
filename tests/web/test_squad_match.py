"""Two people play SQUAD over the page to the end, a third looks on; one reloads, one loses the network."""

from __future__ import annotations

import asyncio
from typing import Any

from bocage.cli.logs import entries_of
from bocage.log.entries import Acted, decode
from bocage.sdk.rest import Rest
from tests.e2e.nodes import NodeProcess
from tests.web.line import Line
from tests.web.visitor import Visitor, Visitors

#: Names of actions that bring a match nearer to its end.
BOLD = r" at |\b(Attack|Move to|Play|Encircle|Kill the commander) "


async def invite(visitor: Visitor) -> str:
    """Set up a private match by the dialog; the link to send to the opponent."""
    page = visitor.page
    await visitor.lobby()
    dialog = await visitor.options("squad")
    await dialog.get_by_label("Turn limit").fill("4")
    await dialog.locator("button.primary").click()
    link = page.locator(".invite input")
    await link.wait_for()
    await page.locator(".invite button.primary").click()
    return await visitor.copied(await link.input_value())


async def lines(visitor: Visitor) -> list[int]:
    """The log on the screen: the position of each line."""
    found: list[int] = await visitor.page.evaluate(
        "[...document.querySelectorAll('.log-lines .line')].map((line) => Number(line.dataset.seq))"
    )
    return found


async def test_a_squad_match_over_the_page(visitors: Visitors, node: NodeProcess) -> None:
    async with Line(node.port) as line:
        host = await visitors.open(draws="host")
        guest = await visitors.open(url=line.url, draws="guest")
        watcher = await visitors.open(size="tablet", lang="ja")
        link = (await invite(host)).replace(host.url, "")

        await guest.page.goto(guest.url + link)
        await guest.page.locator(".join").wait_for()
        await guest.page.locator(".join").click()
        await host.begun()
        await watcher.page.goto(watcher.url + link)
        await watcher.page.locator(".watching").wait_for()
        await host.page.get_by_text("1 watching").wait_for()

        async def reload_in_the_middle() -> list[dict[str, Any]]:
            first = await host.play_by_names(1, 4)
            await host.page.reload()
            return [first, await host.play_by_names(2)]

        async def lose_the_network() -> list[dict[str, Any]]:
            first = await guest.play_by_names(3, 8, BOLD)
            guest.cut_off = True
            line.down()
            await guest.page.locator('.health[data-health="offline"]').wait_for()
            # Acts on a dead line are sent after it is back.
            playing = asyncio.create_task(guest.play_by_names(4, 6, BOLD))
            line.up()
            second = await playing
            await guest.page.locator('.health[data-health="online"]').wait_for()
            await guest.context.set_offline(True)
            await guest.context.set_offline(False)
            return [first, second, await guest.play_by_names(5, prefer=BOLD)]

        parts = await asyncio.gather(reload_in_the_middle(), lose_the_network())
        # Both by what is read out, as people do who do not see the board.
        for played in parts:
            for kind in ("pieces", "lines", "button"):
                assert sum(part["pressed"][kind] for part in played) > 0, played
        ends = [played[-1] for played in parts]
        assert {end["status"] for end in ends} == {"ended"}
        # The last entry reveals the secret of the dice; it follows the one that ends the match.
        last = max(end["seq"] for end in ends)
        for visitor in (host, guest, watcher):
            await visitor.ended()
            await visitor.reached(last)

    async with Rest(node.url) as rest:
        code = link.rsplit("#", 1)[1]
        entries = entries_of(await rest.export(host.match, invite=code), host.match)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    acted = [body for entry in entries if isinstance(body := decode(entry.raw), Acted)]
    assert len(acted) == sum(part["made"] for played in parts for part in played)
    logs = [await lines(visitor) for visitor in (host, guest)]
    assert logs[0] == sorted(logs[0])
    assert logs[0] == logs[1]
    outcomes = {await visitor.page.locator(".status").inner_text() for visitor in (host, guest)}
    assert len(outcomes) == 1
