"""Where the squad may go, and what it may blow open on the way."""

from __future__ import annotations

from bocage.rules.kernel import Outcome, Refusal
from bocage.rules.omaha import GAME
from bocage.rules.omaha.actions import Blast, Move
from bocage.rules.omaha.data import CELLS
from bocage.rules.omaha.events import Blasted, Crawled
from tests.rules.omaha.scene import OPEN_BEACH, beach, hits, legal, lie, look, play, targets, told

WIRED = """
    . . .
    . w .
    w . x
    . d .
"""


def test_om_20_last_charge_on_an_obstacle_loses() -> None:
    state = beach(WIRED, "C1", charges=1)
    assert Blast("C2") in legal(state)
    lost = play(state, Blast("C2"))
    assert (lost.charges, lost.result) == (0, Outcome((), "out_of_charges"))


def test_om_21_free_sideways_loop() -> None:
    state = beach("""
        . . .
        e f .
        . . .
        . . .
    """, "C1")  # fmt: skip
    there = play(state, Move("L1"))
    assert (hits(state, Move("L1")), CELLS[there.squad]) == (0, "L1")
    assert "C1" not in targets(there, Move)
    assert GAME.refusal(there, 0, Move("C1")) == Refusal("free_return", "OM-21")


def test_om_21_a_return_under_fire_is_legal() -> None:
    state = beach("""
        . . .
        e . .
        . . .
        . . .
    """, "C1")  # fmt: skip
    there = play(state, Move("L1"))
    assert GAME.view(there, 0)["trail"] == ["C1"]
    back = play(there, Move("C1"))
    assert (back.hits, back.trail) == (1, ())


def test_om_21_anything_that_changes_opens_the_way_back() -> None:
    state = beach("""
        . . .
        e f .
        . . .
        . . .
    """, "C1")  # fmt: skip
    there = play(state, Move("L1"))
    blasted = play(there, Blast("L2"))
    assert "C1" not in targets(there, Move)
    assert (blasted.trail, hits(blasted, Move("C1"))) == ((), 0)


def test_om_21_a_card_that_was_turned_over_is_a_change() -> None:
    state = beach("""
        . . .
        e f .
        x . .
        . . .
    """, "C1")  # fmt: skip
    crawled = play(state, Move("L1"))
    assert (crawled.hits, crawled.trail) == (0, ())
    assert hits(crawled, Move("C1")) == 0


def test_om_21_a_round_spent_is_a_change() -> None:
    state = beach("""
        . . .
        . . .
        e . .
        ~ ~ ~
    """, "C0")  # fmt: skip
    there = play(state, Move("L0"))
    assert there.trail == (1,)
    back = play(there, Move("C0"))
    assert (back.hits, back.trail) == (1, ())
    sniped = play(state, Move("R0", sniper=True))
    assert (sniped.hits, sniped.trail) == (0, ())


def test_om_21_a_free_walk_goes_one_way() -> None:
    state = beach("""
        . . .
        e f .
        . . .
        . . .
    """, "R1")  # fmt: skip
    walk = play(state, Move("C1"), Move("L1"))
    assert (walk.hits, GAME.view(walk, 0)["trail"]) == (0, ["R1", "C1"])
    assert targets(walk, Move) == {"L2"}


def test_om_22_forward_and_sideways_only() -> None:
    state = beach("""
        . . .
        . . .
        . . .
        . . .
    """, "C1")  # fmt: skip
    assert targets(state, Move) == {"C2", "L1", "R1"}
    for cell in ("C0", "L2", "R2", "L0", "C3", "C1"):
        action = next(Move(name) for name in CELLS if name == cell)
        assert GAME.refusal(state, 0, action) == Refusal("out_of_reach", "OM-22")


