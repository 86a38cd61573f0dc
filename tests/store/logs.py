"""What the store's tests share: a follower that keeps what it is told, rows, and waiting for something to be so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bocage.log.records import Entry, Row
from bocage.store import Store


class Listener:
    """A follower that notes everything."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.notes: list[bytes] = []
        self.rewinds = 0

    def entry(self, entry: Entry) -> None:
        self.entries.append(entry)

    def heard(self, note: bytes) -> None:
        self.notes.append(note)

    def rewound(self) -> None:
        self.rewinds += 1

    @property
    def seqs(self) -> list[int]:
        return [entry.seq for entry in self.entries]


async def until(condition: Callable[[], bool]) -> None:
    """Wait until ``condition`` holds; a test that waits for ever fails after a minute.

    Wait for what stays: what passes again may be over between two looks at it.
    """
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - what is waited for happens in another process
            await asyncio.sleep(0.002)


async def fill(store: Store, match: str, count: int, first: int = 1) -> list[Entry]:
    """Append ``count`` entries."""
    return [await store.append(match, seq, body(seq)) for seq in range(first, first + count)]


def body(seq: int, writer: str = "w") -> bytes:
    return b'{"e":"%s","n":%d}' % (writer.encode(), seq)


def a_row(match: str, status: str = "open", **fields: object) -> Row:
    known: dict[str, object] = {"names": ["Ann", ""], "players": ["ann", ""], "creator": "ann"}
    return Row(match, "toy", status, **{**known, **fields})  # type: ignore[arg-type]
