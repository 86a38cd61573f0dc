"""One hit, step by step: CC-59 to CC-62."""

from __future__ import annotations

import pytest

from bocage.rules.company_commander.actions import Commit, Join, Play, Recon, Suppress
from bocage.rules.company_commander.events import Hit
from tests.rules.company_commander.scene import Scene

PIN, CASUALTY = (4, 4), (6, 6)


def _fire_on(target: str, dice: tuple[int, ...], *more: int) -> Scene:
    """The 60mm mortar suppresses a lone German unit."""
    scene = Scene("suppression", us="60mm:center", us_hand="mud", de=f"{target}:center sniper:left")
    return scene.do(Suppress("us_60mm", "de_c"), *dice, *more)


@pytest.mark.parametrize(
    ("dice", "armour", "effect"),
    [(PIN, 5, "pin"), (PIN, 6, "ignored"), (CASUALTY, 5, "casualty"), (CASUALTY, 6, "pin")],
)
def test_cc_59_each_hit_gets_one_armour_roll(dice: tuple[int, ...], armour: int, effect: str) -> None:
    scene = _fire_on("track", dice, armour)
    (hit,) = scene.told(Hit)
    assert (hit.effect, hit.armour, hit.mods) == (effect, armour, ())
    assert scene.gone("de_track") == (effect == "casualty")


@pytest.mark.parametrize(("armour", "effect"), [(3, "pin"), (4, "ignored"), (6, "ignored")])
def test_cc_60_only_the_medium_tank_has_a_bonus(armour: int, effect: str) -> None:
    (hit,) = _fire_on("panzer", PIN, armour).told(Hit)
    assert (hit.effect, hit.mods) == (effect, (("armour", 2),))


def test_cc_59_also_in_missions_mines_and_all_fire() -> None:
    scene = Scene("recon", us="m8:center", de="sniper:center").do(Recon("us_m8"), 1, 4, 4, 6)
    assert scene.told(Hit)[0].effect == "ignored"
    scene = Scene("assault", us="m8:center", de="jager1:center", de_hand="mine_field").passes()
    scene.do(Join("us_m8", "de_c")).do(Commit())
    scene.do(Play("mine_field"), 6, 1, 1, 1, 6, 6, 1, 6)  # pinned by the mines and by the squad: no fire
    assert [hit.effect for hit in scene.told(Hit)] == ["pin", "pin"]


def test_cc_59_anti_tank_does_not_weaken_armour() -> None:
    scene = Scene("assault", us="bazooka:center", us_hand="mud", de="track:center")
    scene.do(Join("us_bazooka", "de_c")).do(Commit()).passes(1, 6, 6)
    assert scene.told(Hit)[0].effect == "pin"


def test_cc_61_a_sniper_may_pick_a_tank_and_then_nothing_happens() -> None:
    scene = Scene("suppression", active="de", de="sniper:center", us="sherman:center rifle1:center")
    scene.do(Suppress("de_sniper", "us_c"), 6, 6, 1)  # no armour die
    assert scene.told(Hit) == [Hit("casualty", "immune", "us_sherman")]
    assert scene.unit("us_sherman").pins == 0


def test_cc_61_other_vehicles_are_no_tanks_and_fire_counts_like_suppression() -> None:
    scene = Scene("suppression", active="de", de="sniper:center", us="m8:center")
    scene.do(Suppress("de_sniper", "us_c"), 6, 6, 1)
    assert scene.gone("us_m8")
    scene = Scene("assault", active="de", de="sniper:center", us="sherman:center")
    scene.do(Join("de_sniper", "us_c")).do(Commit(), 1, 6)
    assert scene.told(Hit) == [Hit("casualty", "immune", "us_sherman")]


@pytest.mark.parametrize("die", [4, 6])
def test_cc_62_anti_tank_hits_prefer_vehicles_and_artillery(die: int) -> None:
    de = "jager1:center pak:center track:center"
    scene = Scene("assault", us="bazooka:center", us_hand="mud", de=de)
    for unit in ("de_jager1", "de_pak", "de_track"):
        scene.mark(unit, pins=1)
    # Two candidates of three: face 1 picks the PaK.
    scene.do(Join("us_bazooka", "de_c")).do(Commit()).passes(die, 1)
    assert scene.told(Hit)[0].target == "de_pak"


def test_cc_62_else_to_any_unit() -> None:
    scene = Scene("assault", us="bazooka:center", us_hand="mud", de="sniper:center mg34:center")
    for unit in ("de_sniper", "de_mg34"):
        scene.mark(unit, pins=1)
    scene.do(Join("us_bazooka", "de_c")).do(Commit()).passes(4, 2)
    assert scene.told(Hit)[0].target == "de_mg34"


def test_cc_62_in_defence_and_suppression_too() -> None:
    us = "m8:center rifle1:center"
    scene = Scene("suppression", active="de", de="pak:center", us=us)
    scene.do(Suppress("de_pak", "us_c"), 4, 4, 1)
    assert scene.told(Hit)[0].target == "us_m8"
    scene = Scene("assault", us=us, us_hand="mud", de="schreck:center")
    scene.do(Join("us_rifle1", "de_c")).do(Join("us_m8", "de_c")).do(Commit())
    scene.passes(4, 1, 1, 1)
    assert scene.told(Hit)[0].target == "us_m8"


def test_cc_63_mortars_are_no_artillery_for_anti_tank_hits() -> None:
    scene = Scene("assault", us="bazooka:center", us_hand="mud", de="sniper:center:p1 8cm:center:p1")
    scene.do(Join("us_bazooka", "de_c")).do(Commit()).passes(4, 1)
    assert scene.told(Hit)[0].target == "de_sniper"
