"""A person with a plan: lines typed in order, everything shown kept."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable


class ScriptedConsole:
    """Types each line once a given text has been shown since the line before; leaves when there is none left."""

    def __init__(self, *script: tuple[str, str]) -> None:
        """``script``: (text to wait for, line to type)."""
        self.shown: list[str] = []
        self._script = deque(script)
        self._fresh: list[str] = []
        self._more = asyncio.Event()

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    async def read(self) -> str | None:
        if not self._script:
            return None
        awaited, line = self._script.popleft()
        while awaited not in "\n".join(self._fresh):
            self._more.clear()
            await self._more.wait()
        self._fresh.clear()
        self.shown.append(f"<{line}>")
        return line

    def write(self, lines: Iterable[str]) -> None:
        new = list(lines)
        self.shown += new
        self._fresh += new
        self._more.set()
