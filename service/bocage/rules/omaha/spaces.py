"""Values of actions and views that their types leave open; cells in the order of the grid."""

from __future__ import annotations

from bocage.rules.kernel import Number, Spaces
from bocage.rules.omaha.data import ASSAULTS, CARDS, CELLS, CHARGES, ROUNDS, TRACKS

SPACES = Spaces(
    view={
        "assault": Number(ASSAULTS),
        "strength": Number(max(track[0] for track in TRACKS.values())),
        "charges": Number(CHARGES),
        "rounds": Number(ROUNDS),
        "stock": Number(len(CARDS)),
        "grid": CELLS,
        "fronts": CELLS,
        "squad": CELLS,
        "trail": CELLS,
        "mines": CELLS,
    }
)
