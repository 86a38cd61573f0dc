"""ZOMBIES VS LIGHT TANK as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from bocage.protocol.presentation import Shape
from bocage.rules.dice import Chance
from bocage.rules.kernel import Action, Decision, Event, FlowGame, Lesson, Odds, Refusal, Seen, Spaces, Step, Viewer
from bocage.rules.zombies import (
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
from bocage.rules.zombies.lesson import LESSON
from bocage.rules.zombies.picture import picture
from bocage.rules.zombies.presentation import PRESENTATION
from bocage.rules.zombies.spaces import SPACES
from bocage.rules.zombies.state import copy
from bocage.rules.zombies.text import TEXT
from bocage.rules.zombies.view import View


class Zombies(FlowGame[state.State]):
    """One player and a tank against face-down counters and an automatic enemy."""

    id = "zombies"
    seats = 1
    Options = options.Options
    SeatOptions = options.SeatOptions
    State = state.State
    Actions = actions.Actions
    Events = events.Events
    View = view.View
    Figures = figures.Figures
    decisions = ("roll", "action", "loss", "event_recon", "repair")
    quiet = (
        events.Moved,
        events.Boarded,
        events.Stopped,
        events.Lost,
        events.Mended,
        events.Declined,
        events.EventRemoved,
        events.TurnBegan,
    )
    text = TEXT
    presentation = PRESENTATION
    daily = options.DAILY
    stages = flow.STAGES

    def setup(
        self, options: options.Options, seats: tuple[options.SeatOptions, ...], dice: Chance
    ) -> Step[state.State]:
        return flow.setup(options, dice)

    def copy(self, state: state.State) -> state.State:
        return copy(state)

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

    def turns(self, state: state.State) -> int:
        return state.turn

    def score(self, state: state.State) -> int:
        return score.score(state)

    def symbols(self, state: state.State) -> str:
        return score.symbols(state)

    def picture(self, view: Mapping[str, object]) -> tuple[Shape, ...]:
        return picture(cast(View, view))

    def lesson(self) -> Lesson:
        return LESSON


GAME = Zombies()
