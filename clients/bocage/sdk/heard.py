"""All that a player was told in a match."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from bocage.sdk.errors import BocageError

if TYPE_CHECKING:
    from bocage.sdk.client import Client
    from bocage.sdk.play import PendingDecision

#: Of the event after which something that was told has not happened.
TAKEN_BACK = "undone"
#: So many seconds a bot waits for what it missed; after that it plays without, as its own clock may be running.
PATIENCE = 3.0


class Heard:
    """The events of one match since its beginning, kept up to date turn by turn."""

    def __init__(self, client: Client, match: str, invite: str = "") -> None:
        self._client = client
        self._match = match
        self._invite = invite
        #: None: not known.
        self._told: list[dict[str, Any]] | None = None

    async def by(self, turn: PendingDecision) -> list[dict[str, Any]] | None:
        """What the player was told up to ``turn``, oldest first; None where that is not known.

        It is not known in a fork, whose log begins in the middle of a game; once something was taken back; or while
        the service does not tell what was missed. What is given grows from turn to turn: read it, do not change it.
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
