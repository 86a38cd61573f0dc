"""COMPANY COMMANDER: two companies on three fronts, for two players with hidden hands.

Every open question of the rules is answered in ``docs/rulings/company_commander.md``, the ruling sheet
(CC-1 … CC-78, CC-O1 … CC-O13, CC-B1 … CC-B8); RULINGS.md says where each ruling lives and is tested.
"""

from bocage.rules.company_commander.game import GAME

__all__ = ["GAME"]
