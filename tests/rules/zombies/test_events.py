"""Reconnaissance and the four events: ZB-30 to ZB-47, ZB-66."""

from __future__ import annotations

import pytest

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.kernel import PUBLIC
from bocage.rules.zombies import GAME, enemy
from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from bocage.rules.zombies.board import REFILL
from bocage.rules.zombies.state import State
from tests.rules.zombies.scene import FAR, kind, legal, play, reason, roll, scene, step, told

HERE = act.Recon("st-come")


def trail(face_down: dict[str, str] | None = None, **fields: object) -> State:
    """A tank at La Barquette, with the event counter next to it in Saint-Côme."""
    table = {"st-come": "event", "baupte": "z6"} if face_down is None else {"st-come": "event", **face_down}
    return scene(**{"ap": 3, "face_down": table, "tank": "barquette", **fields})  # type: ignore[arg-type]


# Recon -------------------------------------------------------------------------------------------


def test_recon_reaches_the_own_hex_and_printed_neighbours() -> None:
    table = {"st-come": "m8", "brevands": "z3", "baupte": "cutter"}
    state = scene(ap=2, face_down=table, tank="angoville")
    assert [action for action in legal(state) if isinstance(action, act.Recon)] == [HERE]
    state = scene(ap=2, face_down=table, tank="st-come")
    assert act.Recon("st-come") in legal(state)
    assert not any(isinstance(action, act.Recon) for action in legal(scene(ap=1, face_down=table, tank="st-come")))


def test_recon_costs_two_points() -> None:
    state = play(scene(ap=3, face_down={"st-come": "m8", **FAR}, tank="barquette"), HERE)
    assert (state.ap, state.items, state.face_down) == (1, {"st-come": "m8"}, FAR)


def test_zb_66_driving_over_a_face_down_counter_turns_nothing_up() -> None:
    after = step(scene(ap=1, face_down={"st-come": "infantry", **FAR}, tank="barquette"), act.Move("st-come"))
    assert after.state.face_down == {"st-come": "infantry", **FAR}
    assert told(after, ev.TurnedUp) == []


# The roll ----------------------------------------------------------------------------------------


def test_zb_30_bonus_follows_the_present_kills() -> None:
    """Zombification takes the only kill back, and the pool is empty as before it."""
    state = play(trail(killed=("z3",), aboard=1), HERE, 3)
    assert state.killed == ()
    assert (enemy.kill_bonus(trail()), enemy.kill_bonus(trail(killed=("z3",)))) == ((), (("kill", 2),))
    assert enemy.kill_bonus(state) == ()


@pytest.mark.parametrize(("die", "killed", "row"), [(1, (), 1), (6, (), 6), (1, ("z3",), 3), (6, ("z3",), 8)])
def test_zb_30_event_rows_shift_by_two_after_a_kill(die: int, killed: tuple[str, ...], row: int) -> None:
    rest = (2,) if row < 4 and not killed else (4,) if row < 4 else ()
    shuffle = (1, 1) if row > 6 else ()
    after = step(trail(killed=killed), HERE, die, *rest, *shuffle)
    assert [rolled.row for rolled in told(after, ev.EventRolled)] == [row]


# Counterattack -----------------------------------------------------------------------------------


def test_zb_31_event_counter_blocks_its_hex() -> None:
    state = trail(zombies={"z3": "houesville"}, tank="causeway")
    after = step(state, HERE, 2)
    assert after.state.zombies == {"z3": "houesville"}
    assert after.state.items == {}
    assert told(after, ev.EventRemoved) == [ev.EventRemoved("st-come")]


def test_zb_31_it_lies_there_face_up_while_the_player_chooses() -> None:
    state = play(trail(), HERE, 4)
    assert state.items == {"st-come": "event"}
    assert GAME.view(state, PUBLIC)["items"] == {"st-come": "event"}
    assert play(state, act.DECLINE).items == {}


@pytest.mark.parametrize("row", [1, 2, 3])
def test_event_counterattack_moves_by_the_result(row: int) -> None:
    killed = () if row < 3 else ("z3",)
    after = step(trail(zombies={"z5": "meautis"}, killed=killed, tank="barquette"), HERE, row - 2 * len(killed))
    assert told(after, ev.Counterattack) == [ev.Counterattack(row)]
    (moved,) = told(after, ev.ZombieMoved)
    assert moved.path == ("auvers", "causeway", "barquette")[:row]
    assert after.state.damaged == (row == 3)
    assert after.state.ap == 1


