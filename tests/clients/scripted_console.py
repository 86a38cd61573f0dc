"""A person with a plan: lines typed in order, everything shown kept."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterable

#: Seconds between two looks at what was shown; after so many without a line there will be no more. All that a test
#: needs runs in its own loop, so between two looks everything has had its turn, however busy the machine is.
LOOK = 0.1
QUIET = 50


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

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    async def read(self) -> str | None:
        if not self._script:
            if not self._leaves:
                await asyncio.get_running_loop().create_future()
            return None
        awaited, line = self._script.popleft()
        while awaited not in "\n".join(self._fresh):
            await self._look(awaited)
        self._fresh.clear()
        self.shown.append(f"<{line}>")
        return line

    def write(self, lines: Iterable[str]) -> None:
        new = list(lines)
        self.shown += new
        self._fresh += new
        self._more.set()

    async def shows(self, text: str) -> None:
        """Wait until ``text`` has been shown."""
        while text not in self.text:
            await self._look(text)

    async def _look(self, awaited: str) -> None:
        """Wait until more has been shown. Raises ``TimeoutError`` when nothing comes any more."""
        count = len(self.shown)
        for _ in range(QUIET):
            if len(self.shown) > count:
                return
            self._more.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._more.wait()
        raise TimeoutError(f"{awaited!r} is not shown:\n" + "\n".join(self._fresh))
