"""Every message on the wire: two closed unions, one per direction, one struct per message.

Times are milliseconds since the Unix epoch, by the service's one clock. Optional fields are absent when they
hold their default. What clients send is decoded strictly: an unknown field is an error. Clients ignore fields
that they do not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bocage.protocol.decisions import DecisionView as DecisionView
from bocage.protocol.decisions import Odds as Odds

#: Subprotocols: the same messages, framed as msgpack in binary frames or as JSON in text frames.
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
        description="Digest of the log up to this entry, eight characters that say nothing else. Give it back in"
        " `resume`.",
    ),
]
Time: TypeAlias = Annotated[int, Meta(description="Milliseconds since the Unix epoch, by the service's clock.")]
Retry: TypeAlias = Annotated[int, Meta(description="Milliseconds to wait before trying again; 0: now, or never.")]
Invite: TypeAlias = Annotated[str, Meta(max_length=64, description="Invite code, where the match is private.")]
OpenHands: TypeAlias = Annotated[
    bool, Meta(description="Ask for open hands, as late as the match allows them. Not for its players.")
]
WithOdds: TypeAlias = Annotated[bool, Meta(description="Ask for `odds` with the decisions that you owe.")]
Language: TypeAlias = Literal["en", "ja"]

if TYPE_CHECKING:
    ActionData: TypeAlias = Any
else:
    # Kept as it came, in its own framing, until the game is known whose types decode it.
    ActionData = Annotated[msgspec.Raw, Meta(description="One of the decision's legal actions.")]


class Message(msgspec.Struct, frozen=True, tag_field="t", omit_defaults=True):
    """Base of all messages; the field ``t`` names the kind."""


class Request(Message, frozen=True, forbid_unknown_fields=True):
    """Base of what clients send."""


# Client to server --------------------------------------------------------------------------------


class Hello(Request, frozen=True, tag="hello"):
    """First message of a connection; answered by `welcome`."""

    token: Annotated[
        str, Meta(max_length=200, description="Bearer token of a player. Without one you may only watch.")
    ] = ""
    lang: Annotated[Language, Meta(description="Language of refusal texts.")] = "en"
    client: Annotated[str, Meta(max_length=80, description="Name and version of your program, for the logs.")] = ""


class Watch(Request, frozen=True, tag="watch"):
    """Follow a match from here on: answered by `snapshot`, then `update`s. Players get the view of their seat."""

    match: MatchId
    open: OpenHands = False
    invite: Invite = ""
    odds: WithOdds = False


class Resume(Request, frozen=True, tag="resume"):
    """Follow a match again: answered by the `update`s after `seq`, or by a `snapshot` when that is too long ago.

    With `digest` also by a `snapshot` when entry `seq` is another one now, because storage lost its newest entries.
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
    """Base of what is said about the match as seen at log position `seq`."""

    id: RequestId
    match: MatchId
    seq: Seq


class Act(Statement, frozen=True, tag="act"):
    """Answer the decision that is owed at log position `seq`.

    Sent again, the same action at the same position is acknowledged and not applied twice.
    """

    action: ActionData


class Resign(Request, frozen=True, tag="resign"):
    """Give up a match."""

    id: RequestId
    match: MatchId


class Draw(Statement, frozen=True, tag="draw"):
    """Offer a draw, or accept the one offered, in view of log position `seq`.

    An offer lapses with the next action, or when it is declined (`decline_draw`). Refused as `stale` when the
    decision owed at `seq` has been answered since; offers that cross are an agreement.
    Sent again, at the same position, it is acknowledged and nothing is done twice.
    """


class DeclineDraw(Statement, frozen=True, tag="decline_draw"):
    """Decline the draw that the other player offers, in view of log position `seq`. Both sides see that in the log.

    Sent again, at the same position, it is acknowledged and nothing is done twice.
    """


class Undo(Statement, frozen=True, tag="undo"):
    """Take your last action back, or let the other player take theirs back, in view of log position `seq`.

    Possible where the view says so (`undo`): while no die was rolled, no card drawn, nothing hidden shown, and
    nobody else has acted since. Alone, or against house bots, it is done at once. Otherwise it asks the other
    player; they agree by sending it, too, and decline by `decline_undo`, or by playing on. Sent again, at
    the same position, it is acknowledged and nothing is done twice.
    """


class DeclineUndo(Statement, frozen=True, tag="decline_undo"):
    """Decline that the other player takes an action back, in view of log position `seq`. Both see that in the log.

    Sent again, at the same position, it is acknowledged and nothing is done twice.
    """


class Say(Request, frozen=True, tag="say"):
    """Say something in the chat of a match, which you must follow. Chat is not stored.

    Everybody hears what players say. What watchers say is heard by watchers alone, so that nobody gives hints.
    """

    id: RequestId
    match: MatchId
    text: Annotated[str, Meta(min_length=1, description="What you say; its longest length is a limit.")]


class WatchLobby(Request, frozen=True, tag="watch_lobby"):
    """Follow the lobby: answered by a whole `lobby`, then changes."""


class UnwatchLobby(Request, frozen=True, tag="unwatch_lobby"):
    """Stop following the lobby."""


class Ping(Request, frozen=True, tag="ping"):
    """Ask for a `pong` with the same `id`: tells the delay and the service's time."""

    id: RequestId


