"""Matches as data: every decision with the view of its seat, the choice and the result."""
