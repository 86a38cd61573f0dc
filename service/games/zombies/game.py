"""ZOMBIES VS LIGHT TANK as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from service.games.dice import Chance
from service.games.kernel import (
    OPEN,
    Action,
    Event,
    FlowGame,
    Lesson,
    Refusal,
    StackFrame,
    Stage,
    Step,
    Told,
    Viewer,
)
from service.games.zombies import actions, events, facts, flow, invariants, refusals, view
from service.games.zombies.board import REFILL
from service.games.zombies.data import COUNTERS
from service.games.zombies.lesson import LESSON
from service.games.zombies.presentation import PRESENTATION
from service.games.zombies.state import ZombiesOptions, ZombiesState, copy, new_state
from service.games.zombies.text import TEXT


class Zombies(FlowGame[ZombiesState]):
    """One player and his tank against face-down counters and an automatic enemy."""

    id = "zombies"
    seats = 1
    Options = ZombiesOptions
    State = ZombiesState
    Actions = actions.Actions
    Events = events.Events
    decisions = ("roll", "action", "loss", "event_recon", "repair")
    View = view.View
    text = TEXT
    presentation = PRESENTATION
    stages: ClassVar[dict[type[StackFrame], Stage[Any, Any]]] = flow.STAGES

    def setup(self, options: ZombiesOptions, seats: tuple[Any, ...], dice: Chance) -> Step[ZombiesState]:
        """3.0: eight counters on the numbered hexes, the ninth marks the turns (ZB-6); all face-down."""
        order = list(COUNTERS)
        dice.shuffle(order)
        return Step(new_state(options, order), [Told(events.TurnBegan(1))])

    def view(self, state: ZombiesState, viewer: Viewer) -> Mapping[str, object]:
        return view.view(state, viewer)

    def copy(self, state: ZombiesState) -> ZombiesState:
        return copy(state)

    def resample(self, state: ZombiesState, viewer: Viewer, dice: Chance) -> ZombiesState:
        """The identities of all face-down counters, and of the marker unless it lies face-up, drawn anew."""
        twin = copy(state)
        if viewer == OPEN or state.result is not None:
            return twin
        hexes = [hex_ for hex_ in REFILL if hex_ in state.face_down]
        pool = [state.face_down[hex_] for hex_ in hexes]
        if not state.marker_shown:
            pool.append(state.marker)
        dice.shuffle(pool)
        if not state.marker_shown:
            twin.marker = pool.pop()
        # In the order in which they lay: the order of a mapping must tell nothing either.
        drawn = dict(zip(hexes, pool, strict=True))
        twin.face_down = {hex_: drawn[hex_] for hex_ in state.face_down}
        return twin

    def refusal(self, state: ZombiesState, seat: int, action: Any) -> Refusal | None:
        return refusals.refusal(state, action)

    def assert_invariants(self, state: ZombiesState) -> None:
        invariants.check(state)

    def turns(self, state: ZombiesState) -> int:
        return state.turn

    def lesson(self) -> Lesson:
        return LESSON

    def facts(self) -> Mapping[str, object]:
        return facts.facts()

    def content(self) -> frozenset[str]:
        return facts.CONTENT

    def used(self, thing: Action | Event) -> Iterable[str]:
        return facts.used(thing)
