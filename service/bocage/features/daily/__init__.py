"""Deals of the day: the same dice and cards for everybody, one attempt, and boards."""
