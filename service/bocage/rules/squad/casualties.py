"""Losses, elimination, and both ways to win: tested after every single change (SQ-96)."""

from __future__ import annotations

from bocage.rules.kernel import Context, Outcome
from bocage.rules.squad import events as ev
from bocage.rules.squad.cards import discard, kinds, take
from bocage.rules.squad.data import KIND, OBJECTIVES_TO_WIN
from bocage.rules.squad.state import Squad, State


def lose_men(squad: Squad, count: int) -> int:
    """Remove up to ``count`` men; return the number removed (SQ-22). The caller tells, then buries."""
    lost = min(max(0, count), squad.men)
    squad.men -= lost
    return lost


def bury(state: State, squad: Squad, ctx: Context) -> bool:
    """Remove a squad without men; whether it is gone. Its owner loses with their last squad (SQ-130)."""
    if squad.men:
        return False
    if len(state.of(squad.seat)) == 1:
        ctx.tell(ev.Eliminated(squad.id))
        state.result = Outcome((1 - squad.seat,), "annihilation")
        return True
    left = (*squad.hand, squad.terrain, squad.concealment, squad.encircled, *squad.flank_cards)
    cards = tuple(card for card in left if card)
    discard(state, *cards)
    del state.squads[squad.id]
    ctx.tell(ev.Eliminated(squad.id, kinds(cards)))
    return True


def score_objective(state: State, squad: Squad, card: str, ctx: Context) -> None:
    """One more objective for the owner of ``squad``; the third wins (SQ-88, SQ-131)."""
    first, second = state.objectives
    state.objectives = (first + 1, second) if squad.seat == 0 else (first, second + 1)
    count = state.objectives[squad.seat]
    ctx.tell(ev.Scored(squad.id, KIND[card], count))
    if count == OBJECTIVES_TO_WIN:
        state.result = Outcome((squad.seat,), "objectives")


def kill_commander(state: State, squad: Squad, card: str, target: Squad, ctx: Context) -> None:
    """``squad`` plays Commander Killed on ``target``: limit −1 for good, the card is set aside (SQ-39, SQ-40)."""
    take(squad, card)
    state.aside += (card,)
    target.leaderless = True
    ctx.tell(ev.CommanderFell(squad.id, target.id, KIND[card]))
