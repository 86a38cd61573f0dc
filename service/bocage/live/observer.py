"""Who is told how actions pass through a node: received, decoded, judged, stored, told to all."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from bocage.live.commands import Command
from bocage.log.entries import Entry


class ActionObserver(Protocol):
    """Sessions and rooms call it while a node has one; each method at the moment that it names.

    All steps of one node run in one thread, and each call ends before another one begins.
    """

    def received(self) -> None:
        """A message came in."""

    def decoded(self, match: str, seen: int, command: Command) -> Command:
        """It is an action; ``seen``: the entry that it answers. Gives the command to carry out instead."""

    def appending(self, match: str) -> None:
        """An entry of ``match`` goes to storage."""

    def telling(self, match: str, seq: int) -> AbstractContextManager[None]:
        """The entry that was appended is in the log, and is told to all within this context."""

    def delivered(self, watchers: int) -> None:
        """It goes to so many of them."""

    def answered(self, match: str, result: Entry | Exception) -> None:
        """Storage answered, and had not told the entry: another one was first, or it failed."""
