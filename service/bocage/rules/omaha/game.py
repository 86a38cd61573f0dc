"""ATTACK ON OMAHA BEACH as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from bocage.protocol.presentation import Shape
from bocage.rules.dice import Chance
from bocage.rules.kernel import (
    Action,
    Context,
    Decision,
    Event,
    Game,
    Lesson,
    Odds,
    Outcome,
    Refusal,
    Seen,
    Spaces,
    Step,
    Viewer,
)
from bocage.rules.omaha import (
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
    score,
    state,
    view,
)
from bocage.rules.omaha.lesson import LESSON
from bocage.rules.omaha.picture import picture
from bocage.rules.omaha.presentation import PRESENTATION
from bocage.rules.omaha.spaces import SPACES
from bocage.rules.omaha.text import TEXT
from bocage.rules.omaha.view import View


class Omaha(Game[state.State]):
    """One player, one squad, four assaults."""

    id = "omaha"
    seats = 1
    Options = options.Options
    SeatOptions = options.SeatOptions
    State = state.State
    Actions = actions.Actions
    Events = events.Events
    View = view.View
    Figures = figures.Figures
    decisions = ("land", "assault", "place_nest")
    quiet = (events.Landed, events.Sniped, events.Moved, events.Hit, events.NestPlaced)
    text = TEXT
    presentation = PRESENTATION
    daily = options.DAILY

    def setup(
        self, options: options.Options, seats: tuple[options.SeatOptions, ...], dice: Chance
    ) -> Step[state.State]:
        return flow.setup(options, dice)

    def decision(self, state: state.State) -> Decision | None:
        return flow.decision(state)

    def reduce(self, state: state.State, action: actions.Actions, ctx: Context) -> None:
        flow.reduce(state, action, ctx)

    def outcome(self, state: state.State) -> Outcome | None:
        return state.result

    def copy(self, state: state.State) -> state.State:
        return state.copy()

    def view(self, state: state.State, viewer: Viewer) -> view.View:
        return view.view(state, viewer)

    def resample(self, state: state.State, viewer: Viewer, dice: Chance) -> state.State:
        return hidden.resample(state, viewer, dice)

    def imagine(self, seen: Seen, dice: Chance) -> state.State:
        return imagine.imagine(seen, dice)

    def odds(self, seen: Seen, decision: Decision) -> Odds | None:
        return odds.odds(seen, decision)

    def assert_invariants(self, state: state.State) -> None:
        invariants.assert_invariants(state)

    def refusal(self, state: state.State, seat: int, action: Action) -> Refusal | None:
        return refusals.refusal(state, action)

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

    def score(self, state: state.State) -> int:
        return score.score(state)

    def symbols(self, state: state.State) -> str:
        return score.symbols(state)

    def picture(self, view: Mapping[str, object]) -> tuple[Shape, ...]:
        return picture(cast(View, view))

    def lesson(self) -> Lesson:
        return LESSON


GAME = Omaha()
