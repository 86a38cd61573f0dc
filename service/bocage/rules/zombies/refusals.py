"""Reasons of refusals of well-formed actions, for people, with the ruling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.rules.kernel import Action, Refusal
from bocage.rules.zombies import actions as act
from bocage.rules.zombies.board import AT, IN_RANGE, IN_SIGHT, NEIGHBOURS
from bocage.rules.zombies.data import RECON_AP
from bocage.rules.zombies.enemy import carried
from bocage.rules.zombies.state import Acting, AwaitRoll, ChooseLoss, ChooseRepair, ChooseReveal, State
from bocage.rules.zombies.tank import benefits, crippled

#: Verbs by the frame that waits for them.
_WHEN: dict[type, tuple[type, ...]] = {
    AwaitRoll: (act.Roll,),
    Acting: (act.Move, act.Recon, act.Fire, act.Ram, act.Repair, act.End),
    ChooseLoss: (act.Lose,),
    ChooseReveal: (act.Reveal, act.Decline),
    ChooseRepair: (act.Mend,),
}

NOT_NOW = Refusal("not_now")
NO_SUCH_HEX = Refusal("no_such_hex", "ZB-3")
NOT_ADJACENT = Refusal("not_adjacent", "ZB-3")
CRIPPLED = Refusal("crippled", "ZB-73")
TRACK = Refusal("track_broken")
AMMO = Refusal("ammo_out")
TOO_FEW_POINTS = Refusal("too_few_points")
TOO_FAR_TO_SEE = Refusal("too_far_to_see")
OUT_OF_RANGE = Refusal("out_of_range", "ZB-49")
NOTHING_FACE_DOWN = Refusal("nothing_face_down")
NO_TARGET = Refusal("no_target", "ZB-50")
NOTHING_TO_REPAIR = Refusal("nothing_to_repair", "ZB-58")
BAD_REPAIR = Refusal("repair_points", "ZB-59")
NOT_ABOARD = Refusal("not_aboard", "ZB-64")
NOT_MENDABLE = Refusal("not_mendable", "ZB-57")
NOT_ON_MAP = Refusal("nothing_face_down", "ZB-33")


def refusal(state: State, action: Action) -> Refusal | None:
    """The reason why ``action`` is not in the legal list; None when there is no better one than that."""
    if type(action) not in _WHEN[type(state.stack[-1])]:
        return NOT_NOW
    where = getattr(action, "hex", state.tank)
    if where not in AT:
        return NO_SUCH_HEX
    reason = _REASONS.get(type(action))
    return reason(state, action) if reason else None


def _move(state: State, action: act.Move) -> Refusal | None:
    if crippled(state):
        return CRIPPLED
    if state.track_broken:
        return TRACK
    return None if action.hex in NEIGHBOURS[state.tank] else NOT_ADJACENT


def _recon(state: State, action: act.Recon) -> Refusal | None:
    if state.ap < RECON_AP:
        return TOO_FEW_POINTS
    if action.hex not in IN_SIGHT[state.tank]:
        return TOO_FAR_TO_SEE
    return None if action.hex in state.face_down else NOTHING_FACE_DOWN


def _fire(state: State, action: act.Fire) -> Refusal | None:
    if crippled(state):
        return CRIPPLED
    if state.ammo_out:
        return AMMO
    if action.hex not in IN_RANGE[state.tank]:
        return OUT_OF_RANGE
    return _target(state, action.hex, action.target)


def _ram(state: State, action: act.Ram) -> Refusal | None:
    if crippled(state):
        return CRIPPLED
    if state.track_broken:
        return TRACK
    return _target(state, state.tank, action.target)


def _target(state: State, at: str, target: str) -> Refusal | None:
    there = at in state.face_down if target == act.FACE_DOWN else state.zombies.get(target) == at
    return None if there else NO_TARGET


def _repair(state: State, action: act.Repair) -> Refusal | None:
    if not benefits(state):
        return NOTHING_TO_REPAIR
    return None if 1 <= action.ap <= state.ap else BAD_REPAIR


def _lose(state: State, action: act.Lose) -> Refusal | None:
    return None if action.what in carried(state) else NOT_ABOARD


def _reveal(state: State, action: act.Reveal) -> Refusal | None:
    return None if action.hex in state.face_down else NOT_ON_MAP


def _mend(state: State, action: act.Mend) -> Refusal | None:
    return None if action.what in benefits(state) else NOT_MENDABLE


_REASONS: dict[type, Callable[[State, Any], Refusal | None]] = {
    act.Move: _move,
    act.Recon: _recon,
    act.Fire: _fire,
    act.Ram: _ram,
    act.Repair: _repair,
    act.Lose: _lose,
    act.Reveal: _reveal,
    act.Mend: _mend,
}
