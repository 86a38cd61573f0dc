"""Compares strategies in pairs of games with the same cards and dice."""
