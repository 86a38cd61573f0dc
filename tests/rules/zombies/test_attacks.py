"""Moving, firing and ramming: ZB-48 to ZB-56, ZB-72, ZB-73, and the order of the dice."""

from __future__ import annotations

import pytest

from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from bocage.rules.zombies.options import Options
from bocage.rules.zombies.tank import needs
from tests.rules.zombies.scene import FAR, kind, legal, play, roll, scene, step, told, verbs

EQUAL = Options(equal_kills=True)
SIMPLE = Options(simple_breakdowns=True)


def targets(state: object) -> set[tuple[str, str]]:
    return {(a.hex, a.target) for a in legal(state) if isinstance(a, act.Fire)}  # type: ignore[arg-type]


def test_zb_48_fire_reaches_the_own_hex_and_two_hexes_around() -> None:
    state = scene(ap=1, zombies={"z3": "carentan", "z4": "catz", "z5": "neuilly"}, face_down={"brevands": "m8"})
    assert targets(state) == {("carentan", "z3"), ("catz", "z4"), ("brevands", "face_down")}


def test_zb_49_fire_crosses_holes() -> None:
    """Three hexes of road, two as the shell flies, over the Taute marsh."""
    state = scene(ap=1, zombies={"z3": "st-pellerin"})
    assert ("st-pellerin", "z3") in targets(state)


def test_zb_50_face_up_counters_other_than_zombies_are_no_targets() -> None:
    state = scene(ap=1, items={"st-come": "infantry", "brevands": "m8"}, tank="barquette")
    assert targets(state) == set()
    under = scene(ap=1, items={"st-come": "m8"}, tank="st-come")
    assert act.Ram not in verbs(under)


def test_zb_51_the_player_names_the_target_and_the_rest_stays() -> None:
    state = scene(ap=1, zombies={"z3": "st-come"}, face_down={"st-come": "m8", **FAR}, tank="st-come")
    assert {a.target for a in legal(state) if isinstance(a, act.Ram)} == {"face_down", "z3"}
    assert {("st-come", "face_down"), ("st-come", "z3")} <= targets(state)
    after = play(state, act.Ram("z3"), 4)
    assert (after.killed, after.face_down) == (("z3",), {"st-come": "m8", **FAR})


@pytest.mark.parametrize(
    ("target", "die", "hit"),
    [
        ("face_down", 4, False),
        ("face_down", 5, True),
        ("z3", 3, False),
        ("z3", 4, True),
        ("z5", 5, False),
        ("z5", 6, True),
    ],
)
def test_hits_need_five_or_more_than_the_number(target: str, die: int, hit: bool) -> None:
    if target == "face_down":
        state = scene(ap=1, face_down={"st-come": "z6", **FAR}, tank="st-come")
    else:
        state = scene(ap=1, zombies={target: "st-come"}, tank="st-come")
    for action in (act.Fire("st-come", target), act.Ram(target)):
        after = step(state, action, die)
        (attack,) = [one.public for one in after.events if isinstance(one.public, ev.Fired | ev.Rammed)]
        assert attack.hit == hit
        assert len(after.state.killed) == hit
        assert after.state.ap == 0


def test_zb_52_turret_helps_fire_and_cutter_ramming() -> None:
    state = scene(ap=1, face_down={"st-come": "z6", **FAR}, tank="st-come", m8=True)
    fired = step(state, act.Fire("st-come", "face_down"), 3)
    assert told(fired, ev.Fired) == [ev.Fired("st-come", "face_down", 3, 5, 5, (("m8", 2),), hit=True)]
    assert told(step(state, act.Ram("face_down"), 3), ev.Rammed)[0].hit is False
    state = scene(ap=1, face_down={"st-come": "z6", **FAR}, tank="st-come", cutter=True)
    assert told(step(state, act.Fire("st-come", "face_down"), 3), ev.Fired)[0].hit is False
    rammed = step(state, act.Ram("face_down"), 3)
    assert told(rammed, ev.Rammed) == [ev.Rammed("st-come", "face_down", 3, 5, 5, (("cutter", 2),), hit=True)]
    both = scene(ap=1, zombies={"z6": "carentan"}, m8=True, cutter=True)
    assert play(both, act.Fire("carentan", "z6"), 5).killed == ("z6",)


def test_zb_53_a_natural_one_may_break_and_succeed() -> None:
    state = scene(ap=1, zombies={"z3": "carentan"}, m8=True, cutter=True, options=EQUAL)
    fired = play(state, act.Fire("carentan", "z3"), 1)
    assert (fired.ammo_out, fired.killed) == (True, ("z3",))
    rammed = play(state, act.Ram("z3"), 1)
    assert (rammed.track_broken, rammed.killed) == (True, ("z3",))


def test_zb_54_an_attack_that_cannot_succeed_is_legal() -> None:
    state = scene(ap=1, zombies={"z6": "carentan"})
    assert act.Fire("carentan", "z6") in legal(state)
    after = step(state, act.Fire("carentan", "z6"), 6)
    assert told(after, ev.Fired)[0].needs == 7
    assert after.state.zombies == {"z6": "carentan"}


def test_zb_55_a_face_down_zombie_hit_is_a_kill() -> None:
    state = scene(ap=2, face_down={"st-come": "z6", "baupte": "event"}, tank="barquette")
    after = step(state, act.Fire("st-come", "face_down"), 5)
    assert after.state.killed == ("z6",)
    assert told(after, ev.Destroyed) == [ev.Destroyed("st-come", "z6", face_down=True)]
    rolled = step(play(after.state, act.END), act.ROLL, 5, 1, 1, 4)
    assert told(rolled, ev.RevealRolled)[0].number == 3


