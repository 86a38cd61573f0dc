"""All messages on the wire: two closed unions, one per direction, one struct per message.

Times are milliseconds since the Unix epoch, by the service's clock. A field that holds its default is absent.
Messages of clients are decoded strictly: an unknown field is an error. Clients ignore fields that they do not
know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bocage.protocol.challenges import Challenge, ChallengeAnswer, ChallengeId, NewChallenge
from bocage.protocol.decisions import DecisionView as DecisionView
from bocage.protocol.decisions import Odds as Odds

#: Subprotocols: the same messages as msgpack in binary frames or as JSON in text frames.
SUBPROTOCOLS = ("bocage.v1.msgpack", "bocage.v1.json")

MatchId: TypeAlias = Annotated[str, Meta(max_length=40, description="Id of the match.")]
RequestId: TypeAlias = Annotated[
    int, Meta(ge=1, le=2**53, description="Chosen by the client; comes back in the ack or refusal.")
]
AnswersTo: TypeAlias = Annotated[int, Meta(description="Id of the request that this answers.")]
Seq: TypeAlias = Annotated[int, Meta(ge=0, description="Log position: number of the match's last entry, from 1.")]
Digest: TypeAlias = Annotated[
    str,
    Meta(
        max_length=16,
        description="Digest of the log up to this entry: eight opaque characters. Send it back in `resume`.",
    ),
]
Time: TypeAlias = Annotated[int, Meta(description="Milliseconds since the Unix epoch, by the service's clock.")]
Retry: TypeAlias = Annotated[int, Meta(description="Milliseconds to wait before trying again; 0: now, or never.")]
Invite: TypeAlias = Annotated[str, Meta(max_length=64, description="Invite code, where the match is private.")]
OpenHands: TypeAlias = Annotated[
    bool, Meta(description="Request open hands, with the match's delay. Not for its players.")
]
WithOdds: TypeAlias = Annotated[bool, Meta(description="Request `odds` with the decisions that you owe.")]
Language: TypeAlias = Literal["en", "ja"]

if TYPE_CHECKING:
    ActionData: TypeAlias = Any
else:
    # Kept as it came, in its own framing, until the game is known whose types decode it.
    ActionData = Annotated[msgspec.Raw, Meta(description="One of the decision's legal actions.")]


class Message(msgspec.Struct, frozen=True, tag_field="t", omit_defaults=True):
    """Base of all messages; the field ``t`` names the kind."""


class Request(Message, frozen=True, forbid_unknown_fields=True):
    """Base of client messages."""


# Client to server --------------------------------------------------------------------------------


class Hello(Request, frozen=True, tag="hello"):
    """First message of a connection; answered by `welcome`."""

    token: Annotated[
        str, Meta(max_length=200, description="Bearer token of a player. Without one you may only watch.")
    ] = ""
    lang: Annotated[Language, Meta(description="Language of refusal texts.")] = "en"
    client: Annotated[str, Meta(max_length=80, description="Name and version of your program, for the logs.")] = ""
    short: Annotated[bool, Meta(description="Request short updates: arrays, less than half as long.")] = False


class Watch(Request, frozen=True, tag="watch"):
    """Follow a match from now on; answered by a `snapshot`, then `update`s. Players get the view of their seat."""

    match: MatchId
    open: OpenHands = False
    invite: Invite = ""
    odds: WithOdds = False


class Resume(Request, frozen=True, tag="resume"):
    """Follow a match again; answered by the `update`s after `seq`, or by a `snapshot` if that is too long ago.

    With `digest`, also answered by a `snapshot` if storage lost its newest entries and entry `seq` has been
    replaced.
    """

    match: MatchId
    seq: Annotated[int, Meta(ge=0, description="The last log position whose update or snapshot you have.")]
    open: OpenHands = False
    invite: Invite = ""
    digest: Annotated[
        str, Meta(max_length=16, description="The `digest` of that update or snapshot; absent: do not compare.")
    ] = ""
    odds: WithOdds = False


class Unwatch(Request, frozen=True, tag="unwatch"):
    """Stop following a match."""

    match: MatchId


class Statement(Request, frozen=True):
    """Base of messages that refer to the match at log position `seq`."""

    id: RequestId
    match: MatchId
    seq: Seq


class Act(Statement, frozen=True, tag="act"):
    """Answer the decision owed at log position `seq`.

    Idempotent: the same action at the same position is acknowledged again and not applied twice.
    """

    action: ActionData
    undoable: Annotated[
        bool, Meta(description="Refused as `final` unless you could undo it at once: nothing is stored.")
    ] = False


class Resign(Request, frozen=True, tag="resign"):
    """Resign a match."""

    id: RequestId
    match: MatchId


class Draw(Statement, frozen=True, tag="draw"):
    """Offer a draw, or accept the one offered, at log position `seq`.

    An offer lapses with the next action, or when it is declined (`decline_draw`). Refused as `stale` when the
    decision owed at `seq` has been answered since; offers that cross are an agreement. Idempotent at the same
    position.
    """


class DeclineDraw(Statement, frozen=True, tag="decline_draw"):
    """Decline the other player's draw offer, at log position `seq`. The log records it.

    Idempotent at the same position.
    """


class Undo(Statement, frozen=True, tag="undo"):
    """Undo your last action, or let the other player undo theirs, at log position `seq`.

    Possible where the view says so (`undo`): while no die was rolled, no card drawn, nothing hidden revealed, and
    no other seat has acted since. In solo games and against house bots the undo is immediate. Otherwise this asks
    the other player, who agrees with an `undo` of their own, or declines with `decline_undo` or by playing on.
    Idempotent at the same position.
    """


class DeclineUndo(Statement, frozen=True, tag="decline_undo"):
    """Decline the other player's request to undo an action, at log position `seq`. The log records it.

    Idempotent at the same position.
    """


class Propose(Statement, frozen=True, tag="propose"):
    """Propose other terms before play, at log position `seq`: the options of the match, with these changes.

    Possible where the view has `agreement`, for the options that it calls `negotiable`. You accept what you
    propose; other acceptances are withdrawn. Refused as `stale` when other terms were proposed since `seq`.
    Idempotent at the same position.
    """

    options: Annotated[dict[str, Any], Meta(description="The options to change, with their new values.")]


class Accept(Statement, frozen=True, tag="accept"):
    """Accept the terms, as seen at log position `seq`. Play begins when all seats have accepted them.

    Refused as `stale` when other terms were proposed since `seq`. Idempotent at the same position.
    """


class Say(Request, frozen=True, tag="say"):
    """Send a chat message to a match that you follow. Chat is not stored.

    Messages of players reach everybody. Messages of watchers reach watchers only, so that they cannot give hints.
    """

    id: RequestId
    match: MatchId
    text: Annotated[str, Meta(min_length=1, description="The text; its maximum length is a limit.")]


class WatchLobby(Request, frozen=True, tag="watch_lobby"):
    """Follow the lobby; answered by a `lobby` with all rows, then by changes."""


class UnwatchLobby(Request, frozen=True, tag="unwatch_lobby"):
    """Stop following the lobby."""


class WatchAccount(Request, frozen=True, tag="watch_account"):
    """Follow your account: challenges, and matches of yours that begin or end.

    Answered by an `account` with everything, then by changes. Programs offer tables with it, as long as a
    connection follows the account; a further `watch_account` replaces the offer.
    """

    follow: Annotated[
        bool,
        Meta(
            description="Follow each match of yours that is in play, as if you had sent `watch`: its `decision`"
            " tells you when it is your turn."
        ),
    ] = False
    tables: Annotated[
        int, Meta(ge=0, le=1000, description="Of a program: matches that it would play at the same time.")
    ] = 0
    games: Annotated[
        list[str], Meta(max_length=100, description="Of a program: games that it plays; empty: all.")
    ] = []
    ladder: Annotated[
        int,
        Meta(
            ge=0,
            le=3600,
            description="Of a program: most rated matches per hour that the service may arrange; 0: none.",
        ),
    ] = 0


class UnwatchAccount(Request, frozen=True, tag="unwatch_account"):
    """Stop following your account. A program's offer ends."""


