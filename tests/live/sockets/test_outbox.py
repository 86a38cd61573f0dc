"""Updates to many readers at once: in order, never beyond what a reader takes, and nothing to who is gone."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bocage.live.counts import Counts
from bocage.live.outbox import Outbox
from bocage.live.watching import CROWD, Watcher, update_all
from bocage.protocol.codec import MSGPACK
from tests.live.sockets.pipe import Pipe, unflushed_batch

FEW_AND_MANY = pytest.mark.parametrize("others", [0, CROWD], ids=["few", "many"])


class Reader(Watcher):
    def __init__(self) -> None:
        self.line = Pipe()
        super().__init__(MSGPACK, Outbox(self.line, unflushed_batch()), Counts())

    def read(self) -> bytes:
        self.outbox.flush()
        return bytes(self.line.sent)


@FEW_AND_MANY
def test_each_has_each_update_once_and_in_order(others: int) -> None:
    readers = [Reader() for _ in range(2 + others)]
    readers[0].outbox.write(b"answer ")
    assert update_all(readers, "m", b"one ") == len(readers)
    readers[1].outbox.write(b"answer ")
    assert update_all(readers, "m", b"two") == len(readers)
    assert readers[0].read() == b"answer one two"
    assert readers[1].read() == b"one answer two"
    assert [reader.read() for reader in readers[2:]] == [b"one two"] * others


@FEW_AND_MANY
def test_reader_without_room_falls_behind_a_gone_one_rests(others: int) -> None:
    slow, gone, *rest = readers = [Reader() for _ in range(3 + others)]
    slow.outbox.full(1.0)
    gone.line.closed = True
    assert update_all(readers, "m", b"one") == len(readers) - 1
    assert (slow.read(), slow.outbox.behind) == (b"", {"m"})
    assert gone.read() == b""
    assert {reader.read() for reader in rest} == {b"one"}


def test_frames_are_written_together_and_a_great_many_at_once() -> None:
    line, batch, writes = Pipe(), unflushed_batch(), list[bytes]()
    cast(Any, line).write = writes.append
    outbox = Outbox(line, batch)
    outbox.flush()
    many = outbox.MANY
    frames = [b"%d," % number for number in range(2 * many - 1)]
    for number, frame in enumerate(frames, 1):
        outbox.write(frame)
        assert len(writes) == number // many
    assert batch.outboxes == [outbox] * 2
    outbox.flush()
    outbox.flush()
    assert [b"".join(frames[:many]), b"".join(frames[many:])] == writes
    outbox.write(b"alone")
    outbox.flush()
    assert writes[2:] == [b"alone"]
    line.waiting = 77
    assert outbox.waiting == 77


def test_readers_are_written_to_at_once_where_they_are_many() -> None:
    for count, at_once in ((CROWD - 1, b""), (CROWD, b"one")):
        readers = [Reader() for _ in range(count)]
        assert update_all(readers, "m", b"one") == count
        assert {bytes(reader.line.sent) for reader in readers} == {at_once}


def test_of_many_each_who_has_no_room_falls_behind() -> None:
    readers = [Reader() for _ in range(CROWD)]
    for reader in readers[:3]:
        reader.outbox.full(1.0)
    assert update_all(readers, "m", b"one") == CROWD - 3
    assert [reader.read() for reader in readers] == [b""] * 3 + [b"one"] * (CROWD - 3)
