"""SQUAD."""

from clients.bots.squad.sergeant import make
from clients.sdk.bot import FromFacts

STRATEGIES = {"sergeant": FromFacts(make)}
SEARCHING = dict.fromkeys(("recruit", "regular", "veteran"), STRATEGIES["sergeant"])
