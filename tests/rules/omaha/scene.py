"""Beaches drawn as pictures, far row first, so that a test shows what it is about.

~ water    o open        w wire    x X obstacle    e X obstacle with an eye    d delta    f delta with an eye
N nest     O mined       W mined   X mined         (both eyes are mined)       D mined
           . destroyed   * destroyed, showing a mine (a ``.`` may show one too, where there are many)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bocage.rules.dice import Chance, ScriptedDice
from bocage.rules.kernel import Event, Step
from bocage.rules.omaha import GAME
from bocage.rules.omaha.actions import Actions, Blast, Move
from bocage.rules.omaha.data import CARDS, CELL, LOOK, NEST, WATER, LookId, card_of, mined, turned
from bocage.rules.omaha.options import Options
from bocage.rules.omaha.state import State

_FRONTS = {
    "o": ("open", False),
    "O": ("open", True),
    "w": ("wire", False),
    "W": ("wire", True),
    "x": ("x", False),
    "X": ("x", True),
    "e": ("x_eye", True),
    "d": ("delta", False),
    "D": ("delta", True),
    "f": ("delta_eye", True),
}

OPEN_BEACH = """
    . . .
    . . .
    . . .
    ~ ~ ~
"""


def beach(picture: str, squad: str = "C0", options: Options | None = None, **fields: Any) -> State:
    """A state in the middle of an assault: the first with water, the last with a nest, else the second."""
    symbols = [symbol for row in reversed(picture.split("\n")) for symbol in row.split()]
    assert len(symbols) == len(CELL), "four rows of three"
    left = list(CARDS)

    def take(fits: Callable[[int], bool]) -> int:
        card = next(filter(fits, left))
        left.remove(card)
        return card

    tiles = [WATER] * len(symbols)
    for cell, symbol in enumerate(symbols):
        if symbol in _FRONTS:
            tiles[cell] = take(partial(_is_printed, _FRONTS[symbol]))
    for cell, symbol in enumerate(symbols):
        if symbol == "*":
            tiles[cell] = turned(take(mined))
    left.sort(key=mined)
    for cell, symbol in enumerate(symbols):
        if symbol == ".":
            tiles[cell] = turned(take(lambda card: True))
        elif symbol == "N":
            tiles[cell] = NEST
    nest = NEST in tiles
    state = State(
        options=options or Options(),
        grid=tiles,
        phase="assault",
        assault=4 if nest else 1 if "~" in symbols else 2,
        squad=CELL[squad],
        removed=left.pop() if nest else 0,
        stock=tuple(sorted(left)),
    )
    for name, value in fields.items():
        setattr(state, name, value)
    GAME.assert_invariants(state)
    return state


def _is_printed(kind: tuple[str, bool], card: int) -> bool:
    return (LOOK[card].id, mined(card)) == kind


def legal(state: State) -> list[Any]:
    """The legal actions; none when the game is over."""
    decision = GAME.decision(state)
    return decision.actions if decision else []


def play(state: State, *actions: Actions, dice: Chance | None = None) -> State:
    """The state after legal actions. Without ``dice``, shuffles leave the stock in the order of the deck."""
    for action in actions:
        state = step(state, action, dice).state
    return state


def step(state: State, action: Actions, dice: Chance | None = None) -> Step[State]:
    """One legal action."""
    assert action in legal(state), f"{action} is not legal here"
    after = GAME.apply(state, action, dice or ScriptedDice(keep_order=True))
    GAME.assert_invariants(after.state)
    return after


def told(state: State, action: Actions, dice: Chance | None = None) -> list[Event]:
    """What everybody is told about one legal action."""
    return [one.public for one in step(state, action, dice).events]


def hits(state: State, action: Actions) -> int:
    """How many hits one legal action costs."""
    return play(state, action).hits - state.hits


def targets(state: State, kind: type[Move] | type[Blast]) -> set[str]:
    """The cells that may be entered or blasted."""
    return {action.cell for action in legal(state) if isinstance(action, kind)}


def look(state: State, cell: str) -> LookId:
    """What everybody sees on a cell."""
    return LOOK[state.grid[CELL[cell]]].id


def lie(state: State, cell: str) -> int:
    """Which card lies on a cell."""
    return card_of(state.grid[CELL[cell]])
