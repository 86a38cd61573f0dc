"""How long the engine thinks, and how closely it follows what it finds. A level changes neither rules nor sight."""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """A budget and a temperature.

    At most ``rounds`` of ``worlds`` imagined states each. ``nodes``: after so many actions carried out, no further
    world is begun. ``temperature``: 0 takes what is best for sure; above, an action whose chance of winning is
    worse by so much is chosen e times less often.
    """

    rounds: int = 6
    worlds: int = 16
    nodes: int = 50_000
    temperature: float = 0.0


LEVELS: dict[str, Level] = {"veteran": Level()}
