"""Daily deals: the same dice and cards for everybody, one attempt, and boards."""
