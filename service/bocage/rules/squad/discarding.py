"""Discard Phase: the extra card of a quiet turn (E1), then down to the hand limit (E2)."""

from __future__ import annotations

from bocage.rules.kernel import Context, Decision, Stage
from bocage.rules.squad import events as ev
from bocage.rules.squad.actions import DECLINE, DRAW_EXTRA, Decline, Discard, DrawExtra
from bocage.rules.squad.cards import draw, spend
from bocage.rules.squad.data import KIND
from bocage.rules.squad.state import DiscardDown, ExtraCard, State


class ExtraCardStage(Stage[State, ExtraCard]):
    """E1: neither moved nor attacked (SQ-94)."""

    def waits(self, state: State, frame: ExtraCard) -> bool:
        squad = state.squads[frame.squad]
        return not (squad.moved or squad.attacked)

    def decision(self, state: State, frame: ExtraCard) -> Decision:
        return Decision(state.squads[frame.squad].seat, "extra_card", [DRAW_EXTRA, DECLINE], DRAW_EXTRA)

    def act(self, state: State, frame: ExtraCard, action: DrawExtra | Decline, ctx: Context) -> None:
        state.stack.pop()
        if isinstance(action, DrawExtra):
            draw(state, state.squads[frame.squad], 1, ctx)


class DiscardStage(Stage[State, DiscardDown]):
    """E2: only the excess, one card per action (SQ-95)."""

    def waits(self, state: State, frame: DiscardDown) -> bool:
        squad = state.squads[frame.squad]
        return len(squad.hand) > squad.limit

    def decision(self, state: State, frame: DiscardDown) -> Decision:
        squad = state.squads[frame.squad]
        actions = [Discard(squad.id, card) for card in squad.hand]
        return Decision(squad.seat, "discard", actions, actions[0])

    def act(self, state: State, frame: DiscardDown, action: Discard, ctx: Context) -> None:
        squad = state.squads[frame.squad]
        spend(state, squad, action.card)
        ctx.tell(ev.Discarded(squad.id, KIND[action.card]))
