"""A command that a session waits for."""

from __future__ import annotations

from typing import Protocol

from bocage.live.commands import Command, Decide
from bocage.protocol.messages import Ack, Message
from bocage.protocol.refusal import RefusedError


class Asker(Protocol):
    """The session that waits."""

    def send(self, message: Message) -> None:
        """Send a message that must not be dropped."""

    def refuse(self, error: RefusedError, match: str = "", request: int = 0) -> None:
        """Say that something was not carried out."""


class SessionCommand(Command):
    """Tells its session what came of it."""

    __slots__ = ("_id", "_match", "_session")

    def __init__(self, session: Asker, request: int, match: str, decide: Decide, seen: int) -> None:
        """``request``: the id that the client gave it."""
        super().__init__(decide, seen)
        self._session = session
        self._id = request
        self._match = match

    def stored(self, seq: int, again: bool) -> None:
        self._session.send(Ack(self._id, seq, again))

    def refused(self, error: RefusedError) -> None:
        self._session.refuse(error, self._match, self._id)
