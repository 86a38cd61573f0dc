"""Calls of the SDK about this feature."""

from __future__ import annotations

from bocage.features.ratings import wire as ratings
from tests.clients.sdk_calls import Call

CALLS = [
    Call(
        lambda rest: rest.ladder_record("squad", "p"),
        "/api/ladder/record?game=squad&player=p",
        None,
        ratings.LadderRecord,
    ),
    Call(lambda rest: rest.ladder("squad"), "/api/ladder?game=squad&kind=people", None, ratings.Ladder),
    Call(
        lambda rest: rest.ladder("squad", "programs"),
        "/api/ladder?game=squad&kind=programs",
        None,
        ratings.Ladder,
    ),
]
