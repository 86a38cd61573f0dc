"""The events of any match besides those of its game. Words: ``event.<ev>`` of the common catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bocage.log.entries import Seated
from bocage.log.names import has_left, name_of
from bocage.rules.kernel import Event


class SeatTaken(Event, frozen=True, tag="seated"):
    """A player took a seat. ``bot``: a program did; ``house``: a house bot.

    ``name``: what they are called now; empty where they left the service since (``left``).
    """

    seat: int
    name: str
    bot: bool = False
    house: bool = False
    left: bool = False


class MatchStarted(Event, frozen=True, tag="started"):
    """All seats are taken; play begins."""


class NobodyCame(Event, frozen=True, tag="expired"):
    """The match has waited for players too long."""


class OperatorClosed(Event, frozen=True, tag="closed"):
    """The operator ended the match."""


class TimeUp(Event, frozen=True, tag="timed_out"):
    """The time of a seat ran out. ``played``: the default action was played for it; otherwise the seat loses."""

    seat: int
    played: bool = False


class StorageOutage(Event, frozen=True, tag="outage"):
    """Storage could not be reached for ``ms`` milliseconds; the clock did not count that time."""

    ms: int


class OnVacation(Event, frozen=True, tag="vacation"):
    """The player in a seat is on vacation until ``until`` (ms): their own time does not run."""

    seat: int
    until: int


class BackAgain(Event, frozen=True, tag="back"):
    """The vacation of the player in a seat is over."""

    seat: int


class GaveUp(Event, frozen=True, tag="resigned"):
    """A seat resigned."""

    seat: int


class OfferedDraw(Event, frozen=True, tag="draw_offered"):
    """A seat offers a draw."""

    seat: int


class AcceptedDraw(Event, frozen=True, tag="draw_accepted"):
    """A seat accepted the draw."""

    seat: int


class DeclinedDraw(Event, frozen=True, tag="draw_declined"):
    """A seat declined the draw."""

    seat: int


class AskedUndo(Event, frozen=True, tag="undo_asked"):
    """A seat asks to take its last action back."""

    seat: int


class DeclinedUndo(Event, frozen=True, tag="undo_declined"):
    """A seat declined that the other takes its last action back."""

    seat: int


class TookBack(Event, frozen=True, tag="undone"):
    """The last action of a seat, which was entry ``entry``, was taken back."""

    seat: int
    entry: int


class TookHint(Event, frozen=True, tag="hinted"):
    """A seat took a hint. What it said is told to that seat alone until the match is over.

    ``action``: what the engine would do; the other fields: why, as ``bocage.protocol.review.Why``.
    """

    seat: int
    action: Any = msgspec.UNSET
    theme: str = ""
    ending: str = ""
    better: tuple[int, int] = (0, 100)
    played: tuple[int, int] = (0, 100)
    more: bool = False
    won: bool = False
    lost: bool = False


class MatchEnded(Event, frozen=True, tag="ended"):
    """How the match ended."""

    reason: str
    winners: tuple[int, ...] = ()


class SecretRevealed(Event, frozen=True, tag="revealed"):
    """The secret of the dice, hex. Now every die can be checked."""

    secret: str


def seat_taken(names: Mapping[str, str], seated: Seated) -> SeatTaken:
    """What is told of an entry by which somebody sat down. ``names``: what players are called now."""
    name, left = name_of(names, seated), has_left(names, seated.player)
    return SeatTaken(seated.seat, name, seated.bot, seated.house, left)


MatchEvents = (
    SeatTaken
    | MatchStarted
    | NobodyCame
    | OperatorClosed
    | TimeUp
    | StorageOutage
    | OnVacation
    | BackAgain
    | GaveUp
    | OfferedDraw
    | AcceptedDraw
    | DeclinedDraw
    | AskedUndo
    | DeclinedUndo
    | TookBack
    | TookHint
    | MatchEnded
    | SecretRevealed
)
