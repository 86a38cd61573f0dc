"""Points of a finished match, and its row of symbols to share."""

from __future__ import annotations

from bocage.rules.omaha.data import ASSAULTS, TRACKS, WIDTH
from bocage.rules.omaha.state import State

#: For the nest; fewer points are never a victory.
VICTORY = 100
#: Then for each hit that the squad could still take but the last, each charge, each sniper round.
HIT, CHARGE, ROUND = 10, 5, 2
#: Without the nest: for each assault that reached its last row, and for each row of the one that did not.
ASSAULT, ROW = 20, 5


def score(state: State) -> int:
    """Points of the final state (docs/games/omaha.md, *Points*)."""
    if state.result is not None and state.result.winners:
        hits_left = len(TRACKS[state.options.squad_track]) - 1 - state.hits
        return VICTORY + HIT * (hits_left - 1) + CHARGE * state.charges + ROUND * state.rounds
    row = max(0, state.squad) // WIDTH
    return ASSAULT * (state.assault - 1) + ROW * row


def symbols(state: State) -> str:
    """One sign for each assault: over, the one in which it ended (the flag: the nest), not reached."""
    won = state.result is not None and bool(state.result.winners)
    return "🟩" * (state.assault - 1) + ("🏁" if won else "🟥") + "⬜" * (ASSAULTS - state.assault)
