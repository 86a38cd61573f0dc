"""Calls of the SDK about this feature."""

from __future__ import annotations

from bocage.features.maps.wire import MapInfo
from tests.clients.sdk_calls import Call

KEPT = {"text": "...", "name": "Ford", "shared": True, "forked_from": "m"}
CALLS = [
    Call(lambda rest: rest.keep_map("...", "Ford", shared=True, forked_from="m"), "/api/maps", KEPT, MapInfo),
    Call(
        lambda rest: rest.keep_map("...", "Ford"),
        "/api/maps",
        {**KEPT, "shared": False, "forked_from": ""},
        MapInfo,
    ),
    Call(lambda rest: rest.map("m"), "/api/maps/m", None, MapInfo),
]
