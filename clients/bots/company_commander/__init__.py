"""COMPANY COMMANDER."""

from clients.bots.company_commander.captain import make
from clients.sdk.bot import FromFacts

STRATEGIES = {"captain": FromFacts(make)}
SEARCHING = dict.fromkeys(("recruit", "regular", "veteran"), STRATEGIES["captain"])
