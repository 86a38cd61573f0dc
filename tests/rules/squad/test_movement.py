"""SQ-76 … SQ-88: Movement Phase."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.rules.kernel import PUBLIC
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from tests.rules.squad.scene import Scene


def moving(hand: str, enemy: str = "", reach: str = "M", nation: str = "uk", **fields: Any) -> Scene:
    """Squad 0.1 is about to move."""
    return Scene(
        "movement",
        {"0.1": hand, "1.1": enemy},
        reach=reach,
        nations={"1.1": nation},
        s01={"declared": True, **fields},
    )


def test_sq_76_any_terrain_may_follow_any_other() -> None:
    scene = moving("building_1 building_2", terrain="hill_1")
    scene.do(actions.Move("0.1", "building_1", "terrain", "hold"))
    assert scene.squad("0.1").terrain == "building_1"
    again = moving("building_2", terrain="building_1").do(actions.Move("0.1", "building_2", "terrain", "hold"))
    assert again.squad("0.1").terrain == "building_2"
    assert "building_1" in again.state.discard


def test_sq_77_any_card_pays_for_open_ground() -> None:
    scene = moving("hill_1 knife_1", terrain="building_1", concealment="concealment_1", encircled="encircled_1")
    assert {(move.card, move.into) for move in scene.of(actions.Move)} == {
        ("hill_1", "open"),
        ("hill_1", "terrain"),
        ("knife_1", "open"),
    }
    scene.do(actions.Move("0.1", "hill_1", "open", "hold"))
    squad = scene.squad("0.1")
    assert (squad.terrain, squad.concealment, squad.encircled) == ("", "", "")
    assert set(scene.state.discard) == {"hill_1", "building_1", "concealment_1", "encircled_1"}


@pytest.mark.parametrize(
    ("reach", "steps"),
    [
        ("PB", ["hold", "farther"]),
        ("S", ["closer", "hold", "farther"]),
        ("M", ["closer", "hold", "farther"]),
        ("L", ["closer", "hold"]),
    ],
)
def test_sq_78_one_step_on_the_range_scale(reach: str, steps: list[str]) -> None:
    scene = moving("knife_1", reach=reach)
    assert [move.step for move in scene.of(actions.Move)] == steps


def test_sq_78_the_new_range_holds_at_once_for_both() -> None:
    scene = moving("knife_1 pistol_1", "grenade_1")
    scene.do(actions.Move("0.1", "knife_1", "open", "closer")).do(actions.PASS).do(actions.DONE)
    assert scene.state.range == "S"
    assert scene.of(actions.Attack) == [actions.Attack("0.1", "pistol_1", "1.1")]
    scene.do(actions.END_FIRE)
    assert scene.of(actions.Attack) == [actions.Attack("1.1", "grenade_1", "0.1")]
    refusal = GAME.refusal(moving("knife_1", reach="PB").state, 0, actions.Move("0.1", "knife_1", "open", "closer"))
    assert refusal is not None
    assert refusal.rule == "SQ-78"


@pytest.mark.parametrize("reach", ["PB", "S", "M", "L"])
@pytest.mark.parametrize("step", ["closer", "hold", "farther"])
def test_sq_79_a_lateral_move_is_a_flank_at_any_range(reach: str, step: str) -> None:
    scene = moving("knife_1 smoke_1", reach=reach)
    move = actions.Move("0.1", "knife_1", "open", step)  # type: ignore[arg-type]
    if move in scene.legal:
        scene.do(move)
        assert scene.squad("0.1").flanked == (("1.1",) if step == "hold" else ())


def test_sq_80_the_opponent_sees_where_the_move_leads_before_they_decide() -> None:
    scene = moving("hill_1 smoke_1", "minefield_1").do(actions.Move("0.1", "hill_1", "terrain", "closer"))
    assert scene.who == ("barrier", 1)
    assert scene.told(ev.Announced, 1) == [ev.Announced("0.1", "hill", "hill", "closer")]
    assert scene.view(PUBLIC)["move"] == {"squad": "0.1", "terrain": "hill", "step": "closer"}


def test_sq_81_barriers_one_after_another_until_one_holds() -> None:
    scene = moving("knife_1 combat_engineer_1 combat_engineer_2 smoke_1", "minefield_1 barbed_wire_1 barbed_wire_2")
    scene.do(actions.Move("0.1", "knife_1", "open", "hold"))
    scene.do(actions.Barrier("1.1", "minefield_1")).do(actions.Engineer("0.1", "combat_engineer_1"))
    assert scene.who == ("barrier", 1)
    scene.do(actions.Barrier("1.1", "barbed_wire_1")).do(actions.Engineer("0.1", "combat_engineer_2"))
    scene.do(actions.Barrier("1.1", "barbed_wire_2"))
    assert scene.who == ("engineer", 0)
    scene.do(actions.PASS)
    assert scene.told(ev.Cancelled) == [ev.Cancelled("0.1", "barbed_wire")]
    assert not scene.squad("0.1").moved


def test_sq_81_without_cards_nobody_is_asked() -> None:
    assert moving("knife_1 smoke_1").do(actions.Move("0.1", "knife_1", "open", "hold")).kind == "post_move"
    scene = moving("knife_1", "barbed_wire_1 smoke_1").do(actions.Move("0.1", "knife_1", "open", "hold"))
    scene.do(actions.Barrier("1.1", "barbed_wire_1"))  # No hand, no engineer window.
    assert scene.told(ev.Cancelled)


def test_sq_82_a_cancelled_move_is_no_move() -> None:
    scene = moving("knife_1 carbine_1", "barbed_wire_1").do(actions.Move("0.1", "knife_1", "open", "hold"))
    scene.do(actions.Barrier("1.1", "barbed_wire_1")).do(actions.PASS)
    assert (scene.squad("0.1").moved, scene.squad("0.1").flanked, scene.state.range) == (False, (), "M")
    assert scene.kind == "position_fire"
    scene.do(actions.END_FIRE)
    assert scene.kind == "extra_card"


def test_sq_83_what_a_cancelled_move_costs() -> None:
    scene = moving("hill_1 smoke_1", "barbed_wire_1", terrain="building_1", concealment="concealment_1")
    scene.do(actions.Move("0.1", "hill_1", "terrain", "closer"))
    assert "hill_1" not in scene.state.discard  # It lies beside the position.
    scene.do(actions.Barrier("1.1", "barbed_wire_1")).do(actions.PASS)
    assert set(scene.state.discard) == {"hill_1", "barbed_wire_1"}
    squad = scene.squad("0.1")
    assert (squad.terrain, squad.concealment) == ("building_1", "concealment_1")


def test_sq_84_mines_roll_after_the_engineer_passed_and_nothing_modifies_them() -> None:
    scene = moving(
        "knife_1 smoke_1",
        "minefield_1 smoke_2",
        terrain="pill_box_1",
        concealment="concealment_1",
        smoke=True,
        point_man=True,
    )
    scene.do(actions.Move("0.1", "knife_1", "open", "hold")).do(actions.Barrier("1.1", "minefield_1"))
    assert scene.view(PUBLIC)["move"]["barrier"] == "minefield"
    scene.do(actions.PASS, 5, 2)
    assert scene.told(ev.MineHit) == [ev.MineHit("0.1", (5, 2), 5, 3, (("mine", 2),), 5, "1.1")]
    squad = scene.squad("0.1")
    assert (squad.men, squad.moved, squad.fired_at, squad.killed) == (5, False, 0, 0)


@pytest.mark.parametrize(("dice", "kills"), [((1, 6), 0), ((1, 3), 0), ((1, 2), 1), ((6, 1), 7)])
def test_sq_84_mine_damage(dice: tuple[int, int], kills: int) -> None:
    scene = moving("knife_1", "minefield_1").do(actions.Move("0.1", "knife_1", "open", "hold"))
    scene.do(actions.Barrier("1.1", "minefield_1"), *dice)
    assert scene.told(ev.MineHit)[0].kills == kills
    assert scene.told(ev.Cancelled)


def test_sq_84_the_last_men_may_die_in_a_minefield() -> None:
    scene = moving("knife_1", "minefield_1", men=3).do(actions.Move("0.1", "knife_1", "open", "hold"))
    scene.do(actions.Barrier("1.1", "minefield_1"), 6, 1)
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert scene.told(ev.MineHit)[0].kills == 3


@pytest.mark.parametrize(
    ("dice", "enemy", "fields", "opens"),
    [
        ((2, 1), "minefield_1 smoke_1", {}, True),
        ((1, 6), "minefield_1 smoke_1", {}, False),  # nobody killed
        ((6, 1), "minefield_1 smoke_1", {"men": 3}, False),  # everybody killed
        ((2, 1), "minefield_1 smoke_1", {"leaderless": True}, False),
        ((2, 1), "minefield_1", {}, False),  # no card left
    ],
)
def test_sq_42_mine_layer_is_asked_for_the_commander(
    dice: tuple[int, int], enemy: str, fields: dict[str, Any], opens: bool
) -> None:
    """The window of docs/games/squad.md, with all its conditions."""
    scene = moving("knife_1", enemy, **fields).do(actions.Move("0.1", "knife_1", "open", "hold"))
    scene.do(actions.Barrier("1.1", "minefield_1"), *dice)
    decision = GAME.decision(scene.state)
    assert (decision is not None and decision.kind == "mine") == opens


def test_sq_84_the_japanese_booby_trap_is_a_minefield() -> None:
    scene = moving("knife_1", "national_trait_1", nation="jp").do(actions.Move("0.1", "knife_1", "open", "hold"))
    scene.do(actions.Barrier("1.1", "national_trait_1", "booby_trap"), 3, 3)
    assert scene.told(ev.MineHit)[0].kills == 2
    assert scene.told(ev.Cancelled)[0].card == "national_trait"


def test_sq_85_an_engineer_cancels_the_barrier_just_played() -> None:
    scene = moving("hill_1 combat_engineer_1 smoke_1", "minefield_1").do(
        actions.Move("0.1", "hill_1", "terrain", "closer")
    )
    scene.do(actions.Barrier("1.1", "minefield_1")).do(actions.Engineer("0.1", "combat_engineer_1"))
    assert scene.told(ev.MineHit) == []
    squad = scene.squad("0.1")
    assert (squad.moved, squad.terrain, scene.state.range) == (True, "hill_1", "S")
    assert set(scene.state.discard) == {"minefield_1", "combat_engineer_1"}


def test_sq_85_trait_barrier_is_cleared_by_its_name() -> None:
    scene = moving("hill_1 combat_engineer_1", "national_trait_1", nation="jp")
    scene.do(actions.Move("0.1", "hill_1", "terrain", "closer"))
    scene.do(actions.Barrier("1.1", "national_trait_1", "booby_trap")).do(
        actions.Engineer("0.1", "combat_engineer_1")
    )
    assert scene.told(ev.Cleared) == [ev.Cleared("0.1", "national_trait", "booby_trap")]


def test_sq_85_an_engineer_is_playable_in_response_only() -> None:
    scene = (
        moving("knife_1 combat_engineer_1", "smoke_1")
        .do(actions.Move("0.1", "knife_1", "open", "hold"))
        .do(actions.PASS)
    )
    assert scene.legal == [actions.DONE]


def test_sq_86_objective_and_concealment_after_any_successful_move() -> None:
    scene = moving("knife_1 mission_objective_1 concealment_1")
    scene.do(actions.Move("0.1", "knife_1", "open", "farther"))
    assert scene.legal == [
        actions.Objective("0.1", "mission_objective_1"),
        actions.Conceal("0.1", "concealment_1"),
        actions.DONE,
    ]
    assert scene.asked.default == actions.DONE


def test_sq_87_one_of_each_per_move_in_open_ground_too() -> None:
    hand = "knife_1 mission_objective_1 mission_objective_2 concealment_1 concealment_2 smoke_1"
    scene = moving(hand).do(actions.Move("0.1", "knife_1", "open", "hold"))
    scene.do(actions.Objective("0.1", "mission_objective_1"))
    assert scene.of(actions.Objective) == []
    scene.do(actions.Conceal("0.1", "concealment_2"))
    assert scene.squad("0.1").concealment == "concealment_2"
    assert scene.kind == "position_fire"  # Both were used.
    assert scene.state.objectives == (1, 0)


def test_sq_87_the_japanese_trait_conceals_as_well() -> None:
    scene = Scene("movement", {"0.1": "knife_1 national_trait_1"}, nations={"0.1": "jp"}, s01={"declared": True})
    scene.do(actions.Move("0.1", "knife_1", "open", "hold")).do(
        actions.Conceal("0.1", "national_trait_1", "concealment")
    )
    assert scene.squad("0.1").concealment == "national_trait_1"
    assert scene.view(PUBLIC)["squads"]["0.1"]["concealed"]


def test_sq_88_an_objective_counts_and_its_card_may_come_back() -> None:
    scene = moving("knife_1 mission_objective_1 smoke_1").do(actions.Move("0.1", "knife_1", "open", "hold"))
    scene.do(actions.Objective("0.1", "mission_objective_1"))
    assert scene.told(ev.Scored) == [ev.Scored("0.1", "mission_objective", 1)]
    assert "mission_objective_1" in scene.state.discard


def test_the_third_objective_wins_at_once() -> None:
    scene = moving("knife_1 mission_objective_1 smoke_1")
    scene.state.objectives = (2, 0)
    scene.do(actions.Move("0.1", "knife_1", "open", "hold")).do(actions.Objective("0.1", "mission_objective_1"))
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "objectives")
