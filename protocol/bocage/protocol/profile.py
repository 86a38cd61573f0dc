"""Records of players: what REST tells of the matches that they have played. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.messages import LobbyRow

#: Who may see a record besides its player.
SeenBy = Literal["nobody", "friends", "everybody"]


class Tally(msgspec.Struct, frozen=True):
    """How often somebody played, won and drew; the rest was lost."""

    played: int
    won: int
    drawn: int


class SideTally(Tally, frozen=True):
    """The same with one side."""

    side: Annotated[str, Meta(description="Text key of the game's catalogue, such as `nation.us`.")]


class OptionTally(Tally, frozen=True):
    """The same with an option that is not as usual."""

    option: str
    value: Any


class OpponentTally(Tally, frozen=True):
    """The same with somebody at the other side."""

    player: str
    name: str


class Best(msgspec.Struct, frozen=True):
    """The most points that somebody has, with the same options."""

    options: Annotated[dict[str, Any], Meta(description="Options of those matches.")]
    score: int
    match: Annotated[str, Meta(description="The match.")]
    played: Annotated[int, Meta(description="How many of theirs have ended with these options.")]
    fewer: Annotated[
        int, Meta(description="Of all matches played to their end with these options: those with fewer points.")
    ]
    all: Annotated[int, Meta(description="How many those are.")]


class MatchLuck(msgspec.Struct, frozen=True):
    """Luck and skill in a match that was reviewed, in chances of winning (1 is a whole game)."""

    match: Annotated[str, Meta(description="The match.")]
    at: Annotated[int, Meta(description="When it ended, in milliseconds.")]
    luck: Annotated[float, Meta(description="What dice, cards and hidden things brought them.")]
    skill: Annotated[
        float,
        Meta(
            description="What their choices brought, less what those of the others did, measured against the"
            " engine's quick play."
        ),
    ]


class LuckRecord(msgspec.Struct, frozen=True):
    """Luck over time, from the reviews that are kept of somebody's matches at one game."""

    reviewed: Annotated[int, Meta(description="Of so many of their matches.")]
    luck: Annotated[float, Meta(description="The sum of all.")]
    skill: Annotated[float, Meta(description="The sum of all.")]
    matches: Annotated[list[MatchLuck], Meta(description="The oldest first.")]


class Rating(msgspec.Struct, frozen=True):
    """How strong somebody is at a game, as far as their rated matches tell.

    An average player is one of whom nothing is known yet: half won, half lost.
    """

    expected: Annotated[float, Meta(description="The score to expect against an average player: 0 to 1.")]
    low: Annotated[float, Meta(description="It is hardly less: the lower end of the 95 % interval.")]
    high: Annotated[float, Meta(description="It is hardly more: the upper end.")]
    games: Annotated[int, Meta(description="Rated matches that count.")]
    won: int
    drawn: int


class GameRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody has done at one game. A match that never began, or that the operator closed, is none."""

    game: str
    total: Tally
    streak: Annotated[int, Meta(description="Won in a row just now; below 0: lost in a row.")] = 0
    longest: Annotated[int, Meta(description="The most won in a row.")] = 0
    sides: list[SideTally] = []
    options: list[OptionTally] = []
    bests: Annotated[list[Best], Meta(description="Of games of one player that count points.")] = []
    rating: Rating | None = None
    luck: Annotated[LuckRecord | None, Meta(description="Absent: no review of a match of theirs is kept.")] = None


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The record of a player.

    You see all your own matches in yours. Others see it only if it is for everybody, or for friends and they are
    one, and public matches only.
    """

    player: Annotated[str, Meta(description="Id of the player.")]
    name: Annotated[str, Meta(description="What they are called now.")]
    games: list[GameRecord]
    opponents: Annotated[
        list[OpponentTally],
        Meta(description="Whom they met most often; others see those whose record is for everybody."),
    ]
    matches: Annotated[list[LobbyRow], Meta(description="The newest that have ended.")]
    counted: Annotated[int, Meta(description="How many matches all this is made of.")]
    seen_by: Annotated[SeenBy, Meta(description="In your own: who else may see it.")] = "nobody"
    program: Annotated[bool, Meta(description="They are a program.")] = False
    unreadable: Annotated[
        int,
        Meta(
            description="In your own: so many matches that have ended lie in cold storage, which cannot be read"
            " now, and are not counted."
        ),
    ] = 0
    kept: Annotated[bool, Meta(description="In your own: your identity can be got back.")] = False


class ProfileWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may see your record."""

    seen_by: Annotated[SeenBy, Meta(description="Nobody else, as at first; your friends; everybody.")]
