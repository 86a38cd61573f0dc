"""SQ-124 … SQ-131: barriers, cover, flanks, elimination and objectives on the map."""

from __future__ import annotations

import pytest

from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.hexmap import board
from bocage.rules.squad.options import Options
from tests.rules.squad.scene import Scene
from tests.rules.squad.test_map import on_map

THREE = Options(variant="map", squads_per_seat=3)


def test_sq_124_enemies_within_four_hexes_are_asked() -> None:
    places = {"0.1": "4,1", "1.1": "4,6", "1.2": "0,7", "1.3": "4,5"}
    hands = {"0.1": "smoke_1", "1.1": "smoke_2", "1.2": "smoke_3", "1.3": "smoke_4"}
    scene = on_map("movement", places, hands, options=THREE, s01={"declared": True})
    scene.do(actions.Move("0.1", to="4,2"))
    assert (scene.who, scene.view(0)["acting"]) == (("barrier", 1), "1.1")
    scene.do(actions.PASS)
    assert scene.view(0)["acting"] == "1.3"
    assert scene.do(actions.PASS).kind == "post_move"


def test_sq_124_after_an_engineer_the_same_squad_is_asked_again() -> None:
    places = {"0.1": "4,1", "0.2": "0,0", "1.1": "4,5", "1.2": "5,5"}
    hands = {
        "0.1": "combat_engineer_1 smoke_1",
        "0.2": "combat_engineer_2",
        "1.1": "minefield_1 minefield_2",
        "1.2": "commander_killed_1",
    }
    scene = on_map("movement", places, hands, s01={"declared": True, "concealment": "concealment_1"})
    scene.do(actions.Move("0.1", to="4,2")).do(actions.Barrier("1.1", "minefield_1"))
    assert scene.of(actions.Engineer) == [
        actions.Engineer("0.1", "combat_engineer_1")
    ]  # From the mover's own hand.
    scene.do(actions.Engineer("0.1", "combat_engineer_1"))
    assert scene.view(0)["acting"] == "1.1"
    scene.do(actions.Barrier("1.1", "minefield_2")).do(actions.PASS, 5, 3)
    squad = scene.squad("0.1")
    assert (scene.view(0)["squads"]["0.1"]["hex"], squad.moved, squad.men) == ("4,1", False, 6)
    assert squad.concealment == "concealment_1"
    # V5 belongs to the squad that laid the mine; its hand is empty, the neighbour's card does not help.
    assert scene.kind != "mine"


def test_sq_124_the_layer_of_the_mine_may_claim_the_commander() -> None:
    places = {"0.1": "4,1", "1.1": "4,5"}
    scene = on_map(
        "movement", places, {"0.1": "smoke_1", "1.1": "minefield_1 commander_killed_1"}, s01={"declared": True}
    )
    scene.do(actions.Move("0.1", to="4,2")).do(actions.Barrier("1.1", "minefield_1")).do(actions.PASS, 3, 3)
    scene.do(actions.CommanderKilled("1.1", "commander_killed_1", "0.1"))
    assert scene.squad("0.1").leaderless


def test_sq_125_hex_gives_cover_and_attachments_move_along() -> None:
    terrain = {"4,4": "hill"}
    scene = on_map("position_fire", {"0.1": "4,2", "1.1": "4,4"}, {"0.1": "carbine_1"}, terrain=terrain)
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    shot = scene.told(ev.Attacked)[0]
    assert (shot.terrain, shot.mods) == ("hill", (("cover", -1), ("hill", -1)))
    position = {"declared": True, "concealment": "concealment_1", "encircled": "encircled_1"}
    moving = on_map("movement", {"0.1": "4,2", "1.1": "8,7"}, s01=position)
    moving.do(actions.Move("0.1", to="4,3"))
    assert (moving.squad("0.1").concealment, moving.squad("0.1").encircled) == ("", "")
    assert {"concealment_1", "encircled_1"} <= set(moving.state.discard)


