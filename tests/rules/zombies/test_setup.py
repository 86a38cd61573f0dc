"""Components and setup: ZB-1 to ZB-6."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.zombies import GAME
from bocage.rules.zombies.board import NUMBERED
from bocage.rules.zombies.data import COUNTERS, STAR, STRENGTH
from bocage.rules.zombies.options import Options
from bocage.rules.zombies.state import State
from tests.rules.zombies.scene import kind


def begin(seed: int = 0) -> State:
    return GAME.setup(Options(), (), Dice(b"setup", seed)).state


def test_zb_1_four_zombies_two_infantry_two_pieces_of_equipment_one_event() -> None:
    assert Counter(COUNTERS) == {
        **dict.fromkeys(("z3", "z4", "z5", "z6", "m8", "cutter", "event"), 1),
        "infantry": 2,
    }


def test_zb_2_zombies_are_numbered_three_to_six() -> None:
    assert sorted(STRENGTH.values()) == [3, 4, 5, 6]


def test_zb_5_carentan_has_no_number_and_the_tank_starts_there() -> None:
    state = begin()
    assert STAR not in NUMBERED.values()
    assert (state.tank, state.damaged, state.turn, kind(state)) == (STAR, False, 1, "roll")


@given(st.integers(0, 2**32))
def test_zb_6_eight_counters_on_the_numbers_and_one_on_the_track(seed: int) -> None:
    state = begin(seed)
    assert set(state.face_down) == set(NUMBERED.values())
    assert Counter([*state.face_down.values(), state.marker]) == Counter(COUNTERS)
    assert not state.marker_shown
    GAME.assert_invariants(state)


def test_setup_lays_the_shuffled_order_on_hexes_one_to_eight() -> None:
    """The injected order: an unshuffled list of counters."""
    state = GAME.setup(Options(), (), ScriptedDice(keep_order=True)).state
    assert [state.face_down[NUMBERED[number]] for number in range(1, 9)] == list(COUNTERS[:8])
    assert state.marker == COUNTERS[8]


def test_setup_draws_a_fisher_yates_shuffle_from_the_last_down() -> None:
    dice = ScriptedDice([1, 8, 7, 6, 5, 4, 3, 2])
    state = GAME.setup(Options(), (), dice).state
    assert [bound for bound, _ in dice.draws] == [9, 8, 7, 6, 5, 4, 3, 2]
    assert (state.marker, state.face_down["st-come"]) == (COUNTERS[0], COUNTERS[8])
