"""What the observer of a node is told by a room; ``tests/tracing`` shows what becomes of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from bocage.live import effects
from bocage.live.commands import Command
from bocage.log.records import Entry
from bocage.store import StorageUnavailableError
from tests.live.node.test_hosted_room import MATCH, Reader, World, world

__all__ = ["world"]


class Observer:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def received(self) -> None:
        raise AssertionError("a room receives no messages")

    def decoded(self, match: str, seen: int, command: Command) -> Command:
        raise AssertionError("a room decodes nothing")

    def appending(self, match: str) -> None:
        self.told.append(("appending", match))

    @contextlib.contextmanager
    def telling(self, match: str, seq: int) -> Iterator[None]:
        self.told.append(("telling", match, seq))
        yield
        self.told.append(("told",))

    def delivered(self, watchers: int) -> None:
        self.told.append(("delivered", watchers))

    def answered(self, match: str, result: Entry | Exception) -> None:
        self.told.append(("answered", match, result))


def test_an_observer_is_told_what_becomes_of_an_append(world: World) -> None:
    observer = world.host.observer = Observer()
    proposal = world.append()
    world.room.wants = [effects.Deliver((Reader(), Reader()), b"1")]
    entry = Entry(2, 1_000_100, proposal.raw)
    world.hosted.entry(entry)
    world.store.submitted[-1][-1](entry)
    # An entry of another node is shown as well; it is no answer to anything.
    world.room.wants = [effects.Deliver((Reader(),), b"2")]
    world.hosted.entry(Entry(3, 1_000_200, b"x"))
    failure = StorageUnavailableError()
    world.append()
    world.store.submitted[-1][-1](failure)
    assert observer.told == [
        *(("appending", MATCH), ("telling", MATCH, 2), ("delivered", 2), ("told",), ("delivered", 1)),
        *(("appending", MATCH), ("answered", MATCH, failure)),
    ]
