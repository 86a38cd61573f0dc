"""The background task that plays the games of fairness runs, some at a time, one map after the other.

All progress is in Redis: any node with an engine goes on where another stopped.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from time import time

import msgspec

from bocage.features.maps.runs import FairnessRun, RunStorage
from bocage.http.app_state import NoOpponents, Opponents
from bocage.protocol.fairness import FairnessAnswer
from bocage.store import StoreError

log = logging.getLogger("bocage.maps")

#: Games per question to the engine: a second's work, between which reviews have their turn.
AT_ONCE = 10
#: Seconds between looks for games that another node left, or the engine had no time for.
AGAIN = 20.0

_encode = msgspec.json.Encoder().encode


class FairnessQueue:
    """Plays the games with the engine, and stores the tallies."""

    def __init__(self, runs: RunStorage) -> None:
        self._runs = runs
        self.opponents: Opponents = NoOpponents()
        self._node = secrets.token_hex(8)
        self._asked = asyncio.Event()
        #: Games played since the start, and runs that failed.
        self.played = 0
        self.failed = 0

    def asked(self) -> None:
        """Look for games at once."""
        self._asked.set()

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            self._asked.clear()
            try:
                while await self._play_some():
                    pass
            except StoreError as error:
                log.info("the games on a map pause: %s", error)
            except Exception:
                # For instance, no process can be started. Without this task nobody's games would go on.
                log.exception("the games on a map pause")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), AGAIN)

    async def _play_some(self) -> bool:
        """Play some games of the first map. Returns False if there is nothing to do now."""
        names = await self._runs.queue()
        if not names or not await self._runs.take_turn(self._node):
            return False
        try:
            return await self._play_on(names[0])
        finally:
            with suppress(StoreError):
                await self._runs.leave_turn()

    async def _play_on(self, name: str) -> bool:
        run = await self._runs.find(name)
        if run is None or run.done:
            await self._runs.finish(name)
            return True
        if not self.opponents.sides(run.question.game):
            return False
        question = msgspec.structs.replace(run.question, games=min(run.question.games, run.played + AT_ONCE))
        try:
            found = await self.opponents.play(_encode(question))
        except TimeoutError as error:
            # Neither the map's nor the engine's fault: later.
            log.info("the games on %s pause: %s", name, error)
            return False
        after = self._after(name, run, found)
        if await self._runs.go_on(name, run, after):
            self.played += after.played - run.played
        return True

    def _after(self, name: str, run: FairnessRun, found: bytes | None) -> FairnessRun:
        """Return the run after an answer; None: the engine failed."""
        if found is None:
            log.warning("the engine cannot play on %s", name)
            self.failed += 1
            return msgspec.structs.replace(run, failed=True, by="")
        answer = msgspec.json.decode(found, type=FairnessAnswer)
        question = msgspec.structs.replace(run.question, tally=answer.tally)
        after = msgspec.structs.replace(run, question=question, cover=answer.cover, moved=int(1000 * time()))
        return msgspec.structs.replace(after, by="") if after.done else after
