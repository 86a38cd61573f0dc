"""COMPANY COMMANDER as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

import msgspec

from bocage.protocol.presentation import Shape
from bocage.rules.company_commander import (
    actions,
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
from bocage.rules.company_commander.lesson import LESSON
from bocage.rules.company_commander.picture import picture
from bocage.rules.company_commander.presentation import PRESENTATION
from bocage.rules.company_commander.spaces import SPACES
from bocage.rules.company_commander.state import copy
from bocage.rules.company_commander.tactical import POINTS
from bocage.rules.company_commander.text import TEXT
from bocage.rules.company_commander.view import View
from bocage.rules.dice import Chance
from bocage.rules.kernel import (
    PUBLIC,
    Action,
    Context,
    Decision,
    Event,
    FlowGame,
    Lesson,
    Odds,
    Refusal,
    Seen,
    Spaces,
    Step,
    Viewer,
)


class CompanyCommander(FlowGame[state.State]):
    """Two infantry companies, three fronts, six phases."""

    id = "company_commander"
    seats = 2
    Options = options.Options
    SeatOptions = options.SeatOptions
    State = state.State
    Actions = actions.Actions
    Events = events.Events
    View = view.View
    Figures = figures.Figures
    decisions = (*POINTS, "discard", "mission", "build")
    quiet = (
        events.Deployed,
        events.Moved,
        events.Played,
        events.Discarded,
        events.Passed,
        events.Stood,
        events.Marked,
        events.Declared,
        events.Joined,
        events.Withdrew,
        events.Committed,
    )
    text = TEXT
    presentation = PRESENTATION
    stages = flow.STAGES

    def setup(
        self, options: options.Options, seats: tuple[options.SeatOptions, ...], dice: Chance
    ) -> Step[state.State]:
        ctx = Context(dice)
        opened = flow.open_match(options, ctx)
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
        return refusals.refusal(state, state.side(seat), action)

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
        return ["side.us" if seat == state.us_seat else "side.de" for seat in range(self.seats)]

    def same_sides(
        self, state: state.State, options: options.Options, seats: tuple[options.SeatOptions, ...]
    ) -> tuple[options.Options, tuple[options.SeatOptions, ...]]:
        return msgspec.structs.replace(options, creator_side="us" if state.us_seat == 0 else "de"), seats

    def picture(self, view: Mapping[str, object]) -> tuple[Shape, ...]:
        return picture(cast(View, view))

    def lesson(self) -> Lesson:
        return LESSON


GAME = CompanyCommander()
