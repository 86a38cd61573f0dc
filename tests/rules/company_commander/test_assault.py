"""Building and rolling out an assault: CC-26 to CC-31, CC-38, CC-64, CC-B1, sheet 1.7."""

from __future__ import annotations

import pytest

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander.actions import Commit, EndPhase, Join, Play, Proxy, Withdraw
from bocage.rules.company_commander.events import Committed, Fire, Hit, Joined, Removed, Withdrew
from tests.rules.company_commander.scene import END, Scene, f

LAUNCH = Commit()


def _firing(scene: Scene) -> list[tuple[str, int]]:
    return [(fire.unit, len(fire.dice)) for fire in scene.told(Fire)]


def test_cc_26_front_by_front_each_enemy_front_and_each_unit_once() -> None:
    us = "rifle1:center rifle2:center half1:left"
    scene = Scene("assault", us=us, us_hand="mud", de="sniper:center jager1:right")
    scene.do(Join("us_rifle1", "de_c"))
    assert scene.told(Joined) == [Joined("us_rifle1", "de_c")]
    assert scene.asks[0] == "build"
    # The first unit fixes the front; cards and the end of the phase wait.
    assert scene.legal == [Join("us_rifle2", "de_c"), Withdraw("us_rifle1"), LAUNCH]
    scene.do(LAUNCH)
    assert scene.told(Committed) == [Committed("de_c", ("us_rifle1",))]
    scene.passes(1, 1, 1)
    assert scene.offers(Join) == [Join("us_half1", "de_r")]  # rifle2 has nowhere to go
    scene.do(Join("us_half1", "de_r")).do(LAUNCH).passes(1, 1, 1)
    assert (scene.offers(Join), END in scene.legal) == ([], True)
    assert not scene.flagged("us_rifle2", f.ASSAULTED)


def test_cc_26_the_next_turn_everything_is_open_again() -> None:
    scene = Scene("assault", us="rifle1:center", us_hand="mud", de="mg34:center")
    scene.do(Join("us_rifle1", "de_c")).do(LAUNCH).passes(1, 1, 1, 1, 1).to("deploy")
    assert set(scene.state.fronts) == {0}
    assert scene.unit("us_rifle1").flags == 0


def test_cc_27_able_units_defend_and_hits_stay_among_parties() -> None:
    us = "rifle1:center half1:center half2:left"
    de = "sniper:center mg34:center:p1 jager1:center half:left"
    scene = Scene("assault", us=us, us_hand="mud", de=de)
    scene.do(Join("us_half1", "de_c")).do(LAUNCH)
    # Defence: sniper 1 die, squad 2 dice, the pinned machine gun none; the only attacker is the only target.
    scene.passes(1, 6, 1)
    assert _firing(scene) == [("de_sniper", 1), ("de_jager1", 2)]
    assert scene.gone("us_half1")
    assert (scene.unit("us_rifle1").casualties, scene.unit("us_half2").pins) == (0, 0)


def test_cc_27_attackers_hit_pinned_units_too() -> None:
    scene = Scene("assault", us="half1:center", us_hand="mud", de="sniper:center mg34:center:p1")
    scene.do(Join("us_half1", "de_c")).do(LAUNCH).passes(1, 6, 2)
    assert scene.told(Removed) == [Removed("de_mg34", "fire", (1, 0), "us", 1)]


def test_cc_28_defenders_first_and_their_hits_count_at_once() -> None:
    us = "half1:center rifle1:center rifle2:center"
    scene = Scene("assault", us=us, us_hand="mud", de="jager1:center half:center")
    for unit in ("us_rifle2", "us_half1", "us_rifle1"):
        scene.do(Join(unit, "de_c"))
    scene.do(LAUNCH)
    # Squad: a casualty on the half squad, a pin on rifle1 (of two left); half squad: a casualty on it.
    # Only rifle2 is left to fire: two dice.
    scene.passes(6, 4, 1, 1, 6, 1, 1, 1)
    assert _firing(scene) == [("de_jager1", 2), ("de_half", 1), ("us_rifle2", 2)]
    assert scene.gone("us_half1")
    pinned = scene.unit("us_rifle1")
    assert (pinned.pins, pinned.casualties) == (1, 1)


