"""Counterattacks and damage: ZB-8, ZB-13 to ZB-29, ZB-62 to ZB-64."""

from __future__ import annotations

import pytest

from bocage.rules.kernel import OPEN
from bocage.rules.zombies import GAME
from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from tests.rules.zombies.scene import FAR, kind, legal, play, reason, roll, scene, step, told


def test_zb_8_zombies_walk_around_holes() -> None:
    """Straight over the Taute marsh it would be two hexes; by land it is Catz, Saint-Hilaire, Carentan."""
    state = roll(scene(zombies={"z3": "st-pellerin"}), 6)
    assert state.zombies == {"z3": "st-hilaire"}


def test_zb_13_face_down_zombies_do_not_count() -> None:
    after = step(scene(face_down={"st-come": "z3", "baupte": "z4"}), act.ROLL, 5, 6)
    assert told(after, ev.Counterattack) == []
    assert told(after, ev.RevealRolled) == [ev.RevealRolled(6, 6, "tribehou")]
    assert after.state.face_down == {"st-come": "z3", "baupte": "z4"}


def test_zb_14_the_nearest_moves_first_then_the_lower_number() -> None:
    after = step(scene(zombies={"z6": "catz", "z5": "angoville", "z3": "les-veys"}), act.ROLL, 5)
    assert [moved.zombie for moved in told(after, ev.ZombieMoved)] == ["z5", "z6", "z3"]


def test_zb_14_the_nearest_makes_room_for_the_next() -> None:
    state = roll(scene(zombies={"z6": "auxais", "z3": "tribehou"}, tank="meautis"), 5)
    assert state.zombies == {"z6": "st-georges", "z3": "auxais"}


def test_zb_15_of_several_nearer_hexes_the_first_clockwise_from_north() -> None:
    """From Saint-Côme both the lock (SE) and the causeway (S) lead to Carentan."""
    assert roll(scene(zombies={"z3": "st-come"}), 5).zombies == {"z3": "barquette"}
    assert roll(scene(zombies={"z3": "auvers"}), 5).zombies == {"z3": "causeway"}
    taken = scene(zombies={"z6": "auvers"}, face_down={**FAR, "st-come": "z3"}, tank="barquette")
    assert roll(taken, 5).zombies == {"z6": "causeway"}


def test_zb_16_without_a_free_nearer_hex_it_waits() -> None:
    """From Houesville only Saint-Côme is nearer; a step back to Liesville would be no approach."""
    state = scene(zombies={"z5": "houesville"}, face_down={"st-come": "event"})
    for faces in (5, 6):
        assert roll(state, faces).zombies == {"z5": "houesville"}


@pytest.mark.parametrize(
    "table",
    [
        {"face_down": {**FAR, "st-come": "m8"}},
        {"items": {"st-come": "infantry"}},
        {"items": {"st-come": "m8"}},
    ],
)
def test_zb_17_a_hex_with_any_counter_is_closed(table: dict[str, dict[str, str]]) -> None:
    state = scene(zombies={"z3": "houesville"}, **table)  # type: ignore[arg-type]
    assert roll(state, 6).zombies == {"z3": "houesville"}


def test_zb_17_a_hex_with_a_zombie_is_closed() -> None:
    state = scene(zombies={"z3": "liesville", "z4": "houesville"}, face_down={"st-come": "event"}, tank="angoville")
    assert roll(state, 6).zombies == {"z3": "liesville", "z4": "houesville"}


def test_zb_18_the_tanks_hex_is_open_whatever_lies_under_it() -> None:
    for under in ({"items": {"st-come": "m8"}}, {"face_down": {**FAR, "st-come": "z6"}}):
        state = scene(zombies={"z3": "angoville"}, tank="st-come", **under)  # type: ignore[arg-type]
        after = roll(state, 5)
        assert after.zombies == {"z3": "st-come"}
        assert after.damaged


def test_zb_19_steps_left_after_entering_are_lost() -> None:
    after = step(scene(zombies={"z3": "barquette"}), act.ROLL, 6)
    assert told(after, ev.ZombieMoved) == [ev.ZombieMoved("z3", "barquette", ("carentan",))]
    assert told(after, ev.Struck) == [ev.Struck("z3")]


def test_zb_20_damage_comes_once_after_all_moves() -> None:
    after = step(scene(zombies={"z3": "carentan", "z5": "brevands"}), act.ROLL, 5)
    kinds = [type(one.public) for one in after.events]
    assert kinds == [ev.ApRolled, ev.Counterattack, ev.ZombieMoved, ev.Struck, ev.HullDamaged]
    assert told(after, ev.ZombieMoved)[0].zombie == "z5"


def test_a_zombie_in_the_tanks_hex_stays_and_strikes_again() -> None:
    state = roll(scene(zombies={"z3": "carentan"}), 5)
    assert (state.zombies, state.damaged) == ({"z3": "carentan"}, True)
    state = roll(play(state, act.END), 5)
    assert reason(state) == "tank_destroyed"


def test_zb_21_two_zombies_overrun_the_tank() -> None:
    both = roll(scene(zombies={"z3": "barquette", "z4": "causeway"}), 5)
    one_by_one = roll(scene(zombies={"z3": "carentan", "z4": "causeway"}), 5)
    assert reason(both) == reason(one_by_one) == "overrun"
    assert not both.damaged


def test_zb_21_revealed_beside_a_zombie_under_the_tank() -> None:
    state = scene(ap=2, zombies={"z3": "st-come"}, face_down={**FAR, "st-come": "z6"}, tank="st-come")
    after = step(state, act.Recon("st-come"))
    assert reason(after.state) == "overrun"
    assert told(after, ev.Overrun) == [ev.Overrun("st-come", ("z3", "z6"))]


