"""Records of a match in storage: log entries, list rows, and changes to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from bocage.protocol.rest import ClockRules

Status = Literal["open", "playing", "ended"]


class Entry(msgspec.Struct, frozen=True):
    """One row of a log: number (from 1), time in milliseconds, body as stored."""

    seq: int
    at: int
    raw: bytes


class Log(msgspec.Struct, frozen=True):
    """A whole log, and the secret of a match that is not over (otherwise its last entry has it).

    ``names``: current names of its players; empty: account deleted.
    """

    entries: list[Entry]
    secret: bytes = b""
    names: dict[str, str] = {}


class TimeAway(msgspec.Struct, frozen=True, array_like=True):
    """A vacation from ``since`` to ``until`` (ms)."""

    since: int
    until: int


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    """The origin of a forked match. ``resampled``: what was hidden after entry ``seq`` was drawn again."""

    match: str
    seq: int
    resampled: bool = False


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as lists show it. ``names`` and ``players``: one per seat, empty where the seat is free.

    Names are not stored. The store fills them in on reading; empty for deleted accounts.
    ``rules``: version of the rules.
    ``house``: strategy of the house bot for which the free seat is reserved.
    ``score``: points of a finished solo match. ``deal``: day of its daily deal.
    ``duplicate``: id and round of its duplicate.
    ``rated``: the result counts for ratings. ``sides``: side played by each seat of a finished match (text keys).
    ``away``: in a running match, end (ms) of each seat's last vacation; empty: none had one.
    ``unreadable``: a finished match whose record in cold storage cannot be read; the other fields are empty.
    ``at``: time of its last change of status, by the store's clock. Filled in on reading.
    ``hidden``: the operator hid it, or (False) shows it again. Not stored with the row, see store/moderation.py.
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
    """A player's ``score`` for the boards of a game, for each of the ``spans`` (day, week, all time).

    A player counts once a day.
    """

    game: str
    spans: tuple[str, ...]
    player: str
    score: int


class Rated(msgspec.Struct, frozen=True):
    """The result of a rated match of two ``players``, in the order of their seats.

    ``half``: half points of the first: 2 won, 1 drawn, 0 lost. ``programs``: both are programs.
    ``at``: end of the match, filled in on reading. ``private``: others must not learn of it.
    ``houses``: by seat, the strategy of a house bot; empty: it is none.
    """

    match: str
    game: str
    programs: bool
    players: tuple[str, str]
    half: int
    at: int = 0
    private: bool = False
    houses: tuple[str, str] = ("", "")


#: Kinds of notices about matches: your turn, your time runs out, a player joined your match, other terms are
#: proposed, your match is over.
NoticeKind = Literal["turn", "time", "joined", "terms", "over"]


class NoticeWish(msgspec.Struct, frozen=True):
    """A notice for a player about entry ``seq``, due ``wait`` ms after it, if they want notices."""

    kind: NoticeKind
    player: str
    seq: int
    wait: int = 0


class Change(msgspec.Struct, frozen=True):
    """The changes that an entry makes besides the log, in the same script as its append.

    ``row``: the new list row. ``secret``: the secret of a new match, to store.
    ``due``: the new deadline (ms since the epoch); ``due_in``: the same, relative to the time of the entry. Both 0:
    the deadline is unchanged; -1: there is no deadline any more.
    ``unlisted``: only its players see the row, as if the match were private.
    ``points``: for the boards. ``rated``: for ratings. ``notices``: notices to queue.
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
    """Return the players in the first entries of a log."""
    found = []
    for entry in entries:
        try:
            head = _head(entry.raw)
        except msgspec.DecodeError:
            break  # folding the log will say so
        if head.e == "seated":
            found.append(head.player)
        elif head.e == "started":
            break
    return found


def named(row: Row, names: Mapping[str, str]) -> Row:
    """Return the row with its players' current names."""
    if len(row.players) != len(row.names):
        return row
    told = [names.get(player, name) for player, name in zip(row.players, row.names, strict=True)]
    return row if told == row.names else msgspec.structs.replace(row, names=told)


class _Head(msgspec.Struct, frozen=True):
    e: str
    player: str = ""


_head = msgspec.json.Decoder(_Head).decode
