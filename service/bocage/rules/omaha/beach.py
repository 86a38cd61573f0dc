"""Between the assaults: the first deal, the landing, the next stretch of beach, and the nest."""

from __future__ import annotations

from bocage.rules.kernel import Context
from bocage.rules.omaha.actions import Land, PlaceNest
from bocage.rules.omaha.data import (
    ASSAULTS,
    CARDS,
    CELL,
    CELLS,
    CENTRE,
    FAR_ROW,
    LEFT,
    LOOK,
    NEST,
    WATER,
    WIDTH,
    card_of,
)
from bocage.rules.omaha.events import Dealt, Landed, NestPlaced
from bocage.rules.omaha.options import Options
from bocage.rules.omaha.state import State

_NEST_LEFT, _NEST_RIGHT = CELL["L3"], CELL["R3"]
_DEALT = 9


def first_beach(options: Options, ctx: Context) -> State:
    """All cards are shuffled; the squad is still at sea."""
    state = State(options)
    _deal(state, [WATER] * WIDTH, list(CARDS), ctx)
    return state


def land(state: State, action: Land, ctx: Context) -> None:
    """Stand below the column; the step onto the beach is an ordinary move (OM-6)."""
    state.squad = CELL[action.cell]
    state.phase = "assault"
    ctx.tell(Landed(action.cell))


def next_assault(state: State, ctx: Context) -> None:
    """The squad's row slides near, as it lies; everything behind it goes back, and three rows are dealt."""
    behind, kept = state.grid[:FAR_ROW], state.grid[FAR_ROW:]
    state.returned = tuple(card_of(tile) for tile in behind if tile > NEST)
    # Sorted before it is shuffled, so that the order of return has no say in the outcome.
    stock = sorted([*state.stock, *(card_of(tile) for tile in behind if tile != WATER)])
    state.assault += 1
    state.squad -= FAR_ROW
    state.trail = ()
    _deal(state, kept, stock, ctx)
    if state.assault == ASSAULTS:
        _choose_nest(state, ctx)


def _deal(state: State, row: list[int], stock: list[int], ctx: Context) -> None:
    """Shuffle, and deal rows 1 to 3 beyond ``row``, near to far, left to right (OM-5)."""
    ctx.dice.shuffle(stock)
    dealt = stock[:_DEALT]
    state.grid = row + dealt
    state.stock = tuple(stock[_DEALT:])
    ctx.tell(Dealt(state.assault, tuple(LOOK[card].id for card in dealt)))


def _choose_nest(state: State, ctx: Context) -> None:
    """Left or right in the far row, not in the squad's column (OM-17)."""
    if state.squad != CENTRE:
        _build_nest(state, _NEST_RIGHT if state.squad == LEFT else _NEST_LEFT, ctx)
    elif state.options.nest_side == "random":
        _build_nest(state, ctx.dice.pick((_NEST_LEFT, _NEST_RIGHT)), ctx)
    else:
        state.phase = "place_nest"  # OM-16


def place_nest(state: State, action: PlaceNest, ctx: Context) -> None:
    """The player chose the side."""
    state.phase = "assault"
    _build_nest(state, CELL[action.cell], ctx)


def _build_nest(state: State, cell: int, ctx: Context) -> None:
    state.removed = state.grid[cell]
    state.grid[cell] = NEST
    ctx.tell(NestPlaced(CELLS[cell], LOOK[state.removed].id))
