"""Suppression: CC-18 to CC-25, CC-31, CC-44, CC-47, CC-48, CC-50 (Forward Observer)."""

from __future__ import annotations

import pytest

from bocage.rules.company_commander.actions import Join, Play, Suppress
from bocage.rules.company_commander.data import UNITS
from bocage.rules.company_commander.events import Declared, Hit, Removed, Suppression
from bocage.rules.company_commander.options import Options
from bocage.rules.company_commander.tactical import ROWS
from tests.rules.company_commander.scene import Scene, f


@pytest.mark.parametrize(
    ("dice", "result"),
    [((1, 1), "nothing"), ((3, 4), "nothing"), ((4, 4), "pin"), ((4, 6), "pin"), ((5, 6), "casualty")],
)
def test_the_suppression_table(dice: tuple[int, int], result: str) -> None:
    scene = Scene("suppression", us="60mm:center", us_hand="mud", de="jager1:center")
    scene.do(Suppress("us_60mm", "de_c"), *dice)
    (roll,) = scene.told(Suppression)
    assert (roll.result, roll.total, roll.unit, roll.front) == (result, sum(dice), "us_60mm", "de_c")
    unit = scene.unit("de_jager1")
    assert (unit.pins, unit.casualties) == (int(result == "pin"), int(result == "casualty"))


@pytest.mark.parametrize(("card", "rolls"), [(row.id, row.n) for row in ROWS if row.effect == "support_rolls"])
def test_cc_18_support_cards_make_separate_rolls_each_resolved_before_the_next(card: str, rolls: int) -> None:
    scene = Scene("suppression", us_hand=f"{card} mud", de="jager1:center sniper:center")
    faces = [6, 6, 2] + [1, 1] * (rolls - 1)  # the second unit in order of arrival dies first
    scene.do(Play(card, front="de_c"), *faces)
    assert [type(event) for event in scene.events[1:4]] == [Suppression, Hit, Removed]
    assert [roll.dice for roll in scene.told(Suppression)] == [(6, 6)] + [(1, 1)] * (rolls - 1)
    assert {roll.card for roll in scene.told(Suppression)} == {card}
    assert scene.gone("de_sniper")


def test_cc_18_variant_sum_is_one_total_of_n_dice() -> None:
    options = Options(creator_side="us", support="sum")
    scene = Scene("suppression", us_hand="howitzer_battery mud", de="jager1:center", options=options)
    scene.do(Play("howitzer_battery", front="de_c"), 2, 2, 3, 1)
    (roll,) = scene.told(Suppression)
    assert (roll.dice, roll.total, roll.result) == ((2, 2, 3, 1), 8, "pin")
    scene = Scene("suppression", us="60mm:center", us_hand="mud", de="jager1:center", options=options)
    scene.do(Suppress("us_60mm", "de_c"), 1, 1)


def test_cc_19_support_is_six_names_and_the_mine_field_is_none() -> None:
    support = [row for row in ROWS if row.effect == "support_rolls"]
    assert {row.id for row in support} == {
        "howitzer_battery",
        "artillery_barrage",
        "dive_bomber",
        "strafing_run",
        "air_support",
        "air_superiority",
    }
    assert sum(row.count for row in support) == 8


def test_cc_20_support_cards_need_no_own_unit() -> None:
    de = "jager1:left jager2:center"
    scene = Scene("suppression", us_hand="dive_bomber strafing_run mud", de=de)
    assert [play.front for play in scene.offers(Play, card="dive_bomber")] == ["de_c", "de_l"]
    scene.do(Play("dive_bomber", front="de_l"), 1, 1, 1, 1, 1, 1)
    scene.do(Play("strafing_run", front="de_l"), 1, 1, 1, 1, 1, 1)
    assert all(roll.mods == () for roll in scene.told(Suppression))


