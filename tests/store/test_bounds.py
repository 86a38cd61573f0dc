"""How long and how many, for the store. Other tests hold whatever these numbers are; here stands what they are.

Who changes one of them changes how soon somebody is told, how long something is kept, or what other nodes expect.
"""

from __future__ import annotations

from typing import Any

import pytest

from bocage.store import (
    appends,
    embedded,
    inspection,
    keys,
    lists,
    moderation,
    names,
    players,
    reservations,
    server,
    shard_group,
    store,
    topology,
    waiting,
)

SECOND, DAY = 1_000, 86_400_000


@pytest.mark.parametrize(
    ("where", "bounds"),
    [
        (appends, {"MOST_CALLS": 2, "MOST_ENTRIES": 256, "UNSURE": 10}),
        (moderation, {"KEPT": 100_000}),
        (embedded, {"SOCKET_PATH": 100, "STOP_TIME": 20}),
        (keys, {"SHARDS": 32, "SLOTS": 16_384, "REMEMBERED": 16_384}),
        (lists, {"PAGE": 500}),
        (inspection, {"PATIENCE": 5, "ROUNDS": 20}),
        (names, {"MOST": 16_384}),
        (players, {"NOTED": 60 * SECOND}),
        (reservations, {"REMEMBERED": DAY // SECOND}),
        (server, {"PATIENCE": 2.5, "FIRST_BACKOFF": 0.05, "LONGEST_BACKOFF": 2}),
        (shard_group, {"BEAT": SECOND, "OUTAGE": 3 * SECOND, "CUT_OFF": SECOND, "REMEMBER": 60 * DAY}),
        (shard_group, {"MOST_DUE": 100, "HEAL_CHUNK": 200}),
        (store, {"PARTING": 5, "PAUSE": 0.005}),
        (topology, {"BEAT_EVERY": 0.5}),
        (waiting, {"SOON": 30 * SECOND}),
    ],
)
def test_bounds(where: Any, bounds: dict[str, float]) -> None:
    assert {name: getattr(where, name) for name in bounds} == bounds
