"""What requests of the REST side bring along, and what they are answered with. See also GET /api."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, UnsetType

from bocage.protocol.messages import LobbyRow, Snapshot, Update
from bocage.protocol.presentation import Presentation
from bocage.protocol.review import Chance, Review, Why

PlayerId = Annotated[str, Meta(description="Id of the player.")]
Name = Annotated[str, Meta(description="What others read.")]
#: Text key → template, see protocol/bocage/protocol/text.py.
Words = dict[str, str]

#: Seconds by which open hands lag at least. Players may watch their own match from another window.
LEAST_DELAY = 30
#: Seconds by which open hands lag at most.
LONGEST_DELAY = 86_400

Options = Annotated[dict[str, Any], Meta(description="Option → value; what is left out has its default.")]
Seat = Annotated[int, Meta(ge=0, le=15, description="Which seat; left out: the first free one.")]
Nonce = Annotated[
    str,
    Meta(
        max_length=200,
        description="Your share of the dice's key: 32 to 128 lower-case hex digits; empty: drawn for you.",
        extra_json_schema={"pattern": "^([0-9a-f]{32,128})?$"},
    ),
]
IsBot = Annotated[bool, Meta(description="You are a program; others are told.")]
Opponent = Annotated[
    str,
    Meta(max_length=100, description="A strategy of the house bots, for the other seat; solo games have none."),
]
MatchId = Annotated[str, Meta(description="Id of the match.")]
Code = Annotated[str, Meta(max_length=64, description="Invite code, where the match is private.")]


#: What who sits down at a rated match must say.
Agreed = Annotated[
    bool,
    Meta(
        description="You agree that the result counts for the ratings of both. Needs a clock, and an identity that"
        " you can get back."
    ),
]


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
            extra_json_schema={"anyOf": [{"const": -1}, {"minimum": LEAST_DELAY}]},
        ),
    ] = -1

    def __post_init__(self) -> None:
        if 0 <= self.open_delay < LEAST_DELAY:
            raise ValueError(f"open_delay is -1, or from {LEAST_DELAY}")


# Players and limits


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wants to be called."""

    name: Annotated[
        str,
        Meta(
            description="Printable characters, no more than the limit name_length.",
            extra_json_schema={"format": "name", "minLength": 1},
        ),
    ] = ""


class PlayerInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player as others know them."""

    player: PlayerId
    name: Name
    program: Annotated[bool, Meta(description="They said, for good, that they are a program.")] = False


class NewPlayer(msgspec.Struct, frozen=True):
    """A player who was made just now."""

    player: PlayerId
    name: Name
    token: Annotated[str, Meta(description="Proves who you are. It is told this once; keep it secret.")]


class LimitRow(msgspec.Struct, frozen=True):
    """A limit as GET /api/limits shows it."""

    name: Annotated[str, Meta(description="What a refusal calls it.")]
    value: Annotated[int, Meta(description="The limit.")]
    unit: Annotated[str, Meta(description="What it counts.")]
    help: Annotated[dict[str, str], Meta(description="Language → one sentence.")]


class LimitTable(msgspec.Struct, frozen=True):
    """All limits of this node."""

    limits: list[LimitRow]


class Health(msgspec.Struct, frozen=True):
    """This node answers."""

    status: Literal["ok"]
    version: str


class RefusalBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every answer that is no success; the fields of the message `refused`, and some more."""

    code: Annotated[str, Meta(description="Why, for programs: a refusal code, or one of the game's own.")]
    text: Annotated[str, Meta(description="Why, for people, in the language of Accept-Language (en or ja).")]
    rule: Annotated[str, Meta(description="The ruling that forbids it.")] = ""
    limit: Annotated[str, Meta(description="The row of GET /api/limits that was reached.")] = ""
    retry: Annotated[int, Meta(description="Milliseconds to wait before trying again; 0: now, or never.")] = 0
    seat: Annotated[int, Meta(description="With `already_seated`: the seat that you have.")] = -1
    ahead: Annotated[int, Meta(description="With `review_pending`: how many are made before it.")] = 0
    done: Annotated[int, Meta(description="With `review_pending`: how much of it is made, in percent.")] = 0


