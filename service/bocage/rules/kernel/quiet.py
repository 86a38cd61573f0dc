"""Quiet steps: they reveal nothing and use no dice; only these can be undone."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.rules.kernel.game import AnyGame, Told


def is_quiet(game: AnyGame, told: Sequence[Told], draws: Sequence[object]) -> bool:
    """True if a step used no dice, and had only :attr:`Game.quiet` events, the same for all viewers."""
    return not draws and all(not one.private and type(one.public) in game.quiet for one in told)