#: What adds an entry to a match's log.
Move: TypeAlias = Act | Resign | Draw | DeclineDraw | Undo | DeclineUndo
ClientMessage: TypeAlias = Hello | Watch | Resume | Unwatch | Move | Say | WatchLobby | UnwatchLobby | Ping

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
            description="Open a connection for each match, at `/ws?match=ID`: players and watchers of a match then"
            " meet at the same worker, which is faster. Any connection can follow any match all the same."
        ),
    ] = False


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The whole view of a match after entry `seq`; forget what you knew of it."""

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
    """What entry `seq` changed for you.

    Every entry makes exactly one update with the next number, empty where you may see nothing.
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


class Ack(Message, frozen=True, tag="ack"):
    """A request was carried out; an entry it made is stored."""

    id: AnswersTo
    seq: Annotated[int, Meta(description="Number of the entry that it made, if it made one.")] = 0
    again: Annotated[bool, Meta(description="The same action was stored before; nothing was done twice.")] = False


class Refused(Message, frozen=True, tag="refused"):
    """A request was not carried out."""

    code: Annotated[str, Meta(description="Why, for programs: a refusal code, or one of the game's own.")]
    text: Annotated[str, Meta(description="Why, for people, in the language asked for in `hello`.")]
    id: Annotated[int, Meta(description="Id of the request, if it had one.")] = 0
    match: MatchId = ""
    rule: Annotated[str, Meta(description="The ruling that forbids the action.")] = ""
    limit: Annotated[str, Meta(description="The row of GET /api/limits that was reached.")] = ""
    retry: Retry = 0


class Said(Message, frozen=True, tag="said"):
    """A player or watcher said something in the chat of a match."""

    match: MatchId
    player: Annotated[str, Meta(description="Who: id of the player.")]
    name: Annotated[str, Meta(description="Who: name of the player.")]
    text: Annotated[str, Meta(description="What was said.")]
    at: Time


class Present(Message, frozen=True, tag="present"):
    """Which players are connected, and how many watch. Sent when it changes, at most about once a second."""

    match: MatchId
    watchers: Annotated[int, Meta(description="Connections that watch without a seat.")]
    seats: Annotated[list[int], Meta(description="Seats whose player is connected and follows the match.")] = []


class ForkSource(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a forked match comes from."""

    match: MatchId
    seq: Annotated[int, Meta(description="It goes on after this entry of that match.")]
    resampled: Annotated[
        bool,
        Meta(
            description="What was hidden at that moment was drawn again. Absent: it was not, and everybody who"
            " knows that match knows all hands."
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
            description="What the players are called now, one per seat; empty where the seat is free, or its"
            " player left the service."
        ),
    ]
    at: Annotated[int, Meta(description="When it got its status: milliseconds since the Unix epoch.")]
    players: Annotated[list[str], Meta(description="One player id per seat, empty where the seat is free.")] = []
    bots: Annotated[list[int], Meta(description="Seats whose players say that they are programs.")] = []
    house_bots: Annotated[list[int], Meta(description="Seats that are held by the service's own bots.")] = []
    house: Annotated[
        str,
        Meta(description="The free seat is kept for a house bot with this strategy; absent: anybody may sit down."),
    ] = ""
    unknown_rules: Annotated[
        bool,
        Meta(
            description="This node does not know the rules of this match: it can be exported here when it is"
            " over, but not shown or played."
        ),
    ] = False
    private: Annotated[bool, Meta(description="Only players and invited guests may look.")] = False
    winners: Annotated[list[int], Meta(description="The winning seats of a match that has ended.")] = []
    reason: Annotated[str, Meta(description="How it ended; a text key `outcome.<reason>`.")] = ""
    clock: Annotated[RowClock | None, Meta(description="Time control; absent: none.")] = None
    fork: Annotated[ForkSource | None, Meta(description="Where a forked match comes from; absent: it is none.")] = (
        None
    )
    score: Annotated[int | None, Meta(description="Points of a match of one player that has ended.")] = None
    deal: Annotated[str, Meta(description="The day (UTC) whose deal it is, `2026-11-22`; absent: none.")] = ""
    rated: Annotated[
        bool, Meta(description="Its result counts for the ratings of both players, who both agree to that.")
    ] = False
    unrated: Annotated[bool, Meta(description="It never counts for a rating, as all forks.")] = False
    away: Annotated[
        list[int],
        Meta(
            description="Of a match that is played with days per move, per seat: until when (ms) its player is on"
            " vacation, or was; 0: never. Absent: nobody was."
        ),
    ] = []
    unreadable: Annotated[
        bool,
        Meta(
            description="It has ended, and its record in cold storage cannot be read: game and names are empty, and"
            " what asks for the match is refused with `cold_unavailable`, or with `record_lost` where trying again"
            " is of no use."
        ),
    ] = False


class Lobby(Message, frozen=True, tag="lobby"):
    """Changes of the lobby."""

    rows: Annotated[list[LobbyRow], Meta(description="Matches that are new or changed.")] = []
    gone: Annotated[list[str], Meta(description="Matches that left the lobby.")] = []
    whole: Annotated[bool, Meta(description="These rows are all there are.")] = False


class Pong(Message, frozen=True, tag="pong"):
    """Answer to `ping`."""

    id: AnswersTo
    time: Time


class Unavailable(Message, frozen=True, tag="unavailable"):
    """Nothing can be stored: storage cannot be reached, or takes nothing. Nothing is shown that is not stored."""

    retry: Retry


class Available(Message, frozen=True, tag="available"):
    """Storage is back. Updates that were missed follow by themselves."""


class Draining(Message, frozen=True, tag="draining"):
    """This node is about to stop; the connection will be closed with 1001. Connect again and resume."""

    retry: Retry


ServerMessage: TypeAlias = (
    Welcome | Snapshot | Update | Ack | Refused | Said | Present | Lobby | Pong | Unavailable | Available | Draining
)
