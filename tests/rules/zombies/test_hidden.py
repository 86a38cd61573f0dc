"""What nobody may know: the face-down counters and the turn marker; addresses by hex alone."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from bocage.rules.dice import Dice
from bocage.rules.kernel import OPEN, PUBLIC
from bocage.rules.kernel.play import new_playthrough, play_out
from bocage.rules.zombies import GAME
from bocage.rules.zombies import actions as act
from bocage.rules.zombies.data import COUNTERS
from bocage.rules.zombies.view import view
from tests.rules.zombies.scene import play, scene

TABLE = {"st-come": "z3", "baupte": "m8", "tribehou": "event", "liesville": "z6"}


@pytest.mark.parametrize("viewer", [0, PUBLIC])
def test_the_player_sees_as_little_as_everybody(viewer: int) -> None:
    state = scene(face_down=TABLE, marker="cutter")
    seen = GAME.view(state, viewer)
    assert seen["face_down"] == dict.fromkeys(TABLE, "unknown")
    assert seen["marker"] == "unknown"
    words = msgspec.json.encode({key: value for key, value in seen.items() if key != "gone"}).decode()
    assert not [counter for counter in ("z3", "z6", "event") if f'"{counter}"' in words]


def test_open_hands_see_every_counter() -> None:
    seen = GAME.view(scene(face_down=TABLE, marker="cutter"), OPEN)
    assert (seen["face_down"], seen["marker"]) == (TABLE, "cutter")


def test_zb_13_a_counterattack_tells_no_face_down_zombies() -> None:
    """Where zombies lie face-down, the same dice tell the same."""
    faces = Dice(b"faces", 1)
    one = GAME.apply(scene(face_down=TABLE), act.ROLL, faces)
    other = GAME.apply(scene(face_down={**TABLE, "st-come": "m8", "baupte": "z3"}), act.ROLL, Dice(b"faces", 1))
    assert GAME.view(one.state, PUBLIC)["face_down"] == GAME.view(other.state, PUBLIC)["face_down"]


def test_resampling_permutes_face_down_counters_and_the_marker() -> None:
    state = scene(face_down=TABLE, marker="cutter", items={"brevands": "infantry"}, killed=("z4",))
    pools, markers = set(), Counter[str]()
    for seed in range(300):
        twin = GAME.resample(state, 0, Dice(b"twin", seed))
        GAME.assert_invariants(twin)
        assert GAME.view(twin, 0) == GAME.view(state, 0)
        assert list(twin.face_down) == list(state.face_down)
        markers[twin.marker] += 1
        pools.add(tuple(twin.face_down.values()))
    assert set(markers) == {*TABLE.values(), "cutter"}
    assert min(markers.values()) > 30
    assert len(pools) > 80  # of 120


def test_resampling_leaves_a_shown_marker_alone() -> None:
    state = play(scene(ap=2, face_down=TABLE, tank="tribehou", marker="z5"), act.Recon("tribehou"), 5)
    assert state.marker_shown
    twins = [GAME.resample(state, 0, Dice(b"twin", seed)) for seed in range(40)]
    assert {twin.marker for twin in twins} == {"event"}
    assert {twin.face_down["tribehou"] for twin in twins} > {"z5"}


def test_resampling_for_open_hands_or_after_the_end_changes_nothing() -> None:
    state = scene(face_down=TABLE)
    assert GAME.resample(state, OPEN, Dice(b"twin", 1)) == state
    over = play(scene(turn=10, face_down=TABLE), act.ROLL, 1)
    assert GAME.resample(over, 0, Dice(b"twin", 1)) == over


def test_actions_and_legal_lists_name_hexes_not_counters() -> None:
    """Two tables that differ in what lies face-down offer the same."""
    one = scene(ap=5, face_down=TABLE, tank="st-come")
    other = scene(ap=5, face_down=dict(zip(TABLE, reversed(TABLE.values()), strict=True)), tank="st-come")
    assert GAME.decision(one) == GAME.decision(other)


def test_chaos_tells_which_hexes_are_covered_and_nothing_else() -> None:
    """What lies in the order of the view says nothing about what lay where before."""
    state = scene(ap=2, face_down={"baupte": "z4", "st-come": "event"}, tank="st-come", killed=("z3",), marker="m8")
    seen = {
        msgspec.json.encode(GAME.view(play(state, act.Recon("st-come"), 5, *faces), PUBLIC))
        for faces in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2))
    }
    assert len(seen) == 1


def test_everybody_can_add_the_counters_up_to_nine() -> None:
    """Whatever became of them, each is in sight or counted as face-down (conservation)."""
    for number in range(20):
        table = new_playthrough(GAME, f"nine/{number}")
        play_out(table)
        state = GAME.setup(table.options, table.seats, table.dice(0)).state
        for step, action in enumerate(table.actions, start=1):
            state = GAME.apply(state, action, table.dice(step)).state
            seen = view(state, PUBLIC)
            tank = seen["tank"]
            in_sight = (*seen["face_down"], *seen["zombies"], *seen["items"], *seen["killed"], *seen["gone"])
            assert len(in_sight) + tank["m8"] + tank["cutter"] + tank["infantry"] + 1 == len(COUNTERS)