@pytest.mark.parametrize("card", ["smoke", "take_cover", "camouflage"])
def test_cc_21_a_cancel_voids_one_declared_attack_before_its_dice(card: str) -> None:
    us = "60mm:center 81mm:center"
    scene = Scene("suppression", us=us, de="jager1:center", us_hand="mud", de_hand=f"{card} woods")
    scene.to("suppression").do(Suppress("us_60mm", "de_c"))
    assert scene.told(Declared) == [Declared("us_60mm", "de_c")]
    assert (scene.asks, scene.offers(Play)) == (("on_roll", "de"), [Play(card)])
    scene.do(Play(card))
    assert scene.told(Suppression) == []
    assert scene.asks == ("suppression", "us")  # the window closed itself though another card is held
    assert scene.flagged("us_60mm", f.SUPPRESSED)
    assert scene.offers(Suppress) == [Suppress("us_81mm", "de_c")]


def test_cc_21_cancel_voids_a_whole_support_card() -> None:
    scene = Scene("suppression", us_hand="howitzer_battery mud", de="jager1:center", de_hand="smoke woods")
    scene.to("suppression").do(Play("howitzer_battery", front="de_c")).do(Play("smoke"))
    assert scene.told(Suppression) == []
    assert sorted(scene.state.discards) == ["howitzer_battery", "smoke"]
    assert scene.state.hands[0] == ("mud",)


def test_cc_22_each_result_picks_its_unit_afresh() -> None:
    scene = Scene("suppression", us_hand="dive_bomber mud", de="sniper:center:p1 mg34:center")
    scene.do(Play("dive_bomber", front="de_c"), 6, 6, 1, 6, 6, 6, 6)
    assert scene.told(Hit) == [
        Hit("casualty", "casualty", "de_sniper"),
        Hit("casualty", "casualty", "de_mg34"),
        Hit("casualty", "lost"),
    ]


def test_cc_23_able_units_suppress_once_a_turn() -> None:
    able = {card for card, row in UNITS.items() if row.suppression is not None}
    assert able == {
        "us_browning_50_mg",
        "us_mortar_60mm",
        "us_mortar_81mm",
        "us_m4a1_sherman",
        "de_heavy_mg_42",
        "de_mortar_80cm",
        "de_panzer_iv_g",
        "de_sniper",
        "de_pak_40",
        "de_half_track",
    }
    us = "mg30:center m8:center mg50:center"
    scene = Scene("suppression", us=us, de="sniper:center")
    assert scene.offers(Suppress) == [Suppress("us_mg50", "de_c")]
    scene.do(Suppress("us_mg50", "de_c"), 1, 1)
    assert scene.phase == "assault"


@pytest.mark.parametrize("unit", ["us_81mm", "de_8cm"])
def test_cc_23_the_heavier_mortars_add_one(unit: str) -> None:
    side, name = unit.split("_", 1)
    sides = {"us": "half1:center", "de": "jager1:center", side: f"{name}:center"}
    scene = Scene("suppression", active=side, **sides)  # type: ignore[arg-type]
    front = "de_c" if side == "us" else "us_c"
    scene.do(Suppress(unit, front), 3, 4)
    assert scene.told(Suppression)[0].mods == (("unit", 1),)
    assert scene.told(Suppression)[0].result == "pin"


def test_cc_24_unit_is_removed_at_its_strength() -> None:
    scene = Scene("suppression", us_hand="dive_bomber mud", de="jager1:center:c1 jager2:center")
    scene.do(Play("dive_bomber", front="de_c"), 5, 6, 1, 5, 6, 1, 1)
    kinds = [type(event).__name__ for event in scene.events[1:]]
    assert kinds == ["Suppression", "Hit", "Removed", "Suppression", "Hit", "Suppression"]
    assert scene.unit("de_jager2").casualties == 1  # the only candidate left: no pick was drawn


def test_cc_25_units_may_suppress_several_fronts_in_one_phase() -> None:
    scene = Scene("suppression", us="60mm:left 81mm:right", us_hand="mud", de="sniper:left half:right")
    scene.do(Suppress("us_60mm", "de_r"), 1, 1).do(Suppress("us_81mm", "de_l"), 1, 1)
    assert scene.asks[0] == "suppression"


def test_cc_31_a_flank_adds_one_to_the_suppression_total() -> None:
    scene = Scene("suppression", us="60mm:left", us_hand="mud", de="jager1:center")
    scene.do(Suppress("us_60mm", "de_c"), 5, 5)
    (roll,) = scene.told(Suppression)
    assert (roll.total, roll.result, roll.mods) == (11, "casualty", (("flank", 1),))


