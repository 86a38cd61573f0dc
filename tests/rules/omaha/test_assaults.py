"""From one assault to the next, the nest, and the ways it all ends."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.rules.dice import ScriptedDice
from bocage.rules.kernel import PUBLIC, Outcome
from bocage.rules.omaha import GAME
from bocage.rules.omaha.actions import Blast, Land, Move, PlaceNest
from bocage.rules.omaha.data import CARDS, CELLS, LOOK, NestCell
from bocage.rules.omaha.events import Dealt, Hit, Moved, NestBlown, NestPlaced
from bocage.rules.omaha.state import State
from tests.rules.omaha.scene import beach, hits, legal, lie, look, play, targets, told

WON = Outcome((0,), "nest_destroyed")
BLOCKED = Outcome((), "blocked")

BEFORE_THE_LAST = """
    x w *
    . . .
    . . .
    . . .
"""


def last_assault(column: str, **fields: Any) -> State:
    """The squad has just reached the far row of the third assault; the stock lies in the order of the deck."""
    cell = next(cell for cell in CELLS if cell == f"{column}2")
    ready = beach(BEFORE_THE_LAST, cell, assault=3, **fields)
    ahead = next(cell for cell in CELLS if cell == f"{column}3")
    return play(ready, *([Blast(ahead)] if column == "C" else []), Move(ahead))


@pytest.mark.parametrize("side", ["L3", "R3"])
def test_om_16_in_the_centre_the_player_chooses_the_side(side: NestCell) -> None:
    state = last_assault("C")
    assert state.phase == "place_nest"
    assert legal(state) == [PlaceNest("L3"), PlaceNest("R3")]
    front = look(state, side)
    assert told(state, PlaceNest(side)) == [NestPlaced(side, LOOK[lie(state, side)].id)]
    placed = play(state, PlaceNest(side))
    assert (placed.phase, look(placed, side)) == ("assault", "nest")
    assert GAME.view(placed, PUBLIC)["removed"] == front


@pytest.mark.parametrize(("column", "nest"), [("L", "R3"), ("R", "L3")])
def test_om_17_the_nest_stands_in_the_other_outer_column(column: str, nest: str) -> None:
    state = last_assault(column)
    assert [cell for cell in CELLS if look(state, cell) == "nest"] == [nest]


def test_om_17_the_card_that_the_nest_replaces_leaves_the_game() -> None:
    state = last_assault("L")
    on_table = [lie(state, cell) for cell in CELLS if look(state, cell) != "nest"]
    assert len(on_table) == 11
    assert sorted([*on_table, *state.stock, state.removed]) == list(CARDS)
    assert "removed" in GAME.view(state, PUBLIC)


NEST_AHEAD = """
    . . N
    . . .
    . . .
    . . .
