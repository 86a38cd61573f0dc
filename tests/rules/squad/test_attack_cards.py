"""SQ-34 … SQ-38 and the card table: which attack reaches what, when, and as what."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import CARDS, FIRE_PHASES, KIND, deck
from tests.rules.squad.scene import Scene, attackable, shoot

_LIMITED = {
    "fire_section": {"covering_fire"},
    "mortar": {"position_fire"},
    "assault_section": {"position_fire"},
    "fire_team": {"position_fire"},
    "infiltration": {"position_fire"},
    "light_machine_gun": {"opportunity_fire", "position_fire", "return_fire"},
}
_RANGES = {
    "knife": "PB",
    "entrenching_tool": "PB",
    "bayonet": "PB",
    "rifle_butt": "PB",
    "bare_hands": "PB",
    "garrote": "PB",
    "pistol": "PB S",
    "grenade": "S",
    "flame_thrower": "S",
    "bazooka_panzerfaust": "S M",
    "sub_machine_gun": "S M",
    "carbine": "S M",
    "bolt_action_rifle": "S M L",
    "semi_automatic_rifle": "S M L",
    "sniper_attack": "L",
    "mortar": "L",
    "light_machine_gun": "M L",
    "radio_artillery": "L",
    "fire_section": "S M L",
    "assault_section": "PB S",
    "fire_team": "M L",
    "infiltration": "PB",
}


@pytest.mark.parametrize("card", _RANGES)
def test_sq_34_each_attack_in_its_phases_and_at_its_ranges(card: str) -> None:
    for phase in FIRE_PHASES:
        for reach in ("PB", "S", "M", "L"):
            fits = phase in _LIMITED.get(card, FIRE_PHASES) and reach in _RANGES[card].split()
            assert attackable(card, reach, phase) == fits, (phase, reach)


def test_sq_35_the_bazooka_reaches_short_and_medium_without_modifier() -> None:
    for reach in ("S", "M"):
        assert shoot("bazooka_panzerfaust_1", 4, 4, reach=reach, s11={"terrain": "rubble_1"})[1].mods == (
            ("cover", -2),
        )


def test_sq_36_prisoners_count_as_killed() -> None:
    assert not attackable("take_prisoners", "PB", "position_fire")
    scene, shot = shoot("take_prisoners_1 smoke_1", 5, 2, reach="PB", s11={"pinned": True})
    assert shot.kills == 3
    assert (scene.squad("1.1").men, scene.squad("1.1").killed) == (7, 3)


def japanese(hand: str, reach: str = "S", **fields: Any) -> Scene:
    """A Japanese squad in Position Fire."""
    return Scene("position_fire", {"0.1": hand}, reach=reach, nations={"0.1": "jp"}, s01=fields)


def test_sq_37_short_range_attack_may_be_point_blank() -> None:
    scene = japanese("infiltration_1 knife_1 pistol_1 assault_section_1 carbine_1 national_trait_1")
    offered = [(KIND[attack.card], attack.trait, attack.mode) for attack in scene.of(actions.Attack)]
    assert offered == [
        ("assault_section", "", ""),  # Legal at S with the same modifier: nothing to gain.
        ("carbine", "", ""),
        ("infiltration", "", "jp_pb"),
        ("knife", "", "jp_pb"),
        ("national_trait", "banzai", "jp_pb"),
        ("pistol", "", ""),
        ("pistol", "", "jp_pb"),
    ]
    scene.do(actions.Attack("0.1", "pistol_1", "1.1", mode="jp_pb"), 2, 1)
    (shot,) = scene.told(ev.Attacked)
    assert (shot.range, shot.mode, shot.mods) == ("S", "jp_pb", ())
    assert {attack.mode for attack in scene.of(actions.Attack)} == {""}  # Once per turn.
    refusal = GAME.refusal(scene.state, 0, actions.Attack("0.1", "knife_1", "1.1", mode="jp_pb"))
    assert refusal is not None
    assert refusal.rule == "SQ-37"


@pytest.mark.parametrize("reach", ["PB", "M", "L"])
def test_sq_37_only_at_short_range(reach: str) -> None:
    assert all(attack.mode == "" for attack in japanese("infiltration_1 pistol_1", reach).of(actions.Attack))


def test_sq_37_once_in_every_player_turn() -> None:
    scene = japanese("pistol_1 pistol_2 carbine_1")
    scene.do(actions.Attack("0.1", "pistol_1", "1.1", mode="jp_pb"), 1, 1)
    scene.next_turn().skip_to("return_fire")
    assert scene.asked.seat == 0
    assert actions.Attack("0.1", "pistol_2", "1.1", mode="jp_pb") in scene.legal


def test_sq_38_the_point_blank_attack_needs_a_card_too() -> None:
    assert japanese("smoke_1 leadership_1").of(actions.Attack) == []


def test_national_trait_offers_its_nations_attacks() -> None:
    offers = {
        ("us", "L"): ["radio_artillery"],
        ("us", "S"): ["bar"],
        ("us", "M"): ["bar"],
        ("de", "M"): ["light_machine_gun"],
        ("ru", "PB"): ["human_wave", "machine_pistol"],
        ("ru", "M"): ["machine_pistol"],
        ("uk", "L"): ["sniping"],
        ("jp", "PB"): ["banzai"],
        ("jp", "L"): [],
    }
    for (nation, reach), traits in offers.items():
        scene = Scene("position_fire", {"0.1": "national_trait_1"}, nations={"0.1": nation}, reach=reach)
        assert [attack.trait for attack in scene.of(actions.Attack)] == traits
    values = {("us", "S"): 1, ("us", "M"): 1, ("us", "L"): 3, ("ru", "M"): -1, ("uk", "M"): 1, ("jp", "PB"): 2}
    for (nation, reach), value in values.items():
        shot = shoot("national_trait_1", 3, 3, nations={"0.1": nation}, reach=reach)[1]
        assert shot.mods == (("weapon", value),)


def test_attacks_and_their_options_are_all_of_the_deck() -> None:
    attacks = {card.id for card in CARDS.values() if any(use.role == "attack" for use in card.uses)}
    assert attacks == set(_RANGES) | {"take_prisoners"}
    assert len([card for card in deck("base") if CARDS[KIND[card]].type == "A"]) == 46
