"""The option COMMANDER: CC-O1 to CC-O13."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.company_commander.actions import (
    Commit,
    Deploy,
    HqDraw,
    Join,
    Move,
    Play,
    Proxy,
    Rally,
    Recon,
    Suppress,
)
from service.games.company_commander.events import Fire, Hit, Removed, Stood
from service.games.company_commander.options import Options
from tests.games.company_commander.scene import Scene, f

ON = Options(creator_side="us", commander=True)


def _scene(at: str, us: str, de: str = "sniper:center", **more: Any) -> Scene:
    return Scene(at, us=us, de=de, options=ON, **{"us_hand": "mud", **more})


def test_cc_o1_a_front_is_commanded_by_a_platoon_hq_standing_in_it() -> None:
    us = "rifle_squad_1:center rifle_squad_2:left platoon_hq_1:left"
    scene = _scene("deploy", us)
    assert scene.offers(Move, unit="us_rifle_squad_1") == []
    assert scene.offers(Move, unit="us_rifle_squad_2") == [Move("us_rifle_squad_2", "us_center")]
    scene.do(Move("us_platoon_hq_1", "us_center"))
    assert scene.offers(Move, unit="us_rifle_squad_2") == []
    assert len(scene.offers(Move, unit="us_rifle_squad_1")) == 2


def test_cc_o2_moves_missions_suppression_and_assaults_need_command() -> None:
    us = "recon_team_1:center mortar_60mm:center rifle_squad_1:center platoon_hq_1:left half_squad_1:left"
    scene = _scene("deploy", us)
    assert {move.unit for move in scene.offers(Move)} == {"us_platoon_hq_1", "us_half_squad_1"}
    assert scene.to("recon").offers(Recon) == []
    assert scene.to("suppression").offers(Suppress) == []
    # The unit's own front counts, for flank attacks too; nothing is across from the left.
    assert scene.to("assault").offers(Join) == [
        Join("us_platoon_hq_1", "de_center"),
        Join("us_half_squad_1", "de_center"),
    ]


def test_cc_o3_what_needs_no_command() -> None:
    us = "rifle_squad_1:center:p1 platoon_hq_1:left company_hq:right"
    scene = _scene("deploy", us, draws=True, us_top="half_squad bazooka_team recon_team", us_hand="dive_bomber")
    scene.do(Deploy("us_half_squad", "us_center")).do(HqDraw("tactical"))
    for card in ("us_bazooka_team", "us_recon_team"):
        scene.do(Deploy(card, "us_center"))
    assert scene.offers(Move, unit="us_company_hq") == [Move("us_company_hq", "us_center")]
    assert Play("dive_bomber", front="de_center") in scene.to("suppression").legal
    rally = scene.to("rally").offers(Rally, unit="us_rifle_squad_1")
    assert [roll.helper for roll in rally] == ["", "us_platoon_hq_1", "us_company_hq"]
    defence = _scene(
        "assault", "rifle_squad_1:center", "platoon_hq_1:center half_squad:center", active="de", us_hand=""
    )
    defence.do(Join("de_half_squad", "us_center")).do(Commit(), 1, 1, 1)
    assert [fire.unit for fire in defence.told(Fire)] == ["us_rifle_squad_1", "de_half_squad"]


@pytest.mark.parametrize("at", ["deploy", "tactics", "recon", "suppression", "assault"])
def test_cc_o4_the_company_hq_stands_in_for_one_front_a_turn_however_far(at: str) -> None:
    us = "company_hq:left recon_team_1:right platoon_hq_1:center"
    scene = _scene(at, us, "sniper:left")
    assert scene.offers(Proxy) == [Proxy("us_left"), Proxy("us_right")]
    scene.do(Proxy("us_right"))
    assert scene.told(Stood) == [Stood("us", "us_right")]
    assert scene.offers(Proxy) == []
    if at == "recon":
        assert scene.offers(Recon) == [Recon("us_recon_team_1")]
    while scene.asks[1] == "us":
        scene.ends()
    assert (scene.state.proxy, scene.state.proxy_used) == (-1, False)


def test_cc_o4_not_in_the_rally_phase_and_not_without_the_company_hq() -> None:
    assert _scene("rally", "company_hq:left rifle_squad_1:right:p1").offers(Proxy) == []
    assert _scene("tactics", "platoon_hq_1:left").offers(Proxy) == []
    assert Scene("tactics", us="company_hq:left", us_hand="mud").offers(Proxy) == []


def test_cc_o5_only_a_front_without_a_platoon_hq_and_a_later_arrival_changes_nothing() -> None:
    us = "company_hq:left platoon_hq_1:left rifle_squad_1:center"
    scene = _scene("deploy", us)
    assert scene.offers(Proxy) == [Proxy("us_center"), Proxy("us_right")]
    scene.do(Proxy("us_center")).do(Move("us_platoon_hq_1", "us_center"))
    assert scene.state.proxy == 1
    assert scene.offers(Proxy) == []


def test_cc_o6_the_company_hq_gives_no_command_by_itself() -> None:
    us = "company_hq:center rifle_squad_1:center"
    scene = _scene("assault", us)
    assert scene.offers(Join) == []
    scene.do(Proxy("us_center"))
    assert {join.unit for join in scene.offers(Join)} == {"us_company_hq", "us_rifle_squad_1"}


def test_cc_o7_a_pinned_or_moved_hq_commands_still() -> None:
    scene = _scene("assault", "platoon_hq_1:center:p1 rifle_squad_1:center")
    assert scene.offers(Join) == [Join("us_rifle_squad_1", "de_center")]
    scene.mark("us_platoon_hq_1", pins=0, flags=f.MOVED | f.MOVE_TRIED, came_from=0)
    assert scene.offers(Join) == [Join("us_rifle_squad_1", "de_center")]


def test_cc_o7_with_the_company_hq_lost_the_proxy_ends_and_the_assault_goes_on() -> None:
    us = "company_hq:center rifle_squad_1:left rifle_squad_2:left"
    scene = _scene("assault", us, "jager_squad_1:center light_mg_34:right").do(Proxy("us_center"))
    scene.do(Join("us_company_hq", "de_center")).do(Commit()).passes(6, 1, 1)
    assert scene.told(Removed) == [Removed("us_company_hq", "fire", (0, 0))]
    assert scene.state.proxy == -1
    assert scene.offers(Proxy) == []


def test_cc_o8_an_hq_assaults_under_the_same_condition_and_a_platoon_hq_commands_itself() -> None:
    assert _scene("assault", "platoon_hq_1:center").offers(Join) == [Join("us_platoon_hq_1", "de_center")]
    assert _scene("assault", "company_hq:center").offers(Join) == []


@pytest.mark.parametrize(("die", "effect"), [(1, "casualty"), (2, "unhurt"), (6, "unhurt")])
def test_cc_o9_cc_o10_a_casualty_removes_an_hq_on_a_one_and_scores_nothing(die: int, effect: str) -> None:
    scene = _scene("suppression", "mortar_60mm:center platoon_hq_1:center", "platoon_hq_1:center")
    scene.do(Suppress("us_mortar_60mm", "de_center"), 6, 6, die)
    assert scene.told(Hit) == [Hit("casualty", effect, "de_platoon_hq_1", hq=die)]
    assert scene.gone("de_platoon_hq_1") == (effect == "casualty")
    assert scene.state.score == (0, 0)
    if die > 1:
        assert scene.unit("de_platoon_hq_1").casualties == 0


def test_cc_o9_a_removed_hq_scores_nothing_but_an_hq_holds_a_front() -> None:
    us = "platoon_hq_1:left platoon_hq_2:center company_hq:right"
    assert _scene("rally", us, turn=5).ends().result == (("us",), "three_fronts")


def test_cc_o10_pins_are_placed_as_usual() -> None:
    scene = _scene("suppression", "mortar_60mm:center platoon_hq_1:center", "platoon_hq_1:center")
    scene.do(Suppress("us_mortar_60mm", "de_center"), 4, 4)
    assert scene.unit("de_platoon_hq_1").pins == 1


def test_cc_o10_without_the_option_an_hq_dies_like_anybody() -> None:
    scene = Scene("suppression", us="mortar_60mm:center", us_hand="mud", de="platoon_hq_1:center")
    scene.do(Suppress("us_mortar_60mm", "de_center"), 6, 6)
    assert scene.told(Removed) == [Removed("de_platoon_hq_1", "fire", (1, 0))]


def test_cc_o11_an_hq_routs_and_scores_nothing() -> None:
    scene = _scene("rally", "platoon_hq_1:left:p2 rifle_squad_1:left").ends()
    assert scene.told(Removed) == [Removed("us_platoon_hq_1", "rout", (0, 0))]


@pytest.mark.parametrize(
    ("us", "asked"),
    [
        ("recon_team_1:center platoon_hq_1:center", True),
        ("recon_team_1:center company_hq:left", True),  # an unused proxy could command it
        ("recon_team_1:center platoon_hq_1:left", False),
        ("recon_team_1:center", False),
    ],
)
def test_cc_o12_the_recon_window_counts_units_that_are_or_could_be_commanded(us: str, asked: bool) -> None:
    scene = _scene("recon", us, de_hand="woods")
    assert (scene.asks == ("on_recon", "de")) == asked


def test_cc_o12_not_once_the_proxy_is_used_elsewhere() -> None:
    scene = _scene("tactics", "recon_team_1:center company_hq:left", de_hand="woods").do(Proxy("us_right")).ends()
    assert scene.asks == ("recon", "us")


@pytest.mark.parametrize("card", ["veteran_unit", "roads"])
def test_cc_o13_cards_do_not_replace_command(card: str) -> None:
    scene = _scene("assault", "rifle_squad_1:center", us_hand=f"{card} mud")
    scene.mark("us_rifle_squad_1", flags=f.MOVED | f.MOVE_TRIED, came_from=0)
    scene.do(Play(card, "us_rifle_squad_1"))
    assert scene.offers(Join) == []


def test_cc_o13_rifle_grenades_and_machine_guns_neither() -> None:
    us = "rifle_squad_1:center rifle_squad_2:left platoon_hq_1:left"
    scene = _scene("suppression", us, "sniper:right", us_hand="rifle_grenades")
    assert scene.offers(Play) == [Play("rifle_grenades", "us_rifle_squad_2")]
    de = "jager_squad_1:center jager_squad_2:left platoon_hq_1:left"
    scene = _scene("suppression", "half_squad_1:right", de, active="de", us_hand="", de_hand="machine_guns")
    assert scene.offers(Play) == [Play("machine_guns", "de_jager_squad_2")]
