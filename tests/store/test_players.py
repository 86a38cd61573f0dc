"""Players: tokens are known to them alone."""

from __future__ import annotations

import hashlib

from bocage.store import Store, StoreSettings
from bocage.store.keys import player_key
from bocage.store.players import change_player
from tests.redis_server import RedisServer


async def test_a_player_is_found_by_id_and_by_token(store: Store) -> None:
    player, token = await store.create_player("Ann 山田")
    assert player.name == "Ann 山田"
    assert abs(player.created - store.now()) < 10_000
    assert await store.player(player.id) == player
    assert await store.authenticate(token) == player
    name, secret = token.split(".")
    # Eighty random bits in base 32, and 256 in base 64.
    assert (name, len(name), len(secret)) == (player.id, 16, 43)
    other, other_token = await store.create_player("Ann 山田")
    assert (player.id, token) != (other.id, other_token)
    assert await store.authenticate(other_token) == other


async def test_wrong_tokens_are_nobodys(store: Store) -> None:
    player, token = await store.create_player("Ann")
    other, _ = await store.create_player("Bob")
    secret = token.split(".")[1]
    for wrong in ("", ".", player.id, f"{player.id}.", token + "x", token[:-1], f"{other.id}.{secret}", "nobody.x"):
        assert await store.authenticate(wrong) is None
    assert await store.player("nobody") is None


async def test_only_the_hash_of_a_token_is_stored(store: Store, redis_server: RedisServer) -> None:
    player, token = await store.create_player("Ann")
    with redis_server.client() as client:
        fields = client.hgetall(player_key(player.id))
    assert fields[b"token"].decode() == hashlib.sha256(token.encode()).hexdigest()
    assert token.split(".")[1].encode() not in b"".join(fields.values())


async def test_another_name(store: Store) -> None:
    player, token = await store.create_player("Ann")
    renamed = await store.rename(player.id, "Anna")
    assert renamed is not None
    assert (renamed.id, renamed.name) == (player.id, "Anna")
    assert await store.authenticate(token) == renamed
    assert await store.rename("nobody", "Zoe") is None


async def test_expired_player_does_not_come_back_partly(store: Store, redis_server: RedisServer) -> None:
    """What a request does after its token was looked at: the hash may expire in between."""
    player, _ = await store.create_player("Ann")
    key = player_key(player.id)
    with redis_server.client() as client:
        client.delete(key)
        assert not await store.public_records.flag_program(player.id)
        await store.public_records.set(player.id, "everybody")
        await store.public_records.set(player.id, "friends")
        await store.audit.suspend(player.id, [], True)
        assert await store.rename(player.id, "Anna") is None
        assert not await change_player(store.topology, player.id, "notices", "", "{}")
        assert client.hgetall(key) == {}


DAY = 86_400


async def test_unseated_player_expires_after_disuse(store: Store, redis_server: RedisServer) -> None:
    player, token = await store.create_player("Ann")
    key = player_key(player.id)
    with redis_server.client() as client:
        assert 89 * DAY < client.ttl(key) <= 90 * DAY
        client.expire(key, 10 * DAY)
        assert await store.authenticate(token + "x") is None
        assert client.ttl(key) <= 10 * DAY
        # Whoever shows up puts it off.
        assert await store.authenticate(token) == player
        assert client.ttl(key) > 89 * DAY
        client.expire(key, 0)
    assert await store.authenticate(token) is None
    assert await store.player(player.id) is None


async def test_who_sat_down_stays(store: Store, redis_server: RedisServer) -> None:
    player, token = await store.create_player("Ann")
    await store.keep_player(player.id)
    await store.keep_player("nobody")
    assert await store.authenticate(token) == player
    await store.rename(player.id, "Anna")
    with redis_server.client() as client:
        assert client.ttl(player_key(player.id)) == -1
        assert client.keys("player:*") == [player_key(player.id).encode()]


async def test_players_may_be_kept_for_ever(redis_url: str, redis_server: RedisServer) -> None:
    store = await Store.open(StoreSettings(redis_url, guest_days=0))
    player, token = await store.create_player("Ann")
    assert await store.authenticate(token) == player
    await store.close()
    with redis_server.client() as client:
        assert client.ttl(player_key(player.id)) == -1


async def test_who_somebody_is_is_known_while_redis_takes_no_writes(
    store: Store, redis_server: RedisServer
) -> None:
    player, token = await store.create_player("Ann")
    with redis_server.client() as client:
        client.expire(player_key(player.id), 10 * DAY)
        client.config_set("min-replicas-to-write", 1)
        try:
            assert await store.authenticate(token) == player
            assert client.ttl(player_key(player.id)) <= 10 * DAY
        finally:
            client.config_set("min-replicas-to-write", 0)
