"""Features: one folder each, which the log, the store and live play know nothing of."""
