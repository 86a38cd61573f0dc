"""Scenarios in REST. See also GET /api."""

from __future__ import annotations

import msgspec

from bocage.rules.kernel import Scenario


class ScenarioList(msgspec.Struct, frozen=True):
    """Ready-made matches of all games, in the form of their documents."""

    scenarios: list[Scenario]
