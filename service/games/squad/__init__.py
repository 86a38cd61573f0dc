"""SQUAD: a card game of squad combat for two players with hidden hands.

Rules authority: the ruling sheet (SQ-1 … SQ-131); see RULINGS.md for where each ruling lives and is tested.
"""

from service.games.squad.game import GAME

__all__ = ["GAME"]
