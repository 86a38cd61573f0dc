"""Morale Phase and Rally Phase: a window in which both players may modify the roll, then the roll."""

from __future__ import annotations

from bocage.rules.kernel import Context, Decision, Stage
from bocage.rules.squad import events as ev
from bocage.rules.squad.actions import PASS, Modify, Pass
from bocage.rules.squad.cards import spend
from bocage.rules.squad.casualties import bury, lose_men
from bocage.rules.squad.data import KIND, NATIONS, THRESHOLD, find_use, uses
from bocage.rules.squad.state import Roll, Squad, State


def _may_play(state: State, squad: Squad, seat: int) -> list[Squad]:
    """Squads whose hands ``seat`` may use: the rolling squad's own, or those of all its enemies (SQ-115)."""
    return [squad] if seat == squad.seat else state.enemies(squad)


def role_of(squad: Squad, roll: str, seat: int) -> str:
    """Each card only where it helps its player (SQ-53)."""
    return f"{roll}_own" if seat == squad.seat else f"{roll}_enemy"


class RollStage(Stage[State, Roll]):
    """The active player has priority first; two passes in a row close the window (SQ-6)."""

    def waits(self, state: State, frame: Roll) -> bool:
        # An empty hand is a pass (SQ-6); hand sizes are public.
        if frame.priority < 0 or frame.passes > 1:
            return False
        return any(owner.hand for owner in _may_play(state, state.squads[frame.squad], frame.priority))

    def run(self, state: State, frame: Roll, ctx: Context) -> None:
        squad = state.squads[frame.squad]
        if frame.priority < 0:
            frame.priority = squad.seat
        elif frame.passes > 1:
            state.stack.pop()
            if frame.roll == "morale":
                _check_morale(state, squad, frame, ctx)
            else:
                _rally(state, squad, frame, ctx)
        else:
            self._next(frame, frame.passes + 1)

    def _next(self, frame: Roll, passes: int) -> None:
        frame.passes = passes
        frame.priority = 1 - frame.priority

    def decision(self, state: State, frame: Roll) -> Decision:
        squad = state.squads[frame.squad]
        role = role_of(squad, frame.roll, frame.priority)
        actions: list[Modify | Pass] = []
        for owner in _may_play(state, squad, frame.priority):
            table = uses(state.options.variant, owner.nation, role)
            actions += [Modify(owner.id, card, use.trait) for card in owner.hand for use in table.get(card, ())]
        actions.append(PASS)
        return Decision(frame.priority, frame.roll, actions, PASS)

    def act(self, state: State, frame: Roll, action: Modify | Pass, ctx: Context) -> None:
        if isinstance(action, Pass):
            self._next(frame, frame.passes + 1)
            return
        squad = state.squads[frame.squad]
        owner = state.squads[action.squad]
        role = role_of(squad, frame.roll, frame.priority)
        use = find_use(state.options.variant, owner.nation, role, action.card, action.trait)
        spend(state, owner, action.card)
        kind = KIND[action.card]
        frame.mods += ((action.trait or kind, use.value),)  # SQ-54
        ctx.tell(ev.Modified(owner.id, squad.id, kind, use.value, action.trait))
        self._next(frame, 0)


def own_mods(squad: Squad, roll: str) -> ev.Modifiers:
    """Modifiers of a morale check or rally roll of ``squad`` before any card. Zeros are left out."""
    nation = NATIONS[squad.nation]
    if roll == "rally":
        return (("nation", nation.rally),) if nation.rally else ()
    return tuple(part for part in (("nation", nation.morale), ("killed", squad.killed)) if part[1])


def _check_morale(state: State, squad: Squad, frame: Roll, ctx: Context) -> None:
    """M2, M3."""
    die = ctx.dice.d6()
    mods = (*own_mods(squad, "morale"), *frame.mods)
    total = die + sum(value for _, value in mods)
    squad.fired_at = squad.killed = 0
    if total < THRESHOLD:
        ctx.tell(ev.MoraleChecked(squad.id, die, total, "steady", mods))
    elif not squad.pinned:
        squad.pinned = True
        ctx.tell(ev.MoraleChecked(squad.id, die, total, "pinned", mods))
    else:
        ctx.tell(ev.MoraleChecked(squad.id, die, total, "rout", mods))
        first, second = ctx.dice.d6(), ctx.dice.d6()
        lost = lose_men(squad, first - second)  # SQ-60: nothing modifies it
        ctx.tell(ev.Routed(squad.id, (first, second), lost))
        bury(state, squad, ctx)


def _rally(state: State, squad: Squad, frame: Roll, ctx: Context) -> None:
    """Y2."""
    die = ctx.dice.d6()
    mods = (*own_mods(squad, "rally"), *frame.mods)
    total = die + sum(value for _, value in mods)
    squad.pinned = total < THRESHOLD
    ctx.tell(ev.Rallied(squad.id, die, total, "pinned" if squad.pinned else "rallied", mods))
