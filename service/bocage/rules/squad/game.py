"""SQUAD as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from bocage.protocol.presentation import Shape
from bocage.rules.dice import Chance
from bocage.rules.kernel import (
    PUBLIC,
    Action,
    Context,
    Decision,
    DrawnMap,
    Event,
    FlowGame,
    Lesson,
    Negotiable,
    Odds,
    Refusal,
    Seen,
    Spaces,
    Step,
    Viewer,
)
from bocage.rules.squad import (
    actions,
    drawn,
    events,
    facts,
    figures,
    flow,
    hidden,
    imagine,
    invariants,
    odds,
    options,
    refusals,
    state,
    view,
)
from bocage.rules.squad.hexmap import OPPOSITE
from bocage.rules.squad.lesson import LESSON
from bocage.rules.squad.opening import open_match, same_sides
from bocage.rules.squad.picture import picture
from bocage.rules.squad.presentation import PRESENTATION
from bocage.rules.squad.spaces import SPACES
from bocage.rules.squad.state import copy
from bocage.rules.squad.text import TEXT
from bocage.rules.squad.view import View


class SquadGame(FlowGame[state.State]):
    """SQUAD: two players, five nations, one common deck; three variants."""

    id = "squad"
    seats = 2
    Options = options.Options
    SeatOptions = options.SeatOptions
    State = state.State
    Actions = actions.Actions
    Events = events.Events
    View = view.View
    Figures = figures.Figures
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
    quiet = (
        events.Deployed,
        events.TurnStarted,
        events.UsedTrait,
        events.Modified,
        events.Declared,
        events.Smoked,
        events.BonusPlayed,
        events.Surrounded,
        events.CommanderFell,
        events.Announced,
        events.BarrierPlayed,
        events.Cleared,
        events.Cancelled,
        events.Moved,
        events.Scored,
        events.Concealed,
        events.Flanked,
        events.FlankLost,
        events.Discarded,
    )
    text = TEXT
    presentation = PRESENTATION
    stages = flow.STAGES

    def setup(
        self, options: options.Options, seats: tuple[options.SeatOptions, ...], dice: Chance
    ) -> Step[state.State]:
        ctx = Context(dice)
        opened = open_match(options, seats, ctx)
        self.advance(opened, ctx)
        return Step(opened, ctx.events)

    def copy(self, state: state.State) -> state.State:
        return copy(state)

    def view(self, state: state.State, viewer: Viewer) -> view.View:
        return view.view(state, viewer)

    def public_part(self, state: state.State) -> Mapping[str, object]:
        return view.view(state, PUBLIC)

    def own_part(self, state: state.State, viewer: Viewer) -> Mapping[str, object]:
        return view.own_part(state, viewer)

    def resample(self, state: state.State, viewer: Viewer, dice: Chance) -> state.State:
        return hidden.resample(state, viewer, dice)

    def imagine(self, seen: Seen, dice: Chance) -> state.State:
        return imagine.imagine(seen, dice)

    def any_hand(self, state: state.State, seat: int) -> state.State:
        return hidden.any_hand(state, seat)

    def odds(self, seen: Seen, decision: Decision) -> Odds | None:
        return odds.odds(seen, decision)

    def assert_invariants(self, state: state.State) -> None:
        invariants.assert_invariants(state)

    def refusal(self, state: state.State, seat: int, action: Action) -> Refusal | None:
        return refusals.refusal(state, seat, action)

    def facts(self) -> Mapping[str, object]:
        return facts.facts()

    def spaces(self) -> Spaces:
        return SPACES

    def content(self) -> frozenset[str]:
        return facts.CONTENT

    def used(self, thing: Action | Event) -> Iterable[str]:
        return facts.used(thing)

    def facets(self, state: state.State) -> Mapping[str, str]:
        return facts.facets(state)

    def turns(self, state: state.State) -> int:
        return state.turn

    def sides(self, state: state.State) -> Sequence[str]:
        return [f"nation.{state.of(seat)[0].nation}" if state.of(seat) else "" for seat in range(self.seats)]

    def same_sides(
        self, state: state.State, options: options.Options, seats: tuple[options.SeatOptions, ...]
    ) -> tuple[options.Options, tuple[options.SeatOptions, ...]]:
        return same_sides(state, options, seats)

    def picture(self, view: Mapping[str, object]) -> tuple[Shape, ...]:
        return picture(cast(View, view))

    def negotiable(self, options: options.Options) -> Negotiable:
        if options.variant != "map" or options.terrain != "drawn":
            return Negotiable()
        return Negotiable(drawn.NEGOTIABLE, {"home_edge": OPPOSITE[options.edge]})

    def read_map(self, text: str) -> DrawnMap:
        return drawn.read_map(text)

    def map_id(self, options: Mapping[str, object]) -> str:
        return drawn.map_id(options)

    def lesson(self) -> Lesson:
        return LESSON


GAME = SquadGame()
