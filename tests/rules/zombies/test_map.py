"""The map and the tables, against the figures of the ruling sheet."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.rules.hexes import distance
from bocage.rules.zombies import GAME
from bocage.rules.zombies.board import AT, IN_RANGE, NEARER, NEIGHBOURS, NUMBERED, PATH, RANGE, REFILL
from bocage.rules.zombies.data import COUNTERS, EVENT_TABLE, HOLES, PLACES, STAR, STRENGTH
from bocage.rules.zombies.text import TEXT

#: hex: number, path from the star, fire distance from it, neighbours clockwise from north.
SHEET = {
    "liesville": (8, 4, 3, "houesville appeville"),
    "appeville": (0, 3, 3, "liesville auvers baupte"),
    "baupte": (3, 3, 3, "appeville auvers meautis"),
    "houesville": (0, 3, 3, "st-come liesville"),
    "auvers": (0, 2, 2, "causeway hill-30 meautis baupte appeville"),
    "meautis": (0, 2, 2, "auvers hill-30 st-georges sainteny baupte"),
    "sainteny": (5, 3, 3, "meautis st-georges auxais"),
    "st-come": (1, 2, 2, "angoville barquette causeway houesville"),
    "causeway": (0, 1, 1, "st-come barquette carentan hill-30 auvers"),
    "hill-30": (0, 1, 1, "causeway carentan st-georges meautis auvers"),
    "st-georges": (0, 2, 2, "hill-30 auxais sainteny meautis"),
    "auxais": (0, 3, 3, "st-georges tribehou sainteny"),
    "angoville": (0, 2, 2, "barquette st-come"),
    "barquette": (0, 1, 1, "angoville st-hilaire carentan causeway st-come"),
    "carentan": (0, 0, 0, "barquette st-hilaire hill-30 causeway"),
    "tribehou": (6, 4, 3, "graignes auxais"),
    "st-hilaire": (0, 1, 1, "brevands catz carentan barquette"),
    "graignes": (0, 5, 3, "st-jean tribehou"),
    "brevands": (2, 2, 2, "les-veys catz st-hilaire"),
    "catz": (0, 2, 2, "brevands les-veys neuilly st-pellerin st-hilaire"),
    "st-pellerin": (0, 3, 2, "catz neuilly montmartin st-jean"),
    "st-jean": (0, 4, 3, "st-pellerin montmartin graignes"),
    "les-veys": (4, 3, 3, "neuilly catz brevands"),
    "neuilly": (0, 3, 3, "les-veys montmartin st-pellerin catz"),
    "montmartin": (7, 4, 3, "neuilly st-jean st-pellerin"),
}


@pytest.mark.parametrize("name", SHEET)
def test_zb_3_the_map_is_the_sheets(name: str) -> None:
    number, path, fire, neighbours = SHEET[name]
    assert NUMBERED.get(number, "") == (name if number else "")
    assert PATH[STAR][name] == path
    assert RANGE[STAR][name] == fire
    assert NEIGHBOURS[name] == tuple(neighbours.split())


def test_zb_3_twenty_five_hexes_forty_four_edges_connected() -> None:
    assert len(PLACES) == len(SHEET) == 25
    assert sum(len(around) for around in NEIGHBOURS.values()) == 2 * 44
    assert all(len(paths) == 25 for paths in PATH.values())
    assert all(a in NEIGHBOURS[b] for a in AT for b in NEIGHBOURS[a])


def test_zb_3_holes_lie_between_printed_hexes() -> None:
    printed = set(AT.values())
    for hole in HOLES:
        around = sum(distance(h, (h.__class__)(hole.q, hole.r)) == 1 for h in printed)
        assert (hole.q, hole.r) not in printed
        assert around >= 2


def test_zb_3_low_numbers_lie_nearer_than_high_ones() -> None:
    far = [PATH[STAR][NUMBERED[number]] for number in range(1, 9)]
    assert far == sorted(far)
    assert [number for number, hex_ in NUMBERED.items() if hex_ in IN_RANGE[STAR]] == [1, 2]
    assert [NUMBERED[8 - i] for i in range(8)] == list(REFILL)


def test_zb_8_nearer_is_by_printed_path() -> None:
    """Between Saint-Pellerin and Carentan lies a marsh: 2 hexes as the shell flies, 3 on the road."""
    assert RANGE["st-pellerin"]["carentan"] == 2
    assert PATH["st-pellerin"]["carentan"] == 3
    assert NEARER["carentan"]["st-pellerin"] == ("catz",)
    for goal, table in NEARER.items():
        for name, nearer in table.items():
            assert bool(nearer) == (goal != name)
            assert all(PATH[goal][next_] == PATH[goal][name] - 1 for next_ in nearer)


def test_zb_4_event_table() -> None:
    assert list(EVENT_TABLE.values()) == [
        *["counterattack"] * 3,
        "recon",
        *["zombification"] * 2,
        *["chaos"] * 2,
    ]
    assert list(EVENT_TABLE) == list(range(1, 9))


def test_facts_tell_what_a_client_draws() -> None:
    facts: Any = GAME.facts()
    assert set(facts["hexes"]) == set(AT)
    carentan = facts["hexes"]["carentan"]
    assert carentan["name"] == {"en": "Carentan", "ja": "カランタン"}
    assert carentan["neighbours"] == list(NEIGHBOURS["carentan"])
    assert {name: row["number"] for name, row in facts["hexes"].items() if row["number"]} == {
        hex_: number for number, hex_ in NUMBERED.items()
    }
    assert len(facts["holes"]) == 6
    assert facts["star"] == "carentan"
    assert sum(row["count"] for row in facts["counters"].values()) == len(COUNTERS)
    assert {c: row["number"] for c, row in facts["counters"].items() if "number" in row} == STRENGTH
    assert facts["events"] == {str(row): event for row, event in EVENT_TABLE.items()}


def test_every_place_has_its_own_name_in_both_languages() -> None:
    for catalogue in TEXT.values():
        assert len({catalogue[f"hex.{name}"] for name in AT}) == len(AT)
