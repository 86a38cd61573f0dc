"""The engine: search over the rules, from what a seat knows."""
