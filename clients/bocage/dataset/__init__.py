"""Matches as data: every decision as its seat saw it, with what was chosen and what came of it."""