@pytest.mark.parametrize("counter", ["infantry", "m8", "cutter"])
def test_friends_and_equipment_hit_unseen_are_gone(counter: str) -> None:
    state = scene(ap=1, face_down={"st-come": counter, **FAR}, tank="barquette")
    after = play(state, act.Fire("st-come", "face_down"), 6)
    assert counter in after.gone
    assert after.killed == ()
    assert after.face_down == FAR


def test_zb_56_ammunition_and_track_break_apart_and_are_mended_apart() -> None:
    state = scene(ap=5, zombies={"z3": "carentan"})
    state = play(state, act.Fire("carentan", "z3"), 1)
    assert state.ammo_out
    assert act.Fire not in verbs(state)
    assert {act.Ram, act.Move} <= verbs(state)
    state = play(state, act.Ram("z3"), 1)
    assert state.track_broken
    assert verbs(state) == {act.Repair, act.End}
    state = play(state, act.Repair(2), 1)
    assert kind(state) == "repair"
    mended = play(state, act.Mend("track"))
    assert (mended.track_broken, mended.ammo_out) == (False, True)


def test_a_broken_track_forbids_moving_and_ramming_but_not_fire() -> None:
    state = scene(ap=2, zombies={"z3": "carentan"}, track_broken=True)
    assert verbs(state) == {act.Fire, act.Repair, act.End}


def test_zb_72_equal_kills_zombies_only() -> None:
    state = scene(ap=1, zombies={"z3": "carentan"}, options=EQUAL)
    assert play(state, act.Fire("carentan", "z3"), 3).killed == ("z3",)
    state = scene(ap=1, face_down={"st-come": "z6", **FAR}, tank="barquette", options=EQUAL)
    assert needs(state, "face_down") == 5
    assert play(state, act.Fire("st-come", "face_down"), 4).killed == ()


def test_zb_73_simple_breakdowns_break_nothing() -> None:
    state = scene(ap=2, zombies={"z3": "carentan"}, options=SIMPLE)
    state = play(play(state, act.Fire("carentan", "z3"), 1), act.Ram("z3"), 1)
    assert (state.ammo_out, state.track_broken) == (False, False)


def test_zb_73_simple_breakdowns_leave_a_damaged_tank_recon_and_repair() -> None:
    table = {"st-come": "m8", **FAR}
    fields = {"ap": 3, "face_down": table, "zombies": {"z3": "barquette"}, "tank": "barquette", "damaged": True}
    assert verbs(scene(**fields, options=SIMPLE)) == {act.Recon, act.Repair, act.End}  # type: ignore[arg-type]
    usual = verbs(scene(**fields))  # type: ignore[arg-type]
    assert usual == {act.Move, act.Recon, act.Fire, act.Ram, act.Repair, act.End}
    mended = play(scene(**fields, options=SIMPLE), act.Repair(2), 2)  # type: ignore[arg-type]
    assert act.Move in verbs(mended)


def test_moving_is_to_printed_neighbours_for_one_point() -> None:
    state = scene(ap=1, tank="graignes")
    assert [a for a in legal(state) if isinstance(a, act.Move)] == [act.Move("st-jean"), act.Move("tribehou")]
    assert (play(state, act.Move("st-jean")).tank, kind(play(state, act.Move("st-jean")))) == ("st-jean", "roll")


# The order of dice inside one command (sheet 3.7) ------------------------------------------------


def test_dice_come_as_points_reveal_event_reveal() -> None:
    after = step(scene(face_down={"st-come": "event", "brevands": "z3", "baupte": "m8"}), act.ROLL, 5, 1, 2, 3)
    kinds = [type(one.public) for one in after.events]
    assert kinds == [
        ev.ApRolled,
        ev.RevealRolled,
        ev.TurnedUp,
        ev.EventRolled,
        ev.RevealRolled,
        ev.TurnedUp,
        ev.EventRemoved,
    ]
    assert after.state.items == {"baupte": "m8"}


def test_dice_come_as_points_reveal_event_shuffle() -> None:
    state = scene(face_down={"baupte": "event", "brevands": "z6"}, killed=("z3",), marker="m8")
    after = step(state, act.ROLL, 5, 1, 6, 3, 1)
    assert after.state.face_down == {"liesville": "z6", "montmartin": "event"}
    assert after.state.marker == "m8"


def test_dice_of_an_attack_attack_then_event_then_reveal() -> None:
    state = scene(ap=1, face_down={"st-come": "event", "baupte": "m8"}, tank="barquette")
    after = step(state, act.Fire("st-come", "face_down"), 6, 2, 3)
    assert after.state.items == {"baupte": "m8"}
    state = scene(ap=1, face_down={"st-come": "event", "baupte": "m8"}, tank="st-come")
    assert play(state, act.Ram("face_down"), 6, 2, 3).items == {"baupte": "m8"}


def test_moves_ends_and_choices_roll_no_dice() -> None:
    play(scene(ap=1), act.Move("hill-30"))
    play(scene(ap=1), act.END)
    asked = play(
        scene(ap=2, face_down={"st-come": "event", "baupte": "z3"}, tank="st-come"), act.Recon("st-come"), 4
    )
    play(asked, act.Reveal("baupte"))
    play(roll(scene(zombies={"z3": "barquette"}, m8=True, aboard=1), 5), act.Lose("m8"))
