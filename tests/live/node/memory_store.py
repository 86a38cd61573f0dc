"""A store that keeps logs in a dictionary: for tests of what a node does with it, without any Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from bocage.log.records import Change, Entry, Log, Row
from bocage.store import NumberTakenError, Player


class NoBlocks:
    """Nobody blocked or muted anybody."""

    def __init__(self) -> None:
        self.on_unheard: Callable[[str], None] = lambda player: None

    async def unheard(self, player: str) -> frozenset[str]:
        return frozenset()


class NothingHidden:
    """The operator hid no match."""

    known: frozenset[str] = frozenset()


class CalledAsTheyAre:
    """Nobody changes their name."""

    def __init__(self) -> None:
        self.on_named: Callable[[str, str], None] = lambda player, name: None


class MemoryStore:
    """Appends at once and tells followers in the next turn, unless it is told to fail."""

    node = "here"

    def __init__(self) -> None:
        self.time = 1_000_000
        self.available = True
        self.writable = True
        self.writable = True
        self.blocks = NoBlocks()
        self.hidden = NothingHidden()
        self.player_names = CalledAsTheyAre()
        #: What players are called.
        self.called: dict[str, str] = {}
        self.logs: dict[str, list[Entry]] = {}
        self.secrets: dict[str, bytes] = {}
        self.rows: list[Row] = []
        self.followers: dict[str, Any] = {}
        self.unfollowed: list[str] = []
        self.projected: list[tuple[str, Change, int, int]] = []
        self.players: dict[str, Player] = {}
        #: Raised by whatever is asked next, if set.
        self.error: Exception | None = None
        #: How many readings of the lobby there were; each waits for this, if set.
        self.lobbies = 0
        self.gate: asyncio.Event | None = None
        self.on_down: Callable[[int], None] = lambda retry: None
        self.on_up: Callable[[], None] = lambda: None
        self.on_row: Callable[[Row], None] = lambda row: None
        self.on_due: Callable[[list[str]], None] = lambda matches: None
        self.on_signed_out: Callable[..., None] = lambda *_: None

    def now(self) -> int:
        return self.time

    def outages(self, match: str) -> list[tuple[int, int]]:
        return []

    def _may_fail(self) -> None:
        if self.error is not None:
            raise self.error

    async def append(
        self, match: str, seq: int, raw: bytes, not_before: int = 0, change: Change | None = None
    ) -> Entry:
        self._may_fail()
        log = self.logs.setdefault(match, [])
        if seq != len(log) + 1:
            raise NumberTakenError
        entry = Entry(seq, max(self.time, not_before), raw)
        log.append(entry)
        if change is not None and change.secret:
            self.secrets[match] = change.secret
        if match in self.followers:
            self.followers[match].entry(entry)
        return entry

    def submit(
        self, match: str, seq: int, raw: bytes, not_before: int, asked: int, change: Any, answered: Any
    ) -> None:
        async def work() -> None:
            try:
                answered(await self.append(match, seq, raw, not_before, change))
            except Exception as error:
                answered(error)

        self._working = asyncio.ensure_future(work())

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        self._may_fail()
        return self.logs.get(match, [])[after:]

    async def catch_up(self, match: str) -> list[Entry]:
        return await self.read(match)

    async def load(self, match: str) -> Log:
        self._may_fail()
        return Log(list(self.logs.get(match, [])), self.secrets.get(match, b""))

    async def follow(self, match: str, follower: Any) -> Log:
        log = await self.load(match)
        if log.entries:
            self.followers[match] = follower
        return log

    def unfollow(self, match: str) -> None:
        self.unfollowed.append(match)
        self.followers.pop(match, None)

    async def names(self, players: Sequence[str]) -> dict[str, str]:
        return {player: self.called[player] for player in players if player in self.called}

    def whisper(self, match: str, note: bytes) -> None:
        """Nobody else is there."""

    async def lobby(self, limit: int) -> list[Row]:
        self.lobbies += 1
        rows = list(self.rows)
        if self.gate is not None:
            await self.gate.wait()
        self._may_fail()
        return rows[:limit]

    async def project(self, match: str, change: Change, seq: int, at: int) -> bool:
        self._may_fail()
        self.projected.append((match, change, seq, at))
        return True

    async def authenticate(self, token: str) -> Player | None:
        self._may_fail()
        return self.players.get(token)
