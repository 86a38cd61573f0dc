"""The ZOMBIES bots, on plain documents as the protocol sends them."""

from __future__ import annotations

import copy
from itertools import pairwise, permutations
from typing import Any

import pytest

from bocage.bots.zombies import tank as zombies
from bocage.rules.zombies import GAME
from bocage_tools.report.games import play_game

FACTS: Any = GAME.facts()
scout_first, shoot_first = zombies.scout_first(FACTS), zombies.shoot_first(FACTS)
plan_first = zombies.plan_first(FACTS)
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
    empty: dict[str, Any] = {"face_down": {}, "zombies": {}, "items": {}, "killed": [], "gone": []}
    plain = {"ap": 3, "marker": "unknown", **empty, **table, "tank": {**TANK, **(tank or {})}}
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


@pytest.mark.parametrize("bot", [scout_first, shoot_first, plan_first])
def test_a_zombie_that_can_be_killed_comes_first(bot: Any) -> None:
    view = document(zombies={"z6": "carentan", "z5": "barquette", "z3": "catz"}, face_down={"st-come": "unknown"})
    at = {
        zombie: {"do": "fire", "hex": hex_, "target": zombie} for zombie, hex_ in view["table"]["zombies"].items()
    }
    assert bot(view, [LOOK, SHOT, *at.values(), END]) == at["z3"]


@pytest.mark.parametrize("bot", [scout_first, shoot_first, plan_first])
def test_a_zombie_that_cannot_be_killed_is_left_behind(bot: Any) -> None:
    view = document(zombies={"z6": "carentan"})
    ram = {"do": "ram", "target": "z6"}
    assert bot(view, [*moves("hill-30"), ram, END]) == moves("hill-30")[0]
    mounted = document({"cutter": True}, zombies={"z6": "carentan"})
    assert bot(mounted, [*moves("hill-30"), ram, END]) == ram


def test_who_plans_looks_first_where_stragglers_are_to_be_rescued() -> None:
    seen = {"face_down": {"st-come": "unknown"}}
    assert plan_first(document({"hex": "barquette"}, **seen), [LOOK, SHOT, END]) == SHOT
    assert plan_first(document({"hex": "barquette"}, {"rescue": 1}, **seen), [LOOK, SHOT, END]) == LOOK


def test_the_shortest_round_brings_every_counter_within_reach() -> None:
    """Against all orders of all stops."""
    printed = zombies.Printed(FACTS)
    rounds = printed.rounds(printed.straight, printed.fire_range)
    counters = frozenset(("liesville", "baupte", "les-veys"))
    hexes = list(FACTS["hexes"])

    def reached(stops: tuple[str, ...]) -> bool:
        return all(any(printed.straight(at, stop) <= 2 for stop in stops) for at in counters)

    for start in ("carentan", "graignes", "meautis"):
        best = min(
            sum(printed.paths(one)[other] for one, other in pairwise((start, *stops)))
            for count in range(1, 4)
            for stops in permutations(hexes, count)
            if reached((start, *stops))
        )
        assert rounds.length(start, counters) == best
    assert rounds.length("causeway", frozenset(("st-come",))) == 0


def test_who_plans_drives_the_round_and_not_to_the_nearest() -> None:
    """Counters at both ends of the south: the one farther from the rest is not left for later."""
    view = document({"hex": "carentan"}, face_down={"st-come": "unknown", "brevands": "unknown"}, killed=["z3"])
    step = plan_first(view, [*moves(*FACTS["hexes"]["carentan"]["neighbours"]), END])
    printed = zombies.Printed(FACTS)
    rounds = printed.rounds(printed.straight, printed.fire_range)
    lengths = {
        at: rounds.length(at, frozenset(("st-come", "brevands"))) for at in FACTS["hexes"]["carentan"]["neighbours"]
    }
    assert lengths[step["hex"]] == min(lengths.values())


