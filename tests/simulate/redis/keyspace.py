"""The keys of a Redis in memory. Every change is a row of a journal: any earlier state can be made again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from hiredis import ReplyError

#: The greatest id of a stream's row there can be.
GREATEST = b"18446744073709551615-18446744073709551615"

Row: TypeAlias = tuple[bytes, list[bytes]]
#: A change: what is done, to which key, with what.
Effect: TypeAlias = tuple[str, bytes, Any, Any]


def stream_id(text: bytes) -> tuple[int, int]:
    """The id of a stream's row as two numbers."""
    first, _, second = text.partition(b"-")
    return int(first), int(second or 0)


class Keyspace:
    """Keys and values. ``now``: the clock, ms. ``guard`` is called before every change, and may raise."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.guard: Callable[[], None] = lambda: None
        #: Called after every change.
        self.changed: Callable[[Effect], None] = lambda effect: None
        self.journal: list[Effect] = []
        self._values: dict[bytes, Any] = {}
        self._expires: dict[bytes, int] = {}

    # Reading ----------------------------------------------------------------------------------

    def get(self, key: bytes) -> Any:
        """The value of a key; None: there is none. Not to be changed."""
        expires = self._expires
        if expires and key in expires and expires[key] <= self.now():
            del expires[key]
            self._values.pop(key, None)
        return self._values.get(key)

    def names(self) -> list[bytes]:
        """All keys, in the order in which they were made."""
        return [key for key in list(self._values) if self.get(key) is not None]

    def ttl(self, key: bytes) -> int:
        """Seconds until a key expires; -1: never; -2: there is no such key."""
        if self.get(key) is None:
            return -2
        return (self._expires[key] - self.now() + 500) // 1000 if key in self._expires else -1

    def length(self, key: bytes) -> int:
        """How many members or rows a key has."""
        value = self.get(key)
        return len(value) if value is not None else 0

    def rank(self, key: bytes) -> list[tuple[bytes, float]]:
        """A sorted set, lowest first, members of one score by their bytes."""
        return sorted((self.get(key) or {}).items(), key=lambda pair: (pair[1], pair[0]))

    # Changing ---------------------------------------------------------------------------------

    def write(self, what: str, key: bytes, first: Any = None, second: Any = None) -> None:
        """Make a change. Raises ``ReplyError`` where this server may not or cannot write."""
        self.guard()
        self.get(key)
        effect = (what, key, first, second)
        self._apply(effect)
        self.journal.append(effect)
        self.changed(effect)

    def replay(self, journal: list[Effect]) -> None:
        """Become what these changes lead to."""
        self._values.clear()
        self._expires.clear()
        self.journal = list(journal)
        for effect in journal:
            self._apply(effect)

    def _apply(self, effect: Effect) -> None:
        what, key, first, second = effect
        _EFFECTS[what](self, key, first, second)

    def _drop_empty(self, key: bytes) -> None:
        if not self._values[key]:
            del self._values[key]
            self._expires.pop(key, None)

    def _set(self, key: bytes, value: bytes, _: Any) -> None:
        self._values[key] = value
        self._expires.pop(key, None)

    def _del(self, key: bytes, _: Any, __: Any) -> None:
        self._values.pop(key, None)
        self._expires.pop(key, None)

    def _expire(self, key: bytes, at: int, _: Any) -> None:
        if key in self._values:
            self._expires[key] = at

    def _persist(self, key: bytes, _: Any, __: Any) -> None:
        self._expires.pop(key, None)

    def _hset(self, key: bytes, field: bytes, value: bytes) -> None:
        self._values.setdefault(key, {})[field] = value

    def _zadd(self, key: bytes, score: float, member: bytes) -> None:
        self._values.setdefault(key, {})[member] = float(score)

    def _sadd(self, key: bytes, member: bytes, _: Any) -> None:
        # A dict, not a set: its order is the same in every run.
        self._values.setdefault(key, {})[member] = None

    def _remove(self, key: bytes, member: bytes, _: Any) -> None:
        if key in self._values:
            self._values[key].pop(member, None)
            self._drop_empty(key)

    def _xadd(self, key: bytes, row: Row, _: Any) -> None:
        self._values.setdefault(key, []).append(row)

    def xadd(self, key: bytes, row_id: bytes, fields: list[bytes]) -> None:
        """Add a row to a stream. Raises ``ReplyError`` for an id that is not greater than the last."""
        self.guard()
        rows = self.get(key)
        if rows:
            if rows[-1][0] == GREATEST:
                raise ReplyError("ERR The stream has exhausted the last possible ID, unable to add more items")
            if stream_id(row_id) <= stream_id(rows[-1][0]):
                raise ReplyError("ERR The ID specified in XADD is equal or smaller than the target stream top item")
        self.write("xadd", key, (row_id, fields))


_EFFECTS: dict[str, Callable[[Keyspace, bytes, Any, Any], None]] = {
    "set": Keyspace._set,
    "del": Keyspace._del,
    "expire": Keyspace._expire,
    "persist": Keyspace._persist,
    "hset": Keyspace._hset,
    "hdel": Keyspace._remove,
    "zadd": Keyspace._zadd,
    "zrem": Keyspace._remove,
    "sadd": Keyspace._sadd,
    "srem": Keyspace._remove,
    "xadd": Keyspace._xadd,
}
