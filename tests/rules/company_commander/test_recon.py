"""Recon: CC-13 to CC-17, CC-50 (Air Reconnaissance)."""

from __future__ import annotations

import pytest

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander.actions import Join, Mark, Peek, Play, Rally, Recon, Suppress
from bocage.rules.company_commander.events import Hit, Marked, Peeked, Scouted, Suppression
from bocage.rules.kernel.game import OPEN, PUBLIC
from tests.rules.company_commander.scene import PASS, Scene, f


def test_cc_13_once_a_turn_straight_across_into_an_empty_front_too() -> None:
    scene = Scene("recon", us="recon1:left recon2:center", de="sniper:right", us_hand="smoke")
    scene.do(Recon("us_recon1"), 3).do(Recon("us_recon2"), 4)
    assert scene.told(Scouted) == [Scouted("us_recon2", "de_c", 4, 4, "nothing")]
    assert scene.offers(Recon) == []


def test_cc_13_never_past_an_empty_front() -> None:
    scene = Scene("recon", us="recon1:left", de="sniper:center").do(Recon("us_recon1"), 5)
    assert scene.legal == [Mark("de_r"), Peek()]


@pytest.mark.parametrize(
    ("unit", "die", "result"),
    [
        ("recon1", 1, "spotted"),
        ("recon1", 2, "spotted"),
        ("recon1", 3, "nothing"),
        ("recon1", 4, "nothing"),
        ("recon1", 5, "success"),
        ("recon1", 6, "success"),
        ("m8", 1, "spotted"),
        ("m8", 2, "nothing"),
        ("m8", 4, "success"),
        ("m8", 6, "success"),
    ],
)
def test_the_recon_table(unit: str, die: int, result: str) -> None:
    scene = Scene("recon", us=f"{unit}:left", us_hand="radio", de="sniper:right").do(Recon(f"us_{unit}"), die)
    (told,) = scene.told(Scouted)
    bonus = 1 if unit == "m8" else 0
    assert (told.result, told.total, told.mods) == (result, die + bonus, (("unit", 1),) if bonus else ())
    assert scene.asks[0] == {"spotted": "spotted", "nothing": "recon", "success": "mission"}[result]


def test_cc_14_spotted_is_one_plain_suppression_roll_on_that_very_unit() -> None:
    scene = Scene("recon", us="rifle1:left recon1:left", de="sniper:right")
    scene.do(Recon("us_recon1"), 1, 6, 5)
    assert scene.told(Suppression) == [Suppression((6, 5), 11, "casualty", target="us_recon1")]
    assert scene.gone("us_recon1")
    assert scene.state.score == (0, 1)


def test_cc_14_marks_of_either_side_do_not_help_the_roll() -> None:
    scene = Scene("recon", us="recon1:left recon2:left", de="sniper:right", us_hand="radio")
    scene.do(Recon("us_recon1"), 6).do(Mark("de_r")).do(Recon("us_recon2"), 2).passes(4, 3)
    assert scene.told(Suppression) == [Suppression((4, 3), 7, "nothing", target="us_recon2")]


def test_cc_14_the_m8_gets_its_armour_roll() -> None:
    scene = Scene("recon", us="m8:left", de="sniper:right").do(Recon("us_m8"), 1, 6, 6, 6)
    assert scene.told(Hit) == [Hit("casualty", "pin", "us_m8", 6, total=6)]
    assert scene.unit("us_m8").pins == 1


@pytest.mark.parametrize("card", ["smoke", "take_cover", "camouflage"])
def test_cc_14_the_owner_may_cancel_it(card: str) -> None:
    scene = Scene("recon", us="recon1:left", de="sniper:right", us_hand=f"{card} radio", de_hand="smoke woods")
    scene.to("recon").do(Recon("us_recon1"), 2)
    assert scene.asks == ("spotted", "us")
    assert scene.offers(Play) == [Play(card)]
    scene.do(Play(card))
    assert (scene.asks, scene.told(Suppression)) == (("recon", "us"), [])


def test_cc_15_the_choice_comes_after_the_roll_and_marks_add_up() -> None:
    us = "recon1:center recon2:center 60mm:center"
    scene = Scene("recon", us=us, de="sniper:center")
    scene.do(Recon("us_recon1"), 5).do(Mark("de_c"))
    assert scene.told(Marked) == [Marked("de_c")]
    scene.do(Recon("us_recon2"), 6).do(Mark("de_c"))
    scene.do(Suppress("us_60mm", "de_c"), 3, 3)
    (roll,) = scene.told(Suppression)
    assert (roll.total, roll.result, roll.mods) == (8, "pin", (("mark", 1), ("mark", 1)))


