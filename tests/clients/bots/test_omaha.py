"""The planner for ATTACK ON OMAHA BEACH on hand-made documents; how well it plays is tested with the game."""

from __future__ import annotations

import copy
from typing import Any

from bocage.bots.omaha.planner import make, mine_odds
from bocage.rules.omaha import GAME

FACTS: Any = GAME.facts()
choose = make(FACTS)
OPTIONS = {"crawl_fire": "icon", "squad_track": 7, "nest_side": "player", "mines_under_open": False}


def document(picture: str, squad: str = "C0", assault: int = 2, charges: int = 8, **options: Any) -> dict[str, Any]:
    """A viewed document; the picture shows looks, far row first."""
    rows = [row.split() for row in reversed(picture.strip().split("\n"))]
    grid = {f"{column}{row}": rows[row][i] for row in range(4) for i, column in enumerate("LCR")}
    table = {"grid": grid, "assault": assault, "charges": charges, "rounds": 8}
    return {"options": {**OPTIONS, **options}, "table": {**table, **({"squad": squad} if squad else {})}}


def move(cell: str, sniper: bool = False) -> dict[str, Any]:
    return {"do": "move", "cell": cell, "sniper": sniper}


def blast(cell: str) -> dict[str, Any]:
    return {"do": "blast", "cell": cell}


BEACH = """
    open  wire  wire
    open  wire  wire
    x_eye wire  wire
    water water water
"""


def test_lands_below_the_cheapest_column() -> None:
    landings = [{"do": "land", "cell": cell} for cell in ("C0", "L0", "R0")]
    beach = BEACH.replace("x_eye", "open ")
    assert choose(document(beach, squad="", assault=1), landings) == landings[1]


def test_avoids_wire_and_takes_the_sniper_under_fire() -> None:
    actions = [move("L0"), move("R0"), move("R0", sniper=True), blast("C1")]
    assert choose(document(BEACH, assault=1), actions) == move("L0")
    actions = [move("L2"), move("L2", sniper=True), move("C1"), move("C1", sniper=True)]
    assert choose(document(BEACH, squad="L1", assault=1), actions) == move("L2", sniper=True)


def test_blasts_blocking_wire_but_keeps_the_last_charge() -> None:
    front = """
        open open open
        open open open
        wire wire wire
        open open open
    """
    actions = [move("L0"), move("R0"), blast("C1")]
    assert choose(document(front), actions) == blast("C1")
    assert choose(document(front, charges=1), actions) in actions[:2]


def test_puts_the_nest_where_the_way_is_short() -> None:
    sides = [{"do": "place_nest", "cell": cell} for cell in ("L3", "R3")]
    picture = """
        open open open
        wire open open
        wire open open
        open open open
    """
    assert choose(document(picture, assault=4), sides) == sides[1]


def test_the_reading_of_crawling_under_fire_counts() -> None:
    picture = """
        open  open open
        open  open open
        x     open wire
        open  open open
    """
    actions = [move("L1"), move("L1", sniper=True), blast("L1"), move("C0"), move("C0", sniper=True)]
    assert choose(document(picture, squad="L0", crawl_fire="never"), actions)["do"] == "move"


def test_odds_of_mines_follow_the_deck_in_the_facts() -> None:
    odds = mine_odds(FACTS["deck"])
    assert odds == {"open": 0.5, "wire": 4 / 11, "x": 0.75, "delta": 0.75, "x_eye": 1.0, "delta_eye": 1.0}
    picture = """
        open open open
        open open open
        x    open wire
        open open open
    """
    actions = [move("L1"), move("L1", sniper=True), blast("L1")]
    seen = document(picture, squad="L0")
    del seen["table"]["grid"]["C1"], seen["table"]["grid"]["C0"]
    seen["table"]["grid"].update({"C0": "wire", "C1": "wire"})
    harmless = {**FACTS, "deck": {"x": 4}}
    deadly = {**FACTS, "deck": {"x_mine": 4}}
    assert make(harmless)(seen, actions)["do"] == "move"
    assert make(deadly)(seen, actions)["do"] == "blast"


def test_the_document_stays_as_it_was() -> None:
    seen = document(BEACH, assault=1)
    before = copy.deepcopy(seen)
    choose(seen, [move("L0"), blast("C1")])
    assert seen == before
