"""The four options, each against the default."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.kernel import Outcome
from bocage.rules.omaha.actions import Blast, Move
from bocage.rules.omaha.data import CELL, CELLS
from bocage.rules.omaha.events import Crawled, Hit, Moved, NestPlaced
from bocage.rules.omaha.options import Options
from bocage.rules.omaha.state import State
from tests.rules.omaha.scene import OPEN_BEACH, beach, hits, legal, look, play, step, targets, told

#: The squad at C1 may crawl forward onto C2, or sideways onto L1 and R1.
CRAWLS = """
    . . .
    . {forward} .
    {left} . .
    . . .
"""


def crawl(reading: str, forward: str = ".", left: str = ".", **fields: Any) -> State:
    options = msgspec.convert({"crawl_fire": reading}, Options)
    return beach(CRAWLS.format(forward=forward, left=left), "C1", options, **fields)


@pytest.mark.parametrize(
    ("reading", "card", "forward", "sideways"),
    [
        ("icon", "x", 1, 1),
        ("icon", "e", 1, 1),  # the mine
        ("never", "x", 0, 1),
        ("never", "e", 1, 1),
        ("always", "x", 1, 1),
        ("always", "e", 2, 2),  # the mine, and the fire that the eye does not stop
    ],
)
def test_om_9_readings_of_crawling_under_fire(reading: str, card: str, forward: int, sideways: int) -> None:
    assert hits(crawl(reading, forward=card), Move("C2")) == forward
    assert hits(crawl(reading, left=card), Move("L1")) == sideways


@pytest.mark.parametrize("reading", ["icon", "never", "always"])
def test_om_9_an_eye_ahead_covers_a_crawl_under_every_reading(reading: str) -> None:
    options = msgspec.convert({"crawl_fire": reading}, Options)
    state = beach("""
        . e .
        f x .
        d . .
        . . .
    """, "C1", options)  # fmt: skip
    assert hits(state, Move("C2")) == 0
    assert hits(state, Move("L1")) == 0


def test_om_9_a_crawl_that_draws_no_fire_needs_no_sniper() -> None:
    assert Move("C2", sniper=True) not in legal(crawl("never", forward="x"))
    assert Move("L1", sniper=True) in legal(crawl("never", left="x"))
    assert Move("L1", sniper=True) in legal(crawl("always", left="e"))


def test_om_1_the_eighth_hit_kills_on_the_longer_track() -> None:
    state = beach(OPEN_BEACH, options=Options(squad_track=8))
    shown = []
    for cell in ("L0", "C0", "R0", "C0", "L0", "C0", "R0", "C0"):
        state = play(state, Move(CELLS[CELL[cell]]))
        shown.append(state.strength)
    assert shown == [7, 6, 5, 4, 3, 2, 1, 0]
    assert state.result == Outcome((), "squad_dead")


def centred(options: Options) -> State:
    return beach("""
        x . *
        . . .
        . . .
        . . .
    """, "C2", options, assault=3)  # fmt: skip


@pytest.mark.parametrize(("face", "cell"), [(1, "L3"), (2, "R3")])
def test_om_16_chance_chooses_the_side(face: int, cell: str) -> None:
    """After the shuffle, one draw of two."""
    dice = ScriptedDice([face], keep_order=True)
    after = step(centred(Options(nest_side="random")), Move("C3"), dice)
    placed = after.events[-1].public
    assert isinstance(placed, NestPlaced)
    assert (placed.cell, after.state.phase, look(after.state, cell)) == (cell, "assault", "nest")
    assert dice.draws == [(2, face - 1)]


def test_om_16_chance_is_asked_in_the_centre_only() -> None:
    state = centred(Options(nest_side="random"))
    state.squad = CELL["L2"]
    dice = Dice(b"nest", 1)
    after = step(state, Move("L3"), dice)
    assert look(after.state, "R3") == "nest"
    assert [bound for bound, _ in dice.draws] == list(range(20, 1, -1))


@pytest.mark.parametrize(("card", "mine"), [("o", False), ("O", True)])
def test_om_14_mines_under_open_ground(card: str, mine: bool) -> None:
    state = beach(CRAWLS.format(forward=card, left="."), "C1", Options(mines_under_open=True))
    expected = [Crawled("C2", "open", mine), *([Hit("mine", 7)] if mine else []), Moved("C2")]
    assert told(state, Move("C2")) == [*expected, Hit("fire", 7 - mine)]
    assert look(play(state, Move("C2")), "C2") == ("destroyed_mine" if mine else "destroyed")


def test_om_14_open_ground_is_walked_over_and_not_blasted_even_then() -> None:
    options = Options(mines_under_open=True, crawl_fire="never")
    state = beach(CRAWLS.format(forward="o", left="."), "C1", options)
    assert "C2" not in targets(state, Blast)
    assert hits(state, Move("C2")) == 1  # a forward step onto it is no crawl that "never" spares


def test_options_are_checked() -> None:
    for wrong in ({"squad_track": 9}, {"crawl_fire": ""}, {"nest_side": "left"}, {"speed": 1}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, Options)
