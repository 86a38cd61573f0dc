"""COMPANY COMMANDER."""

from bocage.bots.company_commander.captain import make
from bocage.sdk.bot import FromFacts

STRATEGIES = {"captain": FromFacts(make)}
SEARCHING = dict.fromkeys(("recruit", "regular", "veteran"), STRATEGIES["captain"])
