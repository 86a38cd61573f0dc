"""What Redis holds about players besides matches: what the operator hid and did."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bocage.store import Store, StoreSettings
from bocage.store.moderation import Act
from tests.redis_server import RedisServer
from tests.store.logs import a_row, until

DAY = 86_400_000


@pytest.fixture
async def other(redis_url: str) -> AsyncIterator[Store]:
    """A second node on the same Redis."""
    opened = await Store.open(StoreSettings(redis_url))
    yield opened
    await opened.close()


def left(redis_server: RedisServer, key: str) -> int:
    """Milliseconds after which a key goes; -1: never, -2: it is not there."""
    with redis_server.client() as client:
        return int(client.pttl(key))


async def test_hidden_matches_are_known_to_every_node(store: Store, other: Store) -> None:
    rows: list[Any] = []
    other.on_row = rows.append
    first, second = a_row("m1", at=700), a_row("m2", at=800)
    assert store.hidden.shown([first, second]) == [first, second]
    await store.hidden.set(first, True)
    await until(lambda: other.hidden.known == {"m1"} and store.hidden.known == {"m1"})
    assert other.hidden.shown([first, second]) == [second]
    assert (other.hidden.heard(first).hidden, other.hidden.heard(second).hidden) == (True, None)
    await until(lambda: len(rows) == 1)
    assert (rows[0].match, rows[0].at, rows[0].hidden) == ("m1", 700, True)
    other.hidden.known = frozenset({"m7"})
    await other.hidden.load_again()
    assert other.hidden.known == {"m1"}
    await store.hidden.set(first, False)
    await until(lambda: not other.hidden.known)
    await until(lambda: len(rows) == 2)
    assert (rows[1].at, rows[1].hidden) == (700, False)
    await other.hidden.load()
    assert other.hidden.known == frozenset()
    await other.topology.close()
    await other.hidden.load_again()


async def test_what_operators_did_is_told_in_order(store: Store) -> None:
    acts = [Act(number, "root", "suspend", f"p{number}", "a reason of words") for number in range(3)]
    for act in acts:
        await store.audit.note(act)
    assert await store.audit.newest(2) == [acts[2], acts[1]]
    assert await store.audit.newest(9) == acts[::-1]


async def test_suspension_reaches_connections(store: Store, other: Store) -> None:
    ended: list[list[str]] = []
    other.on_signed_out = ended.append
    ann, token = await store.create_player("Ann")
    await store.audit.suspend(ann.id, [], True)
    await store.audit.suspend(ann.id, ["one", "two"], True)
    found = await store.authenticate(token)
    assert found is not None
    assert found.suspended
    await store.audit.suspend(ann.id, ["three"], False)
    found = await store.player(ann.id)
    assert found is not None
    assert not found.suspended
    await store.audit.suspend("nobody", ["last"], True)
    await until(lambda: ["last"] in ended)
    assert ended == [["one", "two"], ["last"]]
    assert await store.player("nobody") is None
