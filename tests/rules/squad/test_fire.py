"""SQ-19 … SQ-33 and SQ-39 … SQ-46: fire in general."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.rules.kernel import PUBLIC
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import FIRE_PHASES, KIND
from tests.rules.squad.scene import Scene, attackable, cards_in, shoot


def test_sq_19_the_first_die_is_the_positive_one() -> None:
    scene, shot = shoot("carbine_1", 6, 2)
    assert (shot.dice, shot.raw, shot.kills) == ((6, 2), 4, 4)
    assert scene.squad("1.1").men == 6
    assert shoot("carbine_1", 2, 6)[1].kills == 0


def test_sq_20_the_total_after_modifiers_counts() -> None:
    _, shot = shoot("radio_artillery_1", 2, 3, reach="L")
    assert (shot.raw, shot.total, shot.kills) == (-1, 2, 2)


def test_sq_21_any_number_of_cards_one_after_the_other() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1 carbine_2 pistol_1"})
    scene.do(actions.Attack("0.1", "carbine_2", "1.1"), 3, 2)
    assert scene.who == ("position_fire", 0)
    assert [attack.card for attack in scene.of(actions.Attack)] == ["carbine_1"]
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 4, 2)
    assert scene.squad("1.1").men == 10 - 1 - 2


def test_sq_22_losses_are_capped_at_the_men_present() -> None:
    scene, shot = shoot("carbine_1", 6, 1, s11={"men": 2})
    assert (shot.total, shot.kills) == (5, 2)
    assert GAME.outcome(scene.state) is not None


@pytest.mark.parametrize("card", ["knife", "entrenching_tool", "bayonet", "rifle_butt", "bare_hands", "garrote"])
def test_sq_23_max_one_cards_roll_and_kill_one_at_most(card: str) -> None:
    assert shoot(f"{card}_1", 6, 1, reach="PB")[1].kills == 1
    assert shoot(f"{card}_1", 3, 3, reach="PB")[1].kills == 0


def test_sq_24_the_firers_own_terrain_does_not_matter() -> None:
    _, shot = shoot("carbine_1", 3, 1, s01={"terrain": "hill_1", "concealment": "concealment_1"})
    assert shot.mods == ()


@pytest.mark.parametrize("phase", FIRE_PHASES)
def test_sq_25_cover_counts_in_every_fire_phase_and_at_point_blank(phase: str) -> None:
    firer, target = ("1.1", "0.1") if phase in ("opportunity_fire", "return_fire") else ("0.1", "1.1")
    squads: dict[str, Any] = {"s" + target.replace(".", ""): {"terrain": "pill_box_1"}}
    moving = squads.setdefault("s01", {})
    moving["declared"] = phase in ("covering_fire", "opportunity_fire")
    scene = Scene(
        "morale" if phase == "covering_fire" else phase, {firer: "pistol_1 smoke_1"}, reach="PB", **squads
    )
    if phase == "covering_fire":
        scene.do(actions.Declare("0.1", "move")).do(actions.NO_SMOKE)
    scene.do(actions.Attack(firer, "pistol_1", target), 6, 1)
    assert ("cover", -3) in scene.told(ev.Attacked)[0].mods


@pytest.mark.parametrize("card", ["grenade", "flame_thrower"])
def test_sq_26_grenades_and_flames_ignore_cover_and_concealment_only(card: str) -> None:
    position = {"terrain": "hill_1", "concealment": "concealment_1", "encircled": "encircled_1", "pinned": True}
    _, shot = shoot(f"{card}_1", 3, 3, reach="S", s11=position)
    assert shot.mods == (("encircled", 3), ("hill", -1))


def test_sq_27_hill_takes_one_more_from_attacks() -> None:
    _, shot = shoot("carbine_1", 5, 1, s11={"terrain": "hill_1"})
    assert shot.mods == (("cover", -1), ("hill", -1))


def test_sq_28_encircled_works_at_once_on_pinned_enemies() -> None:
    hand = "encircled_1 carbine_1"
    assert cards_in(Scene("position_fire", {"0.1": hand}), actions.Encircle) == set()
    scene = Scene("position_fire", {"0.1": hand}, s11={"pinned": True})
    scene.do(actions.Encircle("0.1", "encircled_1", "1.1"))
    assert not scene.squad("0.1").attacked
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 3)
    assert scene.told(ev.Attacked)[0].mods == (("encircled", 3),)


def test_sq_29_encircled_lies_until_the_squad_moves_away() -> None:
    position = {"encircled": "encircled_1", "pinned": True}
    scene = Scene("rally", {"0.1": "smoke_1"}, s01=position)
    scene.do(actions.PASS, 6)
    assert not scene.squad("0.1").pinned
    assert scene.squad("0.1").encircled == "encircled_1"
    scene.next_turn().next_turn().skip_to("declare").do(actions.Declare("0.1", "move")).skip_to("move")
    scene.do(scene.asked.default)
    if scene.kind == "barrier":
        scene.do(actions.PASS)
    assert scene.squad("0.1").moved
    assert scene.squad("0.1").encircled == ""
    assert "encircled_1" in scene.state.discard


def test_sq_29_a_cancelled_move_leaves_encircled_in_place() -> None:
    scene = Scene(
        "movement",
        {"0.1": "smoke_1", "1.1": "barbed_wire_1"},
        s01={"declared": True, "encircled": "encircled_1"},
    )
    scene.do(actions.Move("0.1", "smoke_1", "open", "hold")).do(actions.Barrier("1.1", "barbed_wire_1"))
    assert not scene.squad("0.1").moved
    assert scene.squad("0.1").encircled == "encircled_1"


def test_sq_30_one_encircled_per_position_and_open_ground_may_hold_both() -> None:
    position = {"pinned": True, "encircled": "encircled_1", "concealment": "concealment_1"}
    scene = Scene("position_fire", {"0.1": "encircled_2 carbine_1"}, s11=position)
    assert scene.of(actions.Encircle) == []
    refusal = GAME.refusal(scene.state, 0, actions.Encircle("0.1", "encircled_2", "1.1"))
    assert refusal is not None
    assert refusal.rule == "SQ-30"
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (("concealment", -1), ("encircled", 3))


def test_sq_31_flanking_fire_lasts_the_turn() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1 carbine_2 flanking_fire_1", "1.1": "bolt_action_rifle_1"})
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == ()  # Never retroactive.
    scene.do(actions.PlayBonus("0.1", "flanking_fire_1"))
    scene.do(actions.Attack("0.1", "carbine_2", "1.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (("flanking_fire", 1),)
    scene.do(actions.Attack("1.1", "bolt_action_rifle_1", "0.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == ()
    assert not scene.next_turn().squad("0.1").flanking_fire


def test_sq_31_the_opponent_may_play_it_in_their_attack_steps() -> None:
    scene = Scene("return_fire", {"1.1": "flanking_fire_1 enfilade_1 carbine_1"})
    assert cards_in(scene, actions.PlayBonus) == {"flanking_fire", "enfilade"}


@pytest.mark.parametrize(
    ("card", "trait", "nation", "gains"),
    [
        ("light_machine_gun_1", "", "uk", True),
        ("national_trait_1", "light_machine_gun", "de", True),
        ("sub_machine_gun_1", "", "uk", False),
        ("national_trait_1", "bar", "us", False),
        ("national_trait_1", "machine_pistol", "ru", False),
    ],
)
def test_sq_32_enfilade_helps_the_light_machine_gun_only(card: str, trait: str, nation: str, gains: bool) -> None:
    scene = Scene("position_fire", {"0.1": card}, nations={"0.1": nation}, s01={"enfilade": True})
    scene.do(actions.Attack("0.1", card, "1.1", trait), 3, 3)
    assert (("enfilade", 2) in scene.told(ev.Attacked)[0].mods) == gains


@pytest.mark.parametrize("card", ["mortar", "light_machine_gun"])
def test_sq_33_heavy_weapons_not_after_the_own_move(card: str) -> None:
    assert attackable(card, "L", "position_fire")
    assert not attackable(card, "L", "position_fire", moved=True)
    assert not attackable(card, "L", "covering_fire")
    # The other player did not move in this turn.
    for phase in ("opportunity_fire", "return_fire"):
        assert attackable("light_machine_gun", "L", phase)
        assert not attackable("mortar", "L", phase)
    scene = Scene("position_fire", {"0.1": f"{card}_1"}, reach="L", s01={"moved": True})
    refusal = GAME.refusal(scene.state, 0, actions.Attack("0.1", f"{card}_1", "1.1"))
    assert refusal is not None
    assert refusal.rule == "SQ-33"


def test_sq_33_the_german_trait_is_as_heavy_as_the_card() -> None:
    scene = Scene("position_fire", {"0.1": "national_trait_1"}, nations={"0.1": "de"}, s01={"moved": True})
    assert scene.of(actions.Attack) == []


def test_sq_33_after_a_cancelled_move_heavy_weapons_fire() -> None:
    hands = {"0.1": "smoke_1 mortar_1", "1.1": "barbed_wire_1"}
    scene = Scene("movement", hands, reach="L", s01={"declared": True})
    scene.do(actions.Move("0.1", "smoke_1", "open", "hold")).do(actions.Barrier("1.1", "barbed_wire_1")).do(
        actions.PASS
    )
    assert scene.kind == "position_fire"
    assert cards_in(scene) == {"mortar"}


def test_sq_39_commander_killed_lowers_the_hand_limit_permanently() -> None:
    hands = {"0.1": "carbine_1 commander_killed_1", "1.1": "smoke_1 smoke_2 smoke_3 smoke_4 smoke_5"}
    scene = Scene("position_fire", hands)
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 3, 1).do(
        actions.CommanderKilled("0.1", "commander_killed_1", "1.1")
    )
    assert len(scene.squad("1.1").hand) == 5  # Nothing is discarded at once.
    assert scene.squad("1.1").limit == 4
    scene.next_turn()
    assert len(scene.squad("1.1").hand) == 8  # Draws are unchanged.
    scene.skip_to("discard").next_turn()
    assert len(scene.squad("1.1").hand) == 4


def test_sq_40_once_per_squad_and_the_card_leaves_the_game() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1 carbine_2 commander_killed_1 commander_killed_2"})
    aside = scene.state.aside
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 3, 1).do(
        actions.CommanderKilled("0.1", "commander_killed_1", "1.1")
    )
    assert scene.state.aside == (*aside, "commander_killed_1")
    scene.do(actions.Attack("0.1", "carbine_2", "1.1"), 3, 1)
    assert scene.of(actions.CommanderKilled) == []


def test_sq_41_only_as_the_next_action_after_a_killing_attack() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1 carbine_2 flanking_fire_1 commander_killed_1"})
    assert scene.of(actions.CommanderKilled) == []
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 3, 1)
    assert cards_in(scene, actions.CommanderKilled) == {"commander_killed"}
    scene.do(actions.PlayBonus("0.1", "flanking_fire_1"))
    assert scene.of(actions.CommanderKilled) == []
    scene.do(actions.Attack("0.1", "carbine_2", "1.1"), 3, 1)
    assert cards_in(scene, actions.CommanderKilled) == {"commander_killed"}


def test_sq_41_not_after_annihilation() -> None:
    scene, _ = shoot("carbine_1 commander_killed_1", 6, 1, s11={"men": 2})
    assert GAME.decision(scene.state) is None


def test_sq_42_mines_count_but_a_rout_does_not() -> None:
    hands = {"0.1": "smoke_1", "1.1": "minefield_1 commander_killed_1"}
    scene = Scene("movement", hands, s01={"declared": True})
    scene.do(actions.Move("0.1", "smoke_1", "open", "hold")).do(actions.Barrier("1.1", "minefield_1"), 1, 2)
    assert scene.who == ("mine", 1)
    scene.do(actions.CommanderKilled("1.1", "commander_killed_1", "0.1"))
    assert scene.squad("0.1").leaderless
    routed = Scene("morale", {"1.1": "commander_killed_1"}, s01={"fired_at": 1, "pinned": True})
    routed.do(actions.PASS, 6, 5, 1)
    assert routed.told(ev.Routed)[0].kills == 4
    assert routed.kind != "mine"


@pytest.mark.parametrize("reach", ["PB", "S", "M", "L"])
@pytest.mark.parametrize("phase", FIRE_PHASES)
def test_sq_43_scouting_in_any_attack_step_at_any_range(phase: str, reach: str) -> None:
    firer = "1.1" if phase in ("opportunity_fire", "return_fire") else "0.1"
    start = "morale" if phase == "covering_fire" else phase
    moving = {"declared": phase == "opportunity_fire"}
    scene = Scene(start, {firer: "scout_1 national_trait_1 smoke_1"}, reach=reach, s01=moving)
    if phase == "covering_fire":
        scene.do(actions.Declare("0.1", "move")).do(actions.NO_SMOKE)
    assert {(KIND[scout.card], scout.trait) for scout in scene.of(actions.Scout)} == {
        ("scout", ""),
        ("national_trait", "intelligence"),
    }
    scene.do(actions.Scout(firer, "scout_1"))
    other = scene.squad("0.1" if firer == "1.1" else "1.1")
    assert (other.fired_at, other.shot_at) == (0, False)
    assert (scene.squad(firer).attacked, scene.squad(firer).covering) == (False, False)


def test_sq_44_peek_is_private_and_ordered() -> None:
    scene = Scene("position_fire", {"0.1": "scout_1 national_trait_1 smoke_1"})
    top = scene.state.deck[:5]
    scene.do(actions.Scout("0.1", "scout_1"))
    assert scene.state.deck[:5] == top
    assert scene.told(ev.Scouted, 0)[0].cards == tuple(KIND[card] for card in top)
    for viewer in (1, PUBLIC):
        assert scene.told(ev.Scouted, viewer)[0] == ev.Scouted("0.1", "scout", 5)
    scene.do(actions.Scout("0.1", "national_trait_1", "intelligence"))
    assert scene.state.seen == (5, 0)
    scene.skip_to("extra_card").do(actions.DECLINE)
    assert scene.state.seen == (2, 0)  # The other player drew three.
    assert scene.view(0)["seen"] == {"0": {"1": KIND[top[3]], "2": KIND[top[4]]}}


def test_sq_44_fewer_cards_than_that_and_no_reshuffle() -> None:
    scene = Scene("position_fire", {"0.1": "scout_1 smoke_1"}, deck_size=2, discard="knife_1")
    scene.do(actions.Scout("0.1", "scout_1"))
    assert scene.told(ev.Scouted, 0)[0].n == 2
    assert scene.state.discard == ("knife_1", "scout_1")
    scene.next_turn()
    assert scene.state.seen == (0, 0)


@pytest.mark.parametrize("phase", ["opportunity_fire", "position_fire", "return_fire"])
def test_sq_45_a_pinned_squad_attacks_at_minus_one(phase: str) -> None:
    firer, target = ("0.1", "1.1") if phase == "position_fire" else ("1.1", "0.1")
    squads: dict[str, Any] = {"s" + firer.replace(".", ""): {"pinned": True}}
    squads.setdefault("s01", {})["declared"] = phase == "opportunity_fire"
    scene = Scene(phase, {firer: "carbine_1 flanking_fire_1"}, **squads)
    assert scene.of(actions.PlayBonus)
    scene.do(actions.Attack(firer, "carbine_1", target), 5, 1)
    assert ("pinned", -1) in scene.told(ev.Attacked)[0].mods


def test_sq_45_mines_of_a_pinned_squad_are_not_weaker() -> None:
    hands = {"0.1": "smoke_1", "1.1": "minefield_1"}
    scene = Scene("movement", hands, s01={"declared": True}, s11={"pinned": True})
    scene.do(actions.Move("0.1", "smoke_1", "open", "hold")).do(actions.Barrier("1.1", "minefield_1"), 3, 3)
    assert scene.told(ev.MineHit)[0].kills == 2


def test_sq_46_attack_without_kills_sets_the_flags() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1 encircled_1 enfilade_1"}, s11={"pinned": True})
    scene.do(actions.PlayBonus("0.1", "enfilade_1")).do(actions.Encircle("0.1", "encircled_1", "1.1"))
    assert (scene.squad("1.1").fired_at, scene.squad("0.1").attacked) == (0, False)
    scene = Scene("position_fire", {"0.1": "carbine_1 enfilade_1"})
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 6)
    assert (scene.squad("1.1").fired_at, scene.squad("1.1").killed, scene.squad("0.1").attacked) == (1, 0, True)


def test_worked_examples_of_the_sheet() -> None:
    _, first = shoot("semi_automatic_rifle_1", 6, 3, reach="S", s11={"terrain": "thick_woods_1"})
    assert (first.total, first.kills) == (2, 2)
    scene = Scene(
        "opportunity_fire",
        {"1.1": "carbine_1 ambush_1"},
        nations={"1.1": "jp"},
        s01={"declared": True, "smoke": True, "covering": True},
    )
    scene.do(actions.PlayBonus("1.1", "ambush_1")).do(actions.Attack("1.1", "carbine_1", "0.1"), 5, 1)
    second = scene.told(ev.Attacked)[0]
    assert second.mods == (("covered", -1), ("smoke", -2), ("ambush", 2))
    assert second.kills == 3
    _, third = shoot(
        "light_machine_gun_1 smoke_1",
        4,
        2,
        nations={"0.1": "de"},
        s01={"pinned": True, "enfilade": True},
        s11={"terrain": "entrenchments_1", "concealment": "concealment_1"},
    )
    assert (third.total, third.kills) == (1, 1)
    assert third.mods == (("weapon", 2), ("pinned", -1), ("enfilade", 2), ("cover", -3), ("concealment", -1))
