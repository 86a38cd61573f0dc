"""SQUAD as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from service.games.dice import Chance
from service.games.kernel import Action, Context, Event, FlowGame, Lesson, Refusal, StackFrame, Stage, Step, Viewer
from service.games.squad import hidden, printed, refusals
from service.games.squad import state as states
from service.games.squad.actions import Actions as AnyAction
from service.games.squad.discarding import DiscardStage, ExtraCardStage
from service.games.squad.events import Events as AnyEvent
from service.games.squad.fire import AttackStage, DeclareStage, SmokeStage
from service.games.squad.lesson import LESSON
from service.games.squad.movement import BarrierStage, EngineerStage, MineStage, MoveStage, PostMoveStage
from service.games.squad.opening import PlacementStage, SetupTerrainStage, open_match
from service.games.squad.options import Options as MatchOptions
from service.games.squad.options import SeatOptions as SeatChoice
from service.games.squad.presentation import PRESENTATION
from service.games.squad.rolls import RollStage
from service.games.squad.state import State as Match
from service.games.squad.text import CATALOGUES
from service.games.squad.turn import DrawStage, TurnStage, UtilityStage
from service.games.squad.view import View as TableView
from service.games.squad.view import view


class SquadGame(FlowGame[Match]):
    """SQUAD: two players, five nations, one common deck; three variants."""

    id = "squad"
    seats = 2
    Options = MatchOptions
    SeatOptions = SeatChoice
    State = Match
    Actions = AnyAction
    Events = AnyEvent
    View = TableView
    text = CATALOGUES
    presentation = PRESENTATION
    decisions = (
        "setup_terrain",
        "placement",
        "utility",
        "morale",
        "declare",
        "smoke",
        "covering_fire",
        "opportunity_fire",
        "move",
        "barrier",
        "engineer",
        "mine",
        "post_move",
        "position_fire",
        "return_fire",
        "rally",
        "extra_card",
        "discard",
    )
    stages: ClassVar[dict[type[StackFrame], Stage[Any, Any]]] = {
        states.SetupTerrain: SetupTerrainStage(),
        states.Placement: PlacementStage(),
        states.Turn: TurnStage(),
        states.Draw: DrawStage(),
        states.UtilityStep: UtilityStage(),
        states.Roll: RollStage(),
        states.DeclareStep: DeclareStage(),
        states.SmokeStep: SmokeStage(),
        states.AttackStep: AttackStage(),
        states.MoveStep: MoveStage(),
        states.BarrierStep: BarrierStage(),
        states.EngineerStep: EngineerStage(),
        states.MineStep: MineStage(),
        states.PostMove: PostMoveStage(),
        states.ExtraCard: ExtraCardStage(),
        states.DiscardDown: DiscardStage(),
    }

    def setup(self, options: MatchOptions, seats: tuple[SeatChoice, ...], dice: Chance) -> Step[Match]:
        ctx = Context(dice)
        state = open_match(options, seats, ctx)
        self.advance(state, ctx)
        return Step(state, ctx.events)

    def copy(self, state: Match) -> Match:
        return states.copy(state)

    def view(self, state: Match, viewer: Viewer) -> Mapping[str, object]:
        return view(state, viewer)

    def assert_invariants(self, state: Match) -> None:
        hidden.assert_invariants(state)

    def resample(self, state: Match, viewer: Viewer, dice: Chance) -> Match:
        return hidden.resample(state, viewer, dice)

    def refusal(self, state: Match, seat: int, action: Action) -> Refusal | None:
        return refusals.refusal(state, seat, action)

    def turns(self, state: Match) -> int:
        return state.turn

    def lesson(self) -> Lesson:
        return LESSON

    def facts(self) -> Mapping[str, object]:
        return printed.facts()

    def content(self) -> frozenset[str]:
        return printed.CONTENT

    def used(self, thing: Action | Event) -> Iterable[str]:
        return printed.used(thing)

    def facets(self, state: Match) -> Mapping[str, str]:
        return printed.facets(state)


GAME = SquadGame()
