"""Whom a player blocked or muted, they do not hear: on every connection of theirs, on every node, at once."""

from __future__ import annotations

import asyncio

import pytest

from bocage.features.social.blocks import CHANNEL, Blocks, Kind
from bocage.protocol import messages as m
from bocage.word_filter import small
from tests.live.node.service import PATIENCE, Client, Service, running


async def settled(service: Service, player: str, unheard: set[str]) -> None:
    """Wait until the connections of ``player`` at that node know whom they do not hear."""
    async with asyncio.timeout(PATIENCE):
        while any(one.unheard != unheard for one in service.node.sessions.all if one.player == player):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)


async def receive_mutes(service: Service) -> None:
    """What the feature does when a node starts."""
    blocks, news = Blocks(service.store.topology), service.node.sessions
    news.unheard_of = blocks.unheard
    await service.store.listen(CHANNEL, lambda player: news.unheard(player.decode()))


async def lines(listener: Client, last: str) -> list[str]:
    """What ``listener`` has heard when it has heard the line ``last``."""
    while last not in (heard := [one.text for one in listener.received if isinstance(one, m.Said)]):
        await listener.receive()
    return heard


@pytest.mark.parametrize("kind", ["blocks", "mutes"])
async def test_blocked_and_muted_players_are_unheard_on_every_node(redis_url: str, kind: Kind) -> None:
    async with running(redis_url) as one, running(redis_url) as other:
        await receive_mutes(one)
        await receive_mutes(other)
        (ann, anns), (bob, bobs) = await one.player("Ann"), await one.player("Bob")
        _, eves = await one.player("Eve")
        match = await one.match(ann, bob)
        async with one.client(anns) as a, other.client(bobs) as b, other.client(eves) as e:
            for client in (a, b, e):
                await client.watch(match)
            await b.ask(m.Say, match=match, text="first")
            assert await lines(a, "first") == ["first"]
            # By another node than the one that Ann is connected to.
            assert await Blocks(other.store.topology).add(ann.id, bob.id, 10, kind)
            await settled(one, ann.id, {bob.id})
            await b.ask(m.Say, match=match, text="second")
            await e.ask(m.Say, match=match, text="between")
            assert await lines(e, "between") == ["first", "second", "between"]
            await Blocks(other.store.topology).remove(ann.id, bob.id, kind)
            await settled(one, ann.id, set())
            await b.ask(m.Say, match=match, text="third")
            assert await lines(a, "third") == ["first", "third"]
        assert await Blocks(one.store.topology).add(ann.id, bob.id, 10, kind)
        async with one.client(anns), one.client(bobs):
            await settled(one, ann.id, {bob.id})
            await settled(one, bob.id, set())


async def test_chat_goes_through_the_filter_that_was_chosen(redis_url: str) -> None:
    async with running(redis_url, word_filter=small) as service:
        ann, anns = await service.player("Ann")
        match = await service.match(ann)
        async with service.client(anns) as client:
            await client.watch(match)
            await client.ask(m.Say, match=match, text="oh  fuck")
            assert await lines(client, "oh ****") == ["oh ****"]
