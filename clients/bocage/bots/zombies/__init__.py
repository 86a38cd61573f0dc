"""ZOMBIES VS LIGHT TANK."""

from bocage.bots.zombies.tank import plan_first, scout_first, shoot_first
from bocage.sdk.bot import FromFacts

STRATEGIES = {"scout_first": FromFacts(scout_first), "shoot_first": FromFacts(shoot_first)}
#: Stronger than both; the engine's levels use it as their heuristic.
PLAN_FIRST = FromFacts(plan_first)
SEARCHING = dict.fromkeys(("recruit", "regular", "veteran"), PLAN_FIRST)
