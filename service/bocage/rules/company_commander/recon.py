"""Phases 3 and 4: Recon missions and Suppression."""

from __future__ import annotations

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.actions import Mark, Peek, Recon, Suppress
from bocage.rules.company_commander.board import flag_unit, with_item
from bocage.rules.company_commander.combat import spotted_roll, support_rolls, unit_roll
from bocage.rules.company_commander.command import commanded
from bocage.rules.company_commander.data import (
    FRONTS,
    LANE_OF,
    RECON_NOTHING,
    RECON_SUCCESS,
    SIDES,
    UNITS,
)
from bocage.rules.company_commander.eligible import any_scout_possible, reach, scouts, suppressors
from bocage.rules.company_commander.events import Declared, Marked, Peeked, Scouted
from bocage.rules.company_commander.loops import Loop, proxies
from bocage.rules.company_commander.state import (
    Glimpse,
    MissionFrame,
    ReconFrame,
    SpottedFrame,
    State,
    SupportFrame,
    SuppressionFrame,
    UnitRollFrame,
)
from bocage.rules.company_commander.tactical import TACTICAL
from bocage.rules.company_commander.windows import open_window
from bocage.rules.kernel.flow import Stage
from bocage.rules.kernel.game import Action, Context, Decision


def begin_recon(state: State, ctx: Context) -> None:
    """Begin the phase: the other player may answer first."""
    state.stack.append(ReconFrame())
    if any_scout_possible(state):
        open_window(state, "on_recon")


class ReconStage(Loop[ReconFrame]):
    """The active player sends recon units on missions."""

    point = "recon"

    def acts(self, state: State) -> list[Action]:
        return [*(Recon(unit.id) for unit in scouts(state, commanded(state))), *proxies(state)]

    def do(self, state: State, action: Action, ctx: Context) -> None:
        """A unit goes on its mission and rolls. CC-13, CC-14, CC-15"""
        assert isinstance(action, Recon)
        unit = flag_unit(state, state.active, action.unit, f.ON_MISSION)
        bonus = UNITS[unit.card].recon or 0
        die = ctx.dice.d6()
        total = die + bonus
        result = "success" if total >= RECON_SUCCESS else "nothing" if total >= RECON_NOTHING else "spotted"
        front = FRONTS[1 - state.active][unit.lane]
        ctx.tell(Scouted(unit.id, front, die, total, result, (("unit", bonus),) if bonus else ()))
        if result == "success":
            state.stack.append(MissionFrame((unit.lane,)))
        elif result == "spotted":
            state.stack.append(SpottedFrame(unit.id))
            open_window(state, "spotted")


class MissionStage(Stage[State, MissionFrame]):
    """A success: the choice comes after the roll. CC-15"""

    def waits(self, state: State, frame: MissionFrame) -> bool:
        return True

    def decision(self, state: State, frame: MissionFrame) -> Decision:
        marks = [Mark(FRONTS[1 - state.active][lane]) for lane in frame.lanes]
        return Decision(state.seat(state.active), "mission", [*marks, Peek()], marks[0])

    def act(self, state: State, frame: MissionFrame, action: Mark | Peek, ctx: Context) -> None:
        state.stack.pop()
        side = state.active
        if isinstance(action, Mark):
            state.bonuses += ((action.front, "mark", 1),)
            ctx.tell(Marked(action.front))
            return
        hand = state.hands[1 - side]
        state.glimpses = with_item(state.glimpses, side, Glimpse(state.turn, hand))
        state.known = with_item(state.known, side, hand)
        ctx.tell(Peeked(SIDES[side], len(hand)), {state.seat(side): Peeked(SIDES[side], len(hand), hand)})


class SpottedStage(Stage[State, SpottedFrame]):
    """A spotted unit is shot at, when its window is over."""

    def run(self, state: State, frame: SpottedFrame, ctx: Context) -> None:
        state.stack.pop()
        spotted_roll(state, state.units[state.active][frame.unit], ctx)


def begin_suppression(state: State, ctx: Context) -> None:
    """Begin the phase: the other player may answer first."""
    state.stack.append(SuppressionFrame())
    if state.units[0] and state.units[1]:
        open_window(state, "on_suppression")


class SuppressionStage(Loop[SuppressionFrame]):
    """The active player lets units fire and plays support cards."""

    point = "suppression"

    def acts(self, state: State) -> list[Action]:
        fronts, lanes = FRONTS[1 - state.active], reach(state, f.FOGGED)
        acts: list[Action] = [
            Suppress(unit.id, fronts[lane]) for unit in suppressors(state) for lane in lanes[unit.lane]
        ]
        return acts + proxies(state)

    def do(self, state: State, action: Action, ctx: Context) -> None:
        """The attack counts even if it is cancelled. CC-21"""
        assert isinstance(action, Suppress)
        flag_unit(state, state.active, action.unit, f.SUPPRESSED)
        ctx.tell(Declared(action.unit, action.front))
        state.stack.append(UnitRollFrame(action.unit, LANE_OF[action.front]))
        open_window(state, "on_roll")


class UnitRollStage(Stage[State, UnitRollFrame]):
    """The roll of a suppression attack, when its window is over."""

    def run(self, state: State, frame: UnitRollFrame, ctx: Context) -> None:
        state.stack.pop()
        unit_roll(state, state.units[state.active][frame.unit], frame.lane, ctx)


class SupportStage(Stage[State, SupportFrame]):
    """The rolls of a support card, when its window is over."""

    def run(self, state: State, frame: SupportFrame, ctx: Context) -> None:
        state.stack.pop()
        support_rolls(state, frame.card, TACTICAL[frame.card].n, frame.lane, ctx)
