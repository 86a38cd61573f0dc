"""SQ-61 … SQ-75: Covering Fire and Opportunity Fire."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.rules.kernel import PUBLIC
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import NATIONS
from tests.rules.squad.scene import Scene, cards_in


def declared(hand: str, how: str = "move", **scene: Any) -> Scene:
    """Squad 0.1 has declared; the smoke window is open unless the hand is too small."""
    it = Scene("covering_fire", {"0.1": hand, **scene.pop("hands", {})}, **scene)
    return it.do(actions.Declare("0.1", how))  # type: ignore[arg-type]


def under_fire(enemy: str = "carbine_1", **fields: Any) -> Scene:
    """Opportunity fire of squad 1.1 at the mover 0.1."""
    return Scene("opportunity_fire", {"0.1": "smoke_1", "1.1": enemy}, s01={"declared": True, **fields})


def test_sq_61_only_an_unpinned_squad_with_a_card_may_declare() -> None:
    assert Scene("covering_fire", {"0.1": "knife_1"}).kind == "declare"
    assert Scene("covering_fire", {"0.1": "knife_1"}, s01={"pinned": True}).kind == "position_fire"
    assert Scene("covering_fire", {"1.1": "knife_1"}).kind == "return_fire"
    scene = Scene("covering_fire", {"0.1": "knife_1"})
    assert scene.asked.default == actions.Declare("0.1", "stay")
    assert scene.do(actions.Declare("0.1", "stay")).kind == "position_fire"


def test_sq_62_the_declared_move_is_binding() -> None:
    scene = declared("smoke_1").skip_to("move")
    assert {type(action) for action in scene.legal} == {actions.Move}
    assert scene.asked.default == actions.Move("0.1", "smoke_1", "open", "hold")
    refusal = GAME.refusal(scene.state, 0, actions.PASS)
    assert refusal is not None
    assert refusal.rule == "SQ-62"


def test_sq_63_the_mover_keeps_their_last_card() -> None:
    assert declared("carbine_1").kind == "move"
    scene = declared("carbine_1 smoke_1")
    assert scene.kind == "smoke"
    assert scene.do(actions.NO_SMOKE).kind == "covering_fire"
    assert scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1).kind == "move"
    assert declared("smoke_1 carbine_1").do(actions.Smoke("0.1", "smoke_1")).kind == "move"


def test_sq_64_smoke_comes_before_covering_attacks() -> None:
    scene = declared("smoke_1 carbine_1 carbine_2")
    assert scene.legal == [actions.Smoke("0.1", "smoke_1"), actions.NO_SMOKE]
    scene.do(actions.NO_SMOKE)
    assert scene.of(actions.Smoke) == []


def test_sq_65_smoke_once_and_only_by_a_declared_mover() -> None:
    assert (
        Scene("covering_fire", {"0.1": "smoke_1 knife_1"}).do(actions.Declare("0.1", "stay")).kind
        == "position_fire"
    )
    scene = declared("smoke_1 smoke_2 knife_1")
    scene.do(actions.Smoke("0.1", "smoke_1"))
    assert scene.kind == "covering_fire"
    assert scene.next_turn().squad("0.1").smoke is False


def test_sq_65_smoke_does_not_touch_position_and_return_fire() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1", "1.1": "carbine_2"}, s01={"smoke": True, "moved": True})
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (("moved", -1),)
    scene.do(actions.Attack("1.1", "carbine_2", "0.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == ()


def test_sq_66_smoke_is_minus_two() -> None:
    scene = under_fire(smoke=True)
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 6, 1)
    assert scene.told(ev.Attacked)[0].mods == (("smoke", -2),)


@pytest.mark.parametrize("nation", NATIONS)
def test_sq_67_americans_cover_without_penalty_but_not_through_smoke(nation: str) -> None:
    scene = declared("smoke_1 bolt_action_rifle_1 grenade_1", nations={"0.1": nation})
    scene.do(actions.Smoke("0.1", "smoke_1")).do(actions.Attack("0.1", "bolt_action_rifle_1", "1.1"), 1, 1)
    moving = () if nation == "us" else (("moving_fire", -2),)
    assert scene.told(ev.Attacked)[0].mods == (*moving, ("smoke", -2))
    moved = Scene("position_fire", {"0.1": "carbine_1"}, nations={"0.1": nation}, s01={"moved": True})
    moved.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    assert moved.told(ev.Attacked)[0].mods == (("moved", -1),)


def test_sq_68_covering_fire_is_given_by_any_attack() -> None:
    scene = declared("carbine_1 flanking_fire_1 smoke_1", hands={"1.1": "carbine_2"}).do(actions.NO_SMOKE)
    scene.do(actions.PlayBonus("0.1", "flanking_fire_1"))
    assert not scene.squad("0.1").covering
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 6)
    assert scene.squad("0.1").covering
    scene.skip_to("opportunity_fire").do(actions.Attack("1.1", "carbine_2", "0.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (("covered", -1),)


def test_sq_69_point_man_is_free_and_public() -> None:
    scene = declared("smoke_1", "point_man")
    assert scene.squad("0.1").hand == ("smoke_1",)
    assert scene.told(ev.Declared, PUBLIC) == [ev.Declared("0.1", "point_man")]
    assert scene.view(PUBLIC)["squads"]["0.1"]["point_man"]
    assert not scene.next_turn().squad("0.1").point_man


def test_sq_70_opportunity_fire_comes_at_the_range_before_the_move() -> None:
    scene = under_fire("carbine_1 sniper_attack_1")
    assert scene.state.range == "M"
    assert cards_in(scene) == {"carbine"}


def test_sq_71_and_at_the_cover_still_occupied() -> None:
    scene = under_fire(terrain="building_1", concealment="concealment_1")
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 6, 1)
    assert scene.told(ev.Attacked)[0].mods == (("cover", -2), ("concealment", -1))


def test_sq_72_only_the_opponent_and_only_at_a_declared_mover() -> None:
    assert under_fire().who == ("opportunity_fire", 1)
    scene = Scene("covering_fire", {"0.1": "knife_1", "1.1": "carbine_1"}).do(actions.Declare("0.1", "stay"))
    assert scene.kind == "position_fire"
    pinned = Scene(
        "opportunity_fire", {"0.1": "knife_1", "1.1": "carbine_1"}, s01={"declared": True}, s11={"pinned": True}
    )
    pinned.do(actions.Attack("1.1", "carbine_1", "0.1"), 3, 1)
    assert pinned.told(ev.Attacked)[0].mods == (("pinned", -1),)


def test_sq_73_ambush_adds_two_to_each_attack_roll_of_this_phase() -> None:
    scene = under_fire("carbine_1 carbine_2 ambush_1 ambush_2 bolt_action_rifle_1")
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == ()
    scene.do(actions.PlayBonus("1.1", "ambush_1"))
    assert scene.of(actions.PlayBonus) == []
    scene.do(actions.Attack("1.1", "carbine_2", "0.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (("ambush", 2),)
    scene.skip_to("return_fire").do(actions.Attack("1.1", "bolt_action_rifle_1", "0.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == ()


def test_sq_73_ambush_ends_with_its_phase() -> None:
    scene = under_fire("ambush_1 carbine_1").do(actions.PlayBonus("1.1", "ambush_1"))
    assert scene.squad("1.1").ambush
    assert not scene.do(actions.END_FIRE).squad("1.1").ambush
    last = under_fire("ambush_1").do(
        actions.PlayBonus("1.1", "ambush_1")
    )  # The hand is empty: the step closes by itself.
    assert not last.squad("1.1").ambush


def test_sq_73_ambush_is_playable_in_opportunity_fire_only() -> None:
    for phase in ("position_fire", "return_fire"):
        firer = "0.1" if phase == "position_fire" else "1.1"
        scene = Scene(phase, {firer: "ambush_1"})
        assert scene.of(actions.PlayBonus) == []
    japanese = Scene(
        "opportunity_fire",
        {"0.1": "smoke_1", "1.1": "national_trait_1"},
        nations={"1.1": "jp"},
        s01={"declared": True},
    )
    assert japanese.of(actions.PlayBonus) == [actions.PlayBonus("1.1", "national_trait_1", "ambush")]


def test_sq_74_point_man_takes_one_loss_and_ends_the_move() -> None:
    scene = under_fire("carbine_1 carbine_2 flanking_fire_1 commander_killed_1", point_man=True, terrain="hill_1")
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 1, 3)
    assert len(scene.of(actions.Attack)) == 1  # A miss stops nothing.
    scene.do(actions.Attack("1.1", "carbine_2", "0.1"), 6, 1)
    (shot,) = scene.told(ev.Attacked)
    assert (shot.total, shot.kills) == (3, 1)
    assert scene.told(ev.PointManHit) == [ev.PointManHit("0.1")]
    assert scene.legal == [actions.CommanderKilled("1.1", "commander_killed_1", "0.1"), actions.END_FIRE]
    scene.do(actions.END_FIRE)
    assert scene.kind == "position_fire"  # No Movement Phase.
    squad = scene.squad("0.1")
    assert (squad.hand, squad.terrain, squad.moved) == (("smoke_1",), "hill_1", False)


def test_sq_74_the_step_ends_where_nothing_is_left_to_do() -> None:
    scene = under_fire("carbine_1 carbine_2", point_man=True, leaderless=True)
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 6, 1)
    assert scene.kind == "position_fire"


def test_sq_75_losses_without_point_man_do_not_stop_the_move() -> None:
    scene = under_fire()
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 6, 2)
    assert scene.squad("0.1").men == 6
    assert scene.kind == "move"
