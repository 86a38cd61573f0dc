"""COMPANY COMMANDER: two companies on three fronts, for two players with hidden hands."""

from service.games.company_commander.game import GAME

__all__ = ["GAME"]