class ChallengePlayerTo(Request, frozen=True, tag="challenge"):
    """Challenge a player to a match; answered by `ack` with the id of the challenge (`made`)."""

    id: RequestId
    player: Annotated[str, Meta(max_length=40, description="Id of the player.")]
    terms: Annotated[NewChallenge, Meta(description="What they are challenged to.")]


class AnswerChallenge(Request, frozen=True, tag="answer_challenge"):
    """Accept or decline a challenge to you, or cancel one of yours; the same answer may be repeated."""

    id: RequestId
    challenge: ChallengeId
    answer: Annotated[ChallengeAnswer, Meta(description="The answer.")]


class Ping(Request, frozen=True, tag="ping"):
    """Request a `pong` with the same `id`, to measure the round trip and read the service's time."""

    id: RequestId


#: Messages that add an entry to a match's log.
Move: TypeAlias = Act | Resign | Draw | DeclineDraw | Undo | DeclineUndo | Propose | Accept
#: Messages about the account of the player.
AccountRequest: TypeAlias = WatchAccount | UnwatchAccount | ChallengePlayerTo | AnswerChallenge
ClientMessage: TypeAlias = (
    Hello | Watch | Resume | Unwatch | Move | Say | WatchLobby | UnwatchLobby | AccountRequest | Ping
)

# Server to client --------------------------------------------------------------------------------


