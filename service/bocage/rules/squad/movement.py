"""Movement Phase: the move (V1), barrier against engineer (V2 … V5), what follows a success (V6)."""

from __future__ import annotations

from typing import TypeAlias

from bocage.rules.kernel import Context, Decision, Stage
from bocage.rules.squad import events as ev
from bocage.rules.squad.actions import (
    DONE,
    PASS,
    Barrier,
    CommanderKilled,
    Conceal,
    Done,
    Engineer,
    Flank,
    Move,
    Objective,
    Pass,
)
from bocage.rules.squad.cards import discard, spend, take
from bocage.rules.squad.casualties import bury, kill_commander, lose_men, score_objective
from bocage.rules.squad.data import KIND, find_use, uses
from bocage.rules.squad.scale import put_flank
from bocage.rules.squad.state import BarrierStep, EngineerStep, MineStep, MoveStep, PostMove, Squad, State
from bocage.rules.squad.variants import ground_of

PostMoveAction: TypeAlias = Objective | Conceal | Flank | Done


class MoveStage(Stage[State, MoveStep]):
    """V1: the declared move is binding (SQ-62), unless the point man fell or no hex is left (SQ-74, SQ-123)."""

    def waits(self, state: State, frame: MoveStep) -> bool:
        squad = state.squads[frame.squad]
        return squad.declared and not squad.stopped and ground_of(state).can_move(state, squad)

    def run(self, state: State, frame: MoveStep, ctx: Context) -> None:
        state.stack.pop()
        squad = state.squads[frame.squad]
        if squad.declared and not squad.stopped:
            ctx.tell(ev.Cancelled(squad.id))
        squad.declared = False

    def decision(self, state: State, frame: MoveStep) -> Decision:
        squad = state.squads[frame.squad]
        ground = ground_of(state)
        moves = ground.moves(state, squad)
        return Decision(squad.seat, "move", moves, ground.default_move(moves))

    def act(self, state: State, frame: MoveStep, action: Move, ctx: Context) -> None:
        state.stack.pop()
        squad = state.squads[frame.squad]
        squad.declared = False
        ground = ground_of(state)
        ground.announce(state, squad, action, ctx)
        state.stack.append(BarrierStep(squad.id, action, ground.guards(state, squad, action)))


class BarrierStage(Stage[State, BarrierStep]):
    """V2: each guard is asked in turn, again after an engineer (SQ-81, SQ-124); then the move succeeds."""

    def waits(self, state: State, frame: BarrierStep) -> bool:
        return bool(frame.asked) and bool(state.squads[frame.asked[0]].hand)

    def run(self, state: State, frame: BarrierStep, ctx: Context) -> None:
        if frame.asked:
            frame.asked = frame.asked[1:]
            return
        state.stack.pop()
        squad = state.squads[frame.squad]
        ground = ground_of(state)
        ground.complete(state, squad, frame.move, ctx)
        state.stack.append(ground.post_move(state, squad, frame.move))

    def decision(self, state: State, frame: BarrierStep) -> Decision:
        guard = state.squads[frame.asked[0]]
        table = uses(state.options.variant, guard.nation, "barrier")
        actions: list[Barrier | Pass] = [
            Barrier(guard.id, card, use.trait) for card in guard.hand for use in table.get(card, ())
        ]
        actions.append(PASS)
        return Decision(guard.seat, "barrier", actions, PASS)

    def act(self, state: State, frame: BarrierStep, action: Barrier | Pass, ctx: Context) -> None:
        if isinstance(action, Pass):
            frame.asked = frame.asked[1:]
            return
        take(state.squads[action.squad], action.card)
        ctx.tell(ev.BarrierPlayed(action.squad, frame.squad, KIND[action.card], action.trait))
        state.stack.append(EngineerStep(frame.squad, action.squad, action.card, action.trait))


class EngineerStage(Stage[State, EngineerStep]):
    """V3: the mover may clear the barrier; otherwise it strikes (V4b)."""

    def waits(self, state: State, frame: EngineerStep) -> bool:
        return bool(state.squads[frame.squad].hand)

    def run(self, state: State, frame: EngineerStep, ctx: Context) -> None:
        _strike(state, frame, ctx)

    def decision(self, state: State, frame: EngineerStep) -> Decision:
        squad = state.squads[frame.squad]
        table = uses(state.options.variant, squad.nation, "engineer")
        actions: list[Engineer | Pass] = [Engineer(squad.id, card) for card in squad.hand if card in table]
        actions.append(PASS)
        return Decision(squad.seat, "engineer", actions, PASS)

    def act(self, state: State, frame: EngineerStep, action: Engineer | Pass, ctx: Context) -> None:
        if isinstance(action, Pass):
            _strike(state, frame, ctx)
            return
        state.stack.pop()
        spend(state, state.squads[frame.squad], action.card)
        discard(state, frame.barrier)
        ctx.tell(ev.Cleared(frame.squad, KIND[frame.barrier], frame.trait))  # SQ-85


