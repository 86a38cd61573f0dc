"""Presence: the seats and watchers connected to a match, on all nodes, and the notes that nodes exchange."""

from __future__ import annotations

from math import inf
from typing import TypeAlias

import msgspec

from bocage.live.feed import MatchFeed
from bocage.protocol.messages import Present, Said

#: Seconds between two whispers of an unchanged count, and until one that is not repeated is forgotten.
REPEAT = 30.0
FORGET = 75.0
#: A time that is past, whatever the clock shows.
AT_ONCE = 0.0


class Count(msgspec.Struct, frozen=True):
    """Watchers without a seat, and the seats whose player is here."""

    watchers: int = 0
    seats: tuple[int, ...] = ()


class Chat(msgspec.Struct, frozen=True, tag=True):
    """A line of chat from another node."""

    said: Said
    to_seats: bool


class Here(msgspec.Struct, frozen=True, tag=True):
    """The count of another node. ``ask``: that node asks for the others' counts."""

    node: str
    count: Count
    ask: bool = False


class Called(msgspec.Struct, frozen=True, tag=True):
    """The name of the player who sits down with the next entry."""

    names: dict[str, str]


Note: TypeAlias = Chat | Here | Called

encode_note = msgspec.msgpack.Encoder().encode
decode_note = msgspec.msgpack.Decoder(Note).decode


class Presence:
    """The counts of all nodes for one match."""

    __slots__ = ("_match", "_node", "_others", "_repeat_at", "_said", "told")

    def __init__(self, match: str, node: str) -> None:
        self._match = match
        self._node = node
        #: Other nodes' counts, and when they are forgotten.
        self._others: dict[str, tuple[Count, float]] = {}
        self._said = Count()
        self._repeat_at = AT_ONCE
        #: The last message to watchers of this node.
        self.told = Present(match, 0)

    def ask(self) -> Here:
        """The note with which a room opens."""
        return Here(self._node, Count(), ask=True)

    def heard(self, here: Here, now: float) -> None:
        """Note the count of another node."""
        self._others[here.node] = (here.count, now + FORGET)
        if here.ask:
            self._repeat_at = AT_ONCE

    def seats(self, feeds: list[MatchFeed]) -> set[int]:
        """The seats whose player is here, on any node."""
        return {*_count(feeds).seats, *(seat for other, _ in self._others.values() for seat in other.seats)}

    def next(self) -> float:
        """When :meth:`here` has something to do although nobody comes or goes."""
        times = [until for _, until in self._others.values()]
        return min([self._repeat_at, *times] if self._said != Count() else times, default=inf)

    def here(self, feeds: list[MatchFeed], now: float) -> tuple[Here | None, Present | None]:
        """The note for other nodes and the message for watchers that are due now; None: nothing new."""
        count = _count(feeds)
        note = None
        if count != self._said or (count != Count() and now >= self._repeat_at):
            self._said, self._repeat_at = count, now + REPEAT
            note = Here(self._node, count)
        watchers, seats = count.watchers, set(count.seats)
        for node, (other, until) in list(self._others.items()):
            if now >= until:
                del self._others[node]
                continue
            watchers += other.watchers
            seats.update(other.seats)
        present = Present(self._match, watchers, sorted(seats))
        if present == self.told:
            return note, None
        self.told = present
        return note, present


def _count(feeds: list[MatchFeed]) -> Count:
    groups = [group for feed in feeds for group in feed.groups.values()]
    watchers = sum(len(they) for group in groups if group.viewer < 0 for they in group.by_form.values())
    return Count(watchers, tuple(sorted({group.viewer for group in groups if group.viewer >= 0})))
