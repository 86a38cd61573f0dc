"""ZOMBIES VS LIGHT TANK: one player on hexes, face-down counters, an automatic enemy.

Every open question of the rules is answered in ``docs/rulings/zombies.md``, the ruling sheet
(ZB-1 … ZB-74); RULINGS.md says where each ruling lives and is tested.
"""

from bocage.rules.zombies.game import GAME

__all__ = ["GAME"]
