"""Scenarios: the documents of all games, and documents that are refused (docs/scenarios.md)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.rules.kernel import AnyGame, Scenario, ScenarioError
from bocage.rules.kernel.registry import all_games, find_game
from bocage.rules.kernel.scenario import LARGEST, check_scenario, parse_scenario

ALL = [(game, scenario) for game in all_games() for scenario in game.scenarios()]


def test_there_are_ten_and_five_maps_among_them() -> None:
    assert len(ALL) == len({scenario.id for _, scenario in ALL}) == 10
    assert sum("map" in scenario.options for _, scenario in ALL) == 5


@pytest.mark.parametrize(("game", "scenario"), ALL, ids=[scenario.id for _, scenario in ALL])
def test_each_is_valid_and_written_as_its_game_writes_it(game: AnyGame, scenario: Scenario) -> None:
    whole = check_scenario(scenario, game)
    for name, value in scenario.options.items():
        assert whole.options[name] == value
    assert bool(scenario.key) == (game.seats == 1)


DOCUMENT: dict[str, Any] = {
    "scenario": 1,
    "id": "a-1",
    "game": "squad",
    "name": {"en": "A", "ja": "A"},
    "text": {"en": "B", "ja": "B"},
}


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("scenario_form", {"scenario": 2}),
        ("scenario_form", {"id": "../a"}),
        ("scenario_form", {"name": {"en": "A"}}),
        ("scenario_form", {"text": {"en": "A" * 301, "ja": "A"}}),
        ("scenario_form", {"key": "00"}),
        ("scenario_form", {"more": 1}),
        ("scenario_game", {"game": "omaha"}),
        ("scenario_options", {"options": {"turn_cap": -1}}),
        ("scenario_options", {"options": {"variant": "map", "terrain": "drawn", "map": "<b>"}}),
        ("scenario_options", {"seats": [{"nation": "fr"}]}),
        ("scenario_seats", {"seats": [{}, {}, {}]}),
        ("scenario_key", {"key": "0" * 64}),
        ("scenario_large", {"options": {"map": "." * LARGEST}}),
    ],
)
def test_other_documents_are_refused_with_a_code(code: str, changes: dict[str, Any]) -> None:
    raw = msgspec.json.encode({**DOCUMENT, **changes})
    with pytest.raises(ScenarioError, match=rf"^{code}: ") as caught:
        check_scenario(parse_scenario(raw), find_game("squad"))
    assert caught.value.code == code


@pytest.mark.parametrize("raw", [b"", b"[]", b"\xff", b"[" * LARGEST])
def test_what_is_no_document_is_refused(raw: bytes) -> None:
    with pytest.raises(ScenarioError, match=r"^scenario_form: "):
        parse_scenario(raw)
