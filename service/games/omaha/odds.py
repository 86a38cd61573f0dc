"""What a step costs and risks, from what the player sees: looks, counts, and the deck list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, perm
from typing import Any

from service.games.kernel import Decision, Figure, Odds, Seen, Share
from service.games.kernel.odds import ALWAYS, share
from service.games.omaha.actions import Actions, Blast, Move
from service.games.omaha.assault import blocked, hides_mine
from service.games.omaha.data import ASSAULTS, CELL, DECK, FAR_ROW, LOOK, NEST, TRACKS, LookId
from service.games.omaha.figures import Barred, Dead, Fire, Left, Mine, Nest, Safe, Spent
from service.games.omaha.fire import draws_fire
from service.games.omaha.state import State

#: Some tile of every look: what is seen of a tile decides about fire and mines.
_TILE: dict[LookId, int] = {look.id: tile for tile, look in enumerate(LOOK)}
#: Front → how many cards of the deck have a mine under it, and how many do not.
_MINED: Counter[str] = Counter()
_CLEAR: Counter[str] = Counter()
for _kind in DECK:
    (_MINED if _kind.mine else _CLEAR)[_kind.front] += _kind.copies
_FRONTS = tuple(dict.fromkeys(kind.front for kind in DECK))


def odds(seen: Seen, decision: Decision) -> Odds | None:
    """The odds of a step in an assault; other decisions have none."""
    if decision.kind != "assault":
        return None
    table = seen.table
    hits = _hits_left(seen)
    question: list[Figure] = [Left(hits + 1, table["charges"] - 1)]
    state = _on_table(seen)
    return Odds(question, [_figures(state, table, hits, action) for action in decision.actions])


def _hits_left(seen: Seen) -> int:
    """How many hits the squad survives."""
    track = TRACKS[seen.options.squad_track]
    return len(track) - 2 - track.index(seen.table["strength"])


def _on_table(seen: Seen) -> State:
    """A state whose tiles look like those on the table."""
    table = seen.table
    looks: Mapping[str, LookId] = table["grid"]
    return State(seen.options, grid=[_TILE[looks[name]] for name in CELL], squad=CELL[table["squad"]])


def _figures(state: State, table: Mapping[str, Any], hits: int, action: Actions) -> list[Figure]:
    if isinstance(action, Blast):
        return [Spent("charge", table["charges"] - 1), *_barred(state, table, action)]
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


def _barred(state: State, table: Mapping[str, Any], action: Actions) -> list[Figure]:
    """Whether wire bars every way after the action: what all can see decides it."""
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
    """The chance of a mine under a card that shows ``front``: every way in which cards can lie so is alike."""
    looks = Counter(table["grid"].values())
    if "removed" in table:
        looks[table["removed"]] += 1
    return _mine_under(front, tuple(looks[name] for name in _FRONTS), looks["destroyed"], looks["destroyed_mine"])


@lru_cache(maxsize=4096)
def _mine_under(front: LookId, shown: tuple[int, ...], clear: int, mined: int) -> Share:
    """``shown``: how many cards show each front; ``clear``, ``mined``: turned ones, by what their backs show."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for name, count in zip(_FRONTS, shown, strict=True):
        ways = _lay(ways, name, count, name == front)
    harmless, mines = sum(_CLEAR.values()), sum(_MINED.values())
    cards = sum(shown)
    total = good = 0
    for (under, here), count in ways.items():
        # Turned cards are any of those left whose backs look so.
        left = count * _perm(harmless - (cards - under), clear) * _perm(mines - under, mined)
        total += left
        good += left * here
    return share(Fraction(good, total * shown[_FRONTS.index(front)]))


def _lay(ways: Mapping[tuple[int, int], int], front: str, count: int, asked: bool) -> dict[tuple[int, int], int]:
    """Lay ``count`` cards with that front: mines under all cards, and under those asked about → ways."""
    laid: dict[tuple[int, int], int] = {}
    for (under, here), so_far in ways.items():
        for mines in range(count + 1):
            new = so_far * comb(count, mines) * _perm(_MINED[front], mines) * _perm(_CLEAR[front], count - mines)
            if new:
                key = (under + mines, here + mines if asked else here)
                laid[key] = laid.get(key, 0) + new
    return laid


def _perm(cards: int, places: int) -> int:
    return perm(cards, places) if cards >= 0 else 0
