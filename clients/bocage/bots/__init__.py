"""House bots. They see what a player sees and use the public protocol, like any bot."""

from bocage.bots.registry import UnknownStrategyError, find_strategy, searching_strategies_of, strategies_of

__all__ = ["UnknownStrategyError", "find_strategy", "searching_strategies_of", "strategies_of"]
