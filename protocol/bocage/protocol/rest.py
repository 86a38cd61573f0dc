"""Request and response bodies of the REST API. See also GET /api."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, UnsetType

from bocage.protocol.messages import LobbyRow, Snapshot, Update
from bocage.protocol.presentation import Presentation
from bocage.protocol.review import Chance, Review, Why
from bocage.protocol.terms import DAY as DAY
from bocage.protocol.terms import LONGEST_BANK as LONGEST_BANK
from bocage.protocol.terms import LONGEST_INCREMENT as LONGEST_INCREMENT
from bocage.protocol.terms import MOST_DAYS as MOST_DAYS
from bocage.protocol.terms import Clock as Clock
from bocage.protocol.terms import ClockRules as ClockRules
from bocage.protocol.terms import Nonce as Nonce
from bocage.protocol.terms import Options as Options
from bocage.protocol.terms import Seat as Seat

PlayerId = Annotated[str, Meta(description="Id of the player.")]
Name = Annotated[str, Meta(description="Name shown to others.")]
#: Text key → template, see bocage.protocol.text.
Words = dict[str, str]

#: Least delay of open hands in seconds. Players may watch their own match from another window.
LEAST_DELAY = 30
#: Greatest delay of open hands in seconds.
LONGEST_DELAY = 86_400

IsProgram = Annotated[bool, Meta(description="Permanently declared to be a program.")]
IsBot = Annotated[bool, Meta(description="You are a program; others see it.")]
Opponent = Annotated[
    str,
    Meta(max_length=100, description="A strategy of the house bots, for the other seat; not in solo games."),
]
MatchId = Annotated[str, Meta(description="Id of the match.")]
Code = Annotated[str, Meta(max_length=64, description="Invite code, where the match is private.")]


#: Value a player must send to join a rated match.
Agreed = Annotated[
    bool,
    Meta(
        description="You agree that the result counts for the ratings of both. Needs a clock and a recoverable"
        " account."
    ),
]


class AccessWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Access rules of a match."""

    private: Annotated[
        bool, Meta(description="Only players and invited guests may watch, and no list shows it.")
    ] = False
    open_delay: Annotated[
        int,
        Meta(
            ge=-1,
            le=LONGEST_DELAY,
            description=f"Delay in seconds, at least {LEAST_DELAY}, after which watchers may see all hands;"
            " -1: only after the end.",
            extra_json_schema={"anyOf": [{"const": -1}, {"minimum": LEAST_DELAY}]},
        ),
    ] = -1

    def __post_init__(self) -> None:
        if 0 <= self.open_delay < LEAST_DELAY:
            raise ValueError(f"open_delay is -1, or from {LEAST_DELAY}")


# Players and limits


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new name for the player."""

    name: Annotated[
        str,
        Meta(
            description="Printable characters, at most as long as the limit name_length.",
            extra_json_schema={"format": "name", "minLength": 1},
        ),
    ] = ""


class PlayerInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player as shown to others."""

    player: PlayerId
    name: Name
    program: IsProgram = False


class NewPlayer(msgspec.Struct, frozen=True):
    """A newly created player."""

    player: PlayerId
    name: Name
    token: Annotated[str, Meta(description="Bearer token. It is shown only once; keep it secret.")]


class LimitRow(msgspec.Struct, frozen=True):
    """A limit, as in GET /api/limits."""

    name: Annotated[str, Meta(description="Its name in refusals.")]
    value: Annotated[int, Meta(description="The limit.")]
    unit: Annotated[str, Meta(description="Unit of the value.")]
    help: Annotated[dict[str, str], Meta(description="Language → one sentence.")]


class LimitTable(msgspec.Struct, frozen=True):
    """All limits of this node."""

    limits: list[LimitRow]


class Health(msgspec.Struct, frozen=True):
    """The node is alive."""

    status: Literal["ok"]
    version: str


class RefusalBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every error response: the fields of the message `refused`, and some more."""

    code: Annotated[str, Meta(description="Why, for programs: a refusal code, or one of the game's own.")]
    text: Annotated[str, Meta(description="Why, for people, in the language of Accept-Language (en or ja).")]
    rule: Annotated[str, Meta(description="The ruling that forbids it.")] = ""
    limit: Annotated[str, Meta(description="The row of GET /api/limits that was reached.")] = ""
    retry: Annotated[int, Meta(description="Milliseconds to wait before trying again; 0: now, or never.")] = 0
    seat: Annotated[int, Meta(description="With `already_seated`: your seat.")] = -1
    ahead: Annotated[int, Meta(description="With `review_pending`: number of reviews queued before it.")] = 0
    done: Annotated[int, Meta(description="With `review_pending`: progress in percent.")] = 0


# Games


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option. Its texts: `option.<name>`, `option.<name>.help`, `option.<name>.<value>`."""

    name: Annotated[str, Meta(description="Key in `options`, and part of the text keys.")]
    kind: Annotated[Literal["choice", "flag", "number", "text"], Meta(description="Kind of input.")]
    default: Annotated[Any, Meta(description="Value if omitted.")]
    values: Annotated[list[Any] | UnsetType, Meta(description="Of a choice: all values.")] = msgspec.UNSET
    min: Annotated[int | UnsetType, Meta(description="Of a number: minimum.")] = msgspec.UNSET
    max: Annotated[int | UnsetType, Meta(description="Of a number: maximum. Of a text: maximum length.")] = (
        msgspec.UNSET
    )
    examples: Annotated[list[str] | UnsetType, Meta(description="Of a text: examples.")] = msgspec.UNSET


class GameInfo(msgspec.Struct, frozen=True):
    """An installed game."""

    id: str
    rules: Annotated[int, Meta(description="Version of the rules; stored matches keep theirs.")]
    seats: Annotated[int, Meta(description="Number of players.")]
    options: Annotated[list[OptionInfo], Meta(description="Options of a match.")]
    seat_options: Annotated[list[OptionInfo], Meta(description="Options of a seat, chosen by its player.")]
    bots: Annotated[
        list[str],
        Meta(description="Strategies of the house bots, the default first: values of `opponent`."),
    ]
    lesson: Annotated[bool, Meta(description="Whether there is a guided first game.")]
    exercises: Annotated[int, Meta(description="Number of exercises: positions in which to find the better move.")]
    board: Annotated[
        bool, Meta(description="Whether the page has its own board for the game; else it uses the generic one.")
    ]
    presentation: Annotated[Presentation, Meta(description="How the game presents itself: data for clients.")]
    reviews: Annotated[bool, Meta(description="Whether this service offers reviews and hints for the game.")] = (
        False
    )
    picture: Annotated[bool, Meta(description="Whether the page has a picture of the game's board for lists.")] = (
        False
    )


class Games(msgspec.Struct, frozen=True):
    """All games."""

    games: list[GameInfo]


class Comment(msgspec.Struct, frozen=True):
    """A remark of a lesson, in both languages."""

    en: str
    ja: str


class LessonLog(msgspec.Struct, frozen=True):
    """A replay for the learner to play along. Keys of `script` and `comments` are log positions."""

    seat: Annotated[int, Meta(description="The learner's seat.")]
    snapshot: Snapshot
    updates: list[Update]
    script: Annotated[dict[str, Any], Meta(description="Entry → the action that the learner plays to make it.")]
    comments: Annotated[dict[str, Comment], Meta(description="Entry → the remark after it.")]


class ExerciseChoice(msgspec.Struct, frozen=True):
    """A legal action of an exercise."""

    action: Annotated[dict[str, Any], Meta(description="The action, as in `act`.")]
    chance: Annotated[Chance, Meta(description="Chance of winning, by the engine.")]
    behind: Annotated[float, Meta(ge=0, le=1, description="Difference to the chance with the best action.")]


class ExerciseLog(msgspec.Struct, frozen=True):
    """A position of a seeded match as its player saw it, with the engine's evaluation."""

    seat: Annotated[int, Meta(description="The seat that decides.")]
    snapshot: Snapshot
    choices: Annotated[list[ExerciseChoice], Meta(description="Every legal action.")]
    played: Annotated[int, Meta(description="Index in `choices` of the action a bot played.")]
    best: Annotated[int, Meta(description="Index in `choices` of the best action.")]
    why: Annotated[Why, Meta(description="Why the best action is better than the one played.")]
    question: Annotated[Comment, Meta(description="Text before the choice.")]
    answer: Annotated[Comment, Meta(description="Text after the choice.")]


