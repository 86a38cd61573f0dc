"""Duplicates: endpoints, and the screen of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bocage.features.duplicates import endpoints
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, KeptKey, Screen

SCREEN = Screen(
    {
        "en": ("Duplicate", "The same deals for two, each for themselves: the better plan wins."),
        "ja": ("同じ配置で勝負", "同じ配置を二人が別々にプレイ。作戦の良し悪しで勝負します。"),
    }
)


class DuplicatesFeature(Feature):
    """Duplicates on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS
    screens: ClassVar[Mapping[str, Screen]] = {"duplicate": SCREEN}
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(
            r"duplicate:.*",
            not_exported="names the other player; the player's own matches of it are exported",
            survives="the other player's matches are compared by it; expires 60 days after its end",
        ),
    )


FEATURE = DuplicatesFeature
