"""The roll for action points and the turn: ZB-7, ZB-9 to ZB-12, ZB-74."""

from __future__ import annotations

from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from tests.rules.zombies.scene import kind, legal, play, roll, scene, step, told


def test_zb_7_points_are_rolled_again_until_a_one_or_a_six() -> None:
    state = roll(scene(), 2)
    assert (state.ap, kind(state)) == (2, "action")
    state = play(play(state, act.Move("hill-30")), act.Move("meautis"))
    assert (state.ap, kind(state), state.turn) == (0, "roll", 1)
    state = play(roll(state, 4), act.END)
    assert (kind(state), state.turn) == ("roll", 1)
    assert roll(state, 1).turn == 2
    assert roll(scene(zombies={"z3": "graignes"}), 6).turn == 2


def test_two_to_four_are_points_without_a_counterattack() -> None:
    for die in (2, 3, 4):
        after = step(scene(zombies={"z3": "barquette"}), act.ROLL, die)
        assert (after.state.ap, after.state.zombies) == (die, {"z3": "barquette"})
        assert told(after, ev.ApRolled) == [ev.ApRolled(die, ap=die)]


def test_zb_9_one_does_nothing() -> None:
    after = step(scene(zombies={"z3": "carentan"}), act.ROLL, 1)
    assert not after.state.damaged
    assert after.state.turn == 2
    assert told(after, ev.Struck) == []


def test_zb_10_on_a_five_the_counterattack_comes_before_the_points() -> None:
    after = step(scene(zombies={"z3": "st-come"}), act.ROLL, 5)
    assert after.state.zombies == {"z3": "barquette"}
    assert (after.state.ap, kind(after.state)) == (5, "action")
    kinds = [type(one.public) for one in after.events]
    assert kinds == [ev.ApRolled, ev.Counterattack, ev.ZombieMoved]


def test_six_counterattacks_by_two_and_ends_the_turn() -> None:
    after = step(scene(zombies={"z3": "st-come"}), act.ROLL, 6)
    assert (after.state.zombies, after.state.damaged) == ({"z3": "carentan"}, True)
    assert (after.state.turn, kind(after.state)) == (2, "roll")
    assert told(after, ev.TurnBegan) == [ev.TurnBegan(2)]


def test_zb_11_end_drops_points_and_rolls_again() -> None:
    after = step(scene(ap=4), act.END)
    assert (after.state.ap, after.state.turn, kind(after.state)) == (0, 1, "roll")
    assert told(after, ev.Stopped) == [ev.Stopped(4)]


def test_zb_12_rolling_is_the_only_action_then() -> None:
    assert legal(scene()) == [act.ROLL]


def test_zb_74_a_swapped_marker_leaves_the_turn_number_alone() -> None:
    state = scene(ap=2, turn=7, face_down={"st-come": "event"}, tank="barquette", marker="m8")
    swapped = play(state, act.Recon("st-come"), 5)
    assert (swapped.marker, swapped.turn) == ("event", 7)
    state = scene(ap=2, turn=7, face_down={"st-come": "event"}, tank="barquette", marker="m8", killed=("z3",))
    mixed = play(state, act.Recon("st-come"), 5, 1)
    assert (mixed.marker, mixed.turn) == ("event", 7)