def test_zb_32_an_event_counterattack_without_zombies_is_one_reveal_die() -> None:
    after = step(trail(), HERE, 2, 3)
    assert told(after, ev.RevealRolled) == [ev.RevealRolled(3, 3, "baupte", found=True)]
    assert after.state.zombies == {"z6": "baupte"}
    assert after.state.gone.count("event") == 1


def test_an_event_counterattack_may_ask_what_takes_the_damage() -> None:
    state = trail(zombies={"z3": "carentan"}, m8=True, aboard=1)
    state = play(state, HERE, 1)
    assert kind(state) == "loss"
    assert state.items == {"st-come": "event"}
    state = play(state, act.Lose("m8"))
    assert (state.items, state.ap, kind(state)) == ({}, 1, "action")


# Recon event -------------------------------------------------------------------------------------


def test_zb_33_any_one_face_down_counter_on_the_map_or_none() -> None:
    state = play(trail({"baupte": "z6", "tribehou": "m8"}), HERE, 4)
    assert kind(state) == "event_recon"
    assert legal(state) == [act.Reveal("baupte"), act.Reveal("tribehou"), act.DECLINE]
    after = play(state, act.Reveal("tribehou"))
    assert after.items == {"tribehou": "m8"}
    assert after.gone.count("event") == 1
    assert (after.ap, kind(after)) == (1, "action")
    after = play(state, act.DECLINE)
    assert set(after.face_down) == {"baupte", "tribehou"}


def test_zb_34_nothing_left_to_ask_about() -> None:
    state = trail({}, zombies={"z6": "graignes"})
    after = play(state, HERE, 4)
    assert (kind(after), after.items, after.ap) == ("action", {}, 1)


# Zombification -----------------------------------------------------------------------------------


def test_zb_35_only_the_new_zombie_strikes_and_no_other_moves() -> None:
    state = trail(killed=("z3",), aboard=1, zombies={"z5": "carentan"})
    after = step(state, HERE, 4)
    assert after.state.zombies == {"z5": "carentan", "z3": "barquette"}
    assert told(after, ev.Struck) == [ev.Struck("z3")]
    assert after.state.damaged


def test_zb_36_the_event_counter_is_removed_after_a_zombification() -> None:
    after = play(trail(killed=("z3",), aboard=1), HERE, 3)
    assert after.items == {}
    assert "event" in after.gone


def test_zb_37_the_lowest_killed_zombie_rises_and_the_infantry_leaves() -> None:
    table = {"st-come": "event", "baupte": "z3"}
    state = scene(ap=3, face_down=table, tank="barquette", killed=("z6", "z4", "z5"), aboard=2)
    after = play(state, HERE, 3)
    assert after.killed == ("z6", "z5")
    assert after.zombies == {"z4": "barquette"}
    assert after.aboard == 0
    assert after.gone.count("infantry") == 2  # one turned, the other took the strike
    assert state.aboard == 2


def test_zb_38_the_strike_takes_the_second_rider_or_equipment() -> None:
    state = play(trail(killed=("z3",), aboard=2, m8=True), HERE, 3)
    assert kind(state) == "loss"
    assert legal(state) == [act.Lose("m8"), act.Lose("infantry")]
    assert play(state, act.Lose("infantry")).aboard == 0


@pytest.mark.parametrize("aboard", [0, 1])
def test_zb_39_unmet_event_moves_to_the_track(aboard: int) -> None:
    state = trail(marker="z5", aboard=aboard)
    after = step(state, HERE, 5)
    assert after.state.face_down == {"st-come": "z5", "baupte": "z6"}
    assert (after.state.marker, after.state.marker_shown) == ("event", True)
    seen = GAME.view(after.state, PUBLIC)
    assert seen["face_down"] == {"st-come": "unknown", "baupte": "unknown"}
    assert seen["marker"] == "event"
    assert told(after, ev.MarkerSwapped) == [ev.MarkerSwapped("st-come")]


def test_zb_39_a_kill_without_a_rider_is_not_enough() -> None:
    after = play(trail(killed=("z3",), marker="z5"), HERE, 3)
    assert after.marker == "event"
    assert after.killed == ("z3",)


def test_zb_40_condition_not_met_beside_a_zombie_is_no_defeat() -> None:
    state = scene(ap=2, face_down={"st-come": "event"}, zombies={"z3": "st-come"}, tank="st-come", marker="z4")
    after = play(state, HERE, 6)
    assert reason(after) == ""
    assert after.face_down == {"st-come": "z4"}


def test_zombification_beside_a_zombie_is_an_overrun() -> None:
    after = play(trail(killed=("z3",), aboard=1, zombies={"z5": "barquette"}), HERE, 3)
    assert reason(after) == "overrun"


