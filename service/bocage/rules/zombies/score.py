"""Points of a finished match, and its row of symbols to share."""

from __future__ import annotations

from bocage.rules.zombies.data import COUNTERS, STRENGTH, TURNS
from bocage.rules.zombies.state import State

#: For a victory; fewer points are never one.
VICTORY = 100
#: Then for each turn to spare, each infantry aboard, and a hull without damage.
TURN, ABOARD, HULL = 5, 10, 10
#: Without one: for each zombie killed, and each other counter that lies face-down no more.
KILL, SEEN = 15, 2


def score(state: State) -> int:
    """Points of the final state (docs/games/zombies.md, *Points*)."""
    if _won(state):
        return VICTORY + TURN * (TURNS - state.turn) + ABOARD * state.aboard + HULL * (not state.damaged)
    # The counter on the turn track is not for the player to turn up.
    seen = len(COUNTERS) - 1 - len(state.face_down) - len(state.killed)
    return KILL * len(state.killed) + SEEN * max(0, seen)


def symbols(state: State) -> str:
    """One sign for each zombie, killed or not; then the flag of victory, or the end of the tank."""
    dead = len(state.killed)
    return "🟩" * dead + "⬜" * (len(STRENGTH) - dead) + ("🏁" if _won(state) else "🟥")


def _won(state: State) -> bool:
    return state.result is not None and bool(state.result.winners)
