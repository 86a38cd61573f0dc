"""Cards for a committed assault: CC-30, CC-32 to CC-37, CC-48, CC-49, CC-76, CC-77."""

from __future__ import annotations

import pytest

from bocage.rules.company_commander.actions import Commit, Join, Play
from bocage.rules.company_commander.events import Fire, Hit, Removed
from tests.rules.company_commander.scene import Scene

ATTACKER = "overrun surrounded breakthrough concentrate_force trapped"
DEFENDER = "daylight_push ambush hilltop_vantage"


def _assault(us: str, de: str, us_hand: str = "", de_hand: str = "", active: str = "us") -> Scene:
    """Everybody able of ``active`` attacks the center; stops in the first window."""
    scene = Scene("assault", us=us, de=de, us_hand=us_hand, de_hand=de_hand, active=active).to("assault")
    front = {"us": "de_c", "de": "us_c"}[active]
    for join in scene.offers(Join, front=front):
        scene.do(join)
    return scene.do(Commit())


def _dice(scene: Scene) -> dict[str, int]:
    return {fire.unit or fire.card: len(fire.dice) for fire in scene.told(Fire)}


@pytest.mark.parametrize("card", ATTACKER.split())
def test_cc_32_the_overrun_family_adds_a_die_to_every_attacker(card: str) -> None:
    scene = _assault("rifle1:center half1:center", "sniper:center", us_hand=card)
    scene.do(Play(card), 1, *[1] * 5)
    assert _dice(scene) == {"de_sniper": 1, "us_rifle1": 3, "us_half1": 2}
    assert scene.told(Fire)[1].mods == ((card, 1),)


def test_cc_32_blitzkrieg_does_for_the_german_side() -> None:
    scene = _assault("half1:center", "half:center", de_hand="blitzkrieg", active="de")
    scene.do(Play("blitzkrieg"), 1, 1, 1)
    assert _dice(scene) == {"us_half1": 1, "de_half": 2}


@pytest.mark.parametrize("card", DEFENDER.split())
def test_cc_32_these_add_a_die_to_every_defender(card: str) -> None:
    scene = _assault("rifle1:center", "sniper:center half:center mg34:center:p1", de_hand=card)
    scene.do(Play(card), 1, 1, 1, 1, 1, 1)
    assert _dice(scene) == {"de_sniper": 2, "de_half": 2, "us_rifle1": 2}


@pytest.mark.parametrize("card", ["open_field", "opportunity_fire"])
def test_cc_32_these_add_a_die_to_one_defender_that_would_fire(card: str) -> None:
    de = "sniper:center half:center mg34:center:p1 jager1:left"
    scene = _assault("rifle1:center", de, de_hand=card)
    assert scene.offers(Play) == [Play(card, "de_sniper"), Play(card, "de_half")]
    scene.do(Play(card, "de_half"), 1, 1, 1, 1, 1)
    assert _dice(scene)["de_half"] == 2


@pytest.mark.parametrize("card", ["hedgerows", "woods"])
def test_cc_33_these_take_a_die_from_every_attacker(card: str) -> None:
    scene = _assault("rifle1:center half1:center", "sniper:center", de_hand=card)
    scene.do(Play(card), 1, 1)
    assert _dice(scene) == {"de_sniper": 1, "us_rifle1": 1, "us_half1": 0}
    assert scene.told(Fire)[1].mods == ((card, -1),)


def test_cc_33_entrenched_takes_one_die_from_one_attacker() -> None:
    scene = _assault("rifle1:center half1:center", "sniper:center", de_hand="entrenched")
    assert scene.offers(Play) == [Play("entrenched", "us_rifle1"), Play("entrenched", "us_half1")]
    scene.do(Play("entrenched", "us_rifle1"), 1, 1, 1)
    assert _dice(scene) == {"de_sniper": 1, "us_rifle1": 1, "us_half1": 1}


def test_cc_33_never_below_no_dice_at_all() -> None:
    scene = _assault("half1:center", "sniper:center", us_hand="mud", de_hand="hedgerows woods entrenched")
    scene.passes().do(Play("hedgerows")).do(Play("woods")).do(Play("entrenched", "us_half1"), 1)
    assert _dice(scene) == {"de_sniper": 1, "us_half1": 0}


@pytest.mark.parametrize("card", ["tree_line", "buildings"])
def test_cc_34_one_attacker_does_not_fire_but_can_be_hit(card: str) -> None:
    scene = _assault("rifle1:center half1:center", "sniper:center", de_hand=card)
    scene.do(Play(card, "us_rifle1"), 6, 1, 1)
    assert _dice(scene) == {"de_sniper": 1, "us_half1": 1}
    assert scene.unit("us_rifle1").casualties == 1


