"""A match that very many watch is played as any other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.async_api import WebSocket

from bocage.protocol.codec import JSON
from bocage.protocol.short import Reader
from tests.e2e.nodes import NodeProcess
from tests.web.crowd import Onlookers
from tests.web.visitor import Visitors

MANY, BY_DAY = 500, 75


@pytest.mark.parametrize(
    "many", [pytest.param(many, marks=pytest.mark.night if many > BY_DAY else ()) for many in (BY_DAY, MANY)]
)
async def test_a_player_whom_very_many_watch_misses_nothing(
    visitors: Visitors, node: NodeProcess, many: int
) -> None:
    visitor = await visitors.open()
    page = visitor.page
    told: list[dict[str, Any]] = []

    def follow(socket: WebSocket) -> None:
        read = Reader(JSON)
        socket.on("framereceived", lambda text: told.append(msgspec.to_builtins(read(str(text).encode()))))

    page.on("websocket", follow)
    await visitor.lobby()
    match = await visitor.start("squad")
    async with Onlookers(many, node.port, match) as crowd:
        await page.get_by_text(f"{many} watching").wait_for()
        played = await visitor.play(seed=9, moves=20)
        last = played["seq"]
        await crowd.reached(last)
        assert [each.gaps for each in crowd.all if each.gaps] == []
        # Every entry came to the player, each once, in order, and none of them had to be asked for again.
        mine = [message for message in told if message.get("match") == match]
        snapshots = [message["seq"] for message in mine if message["t"] == "snapshot"]
        updates = [message["seq"] for message in mine if message["t"] == "update"]
        assert len(snapshots) == 1
        assert updates == list(range(int(str(snapshots[0])) + 1, int(str(updates[-1])) + 1))
        assert int(str(updates[-1])) >= last

        # The table equals a newcomer's, whatever the order of cards in a hand.
        await visitor.turn()
        seq = (await visitor.state())["seq"]
        table = await page.locator(".text-form").text_content()
        assert table
        await page.reload()
        await visitor.turn()
        assert (await visitor.state())["seq"] == seq
        assert sorted(await page.locator(".text-form").text_content() or "") == sorted(table)