def test_sq_125_in_opportunity_fire_the_old_hex_counts() -> None:
    scene = on_map(
        "opportunity_fire",
        {"0.1": "4,2", "1.1": "4,4"},
        {"1.1": "carbine_1"},
        terrain={"4,2": "gulley"},
        s01={"declared": True},
    )
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (("cover", -3),)


def test_sq_126_any_declared_mover_in_reach_with_the_movers_own_record() -> None:
    places = {"0.1": "4,2", "0.2": "5,2", "0.3": "6,2", "1.1": "5,4"}
    scene = on_map(
        "opportunity_fire",
        places,
        {"1.1": "carbine_1 carbine_2 ambush_1 bolt_action_rifle_1"},
        options=THREE,
        s01={"declared": True, "smoke": True, "point_man": True},
        s02={"declared": True, "covering": True},
    )
    assert {attack.target for attack in scene.of(actions.Attack)} == {"0.1", "0.2"}
    scene.do(actions.PlayBonus("1.1", "ambush_1")).do(actions.Attack("1.1", "carbine_1", "0.1"), 6, 1)
    assert scene.told(ev.Attacked)[0].mods == (("smoke", -2), ("ambush", 2))
    assert scene.squad("0.1").stopped
    assert {attack.target for attack in scene.of(actions.Attack)} == {"0.2"}
    scene.do(actions.Attack("1.1", "carbine_2", "0.2"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (("covered", -1), ("ambush", 2))
    scene.do(actions.END_FIRE)
    assert (scene.kind, scene.view(0)["acting"]) == ("move", "0.2")


def test_sq_127_a_flank_is_an_unchanged_distance_within_reach() -> None:
    places = {"0.1": "4,2", "1.1": "4,4", "1.2": "4,6", "1.3": "0,7"}
    scene = on_map("movement", places, {"0.1": "carbine_1"}, options=THREE, s01={"declared": True})
    before = {name: distance(scene, "0.1", name) for name in ("1.1", "1.2", "1.3")}
    scene.do(actions.Move("0.1", to="5,2"))
    after = {name: distance(scene, "0.1", name) for name in before}
    unchanged = {name for name in before if before[name] == after[name] <= 4}
    assert set(scene.squad("0.1").flanked) == unchanged != set()
    scene.skip_to("position_fire").do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    assert (("flank_bonus", 1) in scene.told(ev.Attacked)[0].mods) == ("1.1" in unchanged)


def distance(scene: Scene, one: str, other: str) -> int:
    """Hexes between two squads."""
    options = scene.state.options
    return board(options.columns, options.rows).distance[scene.squad(one).hex][scene.squad(other).hex]


@pytest.mark.parametrize(("shot_at", "bonus"), [(False, True), (True, False)])
def test_sq_127_flank_bonus_lapses_when_the_mover_is_shot(shot_at: bool, bonus: bool) -> None:
    places = {"0.1": "4,2", "1.1": "4,4", "1.2": "6,2"}
    s01 = {"moved": True, "flanked": ("1.1",), "shot_at": shot_at}
    scene = on_map("position_fire", places, {"0.1": "carbine_1 carbine_2"}, s01=s01)
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    assert (("flank_bonus", 1) in scene.told(ev.Attacked)[0].mods) == bonus
    scene.do(actions.Attack("0.1", "carbine_2", "1.2"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (("moved", -1),)


def test_sq_127_the_flanked_squad_suffers_against_its_flanker_only() -> None:
    places = {"0.1": "4,4", "1.1": "4,2", "1.2": "6,4"}
    s11 = {"flanked_before": ("0.1",)}
    scene = on_map("position_fire", places, {"0.1": "carbine_1 carbine_2"}, s11=s11)
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (("flanked", -1),)
    scene.do(actions.Attack("0.1", "carbine_2", "1.2"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == ()


def test_sq_128_morale_rally_extra_card_and_discard_per_squad() -> None:
    places = {"0.1": "0,0", "0.2": "8,0", "1.1": "0,7"}
    hands = {"0.1": "knife_1", "0.2": "smoke_1 smoke_2 smoke_3 smoke_4 smoke_5 garrote_1"}
    scene = on_map(
        "morale",
        places,
        hands,
        s01={"fired_at": 2, "killed": 3},
        s02={"pinned": True, "attacked": True},
    )
    assert scene.view(0)["acting"] == "0.1"
    scene.do(actions.PASS, 2)
    assert scene.told(ev.MoraleChecked)[0].total == 5
    scene.skip_to("rally")
    assert scene.view(0)["acting"] == "0.1"  # Pinned this very turn.
    scene.do(actions.PASS, 1)
    assert scene.view(0)["acting"] == "0.2"
    scene.do(actions.PASS, 1)
    assert (scene.kind, scene.view(0)["acting"]) == ("extra_card", "0.1")
    scene.do(actions.DECLINE)
    assert (scene.kind, scene.view(0)["acting"]) == ("discard", "0.2")


def test_sq_128_fire_of_several_enemies_adds_up() -> None:
    places = {"0.1": "4,4", "1.1": "4,2", "1.2": "6,4"}
    hands = {"1.1": "carbine_1", "1.2": "carbine_2 smoke_1", "0.1": "knife_1"}
    scene = on_map("position_fire", places, hands, active=1)
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 3, 1).do(actions.Attack("1.2", "carbine_2", "0.1"), 4, 1)
    assert (scene.squad("0.1").fired_at, scene.squad("0.1").killed) == (2, 5)
    assert scene.next_turn().who == ("morale", 0)
    scene.do(actions.PASS)
    assert scene.do(actions.PASS, 1).told(ev.MoraleChecked)[0].mods == (("killed", 5),)


def test_sq_129_the_commander_of_each_squad_once() -> None:
    places = {"0.1": "4,4", "1.1": "4,2", "1.2": "6,4"}
    hands = {"0.1": "carbine_1 carbine_2 commander_killed_1 commander_killed_2"}
    scene = on_map("position_fire", places, hands, s11={"leaderless": True})
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 3, 1)
    assert scene.of(actions.CommanderKilled) == []
    scene.do(actions.Attack("0.1", "carbine_2", "1.2"), 3, 1)
    scene.do(actions.CommanderKilled("0.1", "commander_killed_1", "1.2"))
    assert [scene.squad(name).limit for name in ("1.1", "1.2")] == [4, 4]


def test_sq_130_a_squad_without_men_is_removed_with_its_cards() -> None:
    places = {"0.1": "4,4", "1.1": "4,2", "1.2": "6,4"}
    hands = {"0.1": "carbine_1 carbine_2 commander_killed_1", "1.1": "smoke_1 knife_1"}
    scene = on_map("position_fire", places, hands, s11={"men": 2, "concealment": "concealment_1"})
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 6, 1)
    assert "1.1" not in scene.state.squads
    assert scene.told(ev.Eliminated) == [ev.Eliminated("1.1", ("knife", "smoke", "concealment"))]
    assert {"smoke_1", "knife_1", "concealment_1"} <= set(scene.state.discard)
    assert scene.of(actions.CommanderKilled) == []
    assert {attack.target for attack in scene.of(actions.Attack)} == {"1.2"}


def test_sq_130_a_player_without_squads_loses() -> None:
    scene = on_map(
        "position_fire", {"0.1": "4,4", "0.2": "0,0", "1.1": "4,2"}, {"0.1": "carbine_1"}, s11={"men": 2}
    )
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 6, 1)
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "annihilation")


def test_sq_131_objectives_are_counted_per_player() -> None:
    places = {"0.1": "0,0", "0.2": "4,0", "0.3": "8,0", "1.1": "4,7"}
    hands = {f"0.{n}": f"mission_objective_{n} mission_objective_{n + 3}" for n in (1, 2, 3)}
    declared = {"declared": True}
    scene = on_map("movement", places, hands, options=THREE, s01=declared, s02=declared, s03=declared)
    for n, column in ((1, 0), (2, 4), (3, 8)):
        scene.do(actions.Move(f"0.{n}", to=f"{column},1")).do(actions.Objective(f"0.{n}", f"mission_objective_{n}"))
        if n < 3:
            assert scene.of(actions.Objective) == []  # One per squad and move.
            scene.do(actions.DONE)
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "objectives")