"""


def test_om_18_the_nest_is_blown_by_stepping_onto_it() -> None:
    state = beach(NEST_AHEAD, "R2")
    assert targets(state, Blast) == set()
    assert told(state, Move("R3")) == [Moved("R3"), NestBlown("R3")]
    won = play(state, Move("R3"))
    assert (won.result, won.charges) == (WON, 7)


def test_om_18_from_the_side_the_nest_fires_first() -> None:
    state = beach(NEST_AHEAD, "C3")
    assert told(state, Move("R3")) == [Moved("R3"), Hit("fire", 7), NestBlown("R3")]
    assert play(state, Move("R3", sniper=True)).hits == 0
    dying = beach(NEST_AHEAD, "C3", hits=6)
    assert play(dying, Move("R3")).result == Outcome((), "squad_dead")


def test_om_19_three_wires_and_no_charge_to_spare() -> None:
    state = beach("""
        w w w
        . x .
        . . .
        . . .
    """, "C1", charges=2)  # fmt: skip
    assert play(state, Blast("C2")).result == BLOCKED


def test_om_19_any_closed_front_counts_not_only_three_wires_abreast() -> None:
    state = beach("""
        . w .
        w . w
        w . w
        . x .
    """, "C1", charges=2)  # fmt: skip
    assert play(state, Blast("L1")).result == BLOCKED


def test_om_19_a_way_round_is_a_way() -> None:
    state = beach("""
        w w .
        . . .
        . w w
        . x .
    """, "R0", charges=2)  # fmt: skip
    assert play(state, Blast("C0")).result is None


def test_om_19_with_two_charges_nothing_is_declared() -> None:
    state = beach("""
        w w w
        . x .
        . . .
        . . .
    """, "C1", charges=3)  # fmt: skip
    assert play(state, Blast("C2")).result is None


def test_om_19_checked_after_a_step() -> None:
    """There is no way back: leaving the last open column closes it."""
    state = beach("""
        . w w
        . w .
        . . .
        . . .
    """, "C1", charges=1)  # fmt: skip
    assert play(state, Move("L1")).result is None
    committed = beach("""
        . w w
        . w .
        . . .
        . . .
    """, "R1", charges=1)  # fmt: skip
    assert play(committed, Move("R2")).result == BLOCKED


def test_om_19_checked_after_a_deal() -> None:
    state = beach("""
        . . .
        . . .
        . . .
        . . .
    """, "C2", charges=1)  # fmt: skip
    # The deck in its order: two open cards, then eleven wires. Rows 1 to 3 are wire but for the first two cells.
    dealt = play(state, Move("C3"))
    assert [look(dealt, cell) for cell in CELLS[3:]].count("wire") >= 3
    assert (dealt.assault, dealt.result) == (3, BLOCKED)


def test_om_19_in_the_last_assault_only_the_nest_counts() -> None:
    state = beach("""
        . w N
        . x w
        . . .
        . . .
    """, "C1", charges=2)  # fmt: skip
    assert play(state, Blast("C2")).result == BLOCKED


def test_om_32_the_assault_ends_on_the_far_row() -> None:
    state = beach(BEFORE_THE_LAST, "R2")
    after = play(state, Move("R3"))
    assert (after.assault, CELLS[after.squad], after.trail) == (3, "R0", ())
    first, second, *_ = told(state, Move("R3"))
    assert (first, second) == (Moved("R3"), Hit("fire", 7))


def test_om_32_squad_dying_on_the_far_row_advances_no_further() -> None:
    dead = play(beach(BEFORE_THE_LAST, "R2", hits=6), Move("R3"))
    assert (dead.assault, dead.result) == (2, Outcome((), "squad_dead"))


def test_om_33_everything_behind_the_far_row_goes_back() -> None:
    state = beach(BEFORE_THE_LAST, "R2")
    after = play(state, Move("R3"), dice=ScriptedDice(keep_order=True))
    kept = [lie(after, cell) for cell in ("L0", "C0", "R0")]
    assert kept == [lie(state, cell) for cell in ("L3", "C3", "R3")]
    others = [card for card in CARDS if card not in kept]
    assert [lie(after, cell) for cell in CELLS[3:]] + list(after.stock) == others
    assert (len(others), len(after.stock)) == (20, 11)


def test_om_33_after_the_first_assault_two_rows_go_back() -> None:
    first = play(GAME.setup(GAME.Options(), (), ScriptedDice(keep_order=True)).state, Land("L0"))
    assert len(first.stock) == 14
    second = play(first, Move("L1"), Blast("L2"), Move("L2"), Blast("L3"), Move("L3"))
    assert (second.assault, len(second.stock)) == (2, 11)


def test_om_34_the_kept_row_stays_as_it_lies() -> None:
    state = beach(BEFORE_THE_LAST, "R2")
    after = play(state, Move("R3"))
    assert [look(after, cell) for cell in ("L0", "C0", "R0")] == ["x", "wire", "destroyed_mine"]


def test_om_35_the_new_beach_lies_face_up_for_everybody() -> None:
    state = beach(BEFORE_THE_LAST, "R2")
    after = play(state, Move("R3"))
    fronts = tuple(LOOK[lie(after, cell)].id for cell in CELLS[3:])
    assert Dealt(3, fronts) in told(state, Move("R3"))
    assert tuple(GAME.view(after, PUBLIC)["grid"].values())[3:] == fronts


def test_om_37_beside_the_nest_the_last_assault_goes_on_without_cover() -> None:
    state = beach("""
        . . N
        . . .
        . . .
        . . .
    """, "L2")  # fmt: skip
    beside = play(state, Move("L3"))
    assert (beside.assault, beside.phase, targets(beside, Move)) == (4, "assault", {"C3"})
    assert hits(beside, Move("C3")) == 1


def test_om_38_there_is_no_score() -> None:
    won = play(beach(NEST_AHEAD, "R2", hits=6, rounds=0, charges=1), Move("R3"))
    assert won.result == WON
    shown = GAME.view(won, PUBLIC)
    assert (shown["strength"], shown["charges"], shown["rounds"]) == (2, 0, 0)
    assert "score" not in shown


def test_om_39_far_row_eye_covers_in_the_last_assault() -> None:
    state = beach("""
        . e N
        . . .
        . . .
        . . .
    """, "C1")  # fmt: skip
    assert hits(state, Move("C2")) == 0
    assert hits(state, Move("R1")) == 1


def test_om_39_the_nest_itself_covers_nobody() -> None:
    assert hits(beach(NEST_AHEAD, "R1"), Move("R2")) == 1


def test_om_40_wire_all_round_the_nest() -> None:
    state = beach("""
        . w N
        . . w
        x . .
        . . .
    """, "C1", charges=2)  # fmt: skip
    assert play(state, Blast("L1")).result == BLOCKED
