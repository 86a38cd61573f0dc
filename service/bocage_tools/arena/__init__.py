"""Strategies against each other in pairs of games with the same cards and dice."""
