"""Profiles: players' records over the matches that they have played. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.messages import LobbyRow

#: Audience of a record, besides its player.
SeenBy = Literal["nobody", "friends", "everybody"]


class Tally(msgspec.Struct, frozen=True):
    """Matches played, won and drawn; the rest were lost."""

    played: int
    won: int
    drawn: int


class SideTally(Tally, frozen=True):
    """The tally with one side."""

    side: Annotated[str, Meta(description="Text key of the game's catalogue, such as `nation.us`.")]


class OptionTally(Tally, frozen=True):
    """The tally with an option that is not at its default."""

    option: str
    value: Any


class OpponentTally(Tally, frozen=True, omit_defaults=True):
    """The tally against one opponent."""

    player: str
    name: str
    program: Annotated[bool, Meta(description="The opponent is a program.")] = False


class Best(msgspec.Struct, frozen=True):
    """A player's best score with certain options."""

    options: Annotated[dict[str, Any], Meta(description="Options of those matches.")]
    score: int
    match: Annotated[str, Meta(description="The match.")]
    played: Annotated[int, Meta(description="Finished matches of the player with these options.")]
    fewer: Annotated[int, Meta(description="Finished matches of all players with these options and fewer points.")]
    all: Annotated[int, Meta(description="Finished matches of all players with these options.")]


class MatchLuck(msgspec.Struct, frozen=True):
    """Luck and skill in a reviewed match, in chances of winning (1 is a whole game)."""

    match: Annotated[str, Meta(description="The match.")]
    at: Annotated[int, Meta(description="End of the match in milliseconds.")]
    luck: Annotated[float, Meta(description="Gain from dice, cards and hidden information.")]
    skill: Annotated[
        float,
        Meta(
            description="Gain from the player's choices, minus that of the others, relative to the engine's"
            " quick play."
        ),
    ]


class LuckRecord(msgspec.Struct, frozen=True):
    """Luck and skill over time, from the reviews of a player's matches at one game."""

    reviewed: Annotated[int, Meta(description="Number of reviewed matches.")]
    luck: Annotated[float, Meta(description="Total luck.")]
    skill: Annotated[float, Meta(description="Total skill.")]
    matches: Annotated[list[MatchLuck], Meta(description="Oldest first.")]


class Rating(msgspec.Struct, frozen=True):
    """A player's strength at a game, estimated from rated matches.

    An average player has the rating of a newcomer.
    """

    expected: Annotated[float, Meta(description="Expected score against an average player: 0 to 1.")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval.")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval.")]
    games: Annotated[int, Meta(description="Rated matches that count.")]
    won: int
    drawn: int


class GameRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's record at one game. Matches that never began or were closed by the operator do not count."""

    game: str
    total: Tally
    streak: Annotated[int, Meta(description="Current winning streak; below 0: losing streak.")] = 0
    longest: Annotated[int, Meta(description="Longest winning streak.")] = 0
    sides: list[SideTally] = []
    options: list[OptionTally] = []
    bests: Annotated[list[Best], Meta(description="Only for solo games with points.")] = []
    rating: Rating | None = None
    luck: Annotated[LuckRecord | None, Meta(description="Absent: there are no reviews of their matches.")] = None


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The record of a player.

    Your own covers all your matches. That of others is visible if it is for everybody, as those of programs are, or
    if it is for friends and you are one, and covers public matches only.
    """

    player: Annotated[str, Meta(description="Id of the player.")]
    name: Annotated[str, Meta(description="Current name.")]
    games: list[GameRecord]
    opponents: Annotated[
        list[OpponentTally],
        Meta(description="The most frequent opponents; to others, only those with a public record."),
    ]
    matches: Annotated[list[LobbyRow], Meta(description="The latest finished matches.")]
    counted: Annotated[int, Meta(description="Number of matches that this covers.")]
    seen_by: Annotated[SeenBy, Meta(description="In your own: its audience.")] = "nobody"
    program: Annotated[bool, Meta(description="The player is a program.")] = False
    unreadable: Annotated[
        int,
        Meta(
            description="In your own: number of finished matches that are missing here because cold storage cannot"
            " be read now."
        ),
    ] = 0
    kept: Annotated[bool, Meta(description="In your own: your account is recoverable.")] = False


class ProfileWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The audience of your record."""

    seen_by: Annotated[SeenBy, Meta(description="Nobody else (the default), your friends, or everybody.")]
