"""A connection for each match, where the service asks for it."""

from __future__ import annotations

import asyncio

from bocage.protocol import messages as m
from tests.clients.fake_service import ACTIONS, FakeMatch, FakeService
from tests.clients.test_sdk_service import client_of, play_to_the_end


async def gone(service: FakeService, paths: list[str]) -> None:
    """Wait until only these connections are open."""
    async with asyncio.timeout(60):
        while sorted(service.paths) != paths:  # noqa: ASYNC110 - the service tells nobody
            await asyncio.sleep(0.01)


async def test_each_match_is_played_over_its_own_connection(service: FakeService) -> None:
    service.per_match = True
    service.matches["n"] = FakeMatch(10)
    async with client_of(service) as client:
        first, second = client.follow("m"), client.follow("n")
        assert (await first.get()).seq == (await second.get()).seq == 1
        assert sorted(service.paths) == ["/ws", "/ws?match=m", "/ws?match=n"]
        assert await client.act("m", 1, ACTIONS[0])
        assert await client.ping() > 0
        client.unfollow("m", first)
        await gone(service, ["/ws", "/ws?match=n"])
        assert await play_to_the_end(client, "n") == list(range(1, 11))
    await gone(service, [])


async def test_a_match_followed_again_has_a_new_connection(service: FakeService) -> None:
    service.per_match = True
    async with client_of(service) as client:
        for _ in range(2):
            queue = client.follow("m")
            await queue.get()
            client.unfollow("m", queue)
            await gone(service, ["/ws"])


async def test_a_connection_stays_until_its_requests_are_answered(service: FakeService) -> None:
    service.per_match = True
    async with client_of(service) as client:
        queue = client.follow("m")
        await queue.get()
        service.refuse.append(m.Refused(code="limit", text="Slowly.", limit="message_rate", retry=50))
        act = asyncio.create_task(client.act("m", 1, ACTIONS[0]))
        await asyncio.sleep(0)
        client.unfollow("m", queue)
        assert await act
        await gone(service, ["/ws"])


async def test_one_connection_carries_all_where_the_client_wants_that(service: FakeService) -> None:
    service.per_match = True
    async with client_of(service, per_match=False) as client:
        assert await play_to_the_end(client) == list(range(1, 11))
        assert service.connections == 1
