"""Reasons of refusals, in the words of the rules."""

from __future__ import annotations

from bocage.rules.kernel import Action, Refusal
from bocage.rules.omaha.actions import Blast, Move
from bocage.rules.omaha.data import CELL, LOOK, STEPS
from bocage.rules.omaha.fire import covered, draws_fire
from bocage.rules.omaha.state import State


def refusal(state: State, action: Action) -> Refusal | None:
    """The first rule that forbids ``action``; None when it merely does not answer what was asked."""
    if state.phase != "assault" or not isinstance(action, Move | Blast):
        return Refusal("other_phase")
    cell = CELL[action.cell]
    if cell not in STEPS[state.squad]:
        return Refusal("out_of_reach", "OM-22")
    look = LOOK[state.grid[cell]]
    if isinstance(action, Blast):
        return Refusal("nothing_to_blast", "OM-24") if look.entry == "walk" else None
    if look.entry == "barred":
        return Refusal("wire_bars_the_way", "OM-23")
    if not action.sniper:
        return Refusal("free_return", "OM-21") if cell in state.trail else None
    if state.rounds == 0:
        return Refusal("no_rounds", "OM-2")
    if covered(state.grid, state.squad):
        return Refusal("sniper_cannot_see", "OM-12")
    return None if draws_fire(state, cell) else Refusal("no_fire_to_stop", "OM-13")
