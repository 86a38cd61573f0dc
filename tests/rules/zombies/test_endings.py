"""Victory, defeat and the last reveal: ZB-65, ZB-67 to ZB-71."""

from __future__ import annotations

import pytest

from bocage.rules.kernel import OPEN, PUBLIC
from bocage.rules.zombies import GAME
from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from bocage.rules.zombies.options import Options
from bocage.rules.zombies.state import State
from tests.rules.zombies.scene import FAR, kind, legal, play, reason, roll, scene, step, told, won

ONE = Options(rescue=1)
BOTH = Options(rescue=2)
THREE = ("z4", "z5", "z6")
LAST = act.Fire("carentan", "z3")


def last_zombie(**fields: object) -> State:
    """Three are dead, the fourth stands in Carentan."""
    return scene(**{"ap": 2, "zombies": {"z3": "carentan"}, "killed": THREE, **fields})  # type: ignore[arg-type]


def test_zb_67_the_fourth_kill_wins_at_once() -> None:
    after = play(last_zombie(), LAST, 4)
    assert (reason(after), won(after)) == ("all_killed", True)
    assert legal(after) == []


def test_zb_67_an_empty_map_wins_at_once() -> None:
    after = play(last_zombie(killed=("z4",), face_down={}), LAST, 4)
    assert (reason(after), won(after)) == ("map_cleared", True)


def test_zb_67_the_last_counter_turned_up_harmless_wins() -> None:
    for counter in ("m8", "cutter", "infantry"):
        state = scene(ap=2, face_down={"st-come": counter}, tank="barquette")
        assert reason(play(state, act.Recon("st-come"))) == "map_cleared"
        assert reason(play(state, act.Fire("st-come", "face_down"), 6)) == "map_cleared"
        assert reason(roll(scene(face_down={"st-come": counter}), 5, 1)) == "map_cleared"


def test_zb_67_the_last_counter_being_the_event_is_resolved_first() -> None:
    state = scene(ap=2, face_down={"st-come": "event"}, tank="barquette", marker="z6")
    assert reason(play(state, act.Recon("st-come"), 4)) == "map_cleared"
    assert reason(play(state, act.Recon("st-come"), 1, 2)) == "map_cleared"
    swapped = play(state, act.Recon("st-come"), 5)
    assert (reason(swapped), swapped.face_down) == ("", {"st-come": "z6"})


def test_zb_67_a_face_up_item_does_not_hold_the_victory_up() -> None:
    after = play(last_zombie(face_down={}, killed=("z4",), items={"baupte": "m8"}), LAST, 4)
    assert reason(after) == "map_cleared"


# The end of the tenth turn -----------------------------------------------------------------------


def test_zb_68_the_event_does_not_act_in_the_last_reveal() -> None:
    after = step(scene(turn=10, face_down={"st-come": "event", "baupte": "m8"}), act.ROLL, 1)
    assert (reason(after.state), won(after.state)) == ("last_reveal", True)
    assert told(after, ev.EventRolled) == []


def test_zb_69_a_zombie_under_the_turn_marker_is_no_survivor() -> None:
    after = roll(scene(turn=10, face_down={"baupte": "m8"}, marker="z6"), 1)
    assert reason(after) == "last_reveal"


@pytest.mark.parametrize("table", [{"zombies": {"z3": "graignes"}}, {"face_down": {"baupte": "z3"}}])
def test_a_zombie_left_after_ten_turns_is_defeat(table: dict[str, dict[str, str]]) -> None:
    after = roll(scene(turn=10, **table), 1)  # type: ignore[arg-type]
    assert (reason(after), won(after)) == ("out_of_time", False)


def test_the_sixth_face_ends_the_tenth_turn_after_its_counterattack() -> None:
    state = scene(turn=10, zombies={"z3": "barquette"}, m8=True, aboard=1)
    asked = roll(state, 6)
    assert kind(asked) == "loss"
    assert reason(play(asked, act.Lose("m8"))) == "out_of_time"


def test_zb_65_nobody_boards_in_the_last_reveal() -> None:
    state = scene(turn=10, face_down={"st-come": "infantry"}, tank="st-come", options=ONE)
    assert reason(roll(state, 1)) == "out_of_time"
    assert reason(roll(scene(turn=10, face_down={"st-come": "m8"}, aboard=1, options=ONE), 1)) == "last_reveal"


