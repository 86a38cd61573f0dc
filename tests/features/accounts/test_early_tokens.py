"""Tokens of earlier releases, which have a field of their own."""

from __future__ import annotations

from bocage.features.accounts.storage import SignInStorage
from bocage.protocol.sign_ins import sign_in_id
from bocage.store import Store
from bocage.store.keys import player_key
from tests.redis_server import RedisServer


async def test_token_of_an_earlier_release_ends_by_its_sign_in(store: Store, redis_server: RedisServer) -> None:
    ann, token = await store.create_player("Ann")
    key, sign_ins = player_key(ann.id), SignInStorage(store)
    link = await sign_ins.link(token)
    assert link is not None
    second = await sign_ins.use(link[0], "second", 20)
    assert second is not None
    with redis_server.client() as client:
        # Whoever came first was kept in a field of their own as well.
        first = client.hget(key, "token")
        assert first is not None
        assert first[:16].decode() == sign_in_id(token)
        client.hset(key, f"used:{sign_in_id(second[1])}", 1)
        client.hset(key, f"used:{sign_in_id(token)}", 2)
        third = await sign_ins.use(await _link(store, token), "third", 2)
        assert third is not None
        # There is room for two: the second one ended, and not the token of the first.
        assert client.hget(key, "token") == first
        fourth = await sign_ins.use(await _link(store, third[1]), "fourth", 1)
        assert fourth is not None
        assert client.hget(key, "token") is None
    assert await store.authenticate(token) is None


async def _link(store: Store, token: str) -> str:
    link = await SignInStorage(store).link(token)
    assert link is not None
    return link[0]
