"""Ladders in REST. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.profile import Rating

Kind = Literal["people", "programs"]


class LadderRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player on a ladder."""

    place: int
    player: Annotated[str, Meta(description="Id of the player.")]
    name: Annotated[str, Meta(description="Current name.")]
    rating: Rating
    house: Annotated[
        str, Meta(description="Strategy of a house bot, whose rating is a fixed point; absent: it is none.")
    ] = ""


class Ladder(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ladder of a game, in the order of `low`, strongest first."""

    game: str
    kind: Kind
    players: Annotated[int, Meta(description="Number of players on the ladder.")]
    rows: list[LadderRow]
    least_games: Annotated[int, Meta(description="Rated matches needed to be listed.")]
    least_opponents: Annotated[int, Meta(description="Different opponents needed to be listed.")]
    mine: Annotated[Rating | None, Meta(description="Your own rating, even if not listed; absent: none.")] = None
    place: Annotated[int, Meta(description="Your place; absent: none.")] = 0


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """Results of a number of matches."""

    games: Annotated[int, Meta(description="Number of matches.")] = 0
    won: Annotated[int, Meta(description="Matches won.")] = 0
    drawn: Annotated[int, Meta(description="Matches drawn.")] = 0
    score: Annotated[float, Meta(description="Mean score: 1 for a win, ½ for a draw.")] = 0.0
    low: Annotated[float, Meta(description="Lower end of the 95 % interval of the score.")] = 0.0
    high: Annotated[float, Meta(description="Upper end of the 95 % interval of the score.")] = 0.0


class VersusScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """The results against one opponent."""

    player: Annotated[str, Meta(description="Id of the opponent.")]
    name: Annotated[str, Meta(description="Current name.")]
    score: Score
    house: Annotated[str, Meta(description="Strategy of a house bot; absent: it is none.")] = ""


class SideScore(msgspec.Struct, frozen=True):
    """The results with one side of the game."""

    side: Annotated[str, Meta(description="Text key of the side.")]
    score: Score


class OptionScore(msgspec.Struct, frozen=True):
    """The results with an option that differs from its default."""

    option: Annotated[str, Meta(description="Name of the option.")]
    value: Annotated[Any, Meta(description="Its value.")]
    score: Score


class LadderRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The record of a program on the ladder of a game, over its newest public rated matches."""

    game: str
    player: Annotated[str, Meta(description="Id of the program.")]
    name: Annotated[str, Meta(description="Current name.")]
    opponents: Annotated[list[VersusScore], Meta(description="Against each opponent, most matches first.")]
    seats: Annotated[list[Score], Meta(description="In each seat; the first begins.")]
    sides: Annotated[list[SideScore], Meta(description="With each side.")] = []
    options: Annotated[list[OptionScore], Meta(description="With each option.")] = []
    rating: Annotated[Rating | None, Meta(description="Its rating; absent: it has no rated match.")] = None
