"""ZOMBIES VS LIGHT TANK is played to its end: levels only."""

from __future__ import annotations

from bocage.engine.levels import Level

HINT_NODES = 50_000
REVIEW_NODES = 1_000_000
LEVELS = {
    "recruit": Level(rounds=1, worlds=3, nodes=500, temperature=0.25, unsearched=0.9),
    "regular": Level(rounds=2, worlds=12, sure=0.5, unsearched=0.35),
    "veteran": Level(rounds=3, sure=2.5),
}
