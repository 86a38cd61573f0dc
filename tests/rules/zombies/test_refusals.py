"""Why something is not legal: a reason and, where there is one, the ruling."""

from __future__ import annotations

import pytest

from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import Refusal
from bocage.rules.kernel.legal import legal_action
from bocage.rules.zombies import GAME
from bocage.rules.zombies import actions as act
from bocage.rules.zombies.options import Options
from bocage.rules.zombies.state import State
from bocage.rules.zombies.text import TEXT
from tests.rules.zombies.scene import legal, play, roll, scene

SIMPLE = Options(simple_breakdowns=True)
HERE = {"st-come": "z3", "liesville": "event"}
TO_ROLL = scene()
LOSS = roll(scene(zombies={"z3": "barquette"}, m8=True, aboard=1), 5)
ASKED = play(scene(ap=2, face_down={"st-come": "event", "baupte": "z3"}, tank="st-come"), act.Recon("st-come"), 4)
MENDING = play(scene(ap=5, damaged=True, track_broken=True), act.Repair(5), 1)


@pytest.mark.parametrize(
    ("state", "action", "code", "rule"),
    [
        (TO_ROLL, act.Move("hill-30"), "not_now", ""),
        (scene(ap=1), act.ROLL, "not_now", ""),
        (scene(ap=1), act.Move("paris"), "no_such_hex", "ZB-3"),
        (scene(ap=1), act.Move("catz"), "not_adjacent", "ZB-3"),
        (scene(ap=1, track_broken=True), act.Move("hill-30"), "track_broken", ""),
        (scene(ap=1, damaged=True, options=SIMPLE), act.Move("hill-30"), "crippled", "ZB-73"),
        (scene(ap=1, tank="st-come", face_down=HERE), act.Recon("st-come"), "too_few_points", ""),
        (scene(ap=2, face_down=HERE), act.Recon("st-come"), "too_far_to_see", ""),
        (scene(ap=2), act.Recon("hill-30"), "nothing_face_down", ""),
        (scene(ap=1), act.Fire("liesville", "face_down"), "out_of_range", "ZB-49"),
        (scene(ap=1, items={"st-come": "m8"}), act.Fire("st-come", "face_down"), "no_target", "ZB-50"),
        (scene(ap=1, items={"st-come": "m8"}), act.Fire("st-come", "m8"), "no_target", "ZB-50"),
        (scene(ap=1, face_down=HERE, ammo_out=True), act.Fire("st-come", "face_down"), "ammo_out", ""),
        (scene(ap=1, damaged=True, options=SIMPLE), act.Fire("st-come", "z3"), "crippled", "ZB-73"),
        (scene(ap=1, face_down=HERE), act.Ram("face_down"), "no_target", "ZB-50"),
        (scene(ap=1, zombies={"z3": "carentan"}, track_broken=True), act.Ram("z3"), "track_broken", ""),
        (scene(ap=1, damaged=True, options=SIMPLE), act.Ram("z3"), "crippled", "ZB-73"),
        (scene(ap=5), act.Repair(1), "nothing_to_repair", "ZB-58"),
        (scene(ap=2, damaged=True), act.Repair(3), "repair_points", "ZB-59"),
        (scene(ap=2, damaged=True), act.Repair(0), "repair_points", "ZB-59"),
        (LOSS, act.Lose("cutter"), "not_aboard", "ZB-64"),
        (ASKED, act.Reveal("tribehou"), "nothing_face_down", "ZB-33"),
        (MENDING, act.Mend("mount"), "not_mendable", "ZB-57"),
    ],
)
def test_a_reason_for_what_is_not_legal(state: State, action: act.Actions, code: str, rule: str) -> None:
    assert action not in legal(state)
    assert GAME.refusal(state, 0, action) == Refusal(code, rule)
    assert all(f"refusal.{code}" in catalogue for catalogue in TEXT.values())


def test_legal_actions_are_not_refused() -> None:
    for state in (TO_ROLL, scene(ap=5, face_down=HERE, tank="st-come", damaged=True), LOSS, ASKED, MENDING):
        assert [GAME.refusal(state, 0, action) for action in legal(state)] == [None] * len(legal(state))


def test_a_marker_cannot_be_asked_about() -> None:
    """ZB-33: it is not on the map, so no hex names it."""
    with pytest.raises(RefusedError):
        legal_action(GAME, ASKED, 0, {"do": "reveal", "hex": "marker"})
