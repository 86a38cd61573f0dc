"""Rally and rout: CC-51 to CC-58."""

from __future__ import annotations

import pytest

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander.actions import Play, Rally
from bocage.rules.company_commander.events import Rallied, Removed
from bocage.rules.company_commander.options import Options
from bocage.rules.dice import ScriptedDice
from bocage.rules.kernel import PUBLIC
from tests.rules.company_commander.scene import END, Scene, f


@pytest.mark.parametrize(
    ("die", "result"), [(1, "not_rallied"), (4, "not_rallied"), (5, "rallied"), (6, "rallied")]
)
def test_the_rally_table(die: int, result: str) -> None:
    scene = Scene("rally", us="heavy:center:p2", us_hand="mud").do(Rally("us_heavy"), die)
    assert scene.told(Rallied) == [Rallied("us_heavy", die, die, result)]
    assert scene.unit("us_heavy").pins == (0 if result == "rallied" else 2)


def test_cc_51_only_the_active_players_pinned_units_one_optional_roll_each() -> None:
    scene = Scene("rally", us="rifle1:left:p1 rifle2:left rifle3:left:p1", de="sniper:left:p1")
    assert scene.legal == [Rally("us_rifle1"), Rally("us_rifle3"), END]
    scene.do(Rally("us_rifle3"), 1)
    assert scene.legal == [Rally("us_rifle1"), END]


def test_cc_52_each_able_hq_helps_one_unit_in_any_front() -> None:
    us = "phq1:left chq:right rifle1:center:p1 rifle2:center:p1"
    scene = Scene("rally", us=us)
    assert scene.offers(Rally, unit="us_rifle1") == [
        Rally("us_rifle1"),
        Rally("us_rifle1", "us_phq1"),
        Rally("us_rifle1", "us_chq"),
    ]
    scene.do(Rally("us_rifle1", "us_phq1"), 3)
    assert scene.told(Rallied) == [Rallied("us_rifle1", 3, 5, "rallied", "us_phq1", (("helper", 2),))]
    assert scene.legal[:-1] == [Rally("us_rifle2"), Rally("us_rifle2", "us_chq")]


@pytest.mark.parametrize("flag", [f.MOVED | f.MOVE_TRIED, f.ASSAULTED, f.GREEN, f.HELPED])
def test_cc_52_no_help_after_moving_or_assaulting(flag: int) -> None:
    scene = Scene("rally", us="phq1:left rifle1:center:p1", us_hand="mud")
    scene.mark("us_phq1", flags=flag, came_from=1 if flag & f.MOVED else -1)
    assert scene.offers(Rally) == [Rally("us_rifle1")]


def test_cc_52_variant_same_front() -> None:
    options = Options(creator_side="us", hq_help="same_front")
    us = "phq1:left rifle1:center:p1 rifle2:left:p1"
    assert Scene("rally", us=us, options=options).offers(Rally) == [
        Rally("us_rifle1"),
        Rally("us_rifle2"),
        Rally("us_rifle2", "us_phq1"),
    ]


def test_cc_53_hq_keeps_its_own_two_after_moving() -> None:
    scene = Scene("rally", us="phq1:left:p1 chq:left", us_hand="mud")
    scene.mark("us_phq1", flags=f.MOVED | f.MOVE_TRIED, came_from=1)
    assert scene.offers(Rally) == [Rally("us_phq1")]
    scene.do(Rally("us_phq1"), 3)
    assert scene.told(Rallied) == [Rallied("us_phq1", 3, 5, "rallied", mods=(("unit", 2),))]


def test_cc_54_morale_is_rally_the_replacement_squad_has_one_less() -> None:
    scene = Scene("rally", us="repl1:left:p1 phq1:left", us_hand="mud")
    scene.do(Rally("us_repl1", "us_phq1"), 4)
    assert scene.told(Rallied)[0].mods == (("unit", -1), ("helper", 2))
    assert scene.told(Rallied)[0].result == "rallied"
    scene = Scene("rally", us="repl1:left:p1", us_hand="mud").do(Rally("us_repl1"), 5)
    assert scene.told(Rallied)[0].result == "not_rallied"


def test_cc_55_shaken_voids_one_rally_roll() -> None:
    us = "rifle1:left:p1 rifle2:left rifle3:left:p1 phq1:left"
    scene = Scene("rally", us=us, us_hand="mud", de="sniper:left", de_hand="shaken woods")
    assert scene.asks == ("on_rally", "de")
    assert scene.offers(Play) == [Play("shaken", "us_rifle1"), Play("shaken", "us_rifle3")]
    scene.do(Play("shaken", "us_rifle1")).passes()
    assert scene.offers(Rally) == [Rally("us_rifle3"), Rally("us_rifle3", "us_phq1")]


