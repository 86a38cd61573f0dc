"""ATTACK ON OMAHA BEACH: one squad, four assaults, a machine-gun nest at the end. For one player."""

from service.games.omaha.game import Omaha

GAME = Omaha()

__all__ = ["GAME"]
