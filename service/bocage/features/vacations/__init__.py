"""Vacations: a player's clocks stop in matches with days per move."""
