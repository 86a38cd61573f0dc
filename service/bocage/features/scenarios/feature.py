"""Scenarios on one node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bocage.features.scenarios import endpoints
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, Screen

SCREEN = Screen(
    {
        "en": ("Scenarios", "Ready-made matches: maps, opening positions and deals."),
        "ja": ("シナリオ", "用意された対戦：マップ、初期配置、一戦。"),
    }
)


class ScenariosFeature(Feature):
    """A list, which changes with releases only."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS
    screens: ClassVar[Mapping[str, Screen]] = {"scenarios": SCREEN}


FEATURE = ScenariosFeature