def test_cc_34_silenced_unit_is_no_second_target() -> None:
    scene = _assault("rifle1:center", "sniper:center", de_hand="tree_line buildings", us_hand="mud")
    scene.passes().do(Play("tree_line", "us_rifle1"))
    assert scene.offers(Play) == []


@pytest.mark.parametrize("card", ["enfilade", "crossfire"])
def test_cc_35_these_follow_where_own_units_stand(card: str) -> None:
    us = "rifle1:center half1:left half2:left"
    board = Scene("assault", us=us, de="sniper:right", us_hand=card)
    for unit in ("us_rifle1", "us_half1"):
        board.do(Join(unit, "de_r"))
    board.do(Commit())
    assert board.offers(Play) == [Play(card, front="us_l"), Play(card, front="us_c")]
    board.do(Play(card, front="us_c"), 1, 1, 1, 1, 1)
    assert _dice(board) == {"de_sniper": 1, "us_rifle1": 3, "us_half1": 1}


@pytest.mark.parametrize("card", ["enfilade", "crossfire"])
def test_cc_35_in_defence_the_attacked_front(card: str) -> None:
    scene = _assault("half1:center", "sniper:center half:center jager1:left", de_hand=card)
    assert scene.offers(Play) == [Play(card, front="de_c")]
    scene.do(Play(card, front="de_c"), 1, 1, 1, 1, 1)
    assert _dice(scene) == {"de_sniper": 2, "de_half": 2, "us_half1": 1}


def test_cc_35_the_overrun_family_follows_the_assault_flankers_included() -> None:
    scene = Scene("assault", us="half1:left half2:center", de="sniper:right", us_hand="overrun")
    for unit in ("us_half1", "us_half2"):
        scene.do(Join(unit, "de_r"))
    scene.do(Commit()).do(Play("overrun"), 1, 1, 1, 1, 1)
    assert _dice(scene) == {"de_sniper": 1, "us_half1": 2, "us_half2": 2}


def test_cc_36_mines_roll_four_times_before_any_fire() -> None:
    us = "rifle1:center m8:center"
    scene = _assault(us, "sniper:center", us_hand="overrun", de_hand="mine_field")
    scene.do(Play("overrun"))
    # Mines 6 5 3 4: casualty on the squad; pin on the M8, armour 6: none; pin on the squad. No modifiers.
    scene.do(Play("mine_field"), 6, 5, 3, 4, 1, 2, 6, 1, 1, 1, 1)
    fire = scene.told(Fire)[0]
    assert (fire.role, fire.card, fire.base, fire.dice, fire.mods, fire.plus) == (
        "mines",
        "mine_field",
        4,
        (6, 5, 3, 4),
        (),
        0,
    )
    assert [hit.effect for hit in scene.told(Hit)] == ["casualty", "ignored", "pin"]
    assert _dice(scene) == {"mine_field": 4, "de_sniper": 1, "us_m8": 2}


def test_cc_36_rolled_only_after_the_defenders_window_closes() -> None:
    scene = _assault("rifle1:center", "sniper:center", us_hand="mud", de_hand="mine_field woods")
    scene.passes().do(Play("mine_field"))
    assert (scene.asks[0], scene.told(Fire)) == ("defence", [])
    scene.passes(1, 1, 1, 1, 1, 1, 1)
    assert [fire.role for fire in scene.told(Fire)] == ["mines", "defence", "attack"]


def test_cc_37_surprise_contact_lets_the_dead_and_pinned_fire() -> None:
    us = "half1:center half2:center"
    scene = _assault(us, "jager1:center", us_hand="surprise_contact")
    # Defence 6 4: half1 (of two) dies, the other is pinned; both fire all the same: 6, 6 kill the squad.
    scene.do(Play("surprise_contact"), 6, 4, 1, 6, 6)
    assert [fire.unit for fire in scene.told(Fire)] == ["de_jager1", "us_half1", "us_half2"]
    assert scene.gone("us_half1")
    assert scene.unit("us_half2").pins == 1
    assert scene.told(Removed)[-1] == Removed("de_jager1", "fire", (1, 1), "us", 1)


