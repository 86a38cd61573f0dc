"""Golden logs: whole games under the default rules and under each option that changes play."""

from __future__ import annotations

from bocage.rules.company_commander.options import Options
from tests.goldens import Recipe
from tests.rules.company_commander.policies import evenly, fighter

GOLDENS = {
    "default": Recipe(
        seed="default",
        options=Options(creator_side="us"),
        policy=fighter,
        note="The usual game; seat 0: US.",
    ),
    "commander": Recipe(
        seed="commander",
        options=Options(creator_side="de", commander=True),
        policy=fighter,
        note="COMMANDER: proxies, HQs that survive, units without orders. Seat 0 is the German side.",
    ),
    "support_sum": Recipe(
        seed="sum",
        options=Options(support="sum"),
        policy=fighter,
        note="Support cards roll all their dice at once.",
    ),
    "short": Recipe(
        seed="short",
        options=Options(creator_side="us", hq_help="same_front", auto_from_turn=2, turn_cap=10),
        policy=evenly,
        language="ja",
        note="Help to rally in the same front only; the game is decided after ten turns at the latest.",
    ),
}