def test_zb_41_infantry_on_the_map_does_not_turn() -> None:
    after = play(trail(killed=("z3",), items={"brevands": "infantry"}), HERE, 4)
    assert after.items == {"brevands": "infantry"}
    assert after.marker == "event"


# Chaos -------------------------------------------------------------------------------------------


def test_zb_42_everything_face_down_the_event_and_the_marker_are_mixed() -> None:
    """Pool, from hex 8 down: Baupte's zombie, the event in Saint-Côme, the marker."""
    state = trail(killed=("z3",), items={"tribehou": "m8"}, marker="cutter", aboard=1)
    after = step(state, HERE, 5, 3, 2)
    assert after.state.face_down == {"liesville": "z6", "montmartin": "event"}
    assert after.state.marker == "cutter"
    assert after.state.items == {"tribehou": "m8"}
    assert (after.state.aboard, after.state.killed) == (1, ("z3",))
    mixed = step(state, HERE, 5, 1, 1)
    assert mixed.state.face_down == {"liesville": "event", "montmartin": "cutter"}
    assert mixed.state.marker == "z6"
    assert told(mixed, ev.Reshuffled) == [ev.Reshuffled(("liesville", "montmartin"))]


def test_zb_43_hexes_with_a_face_up_counter_are_skipped() -> None:
    state = trail(killed=("z3",), items={"liesville": "m8"}, zombies={"z4": "tribehou"})
    after = play(state, HERE, 6, 3, 2)
    assert set(after.face_down) == {"montmartin", "sainteny"}


def test_zb_44_the_hex_under_the_tank_is_not_skipped() -> None:
    state = scene(ap=2, face_down={"liesville": "event", "baupte": "z6"}, tank="liesville", killed=("z3",))
    after = play(state, act.Recon("liesville"), 5, 3, 2)
    assert set(after.face_down) == {"liesville", "montmartin"}


def test_zb_45_low_hexes_stay_empty() -> None:
    table = dict(zip(REFILL[3:], ("z4", "z5", "z6", "cutter", "event"), strict=True))
    state = scene(ap=2, face_down=table, tank="barquette", killed=("z3",), marker="m8")
    after = play(state, HERE, 5, 6, 5, 4, 3, 2)
    assert list(after.face_down) == list(REFILL[:5])


def test_zb_42_chaos_keeps_every_counter() -> None:
    state = trail(killed=("z3",), marker="cutter", face_down={"baupte": "z6", "tribehou": "m8", "sainteny": "z5"})
    markers = set()
    for seed in range(200):
        dice = ScriptedDice([5], then=Dice(b"chaos", seed))
        after = GAME.apply(state, HERE, dice).state
        GAME.assert_invariants(after)
        assert sorted([*after.face_down.values(), after.marker]) == ["cutter", "event", "m8", "z5", "z6"]
        markers.add(after.marker)
    assert markers == {"cutter", "event", "m8", "z5", "z6"}


# The event counter hit ---------------------------------------------------------------------------


def test_zb_46_an_event_hit_is_resolved_and_no_kill() -> None:
    state = trail(zombies={"z3": "meautis"})
    after = step(state, act.Fire("st-come", "face_down"), 5, 1)
    assert told(after, ev.Destroyed) == [ev.Destroyed("st-come", "event", face_down=True)]
    assert after.state.killed == ()
    assert after.state.zombies == {"z3": "auvers"}
    assert "event" in after.state.gone


def test_zb_46_swap_and_chaos_keep_a_hit_event_alive() -> None:
    swapped = play(trail(), act.Fire("st-come", "face_down"), 6, 5)
    assert swapped.marker == "event"
    mixed = play(trail(killed=("z3",)), act.Fire("st-come", "face_down"), 6, 5, 3, 2)
    assert "event" in mixed.face_down.values()


def test_zb_46_rammed_events_too() -> None:
    state = scene(ap=1, face_down={"st-come": "event", "baupte": "z6"}, tank="st-come")
    after = play(state, act.Ram("face_down"), 5, 4)
    assert kind(after) == "event_recon"
    assert (kind(play(after, act.DECLINE)), after.ap) == ("roll", 0)


def test_zb_47_no_second_event_while_the_event_marks_the_turns() -> None:
    state = play(trail(marker="m8"), HERE, 5)
    for seed in range(50):
        twin = GAME.resample(state, PUBLIC, Dice(b"twin", seed))
        assert "event" not in twin.face_down.values()
        assert twin.marker == "event"


def test_last_die_event_ends_the_turn() -> None:
    state = scene(face_down={"st-come": "event", "baupte": "z6"})
    after = roll(state, 6, 1, 2, 3)
    assert (after.turn, after.zombies) == (2, {"z6": "baupte"})
