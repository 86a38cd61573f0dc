"""One assault: what the squad may do, what becomes of it, and when the way is closed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bocage.rules.kernel import Context, Outcome
from bocage.rules.omaha.actions import Blast, Move
from bocage.rules.omaha.beach import next_assault
from bocage.rules.omaha.data import (
    ASSAULTS,
    CELL,
    CELLS,
    FAR_ROW,
    LOOK,
    NEST,
    STEPS,
    WIDTH,
    Look,
    mined,
    turned,
)
from bocage.rules.omaha.events import Blasted, Crawled, Hit, Moved, NestBlown, Sniped
from bocage.rules.omaha.fire import covered, draws_fire
from bocage.rules.omaha.state import State

Choices: TypeAlias = list[Move | Blast]

# Actions never change, so each is made once.
_MOVE = tuple(Move(cell) for cell in CELLS)
_SNIPED_MOVE = tuple(Move(cell, sniper=True) for cell in CELLS)
_BLAST = tuple(Blast(cell) for cell in CELLS)


def choices(state: State) -> Choices:
    """The legal actions: moves, moves under the sniper's cover, blasts; each forward, left, right."""
    moves: Choices = []
    sniped: Choices = []
    blasts: Choices = []
    may_snipe = state.rounds > 0 and not covered(state.grid, state.squad)  # OM-12
    for cell in STEPS[state.squad]:
        entry = LOOK[state.grid[cell]].entry
        if entry != "walk":
            blasts.append(_BLAST[cell])  # OM-24; there is always a charge, or the game is over (OM-36)
        if entry == "barred":
            continue
        if draws_fire(state, cell):
            moves.append(_MOVE[cell])
            if may_snipe:  # a round is never wasted on a move without fire (OM-13)
                sniped.append(_SNIPED_MOVE[cell])
        elif cell not in state.trail:  # OM-21
            moves.append(_MOVE[cell])
    return moves + sniped + blasts


def move(state: State, action: Move, ctx: Context) -> None:
    """Enter a neighbouring cell: turn it over, mine, step, fire, and what waits there."""
    cell = CELL[action.cell]
    forward = cell == state.squad + WIDTH
    fire = draws_fire(state, cell)
    changed = fire or forward
    if action.sniper:
        state.rounds -= 1  # spent even if a mine then kills the squad (OM-13)
        ctx.tell(Sniped(state.rounds))
    tile = state.grid[cell]
    if hides_mine(state, LOOK[tile]):
        changed = True
        state.grid[cell] = turned(tile)
        ctx.tell(Crawled(action.cell, LOOK[tile].id, mined(tile)))
        if mined(tile) and _dies(state, "mine", ctx):  # before the fire (OM-27)
            return
    state.trail = () if changed else (*state.trail, state.squad)  # OM-21
    state.squad = cell
    ctx.tell(Moved(action.cell))
    if fire and not action.sniper and _dies(state, "fire", ctx):
        return
    if tile == NEST:
        state.charges -= 1
        ctx.tell(NestBlown(action.cell))
        end(state, "nest_destroyed", winners=(0,))
    elif cell >= FAR_ROW and state.assault < ASSAULTS:
        next_assault(state, ctx)  # OM-32


def blast(state: State, action: Blast, ctx: Context) -> None:
    """Blow a neighbouring card open. No mine, no fire, no step (OM-8, OM-25, OM-31)."""
    cell = CELL[action.cell]
    card = state.grid[cell]
    state.grid[cell] = turned(card)
    state.charges -= 1
    state.trail = ()
    ctx.tell(Blasted(action.cell, LOOK[card].id, mined(card), state.charges))
    if state.charges == 0:
        end(state, "out_of_charges")  # OM-20, OM-36


def hides_mine(state: State, look: Look) -> bool:
    """True if a card of that look is turned over when the squad enters it."""
    return look.entry == "crawl" or (look.id == "open" and state.options.mines_under_open)  # OM-14


def blocked(state: State) -> bool:
    """True if the last charge must be kept for the nest and wire bars every way there (OM-19).

    With more charges than that nothing is ever declared.
    """
    if state.charges != 1:
        return False
    final = state.assault == ASSAULTS
    seen = {state.squad}
    open_ends = [state.squad]
    while open_ends:
        for cell in STEPS[open_ends.pop()]:
            tile = state.grid[cell]
            if tile == NEST or (cell >= FAR_ROW and not final and LOOK[tile].entry != "barred"):
                return False
            if cell not in seen and LOOK[tile].entry != "barred":
                seen.add(cell)
                open_ends.append(cell)
    return True


def end(state: State, reason: str, winners: tuple[int, ...] = ()) -> None:
    """The game is over."""
    state.phase = "over"
    state.result = Outcome(winners, reason)


def _dies(state: State, by: Literal["mine", "fire"], ctx: Context) -> bool:
    state.hits += 1
    ctx.tell(Hit(by, state.strength))
    if state.strength > 0:
        return False
    end(state, "squad_dead")
    return True
