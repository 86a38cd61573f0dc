"""ATTACK ON OMAHA BEACH is played to its end: levels alone."""

from __future__ import annotations

from clients.engine.levels import Level

REVIEW_NODES = 800_000
LEVELS = {
    "recruit": Level(rounds=1, worlds=8, temperature=0.05),
    "regular": Level(rounds=2, worlds=8, temperature=0.02),
    "veteran": Level(),
}
