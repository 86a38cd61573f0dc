"""The review of a finished match: chances of winning, luck told apart from skill, and better moves."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

Chance = Annotated[float, Meta(ge=0, le=1, description="A chance of winning; a draw of two counts as half.")]


class Why(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why one action is better than another: the text ``why.<theme>``, filled with the fields here."""

    theme: Annotated[str, Meta(description="What is better.")]
    ending: Annotated[str, Meta(description="With theme ending: the reason of an outcome.")] = ""
    better: Annotated[
        tuple[int, int],
        Meta(description="With theme ending: in how many of 100 ways to go on the game ends so after this action."),
    ] = (0, 100)
    played: Annotated[tuple[int, int], Meta(description="The same, after the other one.")] = (0, 100)
    more: Annotated[
        bool, Meta(description="With theme ending: whether it comes more often, not less. It follows from the two.")
    ] = False

    won: Annotated[bool, Meta(description="With theme ending: whether the player wins by it.")] = False
    lost: Annotated[bool, Meta(description="The same, whether they lose by it.")] = False

    def __post_init__(self) -> None:
        # What was kept by earlier releases does not have it.
        more = self.better[0] * self.played[1] > self.played[0] * self.better[1]
        msgspec.structs.force_setattr(self, "more", self.theme == "ending" and more)


class ReviewedChoice(msgspec.Struct, frozen=True):
    """A decision with more than one legal action, and all that followed up to the next one.

    All chances are those of ``seat``. ``before`` minus ``chosen`` is what the choice gave away, ``chosen`` minus
    ``quick`` is skill: what it brought, measured against the engine's quick play, by which all chances go on;
    ``after`` minus ``chosen`` is luck: what dice, cards and hidden things brought; nothing where nothing came out.
    What the seat's next choice still has is not given away, if they were shown nothing since.
    """

    seq: Annotated[int, Meta(description="The entry that answered it; the position before it is seq − 1.")]
    seat: int
    action: Annotated[dict[str, Any], Meta(description="What was played.")]
    before: Annotated[Chance, Meta(description="With the best action that was found.")]
    chosen: Annotated[Chance, Meta(description="With the action that was played.")]
    after: Annotated[Chance, Meta(description="`quick` of the next choice, or by the result.")]
    quick: Annotated[
        Chance,
        Meta(description="With what the engine's quick play does here and later."),
    ]
    better: Annotated[
        dict[str, Any] | UnsetType, Meta(description="A better action; absent where none is better for sure.")
    ] = UNSET
    why: Why | UnsetType = UNSET


class ReviewedSeat(msgspec.Struct, frozen=True):
    """Sums of one seat, in chances of winning (1 is a whole game)."""

    seat: int
    choices: int
    luck: Annotated[float, Meta(description="What dice, cards and hidden things brought it, all choices together.")]
    given: Annotated[float, Meta(description="What its own choices gave away.")]
    skill: Annotated[
        float, Meta(description="What its own choices brought, measured against the engine's quick play.")
    ]


class Review(msgspec.Struct, frozen=True):
    """What the engine says of a finished match.

    For each seat: first ``quick`` + luck + skill − skill of the others = last chance.
    """

    match: str
    game: str
    engine: Annotated[str, Meta(description="Version of the engine: another one may say something else.")]
    choices: list[ReviewedChoice]
    seats: list[ReviewedSeat]
    costliest: Annotated[list[int], Meta(description="seq of at most three choices, the costliest first.")]
    result: Annotated[
        float | UnsetType,
        Meta(description="What the end was worth to seat 0; absent where the rules did not end the game."),
    ] = UNSET
