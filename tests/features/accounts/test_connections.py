"""The end of a sign-in closes its connections on every node."""

from __future__ import annotations

from bocage.features.accounts.leaving import delete_account
from bocage.features.accounts.storage import SignInStorage
from bocage.protocol import messages as m
from bocage.protocol.codes import CLOSE
from bocage.protocol.sign_ins import sign_in_id
from tests.live.node.service import running
from tests.live.node.test_sign_ins import closed


async def test_ended_sign_in_closes_connections_on_every_node(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        ann, token = await one.player("Ann")
        kept = await SignInStorage(one.store).add(token, "", 20)
        assert kept is not None
        async with one.client(token) as first, two.client(token) as second, two.client(kept) as third:
            await SignInStorage(one.store).end(ann.id, sign_in_id(token))
            assert await closed(first) == await closed(second) == CLOSE["signed_out"].number
            assert isinstance(await third.ask(m.Ping), m.Pong)
            assert two.node.counts.closed["signed_out"] == 1
        async with one.client() as again:
            assert again.received


async def test_leaving_player_loses_connections_on_every_node(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        ann, token = await one.player("Ann")
        _, bobs = await one.player("Bob")
        again = await SignInStorage(one.store).add(token, "", 20)
        assert again is not None
        async with one.client(token) as first, two.client(again) as second, two.client(bobs) as third:
            await delete_account(one.store, ann.id, [])
            assert await closed(first) == await closed(second) == CLOSE["signed_out"].number
            assert isinstance(await third.ask(m.Ping), m.Pong)
        client = two.client(token)
        await client.open()
        await client.send(m.Hello(token))
        assert (await client.get(m.Refused)).code == "bad_token"
