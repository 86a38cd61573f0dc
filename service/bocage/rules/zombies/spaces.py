"""Values of actions and views that their types leave open."""

from __future__ import annotations

from bocage.rules.kernel import Counts, Number, Spaces
from bocage.rules.zombies.actions import FIRES, MOVES, RAMS, RECONS, REPAIRS, REVEALS
from bocage.rules.zombies.data import COUNTERS, INFANTRY_COUNTERS, PLACES, STRENGTH, TURNS
from bocage.rules.zombies.view import UNKNOWN

_HEXES = tuple(place.id for place in PLACES)
_ZOMBIES = tuple(STRENGTH)
_KINDS = tuple(dict.fromkeys(COUNTERS))

SPACES = Spaces(
    actions={
        "move": tuple(MOVES.values()),
        "recon": tuple(RECONS.values()),
        "fire": tuple(FIRES.values()),
        "ram": tuple(RAMS.values()),
        "repair": REPAIRS,
        "reveal": tuple(REVEALS.values()),
    },
    view={
        "turn": Number(TURNS),
        "ap": Number(6),
        "tank.hex": _HEXES,
        "tank.infantry": Number(INFANTRY_COUNTERS),
        "face_down": _HEXES,
        "face_down.*": (UNKNOWN, *_KINDS),
        "zombies": _ZOMBIES,
        "zombies.*": _HEXES,
        "items": _HEXES,
        "items.*": _KINDS,
        "killed": _ZOMBIES,
        "gone": Counts(_KINDS, INFANTRY_COUNTERS),
        "marker": (UNKNOWN, *_KINDS),
    },
)
