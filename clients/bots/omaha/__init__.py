"""ATTACK ON OMAHA BEACH."""

from clients.bots.omaha.planner import make
from clients.sdk.bot import FromFacts

STRATEGIES = {"planner": FromFacts(make)}
SEARCHING = dict.fromkeys(("recruit", "regular", "veteran"), STRATEGIES["planner"])