# Games


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that can be chosen. Its words: `option.<name>`, `option.<name>.help`, `option.<name>.<value>`."""

    name: Annotated[str, Meta(description="Key in `options`, and part of the text keys.")]
    kind: Annotated[Literal["choice", "flag", "number", "text"], Meta(description="How to ask for it.")]
    default: Annotated[Any, Meta(description="What counts when it is left out.")]
    values: Annotated[list[Any] | UnsetType, Meta(description="Of a choice: all there are.")] = msgspec.UNSET
    min: Annotated[int | UnsetType, Meta(description="Of a number: the least.")] = msgspec.UNSET
    max: Annotated[int | UnsetType, Meta(description="Of a number: the most. Of a text: its greatest length.")] = (
        msgspec.UNSET
    )
    examples: Annotated[list[str] | UnsetType, Meta(description="Of a text: some that are good.")] = msgspec.UNSET


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    id: str
    rules: Annotated[int, Meta(description="Version of the rules; stored matches keep theirs.")]
    seats: Annotated[int, Meta(description="How many players.")]
    options: Annotated[list[OptionInfo], Meta(description="Options of a match.")]
    seat_options: Annotated[list[OptionInfo], Meta(description="What players choose for their own seat.")]
    bots: Annotated[
        list[str],
        Meta(description="Strategies of the house bots, the one to begin with first: values of `opponent`."),
    ]
    lesson: Annotated[bool, Meta(description="Whether there is a guided first game.")]
    exercises: Annotated[int, Meta(description="How many positions there are in which to find the better move.")]
    board: Annotated[bool, Meta(description="Whether the page has a board of its own for it; else a generic one.")]
    presentation: Annotated[Presentation, Meta(description="How the game presents itself: data for clients.")]
    reviews: Annotated[
        bool, Meta(description="Whether an engine of this service reviews matches of the game and gives hints.")
    ] = False


class Games(msgspec.Struct, frozen=True):
    """All games."""

    games: list[GameInfo]


class Comment(msgspec.Struct, frozen=True):
    """What is said at one point of a lesson, in both languages."""

    en: str
    ja: str


class LessonLog(msgspec.Struct, frozen=True):
    """A replay to play along with. Keys of `script` and `comments` are log positions."""

    seat: Annotated[int, Meta(description="The learner's seat.")]
    snapshot: Snapshot
    updates: list[Update]
    script: Annotated[dict[str, Any], Meta(description="Entry → the action by which the learner makes it.")]
    comments: Annotated[dict[str, Comment], Meta(description="Entry after which something is said.")]


class ExerciseChoice(msgspec.Struct, frozen=True):
    """A legal action of an exercise."""

    action: Annotated[dict[str, Any], Meta(description="The action, as it would be sent.")]
    chance: Annotated[Chance, Meta(description="How likely its player wins, by the engine.")]
    behind: Annotated[float, Meta(ge=0, le=1, description="How much less likely than with the best one.")]


class ExerciseLog(msgspec.Struct, frozen=True):
    """A position out of a seeded match, as the player saw it who had to choose, and what the engine says of it."""

    seat: Annotated[int, Meta(description="Whose choice it is.")]
    snapshot: Snapshot
    choices: Annotated[list[ExerciseChoice], Meta(description="Every legal action.")]
    played: Annotated[int, Meta(description="What a bot played there, by its place in `choices`.")]
    best: Annotated[int, Meta(description="The best action, by its place in `choices`.")]
    why: Annotated[Why, Meta(description="Why the best action is better than what was played.")]
    question: Annotated[Comment, Meta(description="What is said before the choice.")]
    answer: Annotated[Comment, Meta(description="What is said after it.")]


# Matches


class ClockRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Time control, in milliseconds: ``bank``: ``base`` + ``increment`` per seat; ``days``: ``base`` per decision.

    ``on_timeout``: the seat whose time is up loses, or the decision's default action is played for it.
    """

    kind: Literal["none", "bank", "days"] = "none"
    base: int = 0
    increment: int = 0
    on_timeout: Literal["lose", "default"] = "lose"


