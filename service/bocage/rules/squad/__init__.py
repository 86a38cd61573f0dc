"""SQUAD: a card game of squad combat for two players with hidden hands.

Every open question of the rules is answered in ``docs/rulings/squad.md``, the ruling sheet (SQ-1 … SQ-131);
RULINGS.md says where each ruling lives and is tested.
"""

from bocage.rules.squad.game import GAME

__all__ = ["GAME"]