# Matches


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to create."""

    game: Annotated[str, Meta(max_length=100, description="Id of the game.")]
    options: Options = {}
    seat_options: Options = {}
    seat: Seat | UnsetType = msgspec.UNSET
    clock: Clock = ClockRules()
    access: AccessWish = AccessWish()
    nonce: Nonce = ""
    opponent: Opponent = ""
    bot: IsBot = False
    undo: Annotated[
        bool,
        Meta(
            description="Players may undo actions that rolled, drew and revealed nothing; between two people the"
            " other must agree. Never in rated matches."
        ),
    ] = True
    rated: Agreed = False
    hints: Annotated[
        bool,
        Meta(
            description="Players may request hints from the engine; everybody sees that they did, but not the hint."
            " Never in rated matches."
        ),
    ] = True
    agree: Annotated[
        bool,
        Meta(
            description="Play begins only when both players have accepted the options, which either may propose to"
            " change, as far as the game lets them (a drawn map and its edges). No effect in other matches."
        ),
    ] = False
    key: Annotated[
        str,
        Meta(
            max_length=64,
            pattern="^([0-9a-f]{64})?$",
            description="Of a solo game, as in a scenario: all dice and cards follow from these 32 bytes"
            " (hexadecimal). The match counts for no records. Empty: new ones.",
        ),
    ] = ""


class MatchCreated(msgspec.Struct, frozen=True, omit_defaults=True):
    """The new match, with your seat."""

    match: MatchId
    seat: int
    invite: Annotated[str, Meta(description="Lets others watch and join a private match.")] = ""


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to join a match."""

    nonce: Nonce = ""
    options: Options = {}
    seat: Seat | UnsetType = msgspec.UNSET
    invite: Code = ""
    bot: IsBot = False
    rated: Agreed = False


class SeatTaken(msgspec.Struct, frozen=True):
    """You have joined the match."""

    match: MatchId
    seat: int


class EntryStored(msgspec.Struct, frozen=True):
    """The request is stored as entry `seq`."""

    match: MatchId
    seq: int


class NoFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


class Matches(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of matches."""

    matches: list[LobbyRow]
    next: Annotated[
        str, Meta(description="Cursor of the next page, to send as `after`. Absent: this is the last page.")
    ] = ""


class MatchInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match: its row, its log position, and your view without the table."""

    row: LobbyRow
    seq: Annotated[int, Meta(description="Number of its last entry.")]
    at: Annotated[int, Meta(description="Time of its last entry.")]
    seat: Annotated[int, Meta(description="Your seat; -1: none.")]
    view: Annotated[dict[str, Any], Meta(description="The view without `table`.")]
    creator: Annotated[str, Meta(description="Id of the player who created it.")]
    invite: Annotated[str, Meta(description="The invite code, for the players of a private match.")] = ""
    turns: Annotated[int, Meta(description="The current turn; absent: the game counts none.")] = 0


class Recording(msgspec.Struct, frozen=True):
    """A log as one viewer saw it: a snapshot after entry 1, then one update per entry."""

    snapshot: Snapshot
    updates: list[Update]


class ForkWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position to fork a match at, and the settings of the fork."""

    seq: Annotated[int, Meta(ge=1, description="Entry to continue after.")]
    seat: Seat | msgspec.UnsetType = msgspec.UNSET
    options: Options = {}
    nonce: Nonce = ""
    opponent: Opponent = ""
    bot: IsBot = False


class RematchWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a rematch."""

    nonce: Nonce = ""
    bot: IsBot = False
    rated: Annotated[
        bool, Meta(description="You agree to a rated rematch of a rated match; otherwise it is unrated.")
    ] = False


class NextMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """The current rematch."""

    match: Annotated[str, Meta(description="Its id; absent: there is none.")] = ""
    seated: Annotated[bool, Meta(description="You have joined it; otherwise you are invited.")] = False


class LessonWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position at which to leave a guided game and play on."""

    seq: Annotated[int, Meta(ge=1, description="Entry to continue after.")]
    nonce: Nonce = ""
    opponent: Opponent = ""


class ExerciseWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play on from the position of an exercise."""

    nonce: Nonce = ""
    opponent: Opponent = ""


#: Structs with generated types for the page, by name.
PAGE_TYPES: Mapping[str, type[msgspec.Struct]] = MappingProxyType(
    {"Games": Games, "Review": Review, "LimitTable": LimitTable, "ExerciseLog": ExerciseLog}
)
