"""Calls of the SDK about this feature."""

from __future__ import annotations

from bocage.features.reviews.wire import HintGiven
from tests.clients.sdk_calls import Call

CALLS = [
    Call(lambda rest: rest.hint("m", 8), "/api/matches/m/hint", {"seq": 8}, HintGiven),
]