def _strike(state: State, frame: EngineerStep, ctx: Context) -> None:
    """V4b: the move is cancelled whatever a mine does (SQ-84)."""
    state.stack.pop()
    crossing = state.stack.pop()
    assert isinstance(crossing, BarrierStep)
    squad, owner = state.squads[frame.squad], state.squads[frame.owner]
    ground_of(state).cancel(state, crossing.move)
    discard(state, frame.barrier)
    ctx.tell(ev.Cancelled(squad.id, KIND[frame.barrier]))
    use = find_use(state.options.variant, owner.nation, "barrier", frame.barrier, frame.trait)
    if use.effect != "mine":
        return
    first, second = ctx.dice.d6(), ctx.dice.d6()
    total = first - second + use.value
    kills = lose_men(squad, total)
    ctx.tell(ev.MineHit(squad.id, (first, second), total, first - second, (("mine", use.value),), kills, owner.id))
    if not bury(state, squad, ctx) and kills and not squad.leaderless:
        state.stack.append(MineStep(owner.id, squad.id))


class MineStage(Stage[State, MineStep]):
    """V5: the mine may have killed the commander (SQ-42)."""

    def waits(self, state: State, frame: MineStep) -> bool:
        return bool(state.squads[frame.squad].hand)

    def decision(self, state: State, frame: MineStep) -> Decision:
        owner = state.squads[frame.squad]
        table = uses(state.options.variant, owner.nation, "commander_killed")
        actions: list[CommanderKilled | Pass] = [
            CommanderKilled(owner.id, card, frame.target) for card in owner.hand if card in table
        ]
        actions.append(PASS)
        return Decision(owner.seat, "mine", actions, PASS)

    def act(self, state: State, frame: MineStep, action: CommanderKilled | Pass, ctx: Context) -> None:
        state.stack.pop()
        if isinstance(action, CommanderKilled):
            owner, target = state.squads[frame.squad], state.squads[frame.target]
            kill_commander(state, owner, action.card, target, ctx)


class PostMoveStage(Stage[State, PostMove]):
    """V6: at most one card of each role, until done or the hand is empty (SQ-87, SQ-103)."""

    def waits(self, state: State, frame: PostMove) -> bool:
        return bool(frame.roles) and bool(state.squads[frame.squad].hand)

    def run(self, state: State, frame: PostMove, ctx: Context) -> None:
        state.stack.pop()
        ground_of(state).settle(state, state.squads[frame.squad], frame, ctx)

    def decision(self, state: State, frame: PostMove) -> Decision:
        squad = state.squads[frame.squad]
        actions: list[PostMoveAction] = []
        for role in frame.roles:
            table = uses(state.options.variant, squad.nation, role)
            for card in squad.hand:
                actions += [_post_move_action(role, squad, card, use.trait) for use in table.get(card, ())]
        actions.append(DONE)
        return Decision(squad.seat, "post_move", actions, DONE)

    def act(self, state: State, frame: PostMove, action: PostMoveAction, ctx: Context) -> None:
        squad = state.squads[frame.squad]
        if isinstance(action, Done):
            frame.roles = ()
        elif isinstance(action, Objective):
            frame.roles = tuple(role for role in frame.roles if role != "objective")
            spend(state, squad, action.card)
            score_objective(state, squad, action.card, ctx)
        elif isinstance(action, Conceal):
            frame.roles = tuple(role for role in frame.roles if role != "conceal")
            take(squad, action.card)
            squad.concealment = action.card
            ctx.tell(ev.Concealed(squad.id, KIND[action.card], action.trait))
        else:
            frame.roles = tuple(role for role in frame.roles if role != "flank")
            frame.flanked = True
            take(squad, action.card)
            put_flank(state, squad, action.card, frame.side)
            count = len(squad.flank_cards)
            ctx.tell(ev.Flanked(squad.id, KIND[action.card], frame.side, count, action.trait))


def _post_move_action(role: str, squad: Squad, card: str, trait: str) -> PostMoveAction:
    if role == "objective":
        return Objective(squad.id, card)
    return Conceal(squad.id, card, trait) if role == "conceal" else Flank(squad.id, card, trait)
