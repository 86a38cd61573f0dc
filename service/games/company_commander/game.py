"""COMPANY COMMANDER as the service knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from service.games.company_commander.actions import Actions as CompanyActions
from service.games.company_commander.actions import Deploy, Play
from service.games.company_commander.assault import AssaultStage, BuildStage, ResolveStage
from service.games.company_commander.data import DE, SIDES, UNITS, US, squad_deck
from service.games.company_commander.deploy import DeployStage, DiscardStage, TacticsStage
from service.games.company_commander.events import Began, Played
from service.games.company_commander.events import Events as CompanyEvents
from service.games.company_commander.facts import facts
from service.games.company_commander.flow import WindowStage
from service.games.company_commander.hidden import resample
from service.games.company_commander.invariants import assert_invariants
from service.games.company_commander.lesson import LESSON
from service.games.company_commander.options import Options as CompanyOptions
from service.games.company_commander.presentation import PRESENTATION
from service.games.company_commander.recon import (
    MissionStage,
    ReconStage,
    SpottedStage,
    SupportStage,
    SuppressionStage,
    UnitRollStage,
)
from service.games.company_commander.refusals import refusal
from service.games.company_commander.state import (
    AssaultFrame,
    BuildFrame,
    DeployFrame,
    DiscardFrame,
    MissionFrame,
    RallyFrame,
    ReconFrame,
    ResolveFrame,
    SpottedFrame,
    SupportFrame,
    SuppressionFrame,
    TacticsFrame,
    TurnFrame,
    UnitRollFrame,
    WindowFrame,
    copy,
)
from service.games.company_commander.state import State as CompanyState
from service.games.company_commander.tactical import POINTS, TACTICAL, tactical_deck
from service.games.company_commander.text import TEXT
from service.games.company_commander.turn import RallyStage, TurnStage
from service.games.company_commander.view import View as CompanyView
from service.games.company_commander.view import first_side, view
from service.games.dice import Chance
from service.games.kernel import Lesson
from service.games.kernel.flow import FlowGame, StackFrame, Stage
from service.games.kernel.game import Action, Context, Event, Language, Refusal, Step, Viewer


class CompanyCommander(FlowGame[CompanyState]):
    """Two infantry companies, three fronts, six phases."""

    id: ClassVar[str] = "company_commander"
    seats: ClassVar[int] = 2
    Options = CompanyOptions
    State = CompanyState
    Actions = CompanyActions
    Events = CompanyEvents
    View = CompanyView
    decisions: ClassVar[tuple[str, ...]] = (*POINTS, "discard", "mission", "build")
    text: ClassVar[Mapping[Language, Mapping[str, str]]] = TEXT
    presentation = PRESENTATION
    stages: ClassVar[dict[type[StackFrame], Stage[Any, Any]]] = {
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

    def setup(self, options: CompanyOptions, seats: tuple[Any, ...], dice: Chance) -> Step[CompanyState]:
        """Sides, three shuffled decks, who is first; then the first turn begins (sheet 1.1). CC-2"""
        chosen = options.creator_side
        us_seat = dice.below(2) if chosen == "random" else 0 if chosen == SIDES[US] else 1
        decks = (squad_deck(US), squad_deck(DE), tactical_deck())
        for deck in decks:
            dice.shuffle(deck)
        us, de, tactical = decks
        state = CompanyState(
            [TurnFrame()], None, options, us_seat, dice.below(2), (tuple(us), tuple(de)), tuple(tactical)
        )
        ctx = Context(dice)
        ctx.tell(Began(us_seat, 1 - us_seat, SIDES[state.active]))
        self.advance(state, ctx)
        return Step(state, ctx.events)

    def copy(self, state: CompanyState) -> CompanyState:
        return copy(state)

    def view(self, state: CompanyState, viewer: Viewer) -> Mapping[str, object]:
        return view(state, viewer)

    def assert_invariants(self, state: CompanyState) -> None:
        assert_invariants(state)

    def resample(self, state: CompanyState, viewer: Viewer, dice: Chance) -> CompanyState:
        return resample(state, viewer, dice)

    def refusal(self, state: CompanyState, seat: int, action: Any) -> Refusal | None:
        return refusal(state, state.side(seat), action)

    def facts(self) -> Mapping[str, object]:
        return facts()

    def content(self) -> frozenset[str]:
        return frozenset((*UNITS, *TACTICAL, *POINTS))

    def used(self, thing: Action | Event) -> Iterable[str]:
        """Units by deploying them, cards and play points by playing there."""
        if isinstance(thing, Deploy):
            return (thing.card,)
        if isinstance(thing, Play):
            return (thing.card,)
        return (thing.at,) if isinstance(thing, Played) else ()

    def facets(self, state: CompanyState) -> Mapping[str, str]:
        """Each seat's side, and which seat moved first."""
        first = state.seat(first_side(state))
        return {
            "side_0": SIDES[state.side(0)],
            "side_1": SIDES[state.side(1)],
            "mover_0": "first" if first == 0 else "second",
            "mover_1": "first" if first == 1 else "second",
        }

    def turns(self, state: CompanyState) -> int:
        return state.turn

    def lesson(self) -> Lesson:
        return LESSON


GAME = CompanyCommander()