# Rescue (4.1) ------------------------------------------------------------------------------------


def test_zb_70_the_number_must_be_aboard_at_the_moment_of_victory() -> None:
    assert won(play(last_zombie(options=ONE, aboard=1), LAST, 4))
    assert won(play(last_zombie(options=BOTH, aboard=2), LAST, 4))


@pytest.mark.parametrize(("options", "losses"), [(ONE, 2), (BOTH, 1)])
def test_zb_70_too_few_left_is_defeat_at_once(options: Options, losses: int) -> None:
    state = scene(
        ap=3, face_down={"st-come": "infantry", "brevands": "infantry", **FAR}, tank="barquette", options=options
    )
    state = play(state, act.Fire("st-come", "face_down"), 6)
    if losses == 2:
        assert reason(state) == ""
        state = play(state, act.Fire("brevands", "face_down"), 6)
    assert (reason(state), won(state)) == ("rescue_failed", False)


def test_zb_70_a_rider_lost_to_damage_or_zombification_counts() -> None:
    state = scene(zombies={"z3": "barquette"}, aboard=2, options=BOTH)
    assert reason(roll(state, 5)) == "rescue_failed"
    state = scene(ap=2, face_down={"st-come": "event"}, tank="st-come", aboard=2, killed=("z3",), options=BOTH)
    after = step(state, act.Recon("st-come"), 3)
    assert reason(after.state) == "rescue_failed"
    assert told(after, ev.Struck) == []


def test_zb_70_infantry_under_the_marker_is_not_told() -> None:
    """With both to rescue the game may be lost from the start; it goes on all the same."""
    state = scene(
        ap=1,
        zombies={"z3": "carentan"},
        killed=("z4", "z5"),
        face_down={},
        items={},
        marker="infantry",
        aboard=1,
        options=BOTH,
    )
    after = play(state, LAST, 4)
    assert reason(after) == ""
    assert GAME.view(after, PUBLIC)["marker"] == "unknown"


def test_zb_71_four_kills_without_enough_riders_go_on() -> None:
    state = last_zombie(options=ONE, items={"st-come": "infantry"}, tank="barquette", zombies={"z3": "barquette"})
    state = play(state, act.Fire("barquette", "z3"), 4)
    assert (reason(state), len(state.killed)) == ("", 4)
    after = play(state, act.Move("st-come"))
    assert (reason(after), won(after)) == ("all_killed", True)


def test_zb_71_zombification_may_still_strike_then() -> None:
    state = scene(
        ap=2,
        killed=("z3", *THREE),
        face_down={"st-come": "event", "baupte": "infantry"},
        tank="st-come",
        aboard=1,
        options=BOTH,
    )
    after = play(state, act.Recon("st-come"), 2)
    assert kind(after) == "event_recon"
    after = play(
        scene(
            ap=2,
            killed=("z3", *THREE),
            face_down={"st-come": "event", "baupte": "m8"},
            tank="st-come",
            aboard=1,
            options=BOTH,
            marker="infantry",
        ),
        act.Recon("st-come"),
        3,
    )
    assert reason(after) == "rescue_failed"
    assert after.zombies == {"z3": "st-come"}


# What is shown at the end ------------------------------------------------------------------------


def test_at_the_end_everything_is_shown_to_everybody() -> None:
    after = step(scene(turn=10, face_down={"st-come": "z3", "baupte": "m8"}, marker="z6"), act.ROLL, 1)
    assert told(after, ev.AllRevealed) == [ev.AllRevealed("z6", {"st-come": "z3", "baupte": "m8"})]
    for viewer in (0, PUBLIC, OPEN):
        seen = GAME.view(after.state, viewer)
        assert (seen["phase"], seen["marker"]) == ("over", "z6")
        assert seen["face_down"] == {"st-come": "z3", "baupte": "m8"}


def test_a_defeat_in_the_middle_shows_everything_as_well() -> None:
    after = step(scene(zombies={"z3": "barquette"}, damaged=True, marker="m8"), act.ROLL, 5)
    assert told(after, ev.AllRevealed) == [ev.AllRevealed("m8", FAR)]
    assert GAME.view(after.state, PUBLIC)["face_down"] == FAR
