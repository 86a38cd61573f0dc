"""A queue of a match's states for one reader, at the reader's pace."""

from __future__ import annotations

import asyncio
from collections import deque

import msgspec

from bocage.sdk.mirror import MatchState

#: Most queued states. A reader further behind skips to the latest, as the service does with slow sockets.
BOUND = 1024


class StateQueue:
    """A bounded queue for one writer and one reader in one event loop."""

    def __init__(self, bound: int = BOUND) -> None:
        self._waiting: deque[MatchState] = deque()
        self._bound = bound
        self._error: Exception | None = None
        self._some = asyncio.Event()

    def put(self, state: MatchState) -> None:
        """Add a state. If too many are queued, they are dropped and this one is marked ``whole``."""
        if len(self._waiting) >= self._bound:
            self._waiting.clear()
            state = msgspec.structs.replace(state, events=[], whole=True)
        self._waiting.append(state)
        self._some.set()

    def fail(self, error: Exception) -> None:
        """End the queue; the reader gets ``error`` after the queued states."""
        self._error = error
        self._some.set()

    def __len__(self) -> int:
        return len(self._waiting)

    async def get(self) -> MatchState:
        """Return the next state. Raises the error of :meth:`fail` when the queue is empty."""
        if not self._waiting and self._error is None:
            self._some.clear()
            await self._some.wait()
        if not self._waiting:
            assert self._error is not None
            raise self._error
        return self._waiting.popleft()
