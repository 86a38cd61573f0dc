"""Cards that deny: CC-39 to CC-42, CC-44 to CC-46."""

from __future__ import annotations

import pytest

from bocage.rules.company_commander.actions import Commit, Join, Move, Play, Rally, Recon, Suppress
from bocage.rules.company_commander.events import Fire
from tests.rules.company_commander.scene import Scene, f

STARTS = ["recon", "suppression", "assault"]


@pytest.mark.parametrize("at", STARTS)
def test_cc_39_fog_covers_one_held_front_this_turn(at: str) -> None:
    us = "recon1:center 60mm:left rifle1:center"
    scene = Scene(at, us=us, us_hand="dive_bomber", de="sniper:center jager1:left", de_hand="fog_of_war")
    assert scene.asks == (f"on_{at}", "de")
    assert scene.offers(Play) == [Play("fog_of_war", front="de_c"), Play("fog_of_war", front="de_l")]
    scene.do(Play("fog_of_war", front="de_c"))
    if at == "recon":
        assert scene.offers(Recon) == [Recon("us_recon1")]  # missions are still allowed
        scene.ends()
    if at != "assault":
        assert scene.offers(Suppress) == []
        assert scene.offers(Play) == [Play("dive_bomber", front="de_l")]
        scene.ends()
    assert scene.offers(Join) == []


def test_cc_39_fogged_front_gives_no_flank() -> None:
    scene = Scene("assault", us="rifle1:center", us_hand="mud", de="sniper:center jager1:left")
    scene.state.fronts = (0, 0, 0, 0, f.FOGGED, 0)
    assert scene.offers(Join) == []


@pytest.mark.parametrize("at", STARTS)
def test_cc_40_awaiting_orders_bars_one_unit_from_assaults_alone(at: str) -> None:
    us = "mg50:center recon1:center"
    scene = Scene(at, us=us, us_hand="mud", de="sniper:center", de_hand="awaiting_orders")
    assert scene.offers(Play) == [
        Play("awaiting_orders", "us_mg50"),
        Play("awaiting_orders", "us_recon1"),
    ]
    scene.do(Play("awaiting_orders", "us_mg50"))
    if at == "suppression":
        assert scene.offers(Suppress) == [Suppress("us_mg50", "de_c")]
    assert scene.to("assault").offers(Join) == [Join("us_recon1", "de_c")]


@pytest.mark.parametrize("at", STARTS)
def test_cc_40_formation_disorder_bars_every_assault_of_a_front(at: str) -> None:
    us = "recon1:center mg50:center rifle2:left"
    scene = Scene(at, us=us, us_hand="mud", de="sniper:right", de_hand="formation_disorder").to(f"on_{at}")
    assert [play.front for play in scene.offers(Play)] == ["us_l", "us_c"]
    scene.do(Play("formation_disorder", front="us_c"))
    assert scene.to("assault").offers(Join) == [Join("us_rifle2", "de_r")]


def test_cc_40_suppression_missions_and_defence_stay() -> None:
    us = "recon1:center mg50:center"
    scene = Scene("recon", us=us, us_hand="mud", de="sniper:center", de_hand="formation_disorder")
    scene.do(Play("formation_disorder", front="us_c"))
    assert scene.offers(Recon) == [Recon("us_recon1")]
    assert scene.to("suppression").offers(Suppress) == [Suppress("us_mg50", "de_c")]


def test_cc_41_a_green_unit_does_nothing_at_all_this_turn() -> None:
    us = "recon1:center mg50:center phq1:center rifle1:center:p1"
    green = {"us_recon1", "us_mg50", "us_phq1", "us_rifle1"}
    scene = Scene("recon", us=us, us_hand="mud", de="sniper:center", de_hand="green_unit")
    assert {play.unit for play in scene.offers(Play)} == green
    for unit in green:
        scene.mark(unit, flags=f.GREEN)
    scene.passes()
    assert scene.offers(Recon) == []
    assert scene.to("suppression").offers(Suppress) == []
    assert scene.to("assault").offers(Join) == []
    assert scene.to("rally").offers(Rally) == []


def test_cc_41_no_help_from_a_green_hq() -> None:
    scene = Scene("rally", us="phq1:center rifle1:center:p1").mark("us_phq1", flags=f.GREEN)
    assert scene.offers(Rally) == [Rally("us_rifle1")]


def test_cc_41_the_active_player_names_a_defender_who_then_holds_fire() -> None:
    scene = Scene("assault", us="half1:center", us_hand="green_unit", de="sniper:center mg34:center")
    scene.do(Play("green_unit", "de_mg34")).do(Join("us_half1", "de_c")).do(Commit(), 1, 1)
    assert [fire.unit for fire in scene.told(Fire)] == ["de_sniper", "us_half1"]
    scene.to("deploy")
    assert scene.unit("de_mg34").flags == 0


