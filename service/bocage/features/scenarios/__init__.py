"""Scenarios: the ready-made matches of all games."""
