"""The sequence of a game: land, move and blast up the beach, place the nest, again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.rules.dice import Chance
from bocage.rules.kernel import Context, Decision, Step
from bocage.rules.omaha import assault, beach
from bocage.rules.omaha.actions import Actions, Blast, Land, Move, PlaceNest
from bocage.rules.omaha.options import Options
from bocage.rules.omaha.state import State

_LANDINGS = [Land("C0"), Land("L0"), Land("R0")]
_NEST_SIDES = [PlaceNest("L3"), PlaceNest("R3")]

_CARRY_OUT: dict[type[Actions], Callable[[State, Any, Context], None]] = {
    Land: beach.land,
    Move: assault.move,
    Blast: assault.blast,
    PlaceNest: beach.place_nest,
}


def setup(options: Options, dice: Chance) -> Step[State]:
    """The first beach is dealt."""
    ctx = Context(dice)
    return Step(beach.first_beach(options, ctx), ctx.events)


def decision(state: State) -> Decision | None:
    """The player's decision now; None when the game is over."""
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


def reduce(state: State, action: Actions, ctx: Context) -> None:
    """Carry out a legal action; an assault whose way is closed ends the game."""
    _CARRY_OUT[type(action)](state, action, ctx)
    if state.phase == "assault" and assault.blocked(state):
        assault.end(state, "blocked")
