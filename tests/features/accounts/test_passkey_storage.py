"""Passkeys and challenges in Redis."""

from __future__ import annotations

import msgspec
import pytest

from bocage.features.accounts.storage import (
    CHALLENGE_LASTS,
    Passkey,
    PasskeyStorage,
    SignInStorage,
    passkey_id,
)
from bocage.protocol.sign_ins import sign_in_id
from bocage.store import Store
from bocage.store.keys import player_key
from tests.redis_server import RedisServer
from tests.store.test_about_players import left


async def test_challenge_is_answered_once_by_its_addressee(store: Store, redis_server: RedisServer) -> None:
    passkeys = PasskeyStorage(store)
    await passkeys.wait_for("c1", "ann")
    with redis_server.client() as client:
        (key,) = client.keys("challenge:*")
    assert b"c1" not in key
    assert CHALLENGE_LASTS == 300
    assert 290_000 < left(redis_server, key.decode()) <= 300_000
    assert [await passkeys.answered("c1", "ann"), await passkeys.answered("c1", "ann")] == [True, False]
    await passkeys.wait_for("c2", "ann")
    # Whoever tries it for somebody else has used it up.
    assert [await passkeys.answered("c2", "bob"), await passkeys.answered("c2", "ann")] == [False, False]


async def test_passkeys_from_beginning_to_end(
    store: Store, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, token = await store.create_player("Ann")
    passkeys, sign_ins, device = PasskeyStorage(store), SignInStorage(store), sign_in_id(token)
    old, new = Passkey(b"one", b"k1", 0, "Phone", 10), Passkey(b"two", b"k2", 3, "Key", 20, synced=True)
    twin = Passkey(b"three", b"k3", 0, "Twin", 10)
    assert left(redis_server, player_key(ann.id)) > 0
    assert await passkeys.add(ann.id, "ended", old) is False
    assert left(redis_server, player_key(ann.id)) > 0
    assert [await passkeys.add(ann.id, device, one) for one in (old, new, twin)] == [True] * 3
    assert left(redis_server, player_key(ann.id)) == -1
    assert await passkeys.of(ann.id) == [new, *sorted((old, twin), key=lambda one: one.id)]
    assert old.id == passkey_id(b"one") == "7692c3ad3540bb80"
    assert await passkeys.find(ann.id, old.id) == old
    assert await passkeys.find(ann.id, "none") is None
    assert [await passkeys.rename(ann.id, one, "Old phone") for one in (old.id, "none")] == [True, False]
    named = msgspec.structs.replace(old, name="Old phone")
    assert await passkeys.find(ann.id, old.id) == named
    monkeypatch.setattr(store, "now", lambda: 500)
    # Somebody else used it since it was read.
    assert await sign_ins.by_passkey(ann.id, old, 4, "desk", 9) is None
    signed_in = await sign_ins.by_passkey(ann.id, named, 4, "desk", 9)
    assert signed_in is not None
    assert (signed_in[0].id, signed_in[0].name, signed_in[0].created) == (ann.id, "Ann", ann.created)
    assert await store.authenticate(signed_in[1]) == ann
    assert await passkeys.find(ann.id, old.id) == msgspec.structs.replace(named, count=4, used=500)
    held = await sign_ins.of(ann.id)
    made = {one.id: one for one in held.sign_ins}[sign_in_id(signed_in[1])]
    assert (made.device, made.made, len(held.sign_ins), held.passkeys, held.recoverable) == (
        "desk",
        500,
        2,
        3,
        True,
    )
    await passkeys.remove(ann.id, old.id)
    assert await passkeys.of(ann.id) == [new, twin]
