"""SQUAD."""

from bocage.bots.squad.sergeant import make
from bocage.sdk.bot import FromFacts

STRATEGIES = {"sergeant": FromFacts(make)}
SEARCHING = dict.fromkeys(("recruit", "regular", "veteran"), STRATEGIES["sergeant"])
