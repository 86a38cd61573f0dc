"""What lies in Redis, word for word: other releases read it, and keys depend on it."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.http.feature import KeptKey
from bocage.store import Store, StoreSettings
from bocage.store.keys import options_digest, player_key
from bocage.store.records import Player
from bocage.store.server import Target
from tests.redis_server import RedisServer


@pytest.mark.parametrize(
    ("options", "digest"),
    [
        ({}, "44136fa355b3"),
        ({"variant": "map", "men": 3}, "51e3665e53bf"),
        ({"men": 3, "variant": "map"}, "51e3665e53bf"),
    ],
)
def test_options_have_a_name_of_twelve_signs_whatever_their_order(options: Any, digest: str) -> None:
    assert options_digest(options) == digest


@pytest.mark.parametrize("seen_by", ["everybody", "friends", "nobody"])
async def test_who_may_see_a_record(store: Store, redis_server: RedisServer, seen_by: Any) -> None:
    ann, _ = await store.create_player("Ann")
    records = store.public_records
    assert (await records.seen_by(ann.id), await records.has(ann.id)) == ("nobody", False)
    for before in ("everybody", "friends", "nobody"):
        await records.set(ann.id, before)
        await records.set(ann.id, seen_by)
        assert (await records.seen_by(ann.id), await records.has(ann.id)) == (seen_by, seen_by == "everybody")
        with redis_server.client() as client:
            told = client.hmget(player_key(ann.id), "public", "for_friends")
        assert told == [b"1" if seen_by == "everybody" else None, b"1" if seen_by == "friends" else None]
    # Who is not there says nothing.
    await records.set("nobody", seen_by)
    assert not await records.flag_program("nobody")
    assert await records.seen_by("nobody") == "nobody"


async def test_program_and_suspension_are_stored_as_one(store: Store, redis_server: RedisServer) -> None:
    ann, _ = await store.create_player("Ann")
    assert await store.public_records.flag_program(ann.id)
    await store.audit.suspend(ann.id, [], True)
    with redis_server.client() as client:
        assert client.hmget(player_key(ann.id), "program", "suspended") == [b"1", b"1"]


@pytest.mark.parametrize(
    ("given", "left_out"),
    [
        (Player("p", "", 1), {"program": False, "suspended": False}),
        (KeptKey("key"), {"export": "", "not_exported": "", "survives": ""}),
        (
            StoreSettings("url"),
            {"durability": "everysec", "replicas": 0, "replica_timeout": 1000, "guest_days": 90},
        ),
        (Target(), {"host": "localhost", "port": 6379, "db": 0, "tls": False, "verify": True, "cluster": False}),
        (Target(), dict.fromkeys(("path", "username", "password", "ca_file"), "")),
    ],
)
def test_what_is_left_out_is_as_usual(given: Any, left_out: dict[str, Any]) -> None:
    assert {name: getattr(given, name) for name in left_out} == left_out
