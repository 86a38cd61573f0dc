"""How long and how many, for requests. Other tests hold whatever these numbers are; here stands what they are.

Who changes one of them changes what clients may send, how old an answer may be, or when somebody is asked again.
"""

from __future__ import annotations

from typing import Any

import pytest

from bocage.features.notices import endpoints as notices
from bocage.http import (
    archivist,
    bot_invitations,
    compression,
    context,
    heads,
    idempotency,
    passkeys,
    profiles,
    quota,
    rematch,
    replays,
)

SECOND, DAY = 1_000, 86_400_000


@pytest.mark.parametrize(
    ("where", "bounds"),
    [
        (compression, {"LEAST_COMPRESSED": 1000}),
        (archivist, {"SLICE": 20, "AT_ONCE": 2, "KEPT": 4 * 1024 * 1024}),
        (bot_invitations, {"LOOK": 2, "OWN_TIME": 2 * SECOND, "AGAIN": 15}),
        (context, {"BODY_TIME": 15, "LONGEST_ID": 40, "LONGEST_TOKEN": 200}),
        (heads, {"LONGEST_ID": 40}),
        (notices, {"WRITTEN": 3600, "TURNS": 10}),
        (idempotency, {"LONGEST": 100}),
        (passkeys, {"CHALLENGE": 32, "SESSION": 16}),
        (quota, {"LATER": 60}),
        (profiles, {"MOST": 1000, "OPPONENTS": 20, "MATCHES": 20, "SETS": 5, "REVIEWS": 200, "LONGEST_ID": 40}),
        (rematch, {"MOST": 50}),
        (replays, {"SOON": 300}),
    ],
)
def test_bounds(where: Any, bounds: dict[str, float]) -> None:
    assert {name: getattr(where, name) for name in bounds} == bounds
