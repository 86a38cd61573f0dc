"""A person with a plan: lines typed in order, everything shown kept."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

#: Seconds after which what was waited for will not be shown any more.
PATIENCE = 60.0


class ScriptedConsole:
    """Types each line once a given text has been shown since the line before."""

    def __init__(self, *script: tuple[str, str], leaves: bool = True, piped: bool = False) -> None:
        """``script``: (text to wait for, line to type). ``leaves``: there is an end of lines after the last."""
        self._leaves = leaves
        self.piped = piped
        self.shown: list[str] = []
        self._script = deque(script)
        self._fresh: list[str] = []
        self._more = asyncio.Event()
        self._waiting: dict[str, asyncio.Event] = {}

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    async def read(self) -> str | None:
        if not self._script:
            if not self._leaves:
                await asyncio.get_running_loop().create_future()
            return None
        awaited, line = self._script.popleft()
        async with asyncio.timeout(PATIENCE):
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
        for text, waiting in self._waiting.items():
            if text in self.text:
                waiting.set()

    async def shows(self, text: str) -> None:
        """Wait until ``text`` has been shown."""
        if text not in self.text:
            async with asyncio.timeout(PATIENCE):
                await self._waiting.setdefault(text, asyncio.Event()).wait()
