"""The games in OpenSpiel: its own simulation passes, and copies and serialised matches play on alike."""

from __future__ import annotations

import copy
import json
from typing import Any

import msgspec
import pyspiel
import pytest

import bocage.rl.spiel as _registers_the_games  # noqa: F401
from bocage.rl.spiel import SpielState
from tests.all_games import GAMES

QUICK = ("omaha", "zombies")


def begun(game: str, deal: int = 3, **parameters: Any) -> SpielState:
    state: SpielState = pyspiel.load_game(f"bocage_{game}", {"deals": 5, **parameters}).new_initial_state()
    state.apply_action(deal)
    return state


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.night if game not in QUICK else ()) for game in GAMES]
)
def test_random_simulation_of_openspiel_passes(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"bocage_{game}", {"deals": 5}), 2, True, False)


@pytest.mark.parametrize("game", ["omaha", "squad"])
def test_copies_and_serialised_matches_play_on_alike(game: str) -> None:
    state = begun(game)
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    others = [state.clone(), copy.deepcopy(state), restored]
    for _ in range(6):
        action = state.legal_actions()[-1]
        for one in (state, *others):
            one.apply_action(action)
    assert {str(one) for one in others} == {str(state)}
    assert {one.information_state_string(0) for one in others} == {state.information_state_string(0)}


def test_information_states_have_own_actions_and_views_alone() -> None:
    state = begun("squad")
    while state.current_player() != 1:
        state.apply_action(state.legal_actions()[0])
    before = json.loads(state.information_state_string(0))
    state.apply_action(state.legal_actions()[0])
    view, done, events = json.loads(state.information_state_string(0))
    assert done == before[1]
    assert view == state.episode.document(0)
    assert events == json.loads(msgspec.json.encode(state.episode.events(0)))


def test_parameters_are_options_of_the_lobby() -> None:
    assert begun("omaha", squad_track=8).episode.document(0)["options"]["squad_track"] == 8
    with pytest.raises(ValueError, match="squad_track"):
        begun("omaha", squad_track=9)


def test_deals_are_equally_likely_and_differ() -> None:
    start = pyspiel.load_game("bocage_omaha", {"deals": 5}).new_initial_state()
    assert start.chance_outcomes() == [(deal, 0.2) for deal in range(5)]
    assert len({str(begun("squad", deal)) for deal in range(5)}) == 5
