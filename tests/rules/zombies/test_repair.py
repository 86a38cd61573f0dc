"""Repairs, equipment, infantry: ZB-57 to ZB-61, ZB-65."""

from __future__ import annotations

import pytest

from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from bocage.rules.zombies.text import TEXT
from tests.rules.zombies.scene import FAR, kind, legal, play, roll, scene, step, told, verbs


def test_zb_57_the_benefit_is_chosen_after_the_die() -> None:
    state = scene(ap=3, damaged=True, ammo_out=True, track_broken=True)
    asked = step(state, act.Repair(3), 3)
    assert kind(asked.state) == "repair"
    assert legal(asked.state) == [act.Mend("hull"), act.Mend("ammo"), act.Mend("track")]
    mended = play(asked.state, act.Mend("ammo"))
    assert (mended.damaged, mended.ammo_out, mended.track_broken) == (True, False, True)
    assert kind(mended) == "roll"


def test_zb_57_a_single_benefit_needs_no_choice() -> None:
    after = step(scene(ap=2, damaged=True), act.Repair(1), 1)
    assert (after.state.damaged, after.state.ap, kind(after.state)) == (False, 1, "action")
    assert told(after, ev.Mended) == [ev.Mended("hull")]


@pytest.mark.parametrize("points", [1, 2, 3, 4, 5])
def test_repair_succeeds_on_at_most_the_points(points: int) -> None:
    state = scene(ap=5, damaged=True)
    assert not play(state, act.Repair(points), points).damaged
    failed = play(state, act.Repair(points), points + 1)
    assert (failed.damaged, failed.ap) == (True, 5 - points)


def test_zb_58_with_nothing_to_repair_none_is_offered() -> None:
    assert act.Repair not in verbs(scene(ap=5))
    assert act.Repair not in verbs(scene(ap=5, ammo_out=True, tank="barquette"))  # only Carentan has ammunition
    assert act.Repair not in verbs(scene(ap=5, items={"st-come": "m8"}, tank="barquette"))
    assert act.Repair not in verbs(scene(ap=5, items={"st-come": "m8"}))


def test_zb_59_at_most_five_points_so_a_six_always_fails() -> None:
    state = roll(scene(damaged=True, face_down={"liesville": "m8"}), 5, 1)
    repairs = [action.ap for action in legal(state) if isinstance(action, act.Repair)]
    assert repairs == [1, 2, 3, 4, 5]
    assert play(state, act.Repair(5), 6).damaged


def test_zb_60_repairing_with_a_zombie_in_the_hex() -> None:
    state = scene(ap=2, damaged=True, zombies={"z3": "carentan"})
    assert not play(state, act.Repair(2), 1).damaged


def test_ammunition_is_restocked_in_carentan() -> None:
    state = play(scene(ap=2, ammo_out=True), act.Repair(2), 2)
    assert not state.ammo_out


def test_zb_61_both_pieces_of_equipment_can_be_mounted() -> None:
    state = scene(ap=2, items={"st-come": "m8"}, tank="st-come", cutter=True)
    after = step(state, act.Repair(2), 2)
    assert (after.state.m8, after.state.cutter, after.state.items) == (True, True, {})
    assert told(after, ev.Mended) == [ev.Mended("mount", "m8")]
    assert play(scene(ap=2, items={"st-come": "cutter"}, tank="st-come"), act.Repair(2), 2).cutter


def test_zb_65_infantry_boards_on_entry_free_and_always() -> None:
    after = step(scene(ap=1, items={"st-come": "infantry"}, tank="barquette"), act.Move("st-come"))
    assert (after.state.aboard, after.state.items, after.state.ap) == (1, {}, 0)
    assert told(after, ev.Boarded) == [ev.Boarded("st-come", 1)]


def test_zb_65_infantry_boards_when_turned_up_under_the_tank() -> None:
    state = scene(ap=2, face_down={"st-come": "infantry", **FAR}, tank="st-come", aboard=1)
    assert play(state, act.Recon("st-come")).aboard == 2
    assert roll(scene(face_down={"st-come": "infantry", **FAR}, tank="st-come"), 6, 1).aboard == 1


def test_infantry_turned_up_elsewhere_waits_there() -> None:
    state = play(scene(ap=2, face_down={"st-come": "infantry", **FAR}, tank="barquette"), act.Recon("st-come"))
    assert (state.aboard, state.items) == (0, {"st-come": "infantry"})


def test_riders_move_along() -> None:
    state = play(scene(ap=1, aboard=2), act.Move("hill-30"))
    assert state.aboard == 2


@pytest.mark.parametrize(("language", "word"), [("en", "repair"), ("ja", "修理")])
def test_ammunition_end_and_choice_share_a_name(language: str, word: str) -> None:
    assert word in TEXT[language]["event.ammo_out"].lower()
    assert word in TEXT[language]["action.repair"].lower()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_repair_tells_its_chance_once(language: str) -> None:
    # The figure beside the choice tells it (figure.mends).
    assert TEXT[language]["action.repair"].count("{ap}") == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_repair_roll_tells_what_it_needed(language: str) -> None:
    # A shot needs at least its figure, a repair at most the points spent: a 5 may miss where a 1 hits.
    assert TEXT[language]["event.repair_rolled"].count("{ap}") == 2
