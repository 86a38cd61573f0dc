"""States of one match on their way to one reader, at the reader's pace."""

from __future__ import annotations

import asyncio
from collections import deque

import msgspec

from bocage.sdk.mirror import MatchState

#: How many states may wait. A reader further behind skips to the newest one, as the service does with slow sockets.
BOUND = 1024


class StateQueue:
    """A bounded queue. One writer, one reader, one event loop."""

    def __init__(self, bound: int = BOUND) -> None:
        self._waiting: deque[MatchState] = deque()
        self._bound = bound
        self._error: Exception | None = None
        self._some = asyncio.Event()

    def put(self, state: MatchState) -> None:
        """Add a state. When too many wait, they are dropped and this one arrives marked ``whole``."""
        if len(self._waiting) >= self._bound:
            self._waiting.clear()
            state = msgspec.structs.replace(state, events=[], whole=True)
        self._waiting.append(state)
        self._some.set()

    def fail(self, error: Exception) -> None:
        """Nothing more will come; the reader gets ``error`` after what already waits."""
        self._error = error
        self._some.set()

    def __len__(self) -> int:
        return len(self._waiting)

    async def get(self) -> MatchState:
        """The next state. Raises what :meth:`fail` was given once nothing waits any more."""
        if not self._waiting and self._error is None:
            self._some.clear()
            await self._some.wait()
        if not self._waiting:
            assert self._error is not None
            raise self._error
        return self._waiting.popleft()
