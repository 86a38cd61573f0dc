"""The option COMMANDER: CC-O1 to CC-O13."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.rules.company_commander.actions import (
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
from bocage.rules.company_commander.events import Fire, Hit, Removed, Stood
from bocage.rules.company_commander.options import Options
from tests.rules.company_commander.scene import Scene, f

ON = Options(creator_side="us", commander=True)


def _scene(at: str, us: str, de: str = "sniper:center", **more: Any) -> Scene:
    return Scene(at, us=us, de=de, options=ON, **{"us_hand": "mud", **more})


def test_cc_o1_platoon_hq_commands_its_front() -> None:
    us = "rifle1:center rifle2:left phq1:left"
    scene = _scene("deploy", us)
    assert scene.offers(Move, unit="us_rifle1") == []
    assert scene.offers(Move, unit="us_rifle2") == [Move("us_rifle2", "us_c")]
    scene.do(Move("us_phq1", "us_c"))
    assert scene.offers(Move, unit="us_rifle2") == []
    assert len(scene.offers(Move, unit="us_rifle1")) == 2


def test_cc_o2_moves_missions_suppression_and_assaults_need_command() -> None:
    us = "recon1:center 60mm:center rifle1:center phq1:left half1:left"
    scene = _scene("deploy", us)
    assert {move.unit for move in scene.offers(Move)} == {"us_phq1", "us_half1"}
    assert scene.to("recon").offers(Recon) == []
    assert scene.to("suppression").offers(Suppress) == []
    # The unit's own front counts, for flank attacks too; nothing is across from the left.
    assert scene.to("assault").offers(Join) == [
        Join("us_phq1", "de_c"),
        Join("us_half1", "de_c"),
    ]


def test_cc_o3_what_needs_no_command() -> None:
    us = "rifle1:center:p1 phq1:left chq:right"
    scene = _scene("deploy", us, draws=True, us_top="half_squad bazooka_team recon_team", us_hand="dive_bomber")
    scene.do(Deploy("us_half_squad", "us_c")).do(HqDraw("tactical"))
    for card in ("us_bazooka_team", "us_recon_team"):
        scene.do(Deploy(card, "us_c"))
    assert scene.offers(Move, unit="us_chq") == [Move("us_chq", "us_c")]
    assert Play("dive_bomber", front="de_c") in scene.to("suppression").legal
    rally = scene.to("rally").offers(Rally, unit="us_rifle1")
    assert [roll.helper for roll in rally] == ["", "us_phq1", "us_chq"]
    defence = _scene("assault", "rifle1:center", "phq1:center half:center", active="de", us_hand="")
    defence.do(Join("de_half", "us_c")).do(Commit(), 1, 1, 1)
    assert [fire.unit for fire in defence.told(Fire)] == ["us_rifle1", "de_half"]


@pytest.mark.parametrize("at", ["deploy", "tactics", "recon", "suppression", "assault"])
def test_cc_o4_company_hq_stands_in_for_one_front(at: str) -> None:
    us = "chq:left recon1:right phq1:center"
    scene = _scene(at, us, "sniper:left")
    assert scene.offers(Proxy) == [Proxy("us_l"), Proxy("us_r")]
    scene.do(Proxy("us_r"))
    assert scene.told(Stood) == [Stood("us", "us_r")]
    assert scene.offers(Proxy) == []
    if at == "recon":
        assert scene.offers(Recon) == [Recon("us_recon1")]
    while scene.asks[1] == "us":
        scene.ends()
    assert (scene.state.proxy, scene.state.proxy_used) == (-1, False)


def test_cc_o4_no_stand_in_during_rally_or_without_hq() -> None:
    assert _scene("rally", "chq:left rifle1:right:p1").offers(Proxy) == []
    assert _scene("tactics", "phq1:left").offers(Proxy) == []
    assert Scene("tactics", us="chq:left", us_hand="mud").offers(Proxy) == []


def test_cc_o5_stand_in_needs_a_front_without_platoon_hq() -> None:
    us = "chq:left phq1:left rifle1:center"
    scene = _scene("deploy", us)
    assert scene.offers(Proxy) == [Proxy("us_c"), Proxy("us_r")]
    scene.do(Proxy("us_c")).do(Move("us_phq1", "us_c"))
    assert scene.state.proxy == 1
    assert scene.offers(Proxy) == []


def test_cc_o6_the_company_hq_gives_no_command_by_itself() -> None:
    us = "chq:center rifle1:center"
    scene = _scene("assault", us)
    assert scene.offers(Join) == []
    scene.do(Proxy("us_c"))
    assert {join.unit for join in scene.offers(Join)} == {"us_chq", "us_rifle1"}


def test_cc_o7_a_pinned_or_moved_hq_commands_still() -> None:
    scene = _scene("assault", "phq1:center:p1 rifle1:center")
    assert scene.offers(Join) == [Join("us_rifle1", "de_c")]
    scene.mark("us_phq1", pins=0, flags=f.MOVED | f.MOVE_TRIED, came_from=0)
    assert scene.offers(Join) == [Join("us_rifle1", "de_c")]


def test_cc_o7_lost_company_hq_ends_the_stand_in() -> None:
    us = "chq:center rifle1:left rifle2:left"
    scene = _scene("assault", us, "jager1:center mg34:right").do(Proxy("us_c"))
    scene.do(Join("us_chq", "de_c")).do(Commit()).passes(6, 1, 1)
    assert scene.told(Removed) == [Removed("us_chq", "fire", (0, 0), "de", 0)]
    assert scene.state.proxy == -1
    assert scene.offers(Proxy) == []


def test_cc_o8_platoon_hq_commands_its_own_assault() -> None:
    assert _scene("assault", "phq1:center").offers(Join) == [Join("us_phq1", "de_c")]
    assert _scene("assault", "chq:center").offers(Join) == []


@pytest.mark.parametrize(("die", "effect"), [(1, "casualty"), (2, "unhurt"), (6, "unhurt")])
def test_cc_o9_cc_o10_casualty_removes_an_hq_on_one(die: int, effect: str) -> None:
    scene = _scene("suppression", "60mm:center phq1:center", "phq1:center")
    scene.do(Suppress("us_60mm", "de_c"), 6, 6, die)
    assert scene.told(Hit) == [Hit("casualty", effect, "de_phq1", hq=die)]
    assert scene.gone("de_phq1") == (effect == "casualty")
    assert scene.state.score == (0, 0)
    if die > 1:
        assert scene.unit("de_phq1").casualties == 0


def test_cc_o9_hq_holds_a_front_and_scores_nothing() -> None:
    us = "phq1:left phq2:center chq:right"
    assert _scene("rally", us, turn=5).ends().result == (("us",), "three_fronts")


def test_cc_o10_pins_are_placed_as_usual() -> None:
    scene = _scene("suppression", "60mm:center phq1:center", "phq1:center")
    scene.do(Suppress("us_60mm", "de_c"), 4, 4)
    assert scene.unit("de_phq1").pins == 1


def test_cc_o10_without_the_option_an_hq_dies_like_anybody() -> None:
    scene = Scene("suppression", us="60mm:center", us_hand="mud", de="phq1:center")
    scene.do(Suppress("us_60mm", "de_c"), 6, 6)
    assert scene.told(Removed) == [Removed("de_phq1", "fire", (1, 0), "us", 1)]


def test_cc_o11_an_hq_routs_and_scores_nothing() -> None:
    scene = _scene("rally", "phq1:left:p2 rifle1:left").ends()
    assert scene.told(Removed) == [Removed("us_phq1", "rout", (0, 0), "de", 0)]


@pytest.mark.parametrize(
    ("us", "asked"),
    [
        ("recon1:center phq1:center", True),
        ("recon1:center chq:left", True),  # an unused proxy could command it
        ("recon1:center phq1:left", False),
        ("recon1:center", False),
    ],
)
def test_cc_o12_recon_window_counts_commandable_units(us: str, asked: bool) -> None:
    scene = _scene("recon", us, de_hand="woods")
    assert (scene.asks == ("on_recon", "de")) == asked


def test_cc_o12_not_once_the_proxy_is_used_elsewhere() -> None:
    scene = _scene("tactics", "recon1:center chq:left", de_hand="woods").do(Proxy("us_r")).ends()
    assert scene.asks == ("recon", "us")


@pytest.mark.parametrize("card", ["veteran_unit", "roads"])
def test_cc_o13_cards_do_not_replace_command(card: str) -> None:
    scene = _scene("assault", "rifle1:center", us_hand=f"{card} mud")
    scene.mark("us_rifle1", flags=f.MOVED | f.MOVE_TRIED, came_from=0)
    scene.do(Play(card, "us_rifle1"))
    assert scene.offers(Join) == []


def test_cc_o13_rifle_grenades_and_machine_guns_neither() -> None:
    us = "rifle1:center rifle2:left phq1:left"
    scene = _scene("suppression", us, "sniper:right", us_hand="rifle_grenades")
    assert scene.offers(Play) == [Play("rifle_grenades", "us_rifle2")]
    de = "jager1:center jager2:left phq1:left"
    scene = _scene("suppression", "half1:right", de, active="de", us_hand="", de_hand="machine_guns")
    assert scene.offers(Play) == [Play("machine_guns", "de_jager2")]
