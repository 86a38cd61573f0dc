"""The two ZOMBIES bots, on plain documents as the protocol sends them."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from clients.bots.zombies import tank as zombies
from service.games.zombies import GAME

FACTS: Any = GAME.facts()
scout_first, shoot_first = zombies.scout_first(FACTS), zombies.shoot_first(FACTS)
TANK = {
    "hex": "carentan",
    "damaged": False,
    "ammo_out": False,
    "track_broken": False,
    "m8": False,
    "cutter": False,
    "infantry": 0,
}
LOOK = {"do": "recon", "hex": "st-come"}
SHOT = {"do": "fire", "hex": "st-come", "target": "face_down"}
END = {"do": "end"}


def document(
    tank: dict[str, Any] | None = None, options: dict[str, Any] | None = None, **table: Any
) -> dict[str, Any]:
    """A match as its player sees it."""
    plain = {"ap": 3, "face_down": {}, "zombies": {}, "items": {}, **table, "tank": {**TANK, **(tank or {})}}
    return {"game": "zombies", "options": options or {}, "table": plain}


def moves(*hexes: str) -> list[dict[str, Any]]:
    return [{"do": "move", "hex": hex_} for hex_ in hexes]


def test_the_bots_walk_the_map_that_the_facts_print() -> None:
    assert zombies.Printed(FACTS).paths("carentan")["graignes"] == 5
    bridged = copy.deepcopy(FACTS)
    bridged["hexes"]["carentan"]["neighbours"].append("graignes")
    assert zombies.Printed(bridged).paths("carentan")["graignes"] == 1


def test_numbers_reach_and_bonus_are_those_of_the_facts() -> None:
    other = copy.deepcopy(FACTS)
    other["counters"]["z6"]["number"] = 2
    fire = {"do": "fire", "hex": "barquette", "target": "z6"}
    view = document(zombies={"z6": "barquette"})
    assert scout_first(view, [fire, END]) == END
    assert zombies.scout_first(other)(view, [fire, END]) == fire
    printed = zombies.Printed(FACTS)
    told = (printed.star, printed.fire_range, printed.bonus)
    assert told == (FACTS["star"], FACTS["fire_range"], FACTS["attack_bonus"])


def test_scouts_look_and_shooters_shoot() -> None:
    view = document({"hex": "barquette"}, face_down={"st-come": "unknown"})
    assert scout_first(view, [LOOK, SHOT, END]) == LOOK
    assert shoot_first(view, [LOOK, SHOT, END]) == SHOT


@pytest.mark.parametrize("bot", [scout_first, shoot_first])
def test_a_zombie_that_can_be_killed_comes_first(bot: Any) -> None:
    view = document(zombies={"z6": "carentan", "z5": "barquette", "z3": "catz"}, face_down={"st-come": "unknown"})
    at = {
        zombie: {"do": "fire", "hex": hex_, "target": zombie} for zombie, hex_ in view["table"]["zombies"].items()
    }
    assert bot(view, [LOOK, SHOT, *at.values(), END]) == at["z3"]


@pytest.mark.parametrize("bot", [scout_first, shoot_first])
def test_a_zombie_that_cannot_be_killed_is_left_behind(bot: Any) -> None:
    view = document(zombies={"z6": "carentan"})
    ram = {"do": "ram", "target": "z6"}
    assert bot(view, [*moves("hill-30"), ram, END]) == moves("hill-30")[0]
    mounted = document({"cutter": True}, zombies={"z6": "carentan"})
    assert bot(mounted, [*moves("hill-30"), ram, END]) == ram


def test_who_searches_starts_from_the_one_that_wins_more_often() -> None:
    both = zombies.scout_or_shoot(FACTS)
    seen = {"face_down": {"st-come": "unknown"}}
    assert both(document(**seen), [LOOK, SHOT, END]) == SHOT
    assert both(document(options={"rescue": 1}, **seen), [LOOK, SHOT, END]) == LOOK


def test_equal_dice_count_where_the_option_says_so() -> None:
    fire = {"do": "fire", "hex": "barquette", "target": "z6"}
    usual, equal = (
        document(zombies={"z6": "barquette"}),
        document(options={"equal_kills": True}, zombies={"z6": "barquette"}),
    )
    assert scout_first(equal, [fire, END]) == fire
    assert scout_first(usual, [fire, END]) == END


@pytest.mark.parametrize("bot", [scout_first, shoot_first])
def test_they_never_drive_in_between_two_zombies(bot: Any) -> None:
    view = document({"hex": "carentan"}, zombies={"z6": "barquette", "z5": "barquette"}, items={"angoville": "m8"})
    assert bot(view, [*moves("barquette", "st-hilaire"), END])["hex"] == "st-hilaire"


def test_riders_are_worth_more_when_they_are_to_be_rescued() -> None:
    losses = [{"do": "lose", "what": what} for what in ("m8", "cutter", "infantry")]
    assert scout_first(document(), losses)["what"] == "infantry"
    assert scout_first(document(options={"rescue": 1}), losses)["what"] == "cutter"


def test_out_of_ammunition_they_drive_home() -> None:
    view = document({"hex": "auvers", "ammo_out": True}, face_down={"baupte": "unknown"})
    assert shoot_first(view, [*moves("causeway", "hill-30", "meautis", "baupte", "appeville"), END])["hex"] in (
        "causeway",
        "hill-30",
    )


def test_choices_of_events_and_repairs() -> None:
    asked = [{"do": "reveal", "hex": "tribehou"}, {"do": "reveal", "hex": "baupte"}, {"do": "decline"}]
    assert scout_first(document(), asked)["hex"] == "baupte"
    mends = [{"do": "mend", "what": what} for what in ("hull", "track")]
    assert shoot_first(document(), mends)["what"] == "track"


def test_the_document_is_left_alone() -> None:
    view = document(face_down={"st-come": "unknown"})
    before = repr(view)
    scout_first(view, [LOOK, SHOT, END])
    assert repr(view) == before
