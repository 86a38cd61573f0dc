"""Effects: the output of a room. They are carried out in order."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from bocage.live.commands import Command
from bocage.live.watching import Subscription, Watcher
from bocage.log.projection import Proposal
from bocage.protocol.messages import Message

# Storage --------------------------------------------------------------------------------------


class Append(msgspec.Struct, frozen=True, gc=False):
    """Store an entry, and answer with ``EntryStored``, ``AppendConfirmed``, ``NumberTaken`` or ``AppendFailed``.

    A room has one append under way at most. ``asked``: the entry's time, ms; 0: when it is stored.
    """

    proposal: Proposal
    asked: int = 0


class ReadLog(msgspec.Struct, frozen=True, gc=False):
    """Read the whole log, and answer with ``LogRead`` or ``LogNotRead``."""


class ReadFirst(msgspec.Struct, frozen=True, gc=False):
    """Read the log, then submit ``command`` again: its sender has seen entries that this node does not know."""

    command: Command


class LookUpNames(msgspec.Struct, frozen=True, gc=False):
    """Look up the names of these players, and answer with ``Named``."""

    players: tuple[str, ...]


class LookUpVacations(msgspec.Struct, frozen=True, gc=False):
    """Look up the last vacations of these players, and answer with ``VacationsRead``."""

    players: tuple[str, ...]


class CorrectDeadline(msgspec.Struct, frozen=True, gc=False):
    """Correct the deadline in the lists: nothing is due."""


class Whisper(msgspec.Struct, frozen=True, gc=False):
    """Send a note to the rooms of this match on other nodes."""

    note: bytes


# Time and life --------------------------------------------------------------------------------


class WakeAt(msgspec.Struct, frozen=True, gc=False):
    """Send ``Wake`` at that time (ms, the store's clock). Replaces the ``WakeAt`` before it."""

    at: int


class CloseRoom(msgspec.Struct, frozen=True, gc=False):
    """Forget the room and stop following its log. Its remaining effects are still carried out."""


class Report(msgspec.Struct, frozen=True, gc=False):
    """Log an error, unless it is an expected one. ``what``: the sentence for the log."""

    error: Exception
    what: str


# Answers to commands ---------------------------------------------------------------------------


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The command is stored as entry ``seq``; ``again``: it already was."""

    command: Command
    seq: int
    again: bool = False


class Decline(msgspec.Struct, frozen=True, gc=False):
    """The command was not carried out. ``what``: as in :class:`Report`."""

    command: Command
    error: Exception
    what: str = "a command failed"


# Watchers ----------------------------------------------------------------------------------------


class Deliver(msgspec.Struct, frozen=True, gc=False):
    """Send an update or a snapshot. A slow reader misses it, and is sent a snapshot (``Renew``) later."""

    watchers: tuple[Watcher, ...]
    frame: bytes


class Tell(msgspec.Struct, frozen=True, gc=False):
    """Send chat or presence. Slow readers miss it, and watchers that do not hear ``speaker`` (empty: nobody)."""

    watchers: tuple[Watcher, ...]
    frame: bytes
    speaker: str = ""


class Send(msgspec.Struct, frozen=True, gc=False):
    """A message to one watcher that must not be dropped."""

    watcher: Watcher
    message: Message


class Reject(msgspec.Struct, frozen=True, gc=False):
    """Refuse to show the watcher the match, or to show it any longer. ``what``: as in :class:`Report`."""

    watcher: Watcher
    subscription: Subscription
    error: Exception
    what: str = "a match could not be shown"


class Restart(msgspec.Struct, frozen=True, gc=False):
    """Let the watcher watch the match again, from the beginning."""

    watcher: Watcher
    subscription: Subscription


Effect: TypeAlias = (
    Append
    | ReadLog
    | ReadFirst
    | LookUpNames
    | LookUpVacations
    | CorrectDeadline
    | Whisper
    | WakeAt
    | CloseRoom
    | Report
    | Answer
    | Decline
    | Deliver
    | Tell
    | Send
    | Reject
    | Restart
)
