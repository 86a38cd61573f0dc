"""When the machine gun fires, who is covered, and what the sniper is for."""

from __future__ import annotations

from typing import Literal

import pytest

from bocage.rules.kernel import Event
from bocage.rules.omaha.actions import Blast, Move
from bocage.rules.omaha.data import CELLS
from bocage.rules.omaha.events import Crawled, Hit, Moved, Sniped
from tests.rules.omaha.scene import beach, hits, legal, look, play, targets, told


def scene(entered: str, ahead: str, squad: str = "C1") -> str:
    """A beach where the card entered (forward: C2, sideways: L1) and the one beyond it are of that kind."""
    cards: dict[str, str] = dict.fromkeys(CELLS, ".")
    target, beyond = ("C2", "C3") if squad == "C1" else ("L1", "L2")
    cards.update({target: entered, beyond: ahead})
    return "\n".join(" ".join(cards[f"{column}{row}"] for column in "LCR") for row in "3210")


def causes(events: list[Event]) -> list[str]:
    return [event.by for event in events if isinstance(event, Hit)]


WALK = ("o", ".", "*")
CRAWL_CLEAR, CRAWL_MINED = ("x", "d"), ("X", "D")

#: The summary of damage for one step: card entered, card ahead of it, what hits the squad.
DAMAGE: list[tuple[str, str, list[str]]] = [
    *((card, ".", ["fire"]) for card in WALK),
    *((card, "e", []) for card in WALK),
    *((card, ".", ["fire"]) for card in CRAWL_CLEAR),
    *((card, ".", ["mine", "fire"]) for card in CRAWL_MINED),
    *((card, "f", []) for card in CRAWL_CLEAR),
    *((card, "f", ["mine"]) for card in CRAWL_MINED),
    ("e", ".", ["mine"]),
    ("f", ".", ["mine"]),
    ("e", "f", ["mine"]),
]


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize(("entered", "ahead", "expected"), DAMAGE)
def test_damage_of_one_step(entered: str, ahead: str, expected: list[str], sideways: bool) -> None:
    state = beach(scene(entered, ahead, "R1" if sideways else "C1"), "C1")
    assert causes(told(state, Move("L1" if sideways else "C2"))) == expected


@pytest.mark.parametrize(("ahead", "expected"), [(".", ["fire"]), ("e", [])])
def test_damage_along_the_water_line(ahead: str, expected: list[str]) -> None:
    state = beach(f"""
        . . .
        . . .
        {ahead} . .
        ~ ~ ~
    """, "C0")  # fmt: skip
    assert causes(told(state, Move("L0"))) == expected


@pytest.mark.parametrize("sideways", [False, True])
def test_nobody_enters_standing_wire(sideways: bool) -> None:
    state = beach(scene("w", "e", "R1" if sideways else "C1"), "C1")
    cell: Literal["L1", "C2"] = "L1" if sideways else "C2"
    assert cell not in targets(state, Move)
    assert hits(play(state, Blast(cell)), Move(cell)) == 0  # behind an eye even then (OM-11)


@pytest.mark.parametrize(("squad", "expected"), [("R2", []), ("C3", ["fire"])])
def test_damage_on_the_way_into_the_nest(squad: str, expected: list[str]) -> None:
    state = beach("""
        . . N
        . . .
        . . .
        . . .
    """, squad)  # fmt: skip
    assert causes(told(state, Move("R3"))) == expected


def test_om_8_only_moving_draws_fire_and_once() -> None:
    state = beach(scene("w", "."), "C1")
    blasted = play(state, Blast("C2"))
    assert blasted.hits == 0
    assert hits(blasted, Move("C2")) == 1


def test_om_9_crawling_is_safe_onto_eyes_only() -> None:
    assert causes(told(beach(scene("x", "."), "C1"), Move("C2"))) == ["fire"]
    assert causes(told(beach(scene("e", "."), "C1"), Move("C2"))) == ["mine"]


