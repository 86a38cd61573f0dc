"""What requests about matches bring along, and what they are answered with."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, UnsetType

from protocol.messages import LobbyRow
from service.match.entries import ClockRules

#: Open hands lag so many seconds. Players may watch their own match from another window: less would be peeking.
LEAST_DELAY, LONGEST_DELAY = 30, 86_400

Options = Annotated[dict[str, Any], Meta(description="Option → value; what is left out has its default.")]
Seat = Annotated[int, Meta(ge=0, le=15, description="Which seat; left out: the first free one.")]
Nonce = Annotated[
    str,
    Meta(max_length=200, description="Your share of the dice's key: 32 to 128 hex digits; empty: drawn for you."),
]
IsBot = Annotated[bool, Meta(description="You are a program; others are told.")]
Opponent = Annotated[
    str,
    Meta(max_length=100, description="A strategy of the house bots, for the other seat; solo games have none."),
]
MatchId = Annotated[str, Meta(description="Id of the match.")]
Code = Annotated[str, Meta(max_length=64, description="Invite code, where the match is private.")]


class AccessWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may watch."""

    private: Annotated[bool, Meta(description="Only players and invited guests may look; no list shows it.")] = (
        False
    )
    open_delay: Annotated[
        int,
        Meta(
            ge=-1,
            le=LONGEST_DELAY,
            description=f"Seconds after which watchers may see all hands, {LEAST_DELAY} or more;"
            " -1: not before the end.",
        ),
    ] = -1

    def __post_init__(self) -> None:
        if 0 <= self.open_delay < LEAST_DELAY:
            raise ValueError(f"open_delay is -1, or from {LEAST_DELAY}")


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as its creator wants it."""

    game: Annotated[str, Meta(max_length=100, description="Id of the game.")]
    options: Options = {}
    seat_options: Options = {}
    seat: Seat | UnsetType = msgspec.UNSET
    clock: ClockRules = ClockRules()
    access: AccessWish = AccessWish()
    nonce: Nonce = ""
    opponent: Opponent = ""
    bot: IsBot = False


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    """A new match, in which you sit."""

    match: MatchId
    seat: int
    invite: Annotated[str, Meta(description="Lets others look and sit down, where the match is private.")] = ""


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to sit down."""

    nonce: Nonce = ""
    options: Options = {}
    seat: Seat | UnsetType = msgspec.UNSET
    invite: Code = ""
    bot: IsBot = False


class Joined(msgspec.Struct, frozen=True):
    """You sit."""

    match: MatchId
    seat: int


class Done(msgspec.Struct, frozen=True):
    """It is stored as entry `seq`."""

    match: MatchId
    seq: int


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No fields."""


class Matches(msgspec.Struct, frozen=True, omit_defaults=True):
    """A list."""

    matches: list[LobbyRow]
    next: Annotated[
        str, Meta(description="There are more: ask again with this as `after`. Absent: these were the last.")
    ] = ""


class MatchInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match: its row, where it stands, and what you see of it besides the table itself."""

    row: LobbyRow
    seq: Annotated[int, Meta(description="Number of its last entry.")]
    at: Annotated[int, Meta(description="Time of its last entry.")]
    seat: Annotated[int, Meta(description="Your seat; -1: none.")]
    view: Annotated[dict[str, Any], Meta(description="The view without `room`.")]
    creator: Annotated[str, Meta(description="Who made it: id of the player.")]
    invite: Annotated[str, Meta(description="The invite code, for the players of a private match.")] = ""
