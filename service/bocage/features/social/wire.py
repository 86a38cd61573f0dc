"""Messages of friends, blocks, mutes and reports. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

#: Longest line of chat in a report.
LONGEST_LINE = 1000
#: Longest of what the reporter says.
LONGEST_NOTE = 2000
#: Most lines of chat in a report.
MOST_LINES = 50

Reason = Literal["chat", "name", "stalling", "cheating", "other"]
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9]+$")]


class BlockWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you and somebody play together."""

    player: Annotated[Id, Meta(description="Id of the other player.")]
    blocked: Annotated[bool, Meta(description="Neither of you sits down where the other sits from now on.")] = True


class MuteWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you read what somebody writes."""

    player: Annotated[Id, Meta(description="Id of the other player.")]
    muted: Annotated[bool, Meta(description="No line of chat that they write is sent to you from now on.")] = True


class Blocked(msgspec.Struct, frozen=True):
    """Somebody whom you blocked or muted."""

    player: str
    name: Annotated[str, Meta(description="What they are called now; empty: they are known no more.")]


class BlockTable(msgspec.Struct, frozen=True):
    """Whom you blocked, and whom you muted besides. They are not told."""

    blocked: list[Blocked]
    muted: list[Blocked]


class ReportedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat, as the reporter's client heard it."""

    player: Id
    text: Annotated[str, Meta(max_length=LONGEST_LINE)]
    at: int = 0


class ReportWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody tells the operator about a player."""

    player: Annotated[Id, Meta(description="Whom it is about.")]
    reason: Reason
    match: Annotated[str, Meta(max_length=40, description="Where it happened; empty: in no match.")] = ""
    note: Annotated[str, Meta(max_length=LONGEST_NOTE, description="In your own words.")] = ""
    lines: Annotated[
        list[ReportedLine], Meta(max_length=MOST_LINES, description="The lines of chat that it is about.")
    ] = []


class ReportKept(msgspec.Struct, frozen=True):
    """The operator will find it. It is kept for 30 days."""

    report: Annotated[str, Meta(description="Its id.")]


class Report(msgspec.Struct, frozen=True):
    """A report as it is kept. ``by``: id of the reporter. ``at``: when it came, in milliseconds."""

    by: str
    at: int
    wish: ReportWish


class FriendWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you want somebody for a friend. You are friends while both of you do."""

    player: Annotated[Id, Meta(description="Id of the other player.")]
    friend: Annotated[
        bool, Meta(description="Ask them, or agree; false: decline, take it back, or be friends no more.")
    ] = True


class Friend(msgspec.Struct, frozen=True):
    """Somebody among your friends, or on the way there."""

    player: str
    name: Annotated[str, Meta(description="What they are called now; empty: they are known no more.")]


class FriendTable(msgspec.Struct, frozen=True):
    """Your friends, and who is to become one."""

    friends: list[Friend]
    asking: Annotated[list[Friend], Meta(description="Who asked you: agree, or decline.")]
    asked: Annotated[list[Friend], Meta(description="Whom you asked, and who has not agreed yet.")]
