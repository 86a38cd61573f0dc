"""ZOMBIES VS LIGHT TANK: one player on hexes, face-down counters, an automatic enemy."""

from service.games.zombies.game import Zombies

GAME = Zombies()
