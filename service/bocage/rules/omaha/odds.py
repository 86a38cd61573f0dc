"""Costs and risks of a step, from the player's view: looks, counts, and the deck list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from bocage.rules.kernel import Decision, Figure, Odds, Seen, Share
from bocage.rules.kernel.odds import ALWAYS, share
from bocage.rules.omaha.actions import Actions, Blast, Land, Move
from bocage.rules.omaha.assault import blocked, hides_mine
from bocage.rules.omaha.data import ASSAULTS, CELL, DECK, FAR_ROW, LOOK, NEST, TRACKS, WIDTH, LookId
from bocage.rules.omaha.figures import Ahead, Barred, Dead, Fire, LastCharge, Left, Mine, Nest, Safe, Spent
from bocage.rules.omaha.fire import draws_fire
from bocage.rules.omaha.state import State

#: A tile of every look: fire and mines depend on the look alone.
_TILE: dict[LookId, int] = {look.id: tile for tile, look in enumerate(LOOK)}
#: Front → how many cards of the deck have a mine under it, and how many do not.
_MINED: Counter[str] = Counter()
_CLEAR: Counter[str] = Counter()
for _kind in DECK:
    (_MINED if _kind.mine else _CLEAR)[_kind.front] += _kind.copies


def odds(seen: Seen, decision: Decision) -> Odds | None:
    """The odds of a step in an assault, and of the step that follows a landing; the nest's side has none."""
    if decision.kind == "place_nest":
        return None
    table = seen.table
    hits = _hits_left(seen)
    question: list[Figure] = [Left(hits + 1, table["charges"] - 1)]
    if decision.kind == "land":
        return Odds(question, [[_ahead(seen, action)] for action in decision.actions])
    state = _on_table(seen, table["squad"])
    return Odds(question, [_figures(state, table, hits, action) for action in decision.actions])


def _hits_left(seen: Seen) -> int:
    """Hits that the squad survives."""
    track = TRACKS[seen.options.squad_track]
    return len(track) - 2 - track.index(seen.table["strength"])


def _on_table(seen: Seen, squad: str) -> State:
    """A state whose tiles look like those on the table, with the squad in that cell."""
    looks: Mapping[str, LookId] = seen.table["grid"]
    return State(seen.options, grid=[_TILE[looks[name]] for name in CELL], squad=CELL[squad])


def _figures(state: State, table: Mapping[str, Any], hits: int, action: Actions) -> list[Figure]:
    if isinstance(action, Blast):
        lost = [LastCharge()] if table["charges"] == 1 else _barred(state, table, action)
        return [Spent("charge", table["charges"] - 1), *lost]
    assert isinstance(action, Move)
    cell = CELL[action.cell]
    tile = state.grid[cell]
    fire = draws_fire(state, cell) and not action.sniper
    found: list[Figure] = [Spent("round", table["rounds"] - 1)] if action.sniper else []
    mine: Share | None = None
    if tile != NEST and hides_mine(state, LOOK[tile]):
        mine = _mine_here(table, LOOK[tile].id)
        found.append(Mine(mine))
    if fire:
        found.append(Fire())
    if hits == 0 and fire:
        found.append(Dead(ALWAYS))
    elif tile == NEST:
        found.append(Nest())
    elif mine and mine[0] and hits == fire:  # the mine is the hit too many
        found.append(Dead(mine))
    return [*found, *_barred(state, table, action)] or [Safe()]


def _ahead(seen: Seen, landing: Land) -> Ahead:
    """The first step onto the beach: the landing itself costs nothing. OM-6"""
    state = _on_table(seen, landing.cell)
    cell = state.squad + WIDTH
    look = LOOK[state.grid[cell]]
    if look.entry == "barred":
        return Ahead((0, 1), wire=True)
    mine = _mine_here(seen.table, look.id) if hides_mine(state, look) else (0, 1)
    return Ahead(mine, draws_fire(state, cell))


def _barred(state: State, table: Mapping[str, Any], action: Actions) -> list[Figure]:
    """True if wire bars every way after the action: public facts decide."""
    cell = CELL[action.cell]
    blast = isinstance(action, Blast)
    grid = [*state.grid]
    if blast:
        grid[cell] = _TILE["destroyed"]
    elif grid[cell] == NEST or (cell >= FAR_ROW and table["assault"] < ASSAULTS):
        return []  # the nest is blown up, or the next assault begins
    then = State(
        state.options,
        grid=grid,
        squad=state.squad if blast else cell,
        charges=table["charges"] - blast,
        assault=table["assault"],
    )
    return [Barred()] if blocked(then) else []


def _mine_here(table: Mapping[str, Any], front: LookId) -> Share:
    """The chance of a mine under a card that shows ``front``: of those alike that were not turned over yet."""
    backs = [table["grid"][cell] for cell, shown in table["fronts"].items() if shown == front]
    mines = _MINED[front] - backs.count("destroyed_mine")
    return share(Fraction(mines, mines + _CLEAR[front] - backs.count("destroyed")))
