"""The components, the first deal and the landing."""

from __future__ import annotations

import pytest

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.kernel import PUBLIC, Outcome
from bocage.rules.omaha import GAME
from bocage.rules.omaha.actions import Blast, Land, Move
from bocage.rules.omaha.data import CARDS, CELLS, DECK, LOOK, WATER
from bocage.rules.omaha.events import Dealt, Landed
from bocage.rules.omaha.options import Options
from bocage.rules.omaha.state import State
from tests.rules.omaha.scene import OPEN_BEACH, beach, legal, look, play, step


def begin(options: Options | None = None) -> State:
    """The first beach, dealt from an unshuffled deck."""
    return GAME.setup(options or Options(), (), ScriptedDice(keep_order=True)).state


def test_om_1_the_seventh_hit_kills() -> None:
    state = beach(OPEN_BEACH)
    shown = [state.strength]
    for cell in ("L0", "C0", "R0", "C0", "L0", "C0", "R0"):
        state = play(state, Move(cell))
        shown.append(state.strength)
    assert shown == [8, 7, 6, 5, 4, 3, 2, 0]
    assert state.result == Outcome((), "squad_dead")


def test_om_1_the_card_turns_over_at_the_fourth_hit() -> None:
    front = [GAME.view(beach(OPEN_BEACH, hits=hits), PUBLIC)["strength"] for hits in range(4)]
    back = [GAME.view(beach(OPEN_BEACH, hits=hits), PUBLIC)["strength"] for hits in range(4, 7)]
    assert (front, back) == ([8, 7, 6, 5], [4, 3, 2])


def test_om_2_eight_charges_and_eight_rounds_the_last_one_counts() -> None:
    state = begin()
    assert (state.charges, state.rounds) == (8, 8)
    last_round = beach(OPEN_BEACH, rounds=1)
    assert Move("C1", sniper=True) in legal(last_round)
    spent = play(last_round, Move("L0", sniper=True))
    assert spent.rounds == 0
    assert not any(isinstance(action, Move) and action.sniper for action in legal(spent))
    last_charge = beach("""
        . . N
        . . .
        . . .
        . . .
    """, "R2", charges=1)  # fmt: skip
    assert play(last_charge, Move("R3")).result == Outcome((0,), "nest_destroyed")


def test_om_3_the_nest_and_the_assault_counter_are_no_cards() -> None:
    """Whichever card they are printed on, neither can leave the deck short."""
    assert len(CARDS) == 23
    assert not {"nest", "water"} & {kind.front for kind in DECK}


def test_om_4_the_deck() -> None:
    assert {kind.id: kind.copies for kind in DECK} == {
        "open": 1,
        "open_mine": 1,
        "wire": 7,
        "wire_mine": 4,
        "x": 1,
        "x_mine": 3,
        "x_eye_mine": 1,
        "delta": 1,
        "delta_mine": 3,
        "delta_eye_mine": 1,
    }
    assert [LOOK[card].id for card in CARDS] == (
        ["open"] * 2 + ["wire"] * 11 + ["x"] * 4 + ["x_eye"] + ["delta"] * 4 + ["delta_eye"]
    )


def test_om_5_beach_is_dealt_near_to_far_left_to_right() -> None:
    begun = GAME.setup(Options(), (), ScriptedDice(keep_order=True))
    assert begun.state.grid == [WATER] * 3 + list(range(1, 10))
    assert begun.state.stock == tuple(range(10, 24))
    fronts = tuple(look(begun.state, cell) for cell in CELLS[3:])
    assert [told.public for told in begun.events] == [Dealt(1, fronts)]


def test_om_5_the_shuffle_is_the_one_of_the_sheet() -> None:
    """From the last card down, each changes places with one of those up to itself."""
    dice = Dice(b"omaha", 3)
    state = GAME.setup(Options(), (), dice).state
    deck = list(range(1, 24))
    for i, (bound, j) in zip(range(22, 0, -1), dice.draws, strict=True):
        assert bound == i + 1
        deck[i], deck[j] = deck[j], deck[i]
    assert state.grid[3:] + list(state.stock) == deck


@pytest.mark.parametrize("cell", ["L0", "C0", "R0"])
def test_om_6_the_craft_lands_below_a_column_without_cost(cell: str) -> None:
    begun = begin()
    landing = next(action for action in legal(begun) if action.cell == cell)
    landed = step(begun, landing)
    assert [told.public for told in landed.events] == [Landed(landing.cell)]
    assert GAME.view(landed.state, PUBLIC)["squad"] == cell
    assert (landed.state.hits, landed.state.grid) == (0, begun.grid)


def test_om_6_the_first_step_onto_the_beach_is_an_ordinary_move() -> None:
    state = play(begin(), Land("L0"))
    assert set(legal(state)) == {
        Move("L1"), Move("L1", sniper=True), Move("C0"), Move("C0", sniper=True)
    }  # fmt: skip
    assert play(state, Move("L1")).hits == 1


def test_om_7_sideways_along_the_water_line_under_fire() -> None:
    state = play(begin(), Land("C0"), Move("L0"))
    assert (GAME.view(state, PUBLIC)["squad"], state.hits) == ("L0", 1)


def test_landing_is_all_that_may_be_done_at_sea() -> None:
    begun = begin()
    assert {action.cell for action in legal(begun)} == {"L0", "C0", "R0"}
    assert "squad" not in GAME.view(begun, PUBLIC)
    assert GAME.refusal(begun, 0, Blast("L1")) is not None
