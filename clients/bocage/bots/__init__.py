"""Bots for everybody. They see what a player sees and speak the public protocol, as anybody's bot does."""

from bocage.bots.registry import UnknownStrategyError, find_strategy, searching_strategies_of, strategies_of

__all__ = ["UnknownStrategyError", "find_strategy", "searching_strategies_of", "strategies_of"]
