"""Duplicates: two players play the same deals, each on their own, and compare."""