def _moved(at: str, hand: str, us: str = "mg50:center") -> Scene:
    scene = Scene(at, us=us, us_hand=hand, de="sniper:center")
    for unit in list(scene.state.units[0]):
        scene.mark(unit, flags=f.MOVED | f.MOVE_TRIED, came_from=0)
    return scene


def test_cc_42_roads_lift_the_ban_for_suppression_and_assault() -> None:
    scene = _moved("suppression", "roads mud")
    assert (scene.offers(Suppress), scene.offers(Play)) == ([], [Play("roads", "us_mg50")])
    scene.do(Play("roads", "us_mg50"))
    assert scene.offers(Suppress) == [Suppress("us_mg50", "de_c")]
    assert scene.to("assault").offers(Join) == [Join("us_mg50", "de_c")]
    assert _moved("assault", "roads").do(Play("roads", "us_mg50")).offers(Join)


def test_cc_42_a_veteran_assaults_only() -> None:
    assert _moved("suppression", "veteran_unit").offers(Play) == []
    scene = _moved("assault", "veteran_unit").do(Play("veteran_unit", "us_mg50"))
    assert scene.offers(Join) == [Join("us_mg50", "de_c")]


def test_cc_42_neither_lifts_missions_second_moves_or_pins() -> None:
    scene = _moved("recon", "roads veteran_unit", us="recon1:center")
    assert (scene.offers(Play), scene.offers(Recon)) == ([], [])
    scene.mark("us_recon1", flags=f.MOVED | f.MOVE_TRIED | f.ROADS | f.VETERAN, pins=1)
    assert scene.offers(Recon) == []
    assert scene.to("assault").offers(Join) == []
    deploy = Scene("deploy", us="rifle1:center", us_hand="roads")
    deploy.mark("us_rifle1", flags=f.MOVED | f.MOVE_TRIED | f.ROADS, came_from=0)
    assert deploy.offers(Move) == []


def test_cc_42_only_a_unit_that_has_moved_is_a_target() -> None:
    assert Scene("assault", us="rifle1:left", de="sniper:right", us_hand="roads veteran_unit").offers(Play) == []


@pytest.mark.parametrize(("at", "side"), [*((at, "de") for at in STARTS), ("tactics", "us"), ("suppression", "us")])
def test_cc_45_breakdown_stops_a_vehicle_from_moving_and_assaulting_for_good(at: str, side: str) -> None:
    us = "m8:center recon1:center sherman:center rifle1:center"
    hands = {f"{side}_hand": "breakdown"}
    scene = Scene(at, us=us, de="sniper:center track:center", **hands)  # type: ignore[arg-type]
    if side == "de":
        assert [play.unit for play in scene.offers(Play)] == ["us_m8", "us_sherman"]
        scene.do(Play("breakdown", "us_sherman"))
        if at == "suppression":
            assert Suppress("us_sherman", "de_c") in scene.legal
        assert Join("us_sherman", "de_c") not in scene.to("assault").legal
        assert scene.to("deploy").flagged("us_sherman", f.BROKEN_DOWN)
    else:
        assert scene.offers(Play) == [Play("breakdown", "de_track")]


def test_cc_45_a_broken_down_vehicle_does_not_move_but_scouts() -> None:
    scene = Scene("deploy", us="m8:center rifle1:left", de="sniper:center", us_hand="mud")
    scene.mark("us_m8", flags=f.BROKEN_DOWN)
    assert {move.unit for move in scene.offers(Move)} == {"us_rifle1"}
    assert scene.to("recon").offers(Recon) == [Recon("us_m8")]


@pytest.mark.parametrize(("at", "side"), [*((at, "de") for at in STARTS), ("tactics", "us"), ("assault", "us")])
def test_cc_46_unit_separated_pins_any_unit_but_hqs(at: str, side: str) -> None:
    us = "phq1:center sherman:center:p1 recon1:center"
    de = "phq1:center track:center:p1 recon1:center"
    hands = {f"{side}_hand": "unit_separated"}
    scene = Scene(at, us=us, de=de, **hands)  # type: ignore[arg-type]
    targets = {"de": ["us_sherman", "us_recon1"], "us": ["de_track", "de_recon1"]}[side]
    assert [play.unit for play in scene.offers(Play)] == targets
    scene.do(Play("unit_separated", targets[0]))
    assert scene.unit(targets[0]).pins == 2


def test_the_phase_start_cards_are_not_the_active_players() -> None:
    hand = "fog_of_war formation_disorder awaiting_orders"
    for at in ("tactics", "recon", "suppression", "assault"):
        assert Scene(at, us="recon1:center", de="sniper:center", us_hand=hand).offers(Play) == []
