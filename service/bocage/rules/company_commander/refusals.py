"""Reasons of refusals, from the view of the deciding side, its own hand included (sheet 5.2).

Only the seat that owes the decision asks, and only for an action that its legal list lacks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from bocage.rules.company_commander import eligible
from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.actions import (
    Discard,
    EndPhase,
    Join,
    Move,
    Play,
    Rally,
    Recon,
    Suppress,
)
from bocage.rules.company_commander.command import commanded
from bocage.rules.company_commander.data import FRONTS, HQS, LANE_OF, SIDES, UNITS, Side
from bocage.rules.company_commander.state import (
    BuildFrame,
    DiscardFrame,
    MissionFrame,
    RallyFrame,
    State,
    Unit,
    WindowFrame,
)
from bocage.rules.company_commander.tactical import TACTICAL, Point
from bocage.rules.company_commander.turn import phase
from bocage.rules.company_commander.windows import holder
from bocage.rules.kernel.game import Action, Refusal

#: Acts of one unit.
UnitAct: TypeAlias = Move | Recon | Suppress | Join | Rally
#: Flags that bar an act, in the order in which they are named to the player.
_BARS: dict[type[Action], tuple[eligible.Bar, ...]] = {
    Move: eligible.MOVE_BARS,
    Recon: eligible.MISSION_BARS,
    Suppress: eligible.SUPPRESSION_BARS,
    Join: eligible.ASSAULT_BARS,
    Rally: eligible.RALLY_BARS,
}
#: Cards that lift the ban on attacks after a move. CC-42
_LIFTS: dict[type[Action], int] = {Suppress: eligible.SUPPRESSION_LIFTS, Join: eligible.ASSAULT_LIFTS}


def refusal(state: State, side: Side, action: Action) -> Refusal | None:
    """A reason that ``side`` may hear; None: nothing better than "not legal"."""
    if isinstance(action, Play):
        return _play(state, side, action)
    if isinstance(action, Discard):
        return None if action.card in state.hands[side] else Refusal("not_in_hand")
    if isinstance(action, EndPhase):
        if state.pending:
            return Refusal("deploy_first", "CC-4")
        return Refusal("assault_under_way", "CC-26") if isinstance(state.stack[-1], BuildFrame) else None
    if isinstance(action, UnitAct) and side == state.active:
        return _unit_act(state, action)
    return None


def _now(state: State) -> Point | None:
    """The play point that is on; None: no cards are played here. CC-B2"""
    frame = state.stack[-1]
    if isinstance(frame, WindowFrame):
        return frame.point
    return None if isinstance(frame, (BuildFrame, DiscardFrame, MissionFrame)) else cast(Point, phase(state))


def _play(state: State, side: Side, action: Play) -> Refusal | None:
    row = TACTICAL.get(action.card)
    if row is None or action.card not in state.hands[side]:
        return Refusal("not_in_hand")
    if row.nation not in ("", SIDES[side]):
        return Refusal("other_nation", "CC-12")
    point = _now(state)
    if point is None or point not in row.points or holder(state, point) != side:
        return Refusal("wrong_moment", "CC-69")
    return Refusal("wrong_target", "CC-32")


def _unit_act(state: State, action: UnitAct) -> Refusal | None:
    unit = state.units[state.active].get(action.unit)
    if unit is None:
        return Refusal("no_such_unit")
    kind = type(action)
    if unit.pins and kind is not Rally:
        return Refusal("pinned", "CC-16")
    for bar in _BARS[kind]:
        if unit.flags & bar.flag:
            return Refusal(bar.code, bar.rule)
    if kind in _LIFTS and unit.flags & f.MOVED and not unit.flags & _LIFTS[kind]:
        return Refusal("moved", "CC-9")
    if (ability := _ABILITIES.get(kind)) and (missing := ability(unit)):
        return missing
    if kind is not Rally and not commanded(state)[unit.lane] and not (kind is Move and unit.card in HQS):
        return Refusal("no_commander", "CC-O2")
    if kind is Rally:
        return _help(state, unit)
    return _front(state, unit, action) if isinstance(action, Suppress | Join) else None


def _help(state: State, unit: Unit) -> Refusal:
    """The unit may roll, so it is the help that does not fit."""
    frame = state.stack[-1]
    if isinstance(frame, RallyFrame) and unit.id in dict(frame.aides):
        return Refusal("same_help", "CC-56")
    return Refusal("no_help", "CC-53" if unit.card in HQS else "CC-52")


_ABILITIES: dict[type[Action], Callable[[Unit], Refusal | None]] = {
    Recon: lambda unit: Refusal("no_recon", "CC-13") if UNITS[unit.card].recon is None else None,
    Suppress: lambda unit: (
        Refusal("no_suppression", "CC-23")
        if UNITS[unit.card].suppression is None and not unit.flags & f.MAY_SUPPRESS
        else None
    ),
    Join: lambda unit: Refusal("cannot_assault", "CC-64") if unit.row.cannot_assault else None,
    Rally: lambda unit: None if unit.pins else Refusal("not_pinned", "CC-51"),
}


def _front(state: State, unit: Unit, action: Suppress | Join) -> Refusal | None:
    enemy = 1 - state.active
    if action.front not in FRONTS[enemy]:
        return Refusal("not_across", "CC-38")
    lane = LANE_OF[action.front]
    flags = state.fronts[enemy * 3 + lane]
    if flags & f.FOGGED:
        return Refusal("fogged", "CC-39")
    if isinstance(action, Join):
        if flags & f.ATTACKED:
            return Refusal("attacked_already", "CC-26")
        if state.fronts[state.active * 3 + unit.lane] & f.DISORDERED:
            return Refusal("disordered", "CC-40")
    return None if lane in eligible.reach(state, 0)[unit.lane] else Refusal("not_across", "CC-38")
