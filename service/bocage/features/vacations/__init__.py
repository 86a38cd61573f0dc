"""Vacations: a player's clocks stand still in matches with days per move."""
