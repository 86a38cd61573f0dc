"""Search over the rules, from what one seat knows: bots that look ahead, reviews and hints.

The only client package that knows the rules of the games (``bocage.rules``), and nothing else of the service.
"""

from bocage.engine.evaluate import Estimate, Evaluator
from bocage.engine.levels import Level
from bocage.engine.search import Candidate, Search, Verdict
from bocage.engine.strategy import Engine, engine
from bocage.engine.values import levels_of

__all__ = ["Candidate", "Engine", "Estimate", "Evaluator", "Level", "Search", "Verdict", "engine", "levels_of"]
