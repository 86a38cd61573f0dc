"""ATTACK ON OMAHA BEACH as the kernel wants it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from service.games.dice import Chance
from service.games.kernel import Context, Decision, Game, Lesson, NoOptions, Outcome, Refusal, Step, Viewer
from service.games.omaha import assault, beach
from service.games.omaha.actions import Actions, Blast, Land, Move, PlaceNest
from service.games.omaha.data import CARDS, CELLS, CHARGES, DECK, ROUNDS, TRACKS, printed_id
from service.games.omaha.events import Blasted, Crawled, Events, Hit
from service.games.omaha.hidden import resample
from service.games.omaha.invariants import assert_invariants
from service.games.omaha.lesson import LESSON
from service.games.omaha.presentation import PRESENTATION
from service.games.omaha.refusals import refusal
from service.games.omaha.state import OmahaOptions, OmahaState
from service.games.omaha.text import TEXT
from service.games.omaha.view import OmahaView, see

_LANDINGS = [Land("C0"), Land("L0"), Land("R0")]
_NEST_SIDES = [PlaceNest("L3"), PlaceNest("R3")]

_CARRY_OUT: dict[type, Callable[[OmahaState, Any, Context], None]] = {
    Land: beach.land,
    Move: assault.move,
    Blast: assault.blast,
    PlaceNest: beach.place_nest,
}


class Omaha(Game[OmahaState]):
    """One player, one squad, four assaults."""

    id, seats = "omaha", 1
    Options, State, View = OmahaOptions, OmahaState, OmahaView
    Actions, Events = Actions, Events
    decisions = ("land", "assault", "place_nest")
    text = TEXT
    presentation = PRESENTATION

    def setup(self, options: OmahaOptions, seats: tuple[NoOptions, ...], dice: Chance) -> Step[OmahaState]:
        ctx = Context(dice)
        return Step(beach.first_beach(options, ctx), ctx.events)

    def decision(self, state: OmahaState) -> Decision | None:
        actions: list[Any]
        match state.phase:
            case "assault":
                actions = assault.choices(state)
            case "land":
                actions = _LANDINGS
            case "place_nest":
                actions = _NEST_SIDES
            case "over":
                return None
        return Decision(seat=0, kind=state.phase, actions=actions, default=actions[0])

    def reduce(self, state: OmahaState, action: Any, ctx: Context) -> None:
        _CARRY_OUT[type(action)](state, action, ctx)
        if state.phase == "assault" and assault.blocked(state):
            assault.end(state, "blocked")

    def outcome(self, state: OmahaState) -> Outcome | None:
        return state.result

    def view(self, state: OmahaState, viewer: Viewer) -> OmahaView:
        return see(state, viewer)

    def copy(self, state: OmahaState) -> OmahaState:
        return state.copy()

    def resample(self, state: OmahaState, viewer: Viewer, dice: Chance) -> OmahaState:
        return resample(state, viewer, dice)

    def refusal(self, state: OmahaState, seat: int, action: Any) -> Refusal | None:
        return refusal(state, action)

    def assert_invariants(self, state: OmahaState) -> None:
        assert_invariants(state)

    def lesson(self) -> Lesson:
        return LESSON

    def facts(self) -> Mapping[str, object]:
        return {
            "cells": CELLS,
            "deck": {kind.id: kind.copies for kind in DECK},
            "cards": len(CARDS),
            "tracks": {str(hits): track for hits, track in TRACKS.items()},
            "charges": CHARGES,
            "rounds": ROUNDS,
        }

    def content(self) -> frozenset[str]:
        return frozenset({kind.id for kind in DECK} | {"mine", "fire"})

    def used(self, thing: Any) -> Iterable[str]:
        match thing:
            case Crawled() | Blasted():
                return (printed_id(thing.front, thing.mine),)
            case Hit():
                return (thing.by,)
        return ()

    def facets(self, state: OmahaState) -> Mapping[str, str]:
        return {"assault": str(state.assault)}
