"""The history of events in a match, as sent to a player."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from bocage.sdk.errors import BocageError

if TYPE_CHECKING:
    from bocage.sdk.client import Client
    from bocage.sdk.play import PendingDecision

#: The event of an undo, which cancels earlier events.
TAKEN_BACK = "undone"
#: Timeout in seconds for missed events; then a bot plays without history, as its clock may be running.
PATIENCE = 3.0


class EventHistory:
    """The events of one match since its beginning, updated turn by turn."""

    def __init__(self, client: Client, match: str, invite: str = "") -> None:
        self._client = client
        self._match = match
        self._invite = invite
        #: None: unknown.
        self._told: list[dict[str, Any]] | None = None

    async def until(self, turn: PendingDecision) -> list[dict[str, Any]] | None:
        """Return the events up to ``turn``, oldest first; None if unknown.

        They are unknown in a fork, whose log begins in the middle of a game; after an undo; and while missed events
        cannot be fetched. The list grows from turn to turn: do not modify it.
        """
        if "fork" in turn.view:
            return None
        if turn.missed:
            self._told = await self._replayed(turn.seq)
        elif self._told is not None:
            self._told += turn.events
        if self._told is not None and any(event["ev"] == TAKEN_BACK for event in self._told):
            self._told = None
        return self._told

    async def _replayed(self, seq: int) -> list[dict[str, Any]] | None:
        try:
            async with asyncio.timeout(PATIENCE):
                recording = await self._client.rest.replay(self._match, invite=self._invite)
        except (BocageError, TimeoutError):
            return None
        updates = [update for update in recording.updates if update.seq <= seq]
        whole = recording.snapshot.seq + len(updates) == seq
        return [event for update in updates for event in update.events] if whole else None