def test_cc_28_attackers_are_listed_and_fire_in_order_of_arrival() -> None:
    scene = Scene("assault", us="half1:center half2:center", us_hand="mud", de="sniper:center")
    scene.do(Join("us_half2", "de_c")).do(Join("us_half1", "de_c")).do(LAUNCH)
    assert scene.told(Committed)[0].units == ("us_half1", "us_half2")
    scene.passes(1, 2, 3)
    assert [fire.unit for fire in scene.told(Fire)] == ["de_sniper", "us_half1", "us_half2"]


@pytest.mark.parametrize(("casualties", "dice"), [(0, 3), (1, 2), (2, 1)])
def test_cc_29_as_many_dice_as_strength_less_casualties(casualties: int, dice: int) -> None:
    us = f"heavy:center:c{casualties}"
    scene = Scene("assault", us=us, us_hand="mud", de="sniper:center")
    scene.do(Join("us_heavy", "de_c")).do(LAUNCH).passes(1, *[1] * dice)
    assert _firing(scene) == [("de_sniper", 1), ("us_heavy", dice)]


def test_cc_29_counted_when_the_units_own_fire_begins() -> None:
    scene = Scene("assault", us="heavy:center", us_hand="mud", de="sniper:center")
    scene.do(Join("us_heavy", "de_c")).do(LAUNCH).passes(6, 1, 1)
    assert _firing(scene) == [("de_sniper", 1), ("us_heavy", 2)]


def test_cc_30_abilities_change_the_number_of_dice() -> None:
    us, de = (
        "eng:center sherman:center",
        "mg42:center pak:center pio:center",
    )
    scene = Scene("assault", us=us, us_hand="mud", de=de)
    scene.do(Join("us_eng", "de_c")).do(Join("us_sherman", "de_c")).do(LAUNCH)
    scene.passes(*[1] * 13)
    assert _firing(scene) == [
        ("de_mg42", 3),
        ("de_pak", 3),
        ("de_pio", 2),
        ("us_eng", 3),
        ("us_sherman", 2),
    ]
    assert [fire.mods for fire in scene.told(Fire)] == [
        (("defence", 2),),
        (("defence", 2),),
        (),
        (("assault", 1),),
        (("assault", 1),),
    ]


@pytest.mark.parametrize(("die", "effect"), [(1, ""), (3, ""), (4, "pin"), (5, "pin"), (6, "casualty")])
def test_the_fire_table(die: int, effect: str) -> None:
    scene = Scene("assault", us="half1:center", us_hand="mud", de="jager1:center:p1")
    scene.do(Join("us_half1", "de_c")).do(LAUNCH).passes(die)
    assert [hit.effect for hit in scene.told(Hit)] == ([effect] if effect else [])


@pytest.mark.parametrize(("die", "effect"), [(2, ""), (3, "pin"), (4, "pin"), (5, "casualty"), (6, "casualty")])
def test_cc_31_flank_adds_one_to_each_attack_die(die: int, effect: str) -> None:
    scene = Scene("assault", us="half1:left", us_hand="mud", de="jager1:center:p1")
    scene.do(Join("us_half1", "de_c")).do(LAUNCH).passes(die)
    assert (scene.told(Fire)[0].plus, scene.told(Fire)[0].mods) == (1, ())
    assert [hit.effect for hit in scene.told(Hit)] == ([effect] if effect else [])


def test_cc_38_center_unit_joins_direct_attackers_of_one_side() -> None:
    us = "rifle1:center rifle2:left half1:center"
    scene = Scene("assault", us=us, us_hand="mud", de="mg34:right jager1:left")
    assert scene.offers(Join, unit="us_rifle1") == [
        Join("us_rifle1", "de_r"),
        Join("us_rifle1", "de_l"),
    ]
    scene.do(Join("us_rifle1", "de_r")).do(Join("us_rifle2", "de_r")).do(LAUNCH)
    scene.passes(1, 1, 1, 1, 1, 1, 1)
    assert [(fire.unit, fire.plus) for fire in scene.told(Fire)] == [
        ("de_mg34", 0),  # defenders never get it
        ("us_rifle1", 1),
        ("us_rifle2", 0),
    ]
    assert scene.offers(Join) == [Join("us_half1", "de_l")]