def test_cc_44_out_of_ammo_lasts_for_the_game() -> None:
    us = "rifle1:center 60mm:center"
    scene = Scene("suppression", us=us, de="sniper:center", us_hand="mud", de_hand="out_of_ammo")
    assert scene.asks == ("on_suppression", "de")
    assert scene.offers(Play) == [Play("out_of_ammo", "us_60mm")]
    scene.do(Play("out_of_ammo", "us_60mm"))
    assert scene.offers(Suppress) == []
    scene.to("assault")
    assert Join("us_60mm", "de_c") in scene.legal  # fire rolls are unaffected
    scene.to("deploy")
    assert scene.flagged("us_60mm", f.OUT_OF_AMMO)


@pytest.mark.parametrize("at", ["tactics", "suppression", "assault"])
def test_cc_44_the_active_player_may_play_it_too(at: str) -> None:
    scene = Scene(at, us="half1:center", us_hand="out_of_ammo", de="sniper:left mg34:center")
    assert scene.offers(Play) == [Play("out_of_ammo", "de_sniper")]


@pytest.mark.parametrize(
    ("card", "side"), [("rifle_grenades", "us"), ("rifle_grenades", "de"), ("machine_guns", "de")]
)
def test_cc_47_one_infantry_squad_may_make_one_plain_suppression_roll(card: str, side: str) -> None:
    units = {"us": "rifle1:center half1:center", "de": "jager1:center mg34:center"}
    scene = Scene("suppression", active=side, us=units["us"], de=units["de"], **{f"{side}_hand": card})  # type: ignore[arg-type]
    unit = {"us": "us_rifle1", "de": "de_jager1"}[side]
    front = {"us": "de_c", "de": "us_c"}[side]
    assert scene.offers(Play) == [Play(card, unit)]
    scene.do(Play(card, unit))
    assert scene.legal[0] == Suppress(unit, front)
    scene.do(Suppress(unit, front), 1, 2)
    assert scene.told(Suppression)[0].mods == ()
    assert Join(unit, front) not in scene.to("assault").legal  # it was its attack


def test_cc_47_only_a_squad_that_is_otherwise_free_to_suppress() -> None:
    us = "rifle1:center:p1 rifle2:center rifle3:center repl1:left"
    scene = Scene("suppression", us=us, de="sniper:center", us_hand="rifle_grenades")
    scene.mark("us_rifle2", flags=f.MOVED | f.MOVE_TRIED, came_from=0)
    scene.mark("us_rifle3", flags=f.GREEN)
    assert scene.offers(Play) == [Play("rifle_grenades", "us_repl1")]


def test_cc_48_panzerfausts_make_one_unit_anti_tank() -> None:
    de = "sniper:center panzer:left half:right"
    us = "rifle1:center m8:center"
    scene = Scene("suppression", active="de", us=us, de=de, de_hand="panzerfausts smoke")
    assert [play.unit for play in scene.offers(Play)] == ["de_sniper", "de_half"]
    scene.do(Play("panzerfausts", "de_sniper"))
    scene.do(Suppress("de_sniper", "us_c"), 4, 4, 1)  # the vehicle alone is a candidate: armour, no pick
    assert scene.told(Hit)[0].target == "us_m8"
    scene.to("deploy")
    assert not scene.flagged("de_sniper", f.ANTI_TANK)


def test_cc_50_forward_observer_adds_to_marks_on_its_front_this_turn() -> None:
    scene = Scene("suppression", us="81mm:center", us_hand="forward_observer dive_bomber", de="jager1:center")
    scene.state.bonuses = (("de_c", "mark", 1),)
    assert scene.offers(Play, card="forward_observer") == [Play("forward_observer", front="de_c")]
    scene.do(Play("forward_observer", front="de_c"))
    scene.do(Suppress("us_81mm", "de_c"), 2, 2)
    (roll,) = scene.told(Suppression)
    assert roll.mods == (("unit", 1), ("mark", 1), ("forward_observer", 1))
    assert roll.total == 7
    scene.do(Play("dive_bomber", front="de_c"), 1, 1, 1, 1, 1, 1)
    assert scene.told(Suppression)[0].total == 4