def test_cc_37_dice_are_counted_after_the_mines_and_before_the_fire() -> None:
    scene = _assault("heavy:center", "mg34:center", us_hand="surprise_contact", de_hand="mine_field")
    scene.do(Play("surprise_contact"))
    # Mines: one casualty, so two dice; the defenders' two casualties kill it, and it still has two.
    scene.do(Play("mine_field"), 6, 1, 1, 1, 6, 6, 1, 1, 1)
    assert _dice(scene) == {"mine_field": 4, "de_mg34": 3, "us_heavy": 2}
    assert scene.gone("us_heavy")


def test_cc_37_whom_the_mines_pin_does_not_fire() -> None:
    scene = _assault("rifle1:center", "sniper:center", us_hand="surprise_contact", de_hand="mine_field")
    scene.do(Play("surprise_contact")).do(Play("mine_field"), 4, 1, 1, 1, 1)
    assert _dice(scene) == {"mine_field": 4, "de_sniper": 1}


def test_cc_48_panzerfausts_go_to_a_firing_unit() -> None:
    de = "half:center mg34:center:p1 panzer:center jager1:left"
    scene = _assault("rifle1:center m8:center", de, de_hand="panzerfausts")
    assert scene.offers(Play) == [Play("panzerfausts", "de_half")]
    # Half squad 5 (on the M8, no pick, armour 1), tank 1; attackers 1 1, the pinned M8 none.
    scene.do(Play("panzerfausts", "de_half"), 5, 1, 1, 1, 1)
    assert scene.told(Hit)[0].target == "us_m8"
    attack = _assault("half1:center", "half:center", de_hand="panzerfausts", active="de")
    assert attack.offers(Play) == [Play("panzerfausts", "de_half")]


def test_cc_49_grenades_are_for_infantry_squads() -> None:
    us = "rifle1:center half1:center recon1:center eng:center"
    scene = _assault(us, "sniper:center", us_hand="grenades mud")
    assert [play.unit for play in scene.offers(Play)] == ["us_rifle1", "us_eng"]
    defence = _assault("half1:center", "half:center sniper:center", de_hand="grenades")
    assert [play.unit for play in defence.offers(Play)] == ["de_half"]


@pytest.mark.parametrize(
    ("card", "unit", "extra"),
    [
        ("flame_thrower", "us_eng", 2),
        ("commando_raid", "us_recon1", 2),
        ("satchel_charge", "us_half1", 1),
        ("grenades", "us_rifle1", 1),
    ],
)
def test_cc_49_who_may_use_what_in_attack(card: str, unit: str, extra: int) -> None:
    us = "rifle1:center half1:center recon1:center eng:center"
    us += " m8:center"
    plain = {"us_rifle1": 2, "us_half1": 1, "us_recon1": 1, "us_eng": 3}
    scene = _assault(us, "sniper:center", us_hand=card)
    assert Play(card, unit) in scene.legal
    scene.do(Play(card, unit), 1, *[1] * (8 + extra))
    assert _dice(scene) == {"de_sniper": 1, "us_m8": 1, **plain, unit: plain[unit] + extra}


def test_cc_49_engineers_and_recon_teams_are_the_squads_of_these_names() -> None:
    us = "rifle1:center recon1:center eng:center m8:center"
    scene = _assault(us, "sniper:center", us_hand="flame_thrower commando_raid")
    assert scene.offers(Play) == [
        Play("commando_raid", "us_recon1"),
        Play("flame_thrower", "us_eng"),
    ]
    defence = _assault("half1:center", "pio:center recon1:center", de_hand="flame_thrower")
    defence.do(Play("flame_thrower", "de_pio"), 1, 1, 1, 1, 1, 1)
    assert _dice(defence)["de_pio"] == 4


def test_cc_76_dice_cards_count_for_the_committed_assault_alone() -> None:
    us = "half1:center half2:left"
    scene = Scene("assault", us=us, de="sniper:center mg34:right", us_hand="overrun mud")
    scene.do(Join("us_half1", "de_c")).do(Commit()).do(Play("overrun")).passes(1, 1, 1)
    scene.do(Join("us_half2", "de_r")).do(Commit()).passes(1, 1, 1, 1)
    assert _dice(scene) == {"de_mg34": 3, "us_half2": 1}


def test_cc_77_equal_and_different_cards_add_up() -> None:
    scene = _assault("half1:center", "sniper:center", us_hand="overrun surrounded satchel_charge")
    scene.do(Play("overrun")).do(Play("surrounded")).do(Play("satchel_charge", "us_half1"), *[1] * 5)
    assert _dice(scene) == {"de_sniper": 1, "us_half1": 4}
    assert scene.told(Fire)[1].mods == (("overrun", 1), ("surrounded", 1), ("satchel_charge", 1))