#: Milliseconds: the largest bank of a clock.
LONGEST_BANK = 24 * 3_600_000
#: Milliseconds: the largest increment.
LONGEST_INCREMENT = 3_600_000
#: Milliseconds of a day.
DAY = 86_400_000
#: The most days per decision.
MOST_DAYS = 30
Clock = Annotated[
    ClockRules,
    Meta(
        description="None; a bank of 1 s to 24 h with an increment of up to 1 h; or 1 to 30 whole days.",
        extra_json_schema={
            "anyOf": [
                {"properties": {"kind": {"const": "none"}, "base": {"const": 0}, "increment": {"const": 0}}},
                {
                    "required": ["kind", "base"],
                    "properties": {
                        "kind": {"const": "bank"},
                        "base": {"minimum": 1000, "maximum": LONGEST_BANK},
                        "increment": {"minimum": 0, "maximum": LONGEST_INCREMENT},
                    },
                },
                {
                    "required": ["kind", "base"],
                    "properties": {
                        "kind": {"const": "days"},
                        "base": {"minimum": DAY, "maximum": MOST_DAYS * DAY, "multipleOf": DAY},
                        "increment": {"const": 0},
                    },
                },
            ]
        },
    ),
]


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as its creator wants it."""

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
            description="Actions can be taken back that rolled, drew and showed nothing; between two people the"
            " other one must agree. Never in rated matches."
        ),
    ] = True
    rated: Agreed = False
    hints: Annotated[
        bool,
        Meta(
            description="Players may take hints by the engine; all are told that they did, not what it said."
            " Never in rated matches."
        ),
    ] = True


class MatchCreated(msgspec.Struct, frozen=True, omit_defaults=True):
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
    rated: Agreed = False


class SeatTaken(msgspec.Struct, frozen=True):
    """You sit."""

    match: MatchId
    seat: int


class EntryStored(msgspec.Struct, frozen=True):
    """It is stored as entry `seq`."""

    match: MatchId
    seq: int


class NoFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    view: Annotated[dict[str, Any], Meta(description="The view without `table`.")]
    creator: Annotated[str, Meta(description="Who made it: id of the player.")]
    invite: Annotated[str, Meta(description="The invite code, for the players of a private match.")] = ""
    turns: Annotated[int, Meta(description="The turn that is being played; absent: none is counted.")] = 0


class Recording(msgspec.Struct, frozen=True):
    """A log as one viewer was shown it: the view after entry 1, then one update per entry."""

    snapshot: Snapshot
    updates: list[Update]


class ForkWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where somebody wants to play on, and how."""

    seq: Annotated[int, Meta(ge=1, description="After which entry.")]
    seat: Seat | msgspec.UnsetType = msgspec.UNSET
    options: Options = {}
    nonce: Nonce = ""
    opponent: Opponent = ""
    bot: IsBot = False


class RematchWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to play again."""

    nonce: Nonce = ""
    bot: IsBot = False
    rated: Annotated[bool, Meta(description="You agree that it is rated, if that match was; else it is not.")] = (
        False
    )


class NextMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rematch that has been made and is not over."""

    match: Annotated[str, Meta(description="Its id; empty or absent: nobody has asked for one.")] = ""
    seated: Annotated[bool, Meta(description="You sit there already; else you are asked to.")] = False


class LessonWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where in a guided game somebody wants to play on."""

    seq: Annotated[int, Meta(ge=1, description="After which entry.")]
    nonce: Nonce = ""
    opponent: Opponent = ""


class ExerciseWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to play on from the position of an exercise."""

    nonce: Nonce = ""
    opponent: Opponent = ""


#: What the page is told in types of its own: name → struct.
PAGE_TYPES: Mapping[str, type[msgspec.Struct]] = MappingProxyType(
    {"Games": Games, "Review": Review, "LimitTable": LimitTable, "ExerciseLog": ExerciseLog}
)
