"""Search over the rules, from what one seat knows: opponents that look ahead.

The only part of ``clients`` that knows the rules of the games (``service.games``), and nothing else of the service.
"""

from clients.engine.evaluate import Estimate, Evaluator
from clients.engine.levels import Level
from clients.engine.search import Candidate, Search, Verdict
from clients.engine.strategy import Engine, engine
from clients.engine.values import levels_of

__all__ = ["Candidate", "Engine", "Estimate", "Evaluator", "Level", "Search", "Verdict", "engine", "levels_of"]
