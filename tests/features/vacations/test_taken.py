"""Vacations that players have taken, in Redis."""

from __future__ import annotations

from bocage.features.vacations.taken import Vacations
from bocage.log.records import TimeAway
from bocage.store import Store


async def test_a_change_needs_the_latest_vacations(store: Store) -> None:
    ann, _ = await store.create_player("Ann")
    bob, _ = await store.create_player("Bob")
    vacations = Vacations(store.topology)
    first, both = (TimeAway(1, 5),), (TimeAway(1, 5), TimeAway(7, 9))
    assert await vacations.of(ann.id) == ()
    assert await vacations.change(ann.id, (), first) is True
    assert await vacations.change(ann.id, (), both) is False
    assert await vacations.change(ann.id, first, both) is True
    assert await vacations.change("nobody", (), first) is False
    assert await vacations.of(ann.id) == both
    assert await vacations.last([bob.id, ann.id, "", ann.id]) == {ann.id: TimeAway(7, 9)}
