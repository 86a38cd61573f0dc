"""ZOMBIES VS LIGHT TANK."""

from clients.bots.zombies.tank import scout_first, scout_or_shoot, shoot_first
from clients.sdk.bot import FromFacts

STRATEGIES = {"scout_first": FromFacts(scout_first), "shoot_first": FromFacts(shoot_first)}
SEARCHING = dict.fromkeys(("recruit", "regular", "veteran"), FromFacts(scout_or_shoot))
