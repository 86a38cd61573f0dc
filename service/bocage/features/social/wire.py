"""Friends, blocks, mutes and reports in REST. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.rest import IsProgram

#: Greatest length of a line of chat in a report.
LONGEST_LINE = 1000
#: Greatest length of the reporter's note.
LONGEST_NOTE = 2000
#: Most lines of chat in a report.
MOST_LINES = 50

Reason = Literal["chat", "name", "stalling", "cheating", "other"]
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9]+$")]


class BlockWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Block or unblock a player."""

    player: Annotated[Id, Meta(description="Id of the other player.")]
    blocked: Annotated[bool, Meta(description="Neither of you can join a match of the other.")] = True


class MuteWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mute or unmute a player."""

    player: Annotated[Id, Meta(description="Id of the other player.")]
    muted: Annotated[bool, Meta(description="You do not receive their chat.")] = True


class Blocked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player that you have blocked or muted."""

    player: str
    name: Annotated[str, Meta(description="Current name; empty: unknown.")]
    program: IsProgram = False


class BlockTable(msgspec.Struct, frozen=True):
    """The players that you have blocked, and those that you have muted. They are not notified."""

    blocked: list[Blocked]
    muted: list[Blocked]


class ReportedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat, as received by the reporter's client."""

    player: Id
    text: Annotated[str, Meta(max_length=LONGEST_LINE)]
    at: int = 0


class ReportWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about a player."""

    player: Annotated[Id, Meta(description="The reported player.")]
    reason: Reason
    match: Annotated[str, Meta(max_length=40, description="The match concerned; empty: none.")] = ""
    note: Annotated[str, Meta(max_length=LONGEST_NOTE, description="Your description.")] = ""
    lines: Annotated[
        list[ReportedLine], Meta(max_length=MOST_LINES, description="The lines of chat concerned.")
    ] = []


class ReportKept(msgspec.Struct, frozen=True):
    """The report is stored for the operator, for 30 days."""

    report: Annotated[str, Meta(description="Its id.")]


class Report(msgspec.Struct, frozen=True):
    """A stored report. ``by``: id of the reporter. ``at``: time in milliseconds."""

    by: str
    at: int
    wish: ReportWish


class FriendWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Add or remove a friend. You are friends while both of you have added each other."""

    player: Annotated[Id, Meta(description="Id of the other player.")]
    friend: Annotated[bool, Meta(description="Send or accept a request; false: decline, withdraw or end it.")] = (
        True
    )


class Friend(msgspec.Struct, frozen=True, omit_defaults=True):
    """A friend, or a player with a pending request."""

    player: str
    name: Annotated[str, Meta(description="Current name; empty: unknown.")]
    program: IsProgram = False


class FriendTable(msgspec.Struct, frozen=True):
    """Your friends and pending requests."""

    friends: list[Friend]
    asking: Annotated[list[Friend], Meta(description="Requests to you.")]
    asked: Annotated[list[Friend], Meta(description="Requests by you.")]