def test_counters_that_a_die_may_name_are_exposed() -> None:
    printed = zombies.Printed(FACTS)
    numbers = {hex_["number"]: name for name, hex_ in FACTS["hexes"].items() if hex_["number"]}
    assert printed.exposed(numbers.values(), False) == {numbers[number] for number in range(1, 7)}
    assert printed.exposed(numbers.values(), True) == {numbers[number] for number in range(3, 9)}


def test_planner_fetches_the_turret_before_firing_face_down() -> None:
    view = document({"hex": "barquette"}, face_down={"st-come": "unknown"}, items={"angoville": "m8"})
    seen = [SHOT, *moves("angoville", "carentan"), END]
    assert plan_first(view, seen) == moves("angoville")[0]
    assert shoot_first(view, seen) == SHOT


def test_planner_rams_certain_zombies_before_mending() -> None:
    """A review called three such attacks mistakes: played on, the points went into repairs."""
    ram, repair = {"do": "ram", "target": "face_down"}, {"do": "repair", "ap": 3}
    rest = [name for name in FACTS["counters"] if name != "z4"]
    gone = [name for name in rest for _ in range(FACTS["counters"][name]["count"])]
    tank = {"hex": "tribehou", "ammo_out": True, "damaged": True}
    known = document(tank, face_down={"tribehou": "unknown"}, gone=gone[1:], marker=gone[0])
    assert plan_first(known, [*moves("baupte"), ram, repair, END]) == ram
    unknown = document(tank, face_down={"tribehou": "unknown"}, gone=gone[1:])
    assert plan_first(unknown, [*moves("baupte"), ram, repair, END]) == repair


def test_who_plans_asks_no_locals() -> None:
    asked = [{"do": "reveal", "hex": "tribehou"}, {"do": "reveal", "hex": "baupte"}, {"do": "decline"}]
    assert plan_first(document(), asked) == {"do": "decline"}


def test_planner_looks_for_equipment_against_strong_zombies() -> None:
    """Unless there is none left to be found, or it may be shot at."""
    strong = {"zombies": {"z6": "catz"}, "face_down": {"st-come": "unknown"}}
    assert plan_first(document({"hex": "barquette"}, **strong), [LOOK, SHOT, END]) == LOOK
    assert plan_first(document({"hex": "barquette"}, ap=1, **strong), [SHOT, END]) == END
    drive = [*moves("barquette", "hill-30", "causeway"), SHOT, END]
    assert plan_first(document(**strong), drive)["hex"] in ("barquette", "causeway")
    lost = document({"hex": "barquette"}, gone=["m8", "cutter"], **strong)
    assert plan_first(lost, [LOOK, SHOT, END]) == SHOT
    mounted = document({"hex": "barquette", "m8": True}, **strong)
    assert plan_first(mounted, [LOOK, SHOT, END]) == SHOT
    equal = document({"hex": "barquette"}, {"equal_kills": True}, **strong)
    assert plan_first(equal, [LOOK, SHOT, END]) == SHOT


@pytest.mark.long
def test_who_plans_wins_more_often() -> None:
    """On the same deals, with the usual options."""
    won = dict.fromkeys((plan_first, shoot_first), 0)
    for play in won:
        for number in range(150):
            end = play_game(GAME, f"plan/{number}", GAME.Options(), [play])
            won[play] += 0 in end.winners
    assert won[plan_first] > won[shoot_first]


def test_equal_dice_count_where_the_option_says_so() -> None:
    fire = {"do": "fire", "hex": "barquette", "target": "z6"}
    usual, equal = (
        document(zombies={"z6": "barquette"}),
        document(options={"equal_kills": True}, zombies={"z6": "barquette"}),
    )
    assert scout_first(equal, [fire, END]) == fire
    assert scout_first(usual, [fire, END]) == END


@pytest.mark.parametrize("bot", [scout_first, shoot_first, plan_first])
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