def test_cc_56_professionalism_repeats_a_failed_or_voided_roll() -> None:
    de = "jager1:left:p1 jager2:left:p1 phq1:left half:left:p1"
    scene = Scene("rally", active="de", de=de, us="half1:left", us_hand="shaken", de_hand="professionalism")
    scene.do(Play("shaken", "de_jager2"))
    assert scene.offers(Play) == [Play("professionalism", "de_jager2")]
    scene.do(Rally("de_jager1", "de_phq1"), 2)
    assert [play.unit for play in scene.offers(Play)] == ["de_jager1", "de_jager2"]
    scene.do(Play("professionalism", "de_jager1"))
    scene.do(scene.offers(Rally, unit="de_jager1")[0], 5)
    assert scene.unit("de_jager1").pins == 0


def test_cc_56_second_roll_keeps_its_helper() -> None:
    de = "jager1:center:p1 phq1:center phq2:left"
    scene = Scene("rally", active="de", de=de, de_hand="professionalism mud")
    scene.do(Rally("de_jager1", "de_phq1"), 2)
    assert (scene.told(Rallied)[0].total, scene.unit("de_jager1").pins) == (4, 1)
    scene.do(Play("professionalism", "de_jager1"))
    assert scene.offers(Rally) == [Rally("de_jager1", "de_phq1")]
    assert GAME.view(scene.state, PUBLIC)["aides"] == {"de_jager1": "de_phq1"}
    scene.do(Rally("de_jager1", "de_phq1"), 3)
    assert scene.told(Rallied) == [Rallied("de_jager1", 3, 5, "rallied", "de_phq1", (("helper", 2),))]
    assert "aides" not in GAME.view(scene.state, PUBLIC)
    assert scene.unit("de_jager1").pins == 0


def test_cc_56_stored_unhelped_second_roll_is_replayed() -> None:
    """Logs from before help counted twice name no helper in the second roll."""
    scene = Scene("rally", active="de", de="jager1:center:p1 phq1:center", de_hand="professionalism mud")
    scene.do(Rally("de_jager1", "de_phq1"), 2).do(Play("professionalism", "de_jager1"))
    step = GAME.apply(scene.state, Rally("de_jager1"), ScriptedDice((3,), keep_order=True))
    assert [told.public for told in step.events] == [Rallied("de_jager1", 3, 3, "not_rallied")]


def test_cc_56_unused_hq_may_help_the_second_roll() -> None:
    de = "jager1:left:p1 phq1:left half:left:p1"
    scene = Scene("rally", active="de", de=de, de_hand="professionalism mud")
    scene.mark("de_half", flags=f.GREEN | f.RALLY_TRIED)
    scene.do(Rally("de_jager1"), 1).do(Play("professionalism", "de_jager1"))
    assert scene.offers(Rally) == [Rally("de_jager1"), Rally("de_jager1", "de_phq1")]


def test_cc_57_pins_add_up_and_one_success_takes_all_off() -> None:
    scene = Scene("rally", us="heavy:left:p3", us_hand="mud").do(Rally("us_heavy"), 6)
    assert scene.unit("us_heavy").pins == 0


@pytest.mark.parametrize(
    ("spec", "routs"),
    [
        ("rifle1:left:p2", False),
        ("rifle1:left:p3", True),
        ("rifle1:left:p1:c1", False),
        ("rifle1:left:p2:c1", True),
        ("half1:left:p1", False),
        ("half1:left:p2", True),
        ("heavy:left:p2:c2", True),
    ],
)
def test_cc_58_more_markers_than_printed_strength_rout_after_the_rolls(spec: str, routs: bool) -> None:
    scene = Scene("rally", us=f"{spec} rifle2:left", us_hand="mud", de="sniper:left")
    unit = f"us_{spec.split(':')[0]}"
    scene.ends()
    assert scene.told(Removed) == ([Removed(unit, "rout", (0, 1), "de", 1)] if routs else [])
    assert scene.gone(unit) == routs


def test_cc_58_only_the_active_players_units_rout() -> None:
    scene = Scene("rally", us="half1:left", us_hand="mud", de="sniper:left:p3").ends()
    assert not scene.gone("de_sniper")


def test_cc_58_a_rally_in_time_saves_the_unit() -> None:
    scene = Scene("rally", us="half1:left:p3", us_hand="mud").do(Rally("us_half1"), 5).ends()
    assert not scene.gone("us_half1")
