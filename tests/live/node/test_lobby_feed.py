"""The lobby of one node: what it tells, when, and to whom. In virtual time, without any Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest

from bocage.live import lobby
from bocage.live.lobby import GATHER, LobbyFeed, lobby_row
from bocage.live.outbox import LOBBY
from bocage.log.records import Row, Source
from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.messages import ForkSource, Lobby, RowClock
from bocage.protocol.rest import ClockRules
from bocage.store import StorageUnavailableError
from tests.live.node.memory_store import MemoryStore
from tests.virtual_time import run


def row(match: str, status: Any = "open", at: int = 1, **more: Any) -> Row:
    return Row(match, "squad", status, ["Ann", ""], ["ann", ""], creator=match, at=at, **more)


class Watcher:
    """Keeps what it is told, decoded, with the time."""

    def __init__(self, codec: Codec = MSGPACK) -> None:
        self.codec = codec
        self.outbox = self
        self.told: list[tuple[float, Lobby]] = []
        self.frames: list[bytes] = []

    def update(self, match: str, frame: bytes) -> int:
        assert match == LOBBY
        self.frames.append(frame)
        decoded = self.codec.decode_server(payload(frame))
        assert isinstance(decoded, Lobby)
        self.told.append((round(asyncio.get_running_loop().time() - 1000, 3), decoded))
        return 1

    @property
    def last(self) -> Lobby:
        return self.told[-1][1]

    def names(self) -> list[str]:
        return [one.match for one in self.last.rows]


def payload(frame: bytes) -> bytes:
    """What a websocket frame of a server holds (RFC 6455, section 5.2)."""
    length = frame[1]
    return frame[{126: 4, 127: 10}.get(length, 2) :]


def feed(*rows: Row) -> tuple[LobbyFeed, MemoryStore]:
    store = MemoryStore()
    store.rows = list(rows)
    return LobbyFeed(cast(Any, store)), store


def in_time(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    run(main())


def test_newcomer_is_told_all_rows_once_they_are_known() -> None:
    async def main() -> None:
        made, _ = feed(row("a", at=2), row("b", "playing"))
        early, late = Watcher(), Watcher(JSON)
        made.join(cast(Any, early))
        assert early.told == []
        await made.load()
        made.join(cast(Any, late))
        for watcher in (early, late):
            assert len(watcher.told) == 1
            assert watcher.last.whole
            assert watcher.names() == ["a", "b"]
            assert not watcher.last.gone

    in_time(main)


def test_changes_are_gathered_for_a_tenth_of_a_second() -> None:
    async def main() -> None:
        made, _ = feed(row("a", at=2))
        watcher, gone = Watcher(), Watcher()
        await made.load()
        made.join(cast(Any, watcher))
        made.join(cast(Any, gone))
        made.leave(cast(Any, gone))
        made.leave(cast(Any, gone))
        made.changed(row("b", at=3))
        await asyncio.sleep(GATHER / 2)
        made.changed(row("b", "playing", at=4))
        made.changed(row("a", "ended", at=5))
        made.changed(row("c", at=6, private=True))
        assert len(watcher.told) == 1
        await asyncio.sleep(GATHER)
        (_, _), (time, told) = watcher.told
        assert time == GATHER == 0.1
        assert not told.whole
        assert ([one.match for one in told.rows], told.gone) == (["b"], ["a"])
        assert told.rows[0].status == "playing"
        await asyncio.sleep(1)
        assert len(watcher.told) == 2
        assert len(gone.told) == 1
        # What is told again as it was, is nothing new; what ended is gone, known or not.
        made.changed(row("b", "playing", at=4))
        await asyncio.sleep(1)
        assert len(watcher.told) == 2
        made.changed(row("unknown", "ended"))
        await asyncio.sleep(1)
        assert (watcher.last.rows, watcher.last.gone) == ([], ["unknown"])

    in_time(main)


def test_news_during_the_reading_is_newer_than_the_list() -> None:
    async def main() -> None:
        made, store = feed(row("a", at=2), row("b", at=1))
        await made.load()
        watcher = Watcher()
        made.join(cast(Any, watcher))
        store.gate = asyncio.Event()
        reading = asyncio.ensure_future(made.load())
        again = asyncio.ensure_future(made.load())
        await asyncio.sleep(0)
        made.changed(row("a", "ended", at=3))
        made.changed(row("c", at=4))
        await asyncio.sleep(1)
        assert len(watcher.told) == 1
        store.gate.set()
        await asyncio.gather(reading, again)
        assert store.lobbies == 3
        assert [told.whole for _, told in watcher.told[1:]] == [True, True]
        assert watcher.names() == ["c", "b"]
        # From now on changes are told again.
        made.changed(row("d", at=5))
        await asyncio.sleep(1)
        assert watcher.names() == ["d"]

    in_time(main)


def test_changes_before_a_reading_that_failed_are_not_waited_for() -> None:
    async def main() -> None:
        made, store = feed()
        watcher = Watcher()
        made.join(cast(Any, watcher))
        store.error = StorageUnavailableError()
        await made.load()
        made.changed(row("a"))
        await asyncio.sleep(1)
        assert watcher.told == []
        store.error = None
        store.rows = [row("b")]
        await made.load()
        assert watcher.names() == ["b"]
        # A failed reading leaves what is known.
        store.error = StorageUnavailableError()
        await made.load()
        made.changed(row("c", at=9))
        await asyncio.sleep(1)
        assert watcher.names() == ["c"]
        late = Watcher()
        made.join(cast(Any, late))
        assert late.names() == ["c", "b"]

    in_time(main)


def test_after_closing_nobody_is_told() -> None:
    async def main() -> None:
        made, _ = feed()
        made.close()
        await made.load()
        watcher = Watcher()
        made.join(cast(Any, watcher))
        made.changed(row("a"))
        made.close()
        await asyncio.sleep(1)
        assert len(watcher.told) == 1

    in_time(main)


def test_shown_rows_have_an_end_and_leavers_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr(lobby, "MOST", 2)
        made, _ = feed(row("a", at=1), row("b", at=2))
        watcher = Watcher()
        await made.load()
        made.join(cast(Any, watcher))
        made.changed(row("c", at=3))
        await asyncio.sleep(1)
        assert (watcher.names(), watcher.last.gone) == (["c"], ["a"])
        made.changed(row("c", "ended", at=4))
        await asyncio.sleep(1)
        assert (watcher.names(), watcher.last.gone) == (["a"], ["c"])

    in_time(main)


def test_readers_of_one_codec_share_a_frame() -> None:
    async def main() -> None:
        made, _ = feed(row("a"))
        watchers = [Watcher(), Watcher(), Watcher(JSON)]
        for watcher in watchers:
            made.join(cast(Any, watcher))
        await made.load()
        assert watchers[0].frames[0] is watchers[1].frames[0]
        assert watchers[0].frames != watchers[2].frames

    in_time(main)


def test_what_is_known_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "KNOWN", 4)

    async def main() -> None:
        made, _ = feed()
        await made.load()
        for number in range(9):
            made.changed(row(f"m{number}", "open" if number % 2 else "playing", at=number))
        await asyncio.sleep(1)
        assert len(made._known) == 9
        made.changed(row("m9", at=9))
        await asyncio.sleep(1)
        assert sorted(made._known) == ["m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9"]
        made.close()

    in_time(main)


def test_a_row_goes_on_the_wire_as_it_is() -> None:
    clock, fork = ClockRules("bank", 60_000, 2_000), Source("m0", 7, True)
    full = Row(
        match="m",
        game="squad",
        status="ended",
        names=["Ann", "Bob"],
        players=["ann", "bob"],
        options={"a": 1},
        bots=[1],
        house_bots=[0],
        house="clever",
        private=True,
        winners=[1],
        reason="why",
        clock=clock,
        fork=fork,
        at=77,
    )
    told = lobby_row(full)
    for name in ("match", "game", "status", "names", "players", "options", "bots", "house_bots", "house"):
        assert getattr(told, name) == getattr(full, name), name
    assert told.private
    assert (told.winners, told.reason, told.at) == ([1], "why", 77)
    assert told.clock == RowClock("bank", 60_000, 2_000)
    assert told.fork == ForkSource("m0", 7, True)
    assert (told.unrated, told.unknown_rules) == (True, False)
    plain = lobby_row(Row("m", "nogame", "open", [""], [""]))
    assert (plain.clock, plain.fork, plain.unrated, plain.unknown_rules) == (None, None, False, True)
