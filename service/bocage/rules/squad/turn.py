"""A turn: nine phases, then the other player. Draw Phase (D1, D2) and end of turn stand here as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bocage.rules.kernel import Context, Decision, Outcome, Stage
from bocage.rules.squad import events as ev
from bocage.rules.squad.actions import DONE, Done, Utility
from bocage.rules.squad.cards import draw, spend
from bocage.rules.squad.data import (
    COVERING,
    KIND,
    NATIONS,
    OPPORTUNITY,
    POSITION,
    RETURN,
    find_use,
    uses,
)
from bocage.rules.squad.state import (
    AttackStep,
    DeclareStep,
    DiscardDown,
    Draw,
    ExtraCard,
    Frames,
    MoveStep,
    Roll,
    SmokeStep,
    Squad,
    State,
    Turn,
    UtilityStep,
)


class Phase(NamedTuple):
    """A phase: its id, whether the opponent's squads act, when it is skipped for a squad, and its steps.

    ``due`` looks at what holds for the whole phase; the stages decide whether each step opens.
    """

    id: str
    opponent: bool
    due: Callable[[State, Squad], object]
    steps: Callable[[str], tuple[Frames, ...]]


def _always(state: State, squad: Squad) -> bool:
    return True


def _holds_cards(state: State, squad: Squad) -> bool:
    return bool(squad.hand)


def _faces_a_mover(state: State, squad: Squad) -> bool:
    return bool(squad.hand) and any(enemy.declared for enemy in state.enemies(squad))


#: The turn sequence.
SEQUENCE = (
    Phase("draw", False, _always, lambda squad: (Draw(squad), UtilityStep(squad))),
    # Fired at, hit or miss (SQ-50).
    Phase("morale", False, lambda _, squad: squad.fired_at, lambda squad: (Roll(squad, "morale"),)),
    Phase(
        COVERING,
        False,
        lambda _, squad: not squad.pinned,
        lambda squad: (DeclareStep(squad), SmokeStep(squad), AttackStep(squad, COVERING)),
    ),
    Phase(OPPORTUNITY, True, _faces_a_mover, lambda squad: (AttackStep(squad, OPPORTUNITY),)),
    Phase("movement", False, lambda _, squad: squad.declared, lambda squad: (MoveStep(squad),)),
    Phase(POSITION, False, _holds_cards, lambda squad: (AttackStep(squad, POSITION),)),
    Phase(RETURN, True, _holds_cards, lambda squad: (AttackStep(squad, RETURN),)),
    # Pinned now (SQ-93).
    Phase("rally", False, lambda _, squad: squad.pinned, lambda squad: (Roll(squad, "rally"),)),
    Phase("discard", False, _always, lambda squad: (ExtraCard(squad), DiscardDown(squad))),
)


class TurnStage(Stage[State, Turn]):
    """Opens phase after phase; within a phase the squads act in id order (SQ-119)."""

    def run(self, state: State, frame: Turn, ctx: Context) -> None:
        if state.turn == 0:
            _start_turn(state, frame, state.first, ctx)
        opened = False
        while not opened:
            if frame.next_phase == len(SEQUENCE):
                frame.next_phase = 0
                if frame.later:
                    state.group, frame.later = frame.later[0], frame.later[1:]
                else:
                    _end_turn(state, frame, ctx)
                    if state.result is not None:
                        return
            opened = self._open(state, frame)

    def _open(self, state: State, frame: Turn) -> bool:
        """Push the steps of the next phase; whether there are any."""
        phase = SEQUENCE[frame.next_phase]
        frame.next_phase += 1
        state.phase = phase.id
        squads = state.squads
        acting = [squad.id for squad in state.of(1 - state.active)] if phase.opponent else state.group
        opened = False
        for squad in reversed(acting):
            if squad in squads and phase.due(state, squads[squad]):
                state.stack += phase.steps(squad)[::-1]
                opened = True
        return opened


def _start_turn(state: State, frame: Turn, seat: int, ctx: Context) -> None:
    state.turn += 1
    state.active = seat
    own = tuple(squad.id for squad in state.of(seat))
    if state.options.activation == "squads":
        state.group, frame.later = own[:1], tuple((squad,) for squad in own[1:])
    else:
        state.group = own
    ctx.tell(ev.TurnStarted(state.turn, seat))


def _end_turn(state: State, frame: Turn, ctx: Context) -> None:
    for squad in state.squads.values():
        squad.end_turn()
        if squad.seat == state.active and state.options.morale_memory == "opponent_turn":
            squad.fired_at = squad.killed = 0  # SQ-2: only the opponent's turn counts
    if state.turn >= state.options.turn_cap:
        state.result = Outcome((), "turn_cap")  # SQ-98
    else:
        _start_turn(state, frame, 1 - state.active, ctx)


class DrawStage(Stage[State, Draw]):
    """D1."""

    def run(self, state: State, frame: Draw, ctx: Context) -> None:
        state.stack.pop()
        squad = state.squads[frame.squad]
        draw(state, squad, NATIONS[squad.nation].draw, ctx)


class UtilityStage(Stage[State, UtilityStep]):
    """D2: only nations with an option for it, and only with cards in hand (SQ-47)."""

    def waits(self, state: State, frame: UtilityStep) -> bool:
        squad = state.squads[frame.squad]
        return bool(squad.hand) and bool(uses(state.options.variant, squad.nation, "utility"))

    def decision(self, state: State, frame: UtilityStep) -> Decision:
        squad = state.squads[frame.squad]
        table = uses(state.options.variant, squad.nation, "utility")
        actions: list[Utility | Done] = [
            Utility(squad.id, card, use.trait) for card in squad.hand for use in table.get(card, ())
        ]
        actions.append(DONE)
        return Decision(squad.seat, "utility", actions, DONE)

    def act(self, state: State, frame: UtilityStep, action: Utility | Done, ctx: Context) -> None:
        if isinstance(action, Done):
            state.stack.pop()
            return
        squad = state.squads[frame.squad]
        use = find_use(state.options.variant, squad.nation, "utility", action.card, action.trait)
        spend(state, squad, action.card)
        men = use.value if use.effect == "men" else 0
        ctx.tell(ev.UsedTrait(squad.id, KIND[action.card], action.trait, men))
        if use.effect == "draw":
            draw(state, squad, use.value, ctx)  # SQ-48
        squad.men += men  # SQ-49
