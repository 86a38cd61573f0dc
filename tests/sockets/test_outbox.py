"""Updates to many readers at once: in order, never beyond what a reader takes, and nothing to who is gone."""

from __future__ import annotations

import pytest

from service.sockets.outbox import CROWD, Outbox, update_all
from tests.sockets.pipe import Pipe, UnflushedBatch

FEW_AND_MANY = pytest.mark.parametrize("others", [0, CROWD], ids=["few", "many"])


class Reader:
    def __init__(self) -> None:
        self.line = Pipe()
        self.outbox = Outbox(self.line, UnflushedBatch(), lambda match: None)

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
def test_who_has_no_room_falls_behind_and_who_is_gone_is_left_alone(others: int) -> None:
    slow, gone, *rest = readers = [Reader() for _ in range(3 + others)]
    slow.outbox.full(1.0)
    gone.line.closed = True
    assert update_all(readers, "m", b"one") == len(readers) - 1
    assert (slow.read(), slow.outbox.behind) == (b"", {"m"})
    assert gone.read() == b""
    assert {reader.read() for reader in rest} == {b"one"}