def test_cc_38_no_flank_while_the_front_across_is_held() -> None:
    scene = Scene("assault", us="rifle1:left", de="sniper:right jager1:center")
    assert scene.offers(Join) == [Join("us_rifle1", "de_r")]


def test_cc_38_cleared_front_opens_flanks_for_fresh_units() -> None:
    us = "half1:center half2:center"
    scene = Scene("assault", us=us, us_hand="mud", de="sniper:center jager1:left")
    scene.do(Join("us_half1", "de_c")).do(LAUNCH).passes(1, 6)
    assert scene.offers(Join) == [Join("us_half2", "de_l")]


def test_cc_64_at_gun_only_defends_with_two_more_dice() -> None:
    scene = Scene("assault", active="de", de="pak:center half:center", us="rifle1:center")
    assert scene.offers(Join) == [Join("de_half", "us_c")]


def test_cc_b1_units_may_be_taken_out_until_the_assault_is_launched() -> None:
    scene = Scene("assault", us="rifle1:center rifle2:center", us_hand="mud", de="sniper:center")
    scene.do(Join("us_rifle1", "de_c")).do(Join("us_rifle2", "de_c"))
    scene.do(Withdraw("us_rifle1"))
    assert scene.told(Withdrew) == [Withdrew("us_rifle1")]
    assert scene.state.assault is not None
    assert scene.state.assault.attackers == ("us_rifle2",)
    scene.do(Withdraw("us_rifle2"))
    assert (scene.asks[0], END in scene.legal) == ("assault", True)
    assert not GAME.view(scene.state, 0).get("assault")


def test_cc_b1_a_unit_taken_out_twice_stays_out_for_the_turn() -> None:
    scene = Scene("assault", us="rifle1:center", us_hand="mud", de="sniper:center")
    join, out = Join("us_rifle1", "de_c"), Withdraw("us_rifle1")
    scene.do(join).do(out).do(join).do(out)
    assert (scene.offers(Join), scene.flagged("us_rifle1", f.STAYS_OUT)) == ([], True)
    assert scene.to("deploy").unit("us_rifle1").flags == 0


def test_cc_b1_building_and_undoing_throws_no_die_and_opens_no_window() -> None:
    scene = Scene("assault", us="rifle1:center", us_hand="mud", de="sniper:center", de_hand="woods")
    before = scene.passes().state
    scene.do(Join("us_rifle1", "de_c"))
    assert scene.asks == ("build", "us")
    scene.do(Withdraw("us_rifle1"))  # ``do`` fails when a die is thrown
    unit = scene.unit("us_rifle1")
    scene.mark("us_rifle1", flags=unit.flags & ~f.WITHDRAWN)
    assert GAME.pack(scene.state) == GAME.pack(before)


def test_no_cards_and_no_end_while_an_assault_is_built() -> None:
    scene = Scene("assault", us="rifle1:center", us_hand="green_unit", de="sniper:center")
    assert {type(action) for action in scene.legal} == {Join, Play, EndPhase}
    scene.do(Join("us_rifle1", "de_c"))
    assert {type(action) for action in scene.legal} == {Withdraw, Commit}
    assert Proxy("us_l") not in scene.legal


def test_dice_come_by_unit_then_pick_and_armour_per_hit() -> None:
    scene = Scene("assault", us="sherman:center rifle1:center", us_hand="mud", de="jager1:center")
    scene.do(Join("us_sherman", "de_c")).do(Join("us_rifle1", "de_c")).do(LAUNCH)
    # Defence 6 5, first hit on the tank (armour 2+2: none), so it is gone; second on the only one left: no pick.
    scene.passes(6, 5, 1, 1)
    assert [type(event).__name__ for event in scene.events[1:]] == ["Fire", "Hit", "Removed", "Hit"]
    assert scene.told(Hit) == [
        Hit("casualty", "casualty", "us_sherman", 1, (("armour", 2),), total=3),
        Hit("pin", "pin", "us_rifle1"),
    ]
