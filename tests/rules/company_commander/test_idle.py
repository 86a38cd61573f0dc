"""COMPANY COMMANDER: cards that would change nothing say so."""

from __future__ import annotations

import pytest

from bocage.rules.company_commander import actions as act
from bocage.rules.company_commander import figures as fig
from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.board import flag_front
from bocage.rules.company_commander.data import LANE_OF
from tests.rules.company_commander.scene import Scene


@pytest.mark.parametrize(
    ("card", "at", "unit", "more", "idle"),
    [
        ("roads", "suppression", "us_mg50", 0, False),
        ("roads", "suppression", "us_mg50", f.SUPPRESSED, True),
        ("roads", "assault", "us_rifle1", 0, False),
        ("roads", "suppression", "us_rifle1", 0, False),
        ("veteran_unit", "assault", "us_rifle1", 0, False),
        ("veteran_unit", "assault", "us_rifle1", f.ON_MISSION, True),
    ],
)
def test_cc_b4_card_for_moved_units_says_where_idle(card: str, at: str, unit: str, more: int, idle: bool) -> None:
    scene = Scene(at, us="mg50:center rifle1:left", de="sniper:center jager1:left", us_hand=card)
    scene.mark(unit, flags=f.MOVED | f.MOVE_TRIED | more, came_from=1)
    assert scene.about_each()[act.Play(card, unit)] == ([fig.Idle()] if idle else [])


def test_cc_b4_roads_says_where_it_is_idle() -> None:
    scene = Scene("assault", us="rifle1:left rifle2:center", de="sniper:center jager1:right", us_hand="roads")
    for unit, more in (("us_rifle1", f.VETERAN), ("us_rifle2", 0)):
        scene.mark(unit, flags=f.MOVED | f.MOVE_TRIED | more, came_from=1)
    roads = [act.Play("roads", unit) for unit in ("us_rifle1", "us_rifle2")]
    told = scene.about_each()
    assert [told[play] for play in roads] == [[fig.Idle(able=True)], []]
    flag_front(scene.state, 1, LANE_OF["de_c"], f.ATTACKED)
    told = scene.about_each()
    assert [told[play] for play in roads] == [[fig.Idle(able=True)], [fig.Idle()]]


def test_cc_b4_awaiting_orders_says_which_units_cannot_assault_anyway() -> None:
    de = "jager1:right:p1 jager2:right mg34:right"
    scene = Scene("assault", active="de", us="rifle1:left", de=de, us_hand="awaiting_orders")
    # Who moved may be a veteran.
    scene.mark("de_jager2", flags=f.SUPPRESSED).mark("de_mg34", flags=f.MOVED)
    assert scene.asks == ("on_assault", "us")
    told = {action.unit: figures for action, figures in scene.about_each().items() if isinstance(action, act.Play)}
    assert told == {"de_jager1": [fig.Idle()], "de_jager2": [fig.Idle()], "de_mg34": []}
