"""ATTACK ON OMAHA BEACH."""

from bocage.bots.omaha.planner import make
from bocage.sdk.bot import FromFacts

STRATEGIES = {"planner": FromFacts(make)}
SEARCHING = dict.fromkeys(("recruit", "regular", "veteran"), STRATEGIES["planner"])
