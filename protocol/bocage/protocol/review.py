"""The review of a finished match: chances of winning, luck and skill, and better moves."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

Chance = Annotated[float, Meta(ge=0, le=1, description="A chance of winning; a draw of two counts as half.")]


class Why(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why one action is better than another: the text ``why.<theme>``, filled with the fields here."""

    theme: Annotated[str, Meta(description="Kind of advantage.")]
    ending: Annotated[str, Meta(description="With theme ending: the reason of an outcome.")] = ""
    better: Annotated[
        tuple[int, int],
        Meta(description="With theme ending: how many of 100 continuations after this action end so."),
    ] = (0, 100)
    played: Annotated[tuple[int, int], Meta(description="The same, after the other action.")] = (0, 100)
    more: Annotated[bool, Meta(description="With theme ending: `better` is the larger share.")] = False

    won: Annotated[bool, Meta(description="With theme ending: the player wins by it.")] = False
    lost: Annotated[bool, Meta(description="With theme ending: the player loses by it.")] = False

    def __post_init__(self) -> None:
        # Stored values of earlier releases lack the field, so it is always computed.
        more = self.better[0] * self.played[1] > self.played[0] * self.better[1]
        msgspec.structs.force_setattr(self, "more", self.theme == "ending" and more)


class ReviewedChoice(msgspec.Struct, frozen=True):
    """A decision with more than one legal action, and everything up to the next one.

    All chances are those of ``seat``. ``before`` − ``chosen`` is the cost of the choice. ``chosen`` − ``quick`` is
    skill: its gain over the engine's quick play, which all estimates continue with. ``after`` − ``chosen`` is luck:
    the gain from dice, cards and hidden information. An advantage that the seat's next choice still has, with
    nothing revealed in between, does not count as lost.
    """

    seq: Annotated[int, Meta(description="Entry of the answer; the position before it is seq − 1.")]
    seat: int
    action: Annotated[dict[str, Any], Meta(description="The action played.")]
    before: Annotated[Chance, Meta(description="With the best action found.")]
    chosen: Annotated[Chance, Meta(description="With the action played.")]
    after: Annotated[Chance, Meta(description="`quick` of the next choice, or the result.")]
    quick: Annotated[
        Chance,
        Meta(description="With the engine's quick play from here on."),
    ]
    better: Annotated[
        dict[str, Any] | UnsetType, Meta(description="A better action; absent: none is significantly better.")
    ] = UNSET
    why: Why | UnsetType = UNSET


class ReviewedSeat(msgspec.Struct, frozen=True):
    """Totals of one seat, in chances of winning (1 is a whole game)."""

    seat: int
    choices: int
    luck: Annotated[float, Meta(description="Gain from dice, cards and hidden information.")]
    given: Annotated[float, Meta(description="Cost of its choices.")]
    skill: Annotated[float, Meta(description="Gain of its choices over the engine's quick play.")]


class Review(msgspec.Struct, frozen=True):
    """The engine's review of a finished match.

    For each seat: first ``quick`` + luck + skill − skill of the others = last chance.
    """

    match: str
    game: str
    engine: Annotated[str, Meta(description="Version of the engine; results differ between versions.")]
    choices: list[ReviewedChoice]
    seats: list[ReviewedSeat]
    costliest: Annotated[list[int], Meta(description="`seq` of at most three choices, costliest first.")]
    result: Annotated[
        float | UnsetType,
        Meta(description="Result for seat 0; absent: the game did not end by its rules."),
    ] = UNSET
