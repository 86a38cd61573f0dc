"""SQUAD."""

from clients.bots.squad.sergeant import make

__all__ = ["make"]
