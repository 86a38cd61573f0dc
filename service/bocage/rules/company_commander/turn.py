"""Phase 6, the six phases in a row, and what happens between two player-turns."""

from __future__ import annotations

from collections.abc import Callable

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.actions import Rally
from bocage.rules.company_commander.assault import begin_assault
from bocage.rules.company_commander.board import flag_unit, held, put, put_all, remove, replace
from bocage.rules.company_commander.data import HQ_HELP, RALLY, SIDES, STALL_TURNS
from bocage.rules.company_commander.deploy import begin_deploy, begin_tactics
from bocage.rules.company_commander.eligible import choices_of_help, helpers, ralliers
from bocage.rules.company_commander.events import Mods, Rallied, TurnBegan
from bocage.rules.company_commander.loops import Loop
from bocage.rules.company_commander.recon import begin_recon, begin_suppression
from bocage.rules.company_commander.state import RallyFrame, State, TurnFrame, Unit
from bocage.rules.company_commander.windows import open_window
from bocage.rules.kernel.flow import Stage
from bocage.rules.kernel.game import Action, Context, Outcome


def begin_rally(state: State, ctx: Context) -> None:
    """Begin the phase: the other player may answer first."""
    state.stack.append(RallyFrame())
    if any(unit.pins for unit in state.units[state.active].values()):
        open_window(state, "on_rally")


def rally_mods(unit: Unit, helper: str) -> Mods:
    """Modifiers of a unit's rally roll, with an HQ's help ("": without). CC-52 to CC-54"""
    own: Mods = (("unit", unit.row.rally),) if unit.row.rally else ()
    return (*own, ("helper", HQ_HELP)) if helper else own


def _loop(state: State) -> RallyFrame:
    frame = state.stack[-1]
    assert isinstance(frame, RallyFrame)
    return frame


class RallyStage(Loop[RallyFrame]):
    """The active player lets pinned units roll."""

    point = "rally"

    def acts(self, state: State) -> list[Action]:
        free = helpers(state)
        aides = dict(_loop(state).aides)
        return [
            Rally(unit.id, hq)
            for unit in ralliers(state)
            for hq in choices_of_help(state, unit, free, aides.get(unit.id, ""))
        ]

    def do(self, state: State, action: Action, ctx: Context) -> None:
        """A unit rolls to rally, with an HQ's help or without. CC-51 to CC-54, CC-56, CC-57"""
        assert isinstance(action, Rally)
        side = state.active
        unit = flag_unit(state, side, action.unit, f.RALLY_TRIED)
        mods = rally_mods(unit, action.helper)
        if action.helper:
            flag_unit(state, side, action.helper, f.HELPED)
            state.stack[-1] = RallyFrame((*_loop(state).aides, (unit.id, action.helper)))
        die = ctx.dice.d6()
        total = die + sum(n for _, n in mods)
        result = "rallied" if total >= RALLY else "not_rallied"
        ctx.tell(Rallied(unit.id, die, total, result, action.helper, mods))
        if total >= RALLY:
            put(state, side, replace(unit, pins=0))


PHASES: tuple[tuple[str, Callable[[State, Context], None]], ...] = (
    ("deploy", begin_deploy),
    ("tactics", begin_tactics),
    ("recon", begin_recon),
    ("suppression", begin_suppression),
    ("assault", begin_assault),
    ("rally", begin_rally),
)


def phase(state: State) -> str:
    """The phase that is on."""
    frame = state.stack[0]
    return PHASES[frame.phase - 1][0] if isinstance(frame, TurnFrame) and frame.phase else PHASES[0][0]


class TurnStage(Stage[State, TurnFrame]):
    """Begins the phases of a turn, one after the other."""

    def run(self, state: State, frame: TurnFrame, ctx: Context) -> None:
        if frame.phase < len(PHASES):
            if frame.phase == 0:
                ctx.tell(TurnBegan(state.turn, SIDES[state.active]))
            state.stack[0] = TurnFrame(frame.phase + 1)
            PHASES[frame.phase][1](state, ctx)
        else:
            end_turn(state, ctx)


def end_turn(state: State, ctx: Context) -> None:
    """Rout, automatic victory, adjudication, hand over, in this order (sheet, section 5, point 3)."""
    rout(state, ctx)
    if state.result is None:
        automatic_victory(state)
    if state.result is None:
        state.quiet += 1
        adjudicate(state)
    if state.result is None:
        hand_over(state)


def rout(state: State, ctx: Context) -> None:
    """The active side's units with more markers than strength run, in order of arrival. CC-58"""
    for unit in state.units[state.active].values():
        if would_rout(unit):
            remove(state, state.active, unit, "rout", ctx)
            if state.result is not None:
                return


def would_rout(unit: Unit) -> bool:
    """True if it has more markers than strength, pins among them. CC-58"""
    return unit.pins > 0 and unit.casualties + unit.pins > unit.row.strength


def automatic_victory(state: State) -> None:
    """Three fronts against one or none, as things stand now. CC-71, CC-72"""
    if state.turn < state.options.auto_from_turn:
        return
    fronts = [sum(held(state, side)) for side in (0, 1)]
    for side in (0, 1):
        if fronts[side] == 3 and fronts[1 - side] <= 1:
            state.result = Outcome((state.seat(side),), "three_fronts")


def adjudicate(state: State) -> None:
    """House rule: a match that goes nowhere is decided by score, then fronts. CC-74"""
    stalled = not any(state.squads) and state.quiet >= STALL_TURNS
    if not stalled and state.turn < state.options.turn_cap:
        return
    fronts = (sum(held(state, 0)), sum(held(state, 1)))
    for reason, (us, de) in (("points", state.score), ("ground", fronts)):
        if us != de:
            state.result = Outcome((state.seat(0 if us > de else 1),), reason)
            return
    state.result = Outcome((), "deadlock")


def hand_over(state: State) -> None:
    """Effects of the turn end; the other player is active. CC-76"""
    for side in (0, 1):
        fresh = [
            replace(unit, flags=unit.flags & f.LASTING, came_from=-1)
            for unit in state.units[side].values()
            if unit.flags & ~f.LASTING
        ]
        put_all(state, side, fresh)
    state.fronts = (0,) * 6
    state.bonuses = ()
    state.hq_drawn = state.proxy_used = False
    state.proxy = -1
    state.active = 1 - state.active
    state.turn += 1
    state.stack[0] = TurnFrame()
