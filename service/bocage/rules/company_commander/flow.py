"""The sequence of a game: how it begins, and which step handles which frame of the stack."""

from __future__ import annotations

from typing import Any

from bocage.rules.company_commander.assault import AssaultStage, BuildStage, ResolveStage
from bocage.rules.company_commander.data import DE, SIDES, US, squad_deck
from bocage.rules.company_commander.deploy import DeployStage, DiscardStage, TacticsStage, place
from bocage.rules.company_commander.events import Began
from bocage.rules.company_commander.loops import WindowStage
from bocage.rules.company_commander.options import Options
from bocage.rules.company_commander.position import cards_of
from bocage.rules.company_commander.recon import (
    MissionStage,
    ReconStage,
    SpottedStage,
    SupportStage,
    SuppressionStage,
    UnitRollStage,
)
from bocage.rules.company_commander.state import (
    AssaultFrame,
    BuildFrame,
    DeployFrame,
    DiscardFrame,
    MissionFrame,
    RallyFrame,
    ReconFrame,
    ResolveFrame,
    SpottedFrame,
    State,
    SupportFrame,
    SuppressionFrame,
    TacticsFrame,
    TurnFrame,
    UnitRollFrame,
    WindowFrame,
)
from bocage.rules.company_commander.tactical import tactical_deck
from bocage.rules.company_commander.turn import RallyStage, TurnStage
from bocage.rules.kernel.flow import StackFrame, Stage
from bocage.rules.kernel.game import Context

STAGES: dict[type[StackFrame], Stage[Any, Any]] = {
    TurnFrame: TurnStage(),
    DeployFrame: DeployStage(),
    TacticsFrame: TacticsStage(),
    DiscardFrame: DiscardStage(),
    ReconFrame: ReconStage(),
    MissionFrame: MissionStage(),
    SpottedFrame: SpottedStage(),
    SuppressionFrame: SuppressionStage(),
    UnitRollFrame: UnitRollStage(),
    SupportFrame: SupportStage(),
    AssaultFrame: AssaultStage(),
    BuildFrame: BuildStage(),
    ResolveFrame: ResolveStage(),
    RallyFrame: RallyStage(),
    WindowFrame: WindowStage(),
}


def open_match(options: Options, ctx: Context) -> State:
    """Sides, three shuffled decks, who is first; the first turn is about to begin (sheet 1.1). CC-2"""
    chosen = options.creator_side
    us_seat = ctx.dice.below(2) if chosen == "random" else 0 if chosen == SIDES[US] else 1
    decks = (squad_deck(US), squad_deck(DE), tactical_deck())
    for side in (US, DE):
        for card, _ in cards_of(options.units, side) if options.units else ():
            decks[side].remove(card)
    for deck in decks:
        ctx.dice.shuffle(deck)
    us, de, tactical = decks
    state = State([TurnFrame()], None, options, us_seat, ctx.dice.below(2), (tuple(us), tuple(de)), tuple(tactical))
    ctx.tell(Began(us_seat, 1 - us_seat, SIDES[state.active]))
    if options.units:
        place(state, options.units, ctx)
    return state
