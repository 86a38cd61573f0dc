"""Windows: which side may play cards when."""

from __future__ import annotations

from bocage.rules.company_commander.data import Side
from bocage.rules.company_commander.state import State, WindowFrame
from bocage.rules.company_commander.tactical import OWN_POINTS, Point


def holder(state: State, point: Point) -> Side:
    """The side whose play point it is."""
    return state.active if point in OWN_POINTS else 1 - state.active


def open_window(state: State, point: Point) -> None:
    """Push a window, if its holder has a card. CC-68"""
    if state.hands[holder(state, point)]:
        state.stack.append(WindowFrame(point))