def test_cc_15_mark_helps_support_cards_this_turn() -> None:
    us = "recon1:center 60mm:left"
    scene = Scene("recon", us=us, de="jager1:center jager2:right", us_hand="dive_bomber")
    scene.do(Recon("us_recon1"), 5).do(Mark("de_c")).ends()
    scene.do(Play("dive_bomber", front="de_c"), 1, 1, 1, 2, 1, 3)
    assert [roll.total for roll in scene.told(Suppression)] == [3, 4, 5]
    scene.do(Suppress("us_60mm", "de_r"), 3, 4)
    assert scene.told(Suppression)[0].mods == ()
    scene.to("deploy")
    assert scene.state.bonuses == ()


def test_cc_15_peek_shows_the_present_hand_privately() -> None:
    scene = Scene("recon", us="recon1:center", de="sniper:center", us_hand="mud", de_hand="woods smoke smoke")
    scene.to("recon").do(Recon("us_recon1"), 6).do(Peek())
    assert scene.told(Peeked) == scene.hears(1, Peeked) == [Peeked("us", 3)]
    assert scene.hears(0, Peeked) == [Peeked("us", 3, ("smoke", "smoke", "woods"))]
    hand = {"smoke": 2, "woods": 1}
    seen = {"us": {"turn": 1, "cards": hand, "held": hand}}
    assert GAME.view(scene.state, 0)["glimpses"] == GAME.view(scene.state, OPEN)["glimpses"] == seen
    assert GAME.view(scene.state, 1)["glimpses"] == GAME.view(scene.state, PUBLIC)["glimpses"] == {}


def test_cc_15_peeked_hand_stays_as_seen() -> None:
    us = "recon1:center 60mm:center"
    scene = Scene("recon", us=us, de="sniper:center", us_hand="mud", de_hand="woods smoke")
    scene.to("recon").do(Recon("us_recon1"), 6).do(Peek())
    assert scene.state.known[0] == ("smoke", "woods")
    scene.to("suppression").do(Suppress("us_60mm", "de_c")).do(Play("smoke"))
    assert list(scene.state.known[0]) == ["woods"]
    assert scene.state.glimpses[0].cards == ("smoke", "woods")
    shown = GAME.view(scene.state, 0)["glimpses"]
    assert shown == {"us": {"turn": 1, "cards": {"smoke": 1, "woods": 1}, "held": {"woods": 1}}}


def test_cc_16_a_pinned_unit_only_rallies() -> None:
    us = "recon1:center:p1 60mm:center:p1 rifle1:center:p1 phq1:center:p1"
    scene = Scene("recon", us=us, de="sniper:center", us_hand="smoke")
    assert scene.offers(Recon) == []
    assert scene.to("suppression").offers(Suppress) == []
    assert scene.to("assault").offers(Join) == []
    scene.to("rally")
    assert scene.offers(Rally) == [Rally(f"us_{name}") for name in _names(us)]  # the pinned HQ helps nobody


def _names(spec: str) -> list[str]:
    return [word.split(":")[0] for word in spec.split()]


def test_cc_17_mission_bars_all_attacks_despite_cards() -> None:
    scene = Scene("recon", us="recon1:center", de="sniper:center", us_hand="rifle_grenades roads veteran_unit")
    scene.do(Recon("us_recon1"), 3).ends()
    assert scene.asks[0] == "suppression"
    assert scene.legal == [type(scene.legal[-1])()]
    assert scene.to("assault").offers(Join) == []
    assert scene.flagged("us_recon1", f.ON_MISSION)


def test_cc_17_a_moved_unit_cannot_go() -> None:
    scene = Scene("recon", us="recon1:center", us_hand="smoke", de="sniper:center")
    scene.mark("us_recon1", flags=f.MOVED | f.MOVE_TRIED, came_from=0)
    assert scene.offers(Recon) == []


def test_cc_50_air_reconnaissance_succeeds_without_unit_or_die() -> None:
    scene = Scene("recon", us_hand="air_reconnaissance", de="sniper:center", de_hand="woods")
    scene.do(Play("air_reconnaissance"))
    assert scene.legal == [Mark("de_r"), Mark("de_c"), Mark("de_l"), Peek()]
    scene.do(Peek())
    assert scene.hears(0, Peeked) == [Peeked("us", 1, ("woods",))]
    assert PASS not in scene.legal
