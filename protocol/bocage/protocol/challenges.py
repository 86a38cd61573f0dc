"""Challenges: invitations of one player to another, in REST and over the websocket."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, UnsetType

from bocage.protocol.terms import Clock, ClockRules, Nonce, Options, Seat

ChallengeId: TypeAlias = Annotated[str, Meta(max_length=40, description="Id of the challenge.")]
#: Shortest and longest time for an answer, in seconds.
LEAST_TIME, MOST_TIME = 10, 14 * 86_400
#: Reasons for declining: none given, not now, no free table; another game, options, clock or seat wanted; rated or
#: unrated matches only; people or programs only.
Reason: TypeAlias = Literal[
    "", "later", "full", "game", "options", "clock", "seat", "rated", "unrated", "people", "programs"
]
DeclineReason: TypeAlias = Annotated[
    Reason,
    Meta(
        description="Why it is declined: `later`, `full` (no free table); another `game`, `options`, `clock` or"
        " `seat` is wanted; only `rated` or `unrated` matches, only `people` or `programs`."
    ),
]
Standing: TypeAlias = Literal["waiting", "accepted", "declined", "cancelled", "expired"]


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terms of a challenge."""

    game: Annotated[str, Meta(max_length=100, description="Id of a game for two players.")]
    options: Options = {}
    seat_options: Options = {}
    seat: Seat | UnsetType = msgspec.UNSET
    clock: Clock = ClockRules()
    rated: Annotated[
        bool,
        Meta(
            description="The result counts for the ratings of both, who are both people or both programs. Needs a"
            " clock and a recoverable account."
        ),
    ] = False
    private: Annotated[bool, Meta(description="Only the players may watch, and no list shows it.")] = False
    nonce: Nonce = ""
    time: Annotated[
        int, Meta(ge=LEAST_TIME, le=MOST_TIME, description="Seconds after which the challenge expires.")
    ] = 300


class ChallengeAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a challenge: `accept` or `decline` by the player challenged, `cancel` by the challenger."""

    answer: Annotated[Literal["accept", "decline", "cancel"], Meta(description="What is answered.")]
    reason: DeclineReason = ""
    nonce: Nonce = ""
    seat_options: Options = {}


class ChallengePlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the two players of a challenge."""

    player: Annotated[str, Meta(description="Id of the player.")]
    name: Annotated[str, Meta(description="Current name.")]
    program: Annotated[bool, Meta(description="Permanently declared to be a program.")] = False


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A challenge and what became of it."""

    challenge: ChallengeId
    game: Annotated[str, Meta(description="Id of the game.")]
    challenger: Annotated[ChallengePlayer, Meta(description="The player who challenges.")]
    challenged: Annotated[ChallengePlayer, Meta(description="The player who is to answer.")]
    at: Annotated[int, Meta(description="When it was made: milliseconds since the Unix epoch.")]
    until: Annotated[int, Meta(description="When it expires: milliseconds since the Unix epoch.")]
    options: Annotated[Any, Meta(description="Options of the game that were chosen.")] = {}
    clock: Annotated[ClockRules, Meta(description="Time control; absent: none.")] = ClockRules()
    seat: Annotated[int, Meta(description="Seat of the challenger; -1: drawn by lot.")] = -1
    rated: Annotated[bool, Meta(description="The result counts for the ratings of both players.")] = False
    private: Annotated[bool, Meta(description="Only the players may watch.")] = False
    status: Annotated[Standing, Meta(description="What became of it.")] = "waiting"
    reason: DeclineReason = ""
    match: Annotated[str, Meta(description="Id of the match, once it is accepted.")] = ""


class ChallengeTable(msgspec.Struct, frozen=True):
    """Challenges to and from you that wait for an answer, oldest first."""

    challenges: Annotated[list[Challenge], Meta(description="The challenges.")]
