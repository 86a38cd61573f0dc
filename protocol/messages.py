"""Every message on the wire: two closed unions, one per direction, one struct per message.

Times are milliseconds since the Unix epoch, by the service's one clock. ``seq`` is a log position: the number
of a match's last entry, from 1. Optional fields are absent when they hold their default.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec


class Message(msgspec.Struct, frozen=True, tag_field="t", omit_defaults=True):
    """Base of all messages; the field ``t`` names the kind."""


class DecisionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who owes a decision. ``actions`` (the legal list) and ``default`` are there for the decider alone."""

    seat: int
    kind: str
    actions: list[Any] | msgspec.UnsetType = msgspec.UNSET
    default: Any = msgspec.UNSET


# Client to server --------------------------------------------------------------------------------


class Hello(Message, frozen=True, tag="hello"):
    """First message of a connection. ``token``: bearer token of a player; without one you may only watch.

    ``lang`` ("en" or "ja") chooses the language of refusal texts.
    """

    token: str = ""
    lang: str = "en"
    client: str = ""


class Watch(Message, frozen=True, tag="watch"):
    """Follow a match from here on: answered by a snapshot, then updates.

    A seated player gets his own view. ``open``: ask for delayed open hands, where the match allows them.
    """

    match: str
    open: bool = False


class Resume(Message, frozen=True, tag="resume"):
    """Follow a match again, having seen everything up to ``seq``: answered by the updates since, or a snapshot."""

    match: str
    seq: int
    open: bool = False


class Unwatch(Message, frozen=True, tag="unwatch"):
    """Stop following a match."""

    match: str


class Act(Message, frozen=True, tag="act"):
    """Answer the decision at log position ``seq``. ``id`` comes back in the ack or refusal.

    Sent again, the same action at the same position is acknowledged and not applied twice.
    """

    id: int
    match: str
    seq: int
    action: Any


class Resign(Message, frozen=True, tag="resign"):
    """Give up a match."""

    id: int
    match: str


class Draw(Message, frozen=True, tag="draw"):
    """Offer a draw, or accept the one offered by the other seat. An offer lapses with the next action."""

    id: int
    match: str


class Say(Message, frozen=True, tag="say"):
    """Chat at a match's table."""

    id: int
    match: str
    text: str


class WatchLobby(Message, frozen=True, tag="watch_lobby"):
    """Follow the lobby: answered by all its rows, then changes."""


class UnwatchLobby(Message, frozen=True, tag="unwatch_lobby"):
    """Stop following the lobby."""


class Ping(Message, frozen=True, tag="ping"):
    """Ask for a pong with the same ``id``; tells the delay and the service's time."""

    id: int


ClientMessage: TypeAlias = (
    Hello | Watch | Resume | Unwatch | Act | Resign | Draw | Say | WatchLobby | UnwatchLobby | Ping
)

# Server to client --------------------------------------------------------------------------------


class Welcome(Message, frozen=True, tag="welcome"):
    """Answer to hello. ``player`` is absent for anonymous watchers; ``time`` is the service's clock."""

    version: str
    time: int
    player: str = ""
    name: str = ""


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The whole view of a match after entry ``seq``. ``seat``: yours, or -1 public, -2 open hands."""

    match: str
    seq: int
    seat: int
    view: Any
    decision: DecisionView | msgspec.UnsetType = msgspec.UNSET


class Update(Message, frozen=True, tag="update"):
    """What entry ``seq`` changed for you: a merge patch (RFC 7396) of the view, and the events told to you.

    Every entry makes exactly one update with the next number, empty where you may see nothing.
    ``decision`` is there whenever one is owed after this entry; its absence means that none is.
    """

    match: str
    seq: int
    at: int
    patch: Any = msgspec.UNSET
    events: list[Any] = []
    decision: DecisionView | msgspec.UnsetType = msgspec.UNSET


class Ack(Message, frozen=True, tag="ack"):
    """The request ``id`` is stored; for acts as entry ``seq``. ``again``: it already was."""

    id: int
    seq: int = 0
    again: bool = False


class Refused(Message, frozen=True, tag="refused"):
    """The request ``id`` (0: none) was not carried out. ``code`` is for programs, ``text`` for people.

    ``rule`` names the ruling that forbids an action; ``limit`` a row of GET /api/limits;
    ``retry`` is how many milliseconds to wait before trying again.
    """

    code: str
    text: str
    id: int = 0
    match: str = ""
    rule: str = ""
    limit: str = ""
    retry: int = 0


class Said(Message, frozen=True, tag="said"):
    """Somebody at the table said something."""

    match: str
    player: str
    name: str
    text: str
    at: int


class LobbyRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as the lobby shows it. ``names`` holds one name per seat, empty where the seat is free."""

    match: str
    game: str
    status: str
    options: Any
    names: list[str]
    at: int
    seq: int = 0
    bots: list[int] = []


class Lobby(Message, frozen=True, tag="lobby"):
    """Changes of the lobby: rows that are new or changed, and matches that left. ``whole``: forget the rest."""

    rows: list[LobbyRow] = []
    gone: list[str] = []
    whole: bool = False


class Pong(Message, frozen=True, tag="pong"):
    """Answer to ping."""

    id: int
    time: int


class Unavailable(Message, frozen=True, tag="unavailable"):
    """Storage cannot be reached: nothing new can be stored or shown. Try again after ``retry`` milliseconds."""

    retry: int


class Available(Message, frozen=True, tag="available"):
    """Storage is back; updates that were missed follow by themselves."""


class Draining(Message, frozen=True, tag="draining"):
    """This node is about to stop. Connect again after ``retry`` milliseconds and resume."""

    retry: int


ServerMessage: TypeAlias = (
    Welcome | Snapshot | Update | Ack | Refused | Said | Lobby | Pong | Unavailable | Available | Draining
)