def test_om_10_sideways_only_the_eye_ahead_of_the_destination_covers() -> None:
    state = beach("""
        . . .
        . e .
        . . .
        . . .
    """, "C1")  # fmt: skip
    assert hits(state, Move("L1")) == 1
    assert hits(play(state, Move("L1")), Move("C1")) == 0


def test_om_11_eye_ahead_covers_open_and_blasted_ground() -> None:
    assert hits(beach(scene("o", "e"), "C1"), Move("C2")) == 0
    assert hits(beach(scene(".", "e"), "C1"), Move("C2")) == 0


def test_om_12_the_sniper_does_not_fire_from_behind_an_eye() -> None:
    state = beach("""
        . . .
        . e .
        . . .
        . . .
    """, "C1")  # fmt: skip
    assert Move("L1") in legal(state)
    assert Move("L1", sniper=True) not in legal(state)
    uncovered = play(state, Move("L1"))
    assert Move("L2", sniper=True) in legal(uncovered)


def test_om_13_round_is_spent_before_the_mine() -> None:
    state = beach(scene("X", "."), "C1")
    assert told(state, Move("C2", sniper=True)) == [
        Sniped(7),
        Crawled("C2", "x", True),
        Hit("mine", 7),
        Moved("C2"),
    ]
    dying = beach(scene("X", "."), "C1", hits=6)
    dead = play(dying, Move("C2", sniper=True))
    assert (dead.rounds, dead.strength) == (7, 0)


@pytest.mark.parametrize("entered", ["o", "e"])
def test_om_13_no_round_is_wasted_on_a_move_without_fire(entered: str) -> None:
    state = beach(scene(entered, "f"), "C1")
    assert Move("C2") in legal(state)
    assert Move("C2", sniper=True) not in legal(state)


def test_om_14_open_ground_is_not_searched_for_mines() -> None:
    state = beach(scene("O", "."), "C1")
    assert told(state, Move("C2")) == [Moved("C2"), Hit("fire", 7)]
    assert look(play(state, Move("C2")), "C2") == "open"


def test_om_15_sideways_onto_open_ground_is_one_hit() -> None:
    assert hits(beach(scene("o", ".", "R1"), "C1"), Move("L1")) == 1


def test_om_26_a_mine_does_not_stop_the_move() -> None:
    after = play(beach(scene("X", "."), "C1"), Move("C2"))
    assert (CELLS[after.squad], look(after, "C2")) == ("C2", "destroyed_mine")


def test_om_26_a_mine_that_kills_stops_the_squad_where_it_was() -> None:
    dead = play(beach(scene("X", "."), "C1", hits=6), Move("C2"))
    assert (CELLS[dead.squad], dead.strength, look(dead, "C2")) == ("C1", 0, "destroyed_mine")


def test_om_27_mine_first_then_fire() -> None:
    assert causes(told(beach(scene("D", "."), "C1"), Move("C2"))) == ["mine", "fire"]


def test_om_29_x_and_delta_obey_the_same_rules() -> None:
    for one, other in (("x", "d"), ("X", "D"), ("e", "f")):
        for ahead in (".", "w"):
            ours = beach(scene(one, ahead), "C1")
            theirs = beach(scene(other, ahead), "C1")
            assert legal(ours) == legal(theirs)
            assert hits(ours, Move("C2")) == hits(theirs, Move("C2"))


@pytest.mark.parametrize("by", [Move("C2"), Blast("C2")])
def test_om_30_an_eye_that_was_turned_over_or_blasted_covers_nobody(by: Move | Blast) -> None:
    state = beach("""
        . . .
        . e .
        . . .
        . . .
    """, "C1")  # fmt: skip
    gone = play(state, by)
    assert look(gone, "C2") == "destroyed_mine"
    gone.squad = CELLS.index("L1")
    assert hits(gone, Move("C1")) == 1
