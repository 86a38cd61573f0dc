"""A mistake of ours: whoever ran into it is told so, and nobody else notices."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from bocage.live import session
from bocage.live.hosted_room import HostedRoom
from bocage.protocol import messages as m
from bocage.protocol.refusal import RefusedError
from tests.live.node.service import running


def planted(*_: Any) -> None:
    raise RuntimeError("planted")


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "bocage.session")
    caplog.set_level(logging.CRITICAL, "bocage.node")


async def test_a_message_that_cannot_be_handled_ends_its_connection_with_a_code(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session.Session, "_unwatch_lobby", planted)
    async with running(redis_url) as service, service.client() as other, service.client() as client:
        await client.send(m.UnwatchLobby())
        with pytest.raises(ConnectionClosed) as closed:
            await client.get(m.Welcome)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011
        assert service.node.counts.closed["internal"] == 1
        assert isinstance(await other.ask(m.Ping), m.Pong)
        assert len(service.node.sessions) == 1


async def test_who_waits_for_a_table_does_not_depend_on_others_who_wait(redis_url: str) -> None:
    async with running(redis_url) as service:
        ann, _ = await service.player("Ann")
        match = await service.match(ann)
        service.node.drop(await service.node.room(match), RefusedError("unavailable"))
        refused: list[str] = []
        found: asyncio.Future[HostedRoom] = asyncio.get_running_loop().create_future()
        service.node._rooms.with_room(match, planted, lambda error: refused.append(error.code))
        service.node._rooms.with_room(match, planted, planted)
        service.node._rooms.with_room(match, found.set_result, planted)
        assert (await found).match.id == match
        assert refused == ["internal"]


async def test_who_is_told_that_there_is_no_table_does_not_depend_on_others(redis_url: str) -> None:
    async with running(redis_url) as service:
        refused: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        service.node._rooms.with_room("nosuchmatch1", planted, planted)
        service.node._rooms.with_room("nosuchmatch1", planted, lambda error: refused.set_result(error.code))
        assert await refused == "no_match"
