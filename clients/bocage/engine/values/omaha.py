"""ATTACK ON OMAHA BEACH is played to its end: levels only."""

from __future__ import annotations

from bocage.engine.levels import Level

HINT_NODES = 50_000
REVIEW_NODES = 800_000
LEVELS = {
    "recruit": Level(rounds=1, worlds=4, temperature=0.08, unsearched=0.15),
    "regular": Level(rounds=2, worlds=10, temperature=0.02),
    "veteran": Level(),
}
