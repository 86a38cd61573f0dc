"""Tables of many seeded games: who wins, how, and how long it takes."""
