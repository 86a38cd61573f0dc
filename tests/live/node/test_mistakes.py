"""A mistake of ours: whoever ran into it is told so, and nobody else notices."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from bocage.live import lobby
from bocage.live.node import AwaitedCommand
from bocage.log import judge
from bocage.protocol import messages as m
from bocage.protocol.refusal import RefusedError
from tests.live.node.service import running


def planted(*_: Any) -> None:
    raise RuntimeError("planted")


class Broken(AwaitedCommand):
    """A command whose refusal fails."""

    def refused(self, error: RefusedError) -> None:
        planted()


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "bocage.session")
    caplog.set_level(logging.CRITICAL, "bocage.node")


async def test_failed_message_ends_its_connection_with_a_code(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby.LobbyFeed, "leave", planted)
    async with running(redis_url) as service, service.client() as other, service.client() as client:
        await client.send(m.UnwatchLobby())
        with pytest.raises(ConnectionClosed) as closed:
            await client.get(m.Welcome)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011
        assert service.node.counts.closed["internal"] == 1
        assert isinstance(await other.ask(m.Ping), m.Pong)
        assert len(service.node.sessions.all) == 1


async def test_waiting_for_a_table_does_not_depend_on_others(redis_url: str) -> None:
    async with running(redis_url) as service, service.client() as client:
        command = AwaitedCommand(lambda match: judge.Again(1))
        broken = Broken(lambda match: judge.Again(1))
        for one in (broken, command):
            service.node.rooms.submit("nosuchmatch1", one)
        await client.send(m.Watch("nosuchmatch1"))
        with pytest.raises(RefusedError, match="no_match"):
            await command.answer
        assert (await client.get(m.Refused)).code == "no_match"
