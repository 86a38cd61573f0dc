"""The records of a match in storage: the entries of its log, its row in lists, and what an entry changes there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from bocage.protocol.rest import ClockRules

Status = Literal["open", "playing", "ended"]


class Entry(msgspec.Struct, frozen=True):
    """One row of a log: its number (from 1), its time in milliseconds, and its body as stored."""

    seq: int
    at: int
    raw: bytes


class Log(msgspec.Struct, frozen=True):
    """A whole log, and the secret of a match that is not over (empty: its last entry tells it).

    ``names``: what its players are called now; empty: they left the service.
    """

    entries: list[Entry]
    secret: bytes = b""
    names: dict[str, str] = {}


class TimeAway(msgspec.Struct, frozen=True, array_like=True):
    """A vacation as its player took it, from ``since`` to ``until`` (ms)."""

    since: int
    until: int


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a forked match comes from. ``resampled``: all that was hidden after entry ``seq`` was drawn again."""

    match: str
    seq: int
    resampled: bool = False


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as lists show it. ``names`` and ``players``: one per seat, empty where the seat is free.

    Names are not stored: they are filled in when rows are read, empty where a player left the service.

    ``rules``: the version of the rules.
    ``house``: the strategy of the house bot that a free seat is kept for, while it is free.
    ``score``: the points of a match of one player that has ended. ``deal``: the day whose deal it is.
    ``duplicate``: id and round of the duplicate that it belongs to.
    ``rated``: its result counts for ratings. ``sides``: of a match that has ended, what each seat led (text keys).
    ``away``: of a match that is played, until when (ms) each seat is on vacation, or was; empty: nobody was.
    ``unreadable``: it has ended and lies in cold storage, which cannot be read now; nothing else is known of it.
    ``at``: when it got its status, by the store's clock (filled in by the store when rows are read).
    ``hidden``: the operator hid it, or (False) shows it again; never stored with a row, see store/hidden.py.
    """

    match: str
    game: str
    status: Status
    names: list[str]
    players: list[str]
    options: Any = {}
    bots: list[int] = []
    house_bots: list[int] = []
    house: str = ""
    rules: int = 1
    private: bool = False
    creator: str = ""
    winners: list[int] = []
    reason: str = ""
    clock: ClockRules = ClockRules()
    fork: Source | None = None
    score: int | None = None
    deal: str = ""
    duplicate: str = ""
    rated: bool = False
    sides: list[str] = []
    away: list[int] = []
    unreadable: bool = False
    at: int = 0
    hidden: bool | None = None


class Points(msgspec.Struct, frozen=True):
    """What a match adds to the boards of a game: the ``score`` of a ``player``, in each of the ``spans`` (the day,
    its week, all time). A player counts once a day."""

    game: str
    spans: tuple[str, ...]
    player: str
    score: int


class Rated(msgspec.Struct, frozen=True):
    """What a rated match of two ``players`` (in the order of their seats) means for ratings.

    ``half``: half points of the first of them: 2 won, 1 drawn, 0 lost. ``programs``: both are programs.
    ``at``: when it ended (filled in by the store when results are read). ``private``: others must not learn of it.
    """

    match: str
    game: str
    programs: bool
    players: tuple[str, str]
    half: int
    at: int = 0
    private: bool = False


#: What players can be told while they look elsewhere: it is their turn, their time runs out, somebody sat down at
#: their match, their match is over, the deal of the day is ready, somebody wants to be their friend.
NoticeKind = Literal["turn", "time", "joined", "over", "daily", "friend"]


class NoticeWish(msgspec.Struct, frozen=True):
    """That a player is to be told something about entry ``seq``, ``wait`` ms after it, if they want notices."""

    kind: NoticeKind
    player: str
    seq: int
    wait: int = 0


class Change(msgspec.Struct, frozen=True):
    """What an entry changes besides the log, in the same script as its append.

    ``row``: the new list row. ``secret``: the secret to keep, of a new match.
    ``due``: the new deadline, in milliseconds since the epoch; ``due_in``: the same, counted from the time of the
    entry. Both 0: the deadline stays as it was; -1: there is no deadline any more.
    ``unlisted``: only its players see the row, as if the match were private.
    ``points``: what is added to the boards. ``rated``: what counts for ratings. ``notices``: who is to be told.
    ``final``: this is the last entry; the log may be archived and the secret deleted.
    """

    row: Row | None = None
    secret: bytes = b""
    due: int = 0
    due_in: int = 0
    final: bool = False
    unlisted: bool = False
    points: Points | None = None
    rated: Rated | None = None
    notices: tuple[NoticeWish, ...] = ()


def players_in(entries: Iterable[Entry]) -> list[str]:
    """Who sat down, as far as these entries of a log tell it; ``entries``: from number 1 on."""
    found = []
    for entry in entries:
        try:
            head = _head(entry.raw)
        except msgspec.DecodeError:
            break  # folding the log will say so
        if head.e == "seated":
            found.append(head.player)
        elif head.e != "created":
            break
    return found


def named(row: Row, names: Mapping[str, str]) -> Row:
    """A row with what its players are called."""
    if len(row.players) != len(row.names):
        return row
    told = [names.get(player, name) for player, name in zip(row.players, row.names, strict=True)]
    return row if told == row.names else msgspec.structs.replace(row, names=told)


class _Head(msgspec.Struct, frozen=True):
    e: str
    player: str = ""


_head = msgspec.json.Decoder(_Head).decode
