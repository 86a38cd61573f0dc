"""Steps after which everybody is as wise as before: what can be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.rules.kernel.game import AnyGame, Told


def is_quiet(game: AnyGame, told: Sequence[Told], draws: Sequence[object]) -> bool:
    """Whether a step rolled and drew nothing, and told only :attr:`Game.quiet` events, to everybody alike."""
    return not draws and all(not one.private and type(one.public) in game.quiet for one in told)