def test_om_23_sideways_the_terrain_counts_as_it_does_forward() -> None:
    state = beach(WIRED, "C1")
    assert targets(state, Move) == {"R1"}
    assert GAME.refusal(state, 0, Move("L1")) == Refusal("wire_bars_the_way", "OM-23")
    assert Crawled("R1", "x", False) in told(state, Move("R1"))
    assert look(play(state, Move("R1")), "R1") == "destroyed"


def test_om_24_what_may_be_blasted() -> None:
    assert targets(beach(WIRED, "C1"), Blast) == {"C2", "L1", "R1"}
    state = beach("""
        . w .
        . o .
        . . *
        . d .
    """, "C1")  # fmt: skip
    assert targets(state, Blast) == set()
    for cell in ("C2", "L1", "R1"):
        action = next(Blast(name) for name in CELLS if name == cell)
        assert GAME.refusal(state, 0, action) == Refusal("nothing_to_blast", "OM-24")
    assert GAME.refusal(state, 0, Blast("C3")) == Refusal("out_of_reach", "OM-22")


def test_om_25_a_mine_under_a_blasted_card_is_gone() -> None:
    state = beach("""
        . . .
        . W .
        . . X
        . . .
    """, "C1")  # fmt: skip
    assert told(state, Blast("C2")) == [Blasted("C2", "wire", True, 7)]
    opened = play(state, Blast("C2"), Blast("R1"))
    assert (look(opened, "C2"), look(opened, "R1"), opened.hits) == ("destroyed_mine", "destroyed_mine", 0)
    assert hits(opened, Move("R1")) == 1  # the fire alone


def test_om_25_a_mine_that_went_off_does_not_go_off_again() -> None:
    state = beach("""
        . . .
        . . .
        . . X
        . . .
    """, "C1")  # fmt: skip
    on_mine = play(state, Move("R1"))
    assert on_mine.hits == 2
    assert play(on_mine, Move("C1"), Move("R1")).hits == 4  # two steps under fire


def test_om_28_there_is_no_mine_clearing_but_crawling() -> None:
    """Three verbs are all a squad ashore has: move, move with the sniper, blast."""
    assert {type(action) for action in legal(beach(WIRED, "C1"))} == {Move, Blast}


def test_om_31_blasting_and_entering_are_two_commands() -> None:
    state = beach(WIRED, "C1")
    opened = play(state, Blast("C2"))
    assert CELLS[opened.squad] == "C1"
    assert targets(opened, Move) == {"C2", "R1"}
    assert lie(opened, "C2") == lie(state, "C2")


def test_om_36_no_charge_left_ends_the_game_at_once() -> None:
    lost = play(beach(WIRED, "C1", charges=2), Blast("R1"), Blast("C2"))
    assert (lost.phase, lost.result) == ("over", Outcome((), "out_of_charges"))
    assert GAME.decision(lost) is None


def test_the_number_of_steps_in_an_assault_is_not_limited() -> None:
    state = beach(OPEN_BEACH, "C0")
    for cell in ("L0", "C0", "R0", "C0", "L0", "C0", "R0", "C0"):
        action = next(Move(name, sniper=True) for name in CELLS if name == cell)
        state = play(state, action)
    assert (state.assault, state.hits, state.rounds) == (1, 0, 0)


def test_the_sniper_cannot_be_called_in_vain() -> None:
    covered = beach("""
        . . .
        . e .
        . . .
        . . .
    """, "C1")  # fmt: skip
    assert GAME.refusal(covered, 0, Move("L1", sniper=True)) == Refusal("sniper_cannot_see", "OM-12")
    open_ground = beach(WIRED, "C1", rounds=0)
    assert GAME.refusal(open_ground, 0, Move("R1", sniper=True)) == Refusal("no_rounds", "OM-2")
    below_eye = beach("""
        . . .
        . . .
        . f .
        . . .
    """, "L0")  # fmt: skip
    assert GAME.refusal(below_eye, 0, Move("C0", sniper=True)) == Refusal("no_fire_to_stop", "OM-13")