class Welcome(Message, frozen=True, tag="welcome"):
    """Answer to `hello`."""

    version: Annotated[str, Meta(description="Version of the service.")]
    time: Time
    player: Annotated[str, Meta(description="Your id; absent for anonymous watchers.")] = ""
    name: Annotated[str, Meta(description="Your name; absent for anonymous watchers.")] = ""
    per_match: Annotated[
        bool,
        Meta(
            description="Open one connection per match, at `/ws?match=ID`: players and watchers of a match are then"
            " served by the same worker, which is faster. Any connection can still follow any match."
        ),
    ] = False


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The whole view of a match after entry `seq`. It replaces all earlier state."""

    match: MatchId
    seq: Seq
    seat: Annotated[int, Meta(description="Whose view this is: your seat, -1 the public, -2 open hands.")]
    view: Annotated[Any, Meta(description="The view: an object without nulls.")]
    decision: (
        Annotated[DecisionView, Meta(description="The decision that you owe; absent: you owe none.")]
        | msgspec.UnsetType
    ) = msgspec.UNSET
    digest: Digest = ""


class Update(Message, frozen=True, tag="update"):
    """The change that entry `seq` made to your view.

    Every entry makes exactly one update, an empty one if you may see nothing of it.
    """

    match: MatchId
    seq: Seq
    at: Time
    patch: Annotated[Any, Meta(description="Merge patch (RFC 7396) of your view; absent: nothing changed.")] = (
        msgspec.UNSET
    )
    events: Annotated[list[Any], Meta(description="What happened, in order, as far as you may know.")] = []
    decision: (
        Annotated[
            DecisionView, Meta(description="The decision that you owe after this entry; absent: you owe none.")
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET
    digest: Digest = ""


# The short form of an update, for clients that asked for it in `hello`.


class ShortDecision(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The decision that a viewer owes, in a short update. Seat and kind are in `more` if `first` is 0, else in the
    view.
    """

    first: Annotated[
        int, Meta(description="How many actions were numbered before; 0: none, earlier numbers are forgotten.")
    ]
    actions: Annotated[
        list[Any],
        Meta(
            description="Numbers of actions that were sent before; new ones, numbered from `first` on, as objects,"
            " or as the values of the fields that the new one before it has, without `do`."
        ),
    ]
    default: Annotated[int, Meta(description="Number of the action that a timeout plays.")]
    more: Annotated[dict[str, Any], Meta(description="Other fields of the decision.")] = {}


