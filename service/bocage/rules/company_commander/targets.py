"""Targets of cards: the selectors named by the rows of the tactical deck.

A play without a legal target is not on offer, nor are those without effect (CC-B4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.actions import Play
from bocage.rules.company_commander.board import held
from bocage.rules.company_commander.combat import in_front
from bocage.rules.company_commander.command import commanded
from bocage.rules.company_commander.data import FRONTS, HQS, LANES, Side
from bocage.rules.company_commander.eligible import fires, free_to_suppress
from bocage.rules.company_commander.state import Assault, State, Unit
from bocage.rules.company_commander.tactical import PLAYABLE, Point, TacticalCard


def committed(state: State) -> Assault:
    """The assault that is on. Raises ``LookupError`` when there is none."""
    if state.assault is None:
        raise LookupError("no assault is on")
    return state.assault


def fighters(state: State, side: Side) -> list[Unit]:
    """The units of ``side`` that would roll fire dice in the committed assault, in order of arrival. CC-27"""
    assault = committed(state)
    if side == state.active:
        mine = state.units[side]
        party = [mine[unit] for unit in assault.attackers if unit in mine]
    else:
        party = in_front(state, side, assault.lane)
    return [unit for unit in party if fires(state, unit)]


def _own(state: State, side: Side) -> Iterable[Unit]:
    return state.units[side].values()


def _enemy(state: State, side: Side) -> Iterable[Unit]:
    return state.units[1 - side].values()


def _no_anti_tank(state: State, side: Side) -> Iterable[Unit]:
    """CC-48: any own unit in Suppression; once an assault is on, one that fires in it. Tanks have the ability."""
    party = _own(state, side) if state.assault is None else fighters(state, side)
    return (unit for unit in party if not unit.row.anti_tank)


def _free_infantry(state: State, side: Side) -> Iterable[Unit]:
    """CC-47, CC-49"""
    orders = commanded(state)
    return (unit for unit in _own(state, side) if unit.row.infantry and free_to_suppress(state, unit, orders))


def _unrallied(state: State, side: Side) -> Iterable[Unit]:
    """CC-56"""
    return (
        unit
        for unit in _own(state, side)
        if unit.pins and unit.flags & (f.RALLY_TRIED | f.SHAKEN) and not unit.flags & f.GREEN
    )


_UNITS: dict[str, Callable[[State, Side], Iterable[Unit]]] = {
    "own_moved": lambda state, side: (unit for unit in _own(state, side) if unit.flags & f.MOVED),
    "enemy_moved": lambda state, side: (unit for unit in _enemy(state, side) if unit.flags & f.MOVED),
    "own_free_infantry": _free_infantry,
    "own_no_anti_tank": _no_anti_tank,
    "own_fighter": fighters,
    "own_fighting_infantry": lambda state, side: (unit for unit in fighters(state, side) if unit.row.infantry),
    "own_fighting_engineer": lambda state, side: (u for u in fighters(state, side) if "engineer" in u.row.classes),
    "own_fighting_recon": lambda state, side: (u for u in fighters(state, side) if "recon" in u.row.classes),
    "enemy_fighter": lambda state, side: fighters(state, 1 - side),
    "enemy_unit": _enemy,
    "enemy_assaulter": lambda state, side: (u for u in _enemy(state, side) if not u.row.cannot_assault),
    "enemy_suppressor": lambda state, side: (u for u in _enemy(state, side) if u.row.suppression is not None),
    "enemy_vehicle": lambda state, side: (u for u in _enemy(state, side) if "vehicle" in u.row.classes),
    "enemy_no_hq": lambda state, side: (u for u in _enemy(state, side) if u.card not in HQS),
    "enemy_pinned": lambda state, side: (u for u in _enemy(state, side) if u.pins),
    "own_unrallied": _unrallied,
}


def _lanes_held(state: State, side: Side, barred: int) -> list[str]:
    there = held(state, side)
    return [FRONTS[side][lane] for lane in LANES if there[lane] and not state.fronts[side * 3 + lane] & barred]


def _fighting_fronts(state: State, side: Side) -> list[str]:
    """CC-35"""
    lanes = {unit.lane for unit in fighters(state, side)}
    return [FRONTS[side][lane] for lane in LANES if lane in lanes]


_FRONTS: dict[str, Callable[[State, Side, int], list[str]]] = {
    "own_front": lambda state, side, flag: _lanes_held(state, side, flag),
    "own_fighting_front": lambda state, side, flag: _fighting_fronts(state, side),
    "enemy_held_front": lambda state, side, flag: _lanes_held(state, 1 - side, flag),
    "open_front": lambda state, side, flag: _lanes_held(state, 1 - side, f.FOGGED),
}

_CONDITIONS: dict[str, Callable[[State, Side], bool]] = {
    "": lambda state, side: True,
    "squad_deck": lambda state, side: bool(state.squads[side]),
    "tactical_deck": lambda state, side: bool(state.tactical or state.discards),
    "able_attackers": lambda state, side: bool(fighters(state, state.active)),
    "able_defenders": lambda state, side: bool(fighters(state, 1 - state.active)),
}


def plays(state: State, side: Side, row: TacticalCard) -> list[Play]:
    """Every way in which ``side`` may play that card now, regardless of its play point."""
    if units := _UNITS.get(row.target):
        return [Play(row.id, unit.id) for unit in units(state, side) if not unit.flags & row.flag]
    if fronts := _FRONTS.get(row.target):
        return [Play(row.id, "", front) for front in fronts(state, side, row.flag)]
    return [Play(row.id)] if _CONDITIONS[row.target](state, side) else []


def playable(state: State, side: Side, point: Point) -> list[Play]:
    """All plays on offer to ``side`` at a play point."""
    rows = PLAYABLE[point, side]
    found: list[Play] = []
    last = ""
    for card in state.hands[side]:
        if card != last and card in rows:  # hands are sorted: copies stand together
            found += plays(state, side, rows[card])
        last = card
    return found
