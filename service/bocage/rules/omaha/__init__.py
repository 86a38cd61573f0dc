"""ATTACK ON OMAHA BEACH: one squad, four assaults, a machine-gun nest at the end. For one player.

Every open question of the rules is answered in ``docs/rulings/omaha.md``, the ruling sheet
(OM-1 … OM-40); RULINGS.md says where each ruling lives and is tested.
"""

from bocage.rules.omaha.game import GAME

__all__ = ["GAME"]