def test_zb_22_driving_into_and_out_of_a_zombies_hex_costs_nothing() -> None:
    state = play(scene(ap=2, zombies={"z3": "barquette"}), act.Move("barquette"))
    assert (state.tank, state.damaged, state.zombies) == ("barquette", False, {"z3": "barquette"})
    state = play(state, act.Move("carentan"))
    assert (state.tank, state.damaged, reason(state)) == ("carentan", False, "")


def test_zb_23_driving_in_between_two_zombies_is_legal_and_an_overrun() -> None:
    state = scene(ap=2, zombies={"z3": "barquette", "z4": "barquette"})
    assert reason(play(state, act.Move("barquette"))) == "overrun"


def test_zb_24_a_zombie_turned_up_beside_another_stays_there() -> None:
    """The limit is on entering: they part when they move."""
    state = scene(ap=2, zombies={"z3": "st-come"}, face_down={**FAR, "st-come": "z5"}, tank="barquette")
    state = play(state, act.Recon("st-come"))
    assert state.zombies == {"z3": "st-come", "z5": "st-come"}
    assert reason(state) == ""
    state = play(play(roll(state, 2), act.Move("carentan")), act.Move("hill-30"))
    assert roll(state, 5).zombies == {"z3": "causeway", "z5": "st-come"}


def test_zb_25_after_a_kill_the_reveal_die_reaches_three_to_eight() -> None:
    table = {"st-come": "m8", "liesville": "event", "baupte": "z5"}
    after = step(scene(face_down=table, killed=("z3",)), act.ROLL, 5, 1)
    assert told(after, ev.RevealRolled) == [ev.RevealRolled(1, 3, "baupte", (("kill", 2),), found=True)]
    assert after.state.zombies == {"z5": "baupte"}
    after = step(scene(face_down=table), act.ROLL, 5, 1)
    assert told(after, ev.RevealRolled) == [ev.RevealRolled(1, 1, "st-come", found=True)]


def test_zb_26_face_up_or_empty_hex_stays() -> None:
    state = scene(items={"st-come": "m8"})
    for face in (1, 2):
        after = step(state, act.ROLL, 5, face)
        assert told(after, ev.TurnedUp) == []
        assert after.state.items == {"st-come": "m8"}
        assert after.state.face_down == FAR


def test_zb_27_a_six_without_zombies_turns_up_one_counter() -> None:
    after = step(scene(face_down={"st-come": "z3", "brevands": "z4", **FAR}), act.ROLL, 6, 1)
    assert after.state.zombies == {"z3": "st-come"}
    assert after.state.turn == 2


def test_zb_28_revealed_zombie_does_no_damage_yet() -> None:
    state = roll(scene(face_down={"st-come": "z3", **FAR}, tank="st-come"), 5, 1)
    assert state.zombies == {"z3": "st-come"}
    assert not state.damaged


def test_zb_29_the_event_is_resolved_inside_the_counterattack_step() -> None:
    table = {"st-come": "event", "baupte": "z5"}
    five = roll(scene(face_down=table), 5, 1, 4)
    assert kind(five) == "event_recon"
    five = play(five, act.Reveal("baupte"))
    assert (kind(five), five.ap, five.zombies) == ("action", 5, {"z5": "baupte"})
    six = play(roll(scene(face_down=table), 6, 1, 4), act.DECLINE)
    assert (kind(six), six.turn) == ("roll", 2)


# Damage ------------------------------------------------------------------------------------------


def test_zb_62_what_is_lost_is_gone() -> None:
    state = roll(scene(zombies={"z3": "barquette"}, m8=True), 5)
    assert (state.m8, state.damaged) == (False, False)
    assert "m8" in state.gone
    assert not state.items


def test_zb_63_what_is_aboard_absorbs_before_a_damaged_hull() -> None:
    state = roll(scene(zombies={"z3": "barquette"}, cutter=True, damaged=True), 5)
    assert reason(state) == ""
    assert not state.cutter
    assert state.damaged


def test_zb_64_the_player_chooses_between_kinds() -> None:
    state = roll(scene(zombies={"z3": "barquette"}, m8=True, cutter=True, aboard=2), 5)
    assert kind(state) == "loss"
    assert legal(state) == [act.Lose("m8"), act.Lose("cutter"), act.Lose("infantry")]
    assert play(state, act.Lose("m8")).m8 is False
    assert play(state, act.Lose("cutter")).cutter is False
    after = play(state, act.Lose("infantry"))
    assert (after.aboard, after.ap, kind(after)) == (1, 5, "action")


def test_zb_64_one_kind_leaves_nothing_to_choose() -> None:
    state = roll(scene(zombies={"z3": "barquette"}, aboard=2), 6)
    assert (state.aboard, state.turn, kind(state)) == (1, 2, "roll")


def test_a_choice_remembers_where_the_game_goes_on() -> None:
    state = roll(scene(zombies={"z3": "st-come"}, m8=True, aboard=1), 6)
    assert kind(state) == "loss"
    assert state.turn == 1
    assert play(state, act.Lose("infantry")).turn == 2


def test_damage_to_a_damaged_tank_is_defeat() -> None:
    state = roll(scene(zombies={"z3": "barquette"}, damaged=True), 5)
    assert reason(state) == "tank_destroyed"
    assert GAME.view(state, OPEN)["phase"] == "over"
