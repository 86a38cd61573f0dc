"""Duplicates: two players play the same deals, each for themselves, and compare."""