class ShortUpdate(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An update as an array."""

    match: MatchId
    seq: Seq
    at: Time
    digest: Digest
    events: Annotated[Sequence[Any], Meta(description="What happened, in order, as far as you may know.")]
    table: Annotated[Any, Meta(description="The part of the patch for `table`; empty: nothing changed.")]
    patch: Annotated[Any, Meta(description="The rest of the patch; empty: nothing changed.")]
    decision: Annotated[ShortDecision | None, Meta(description="The decision that you owe; null: none.")] = None


class Ack(Message, frozen=True, tag="ack"):
    """A request was carried out, and its entry is stored."""

    id: AnswersTo
    seq: Annotated[int, Meta(description="Number of the entry that the request added, if any.")] = 0
    again: Annotated[bool, Meta(description="A repeated request: its entry was stored before.")] = False
    made: Annotated[str, Meta(description="Id of the challenge that was made, or of the match that begins.")] = ""


class Refused(Message, frozen=True, tag="refused"):
    """A request was not carried out."""

    code: Annotated[str, Meta(description="Why, for programs: a refusal code, or one of the game's own.")]
    text: Annotated[str, Meta(description="Why, for people, in the language asked for in `hello`.")]
    id: Annotated[int, Meta(description="Id of the request, if any.")] = 0
    match: MatchId = ""
    rule: Annotated[str, Meta(description="The ruling that forbids the action.")] = ""
    limit: Annotated[str, Meta(description="The row of GET /api/limits that was reached.")] = ""
    retry: Retry = 0


class Said(Message, frozen=True, tag="said"):
    """A chat message of a player or watcher."""

    match: MatchId
    player: Annotated[str, Meta(description="Id of the sender.")]
    name: Annotated[str, Meta(description="Name of the sender.")]
    text: Annotated[str, Meta(description="The text.")]
    at: Time
    program: Annotated[bool, Meta(description="The sender is a program.")] = False


class Present(Message, frozen=True, tag="present"):
    """Connected players and number of watchers. Sent on change, at most about once a second."""

    match: MatchId
    watchers: Annotated[int, Meta(description="Connections that watch without a seat.")]
    seats: Annotated[list[int], Meta(description="Seats whose player is connected and follows the match.")] = []


class ForkSource(msgspec.Struct, frozen=True, omit_defaults=True):
    """Origin of a forked match."""

    match: MatchId
    seq: Annotated[int, Meta(description="The fork continues after this entry of that match.")]
    resampled: Annotated[
        bool,
        Meta(
            description="Hidden information was drawn again at the fork. Absent: it was not, so everybody who knows"
            " the original knows all hands."
        ),
    ] = False


class RowClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time control of a match in a list."""

    kind: Annotated[
        Literal["none", "bank", "days"], Meta(description="A bank per seat, days per decision, or none.")
    ]
    base: Annotated[int, Meta(description="Milliseconds per seat, or per decision.")] = 0
    increment: Annotated[int, Meta(description="Milliseconds added after each decision.")] = 0


class LobbyRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as lists show it."""

    match: MatchId
    game: Annotated[str, Meta(description="Id of the game.")]
    status: Annotated[str, Meta(description="open (seats are free), playing, or ended.")]
    options: Annotated[Any, Meta(description="Options of the game that were chosen.")]
    names: Annotated[
        list[str],
        Meta(
            description="Current names of the players, one per seat; empty where the seat is free or its player has"
            " deleted their account."
        ),
    ]
    at: Annotated[int, Meta(description="Time of its last change of status: milliseconds since the Unix epoch.")]
    players: Annotated[list[str], Meta(description="One player id per seat, empty where the seat is free.")] = []
    bots: Annotated[list[int], Meta(description="Seats whose players have declared that they are programs.")] = []
    house_bots: Annotated[list[int], Meta(description="Seats that are held by the service's own bots.")] = []
    house: Annotated[
        str,
        Meta(description="The free seat is reserved for a house bot with this strategy; absent: open to all."),
    ] = ""
    unknown_rules: Annotated[
        bool,
        Meta(
            description="This node does not have the rules of this match, so it cannot show or play it. A finished"
            " match can still be exported here."
        ),
    ] = False
    private: Annotated[bool, Meta(description="Only players and invited guests may watch.")] = False
    winners: Annotated[list[int], Meta(description="The winning seats of a match that has ended.")] = []
    reason: Annotated[str, Meta(description="Why it ended; the text `outcome.<reason>`.")] = ""
    clock: Annotated[RowClock | None, Meta(description="Time control; absent: none.")] = None
    fork: Annotated[ForkSource | None, Meta(description="Origin of a forked match; absent: not a fork.")] = None
    score: Annotated[int | None, Meta(description="Points of a finished solo match.")] = None
    deal: Annotated[str, Meta(description="Day (UTC) of its daily deal, such as `2026-11-22`; absent: none.")] = ""
    rated: Annotated[bool, Meta(description="The result counts for the ratings of both players.")] = False
    unrated: Annotated[bool, Meta(description="It can never be rated; true of all forks.")] = False
    away: Annotated[
        list[int],
        Meta(
            description="In a match with days per move: end (ms) of each seat's current or last vacation; 0: none."
            " Absent: no seat had one."
        ),
    ] = []
    map: Annotated[str, Meta(description="Id of the map drawn by players that it is played on; absent: none.")] = ""
    unreadable: Annotated[
        bool,
        Meta(
            description="A finished match whose record in cold storage cannot be read. Game and names are empty,"
            " and requests for the match are refused with `cold_unavailable`, or with `record_lost` if retrying is"
            " useless."
        ),
    ] = False


class Lobby(Message, frozen=True, tag="lobby"):
    """Changes of the lobby."""

    rows: Annotated[list[LobbyRow], Meta(description="Matches that are new or changed.")] = []
    gone: Annotated[list[str], Meta(description="Matches that left the lobby.")] = []
    whole: Annotated[bool, Meta(description="These rows are the whole lobby; forget earlier ones.")] = False


class Account(Message, frozen=True, tag="account"):
    """Changes of your account."""

    challenges: Annotated[
        list[Challenge], Meta(description="Challenges to or from you that were made or answered.")
    ] = []
    matches: Annotated[list[LobbyRow], Meta(description="Matches of yours that began, changed or ended.")] = []
    whole: Annotated[
        bool,
        Meta(description="These are all challenges that wait and all your matches in play; forget earlier ones."),
    ] = False


class Pong(Message, frozen=True, tag="pong"):
    """Answer to `ping`."""

    id: AnswersTo
    time: Time


class Unavailable(Message, frozen=True, tag="unavailable"):
    """Storage is unreachable or rejects writes, so nothing can be stored or played for now."""

    retry: Retry


class Available(Message, frozen=True, tag="available"):
    """Storage is back. Missed updates follow without a request."""


class Draining(Message, frozen=True, tag="draining"):
    """This node is about to stop and will close the connection with 1001. Reconnect and resume."""

    retry: Retry


ServerMessage: TypeAlias = (
    Welcome
    | Snapshot
    | Update
    | Ack
    | Refused
    | Said
    | Present
    | Lobby
    | Account
    | Pong
    | Unavailable
    | Available
    | Draining
)
