"""The events common to all games. Their texts: ``event.<ev>`` of the common catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bocage.log.entries import Seated
from bocage.log.names import has_left, name_of
from bocage.rules.kernel import Event


class SeatTaken(Event, frozen=True, tag="seated"):
    """A player took a seat. ``bot``: a program; ``house``: a house bot.

    ``name``: their current name; empty if they have deleted their account (``left``).
    """

    seat: int
    name: str
    bot: bool = False
    house: bool = False
    left: bool = False


class ProposedTerms(Event, frozen=True, tag="terms_proposed"):
    """A seat proposed other options, ``options``, before play. It accepts them; all others must."""

    seat: int
    options: Any


class AcceptedTerms(Event, frozen=True, tag="terms_accepted"):
    """A seat accepted the options."""

    seat: int


class MatchStarted(Event, frozen=True, tag="started"):
    """All seats are taken; play begins."""


class NobodyCame(Event, frozen=True, tag="expired"):
    """The match expired waiting for players."""


class OperatorClosed(Event, frozen=True, tag="closed"):
    """The operator closed the match."""


class TimeUp(Event, frozen=True, tag="timed_out"):
    """The time of a seat ran out. ``played``: its default action was played; otherwise the seat loses."""

    seat: int
    played: bool = False


class StorageOutage(Event, frozen=True, tag="outage"):
    """Storage was unreachable for ``ms`` milliseconds, which the clock did not count."""

    ms: int


class OnVacation(Event, frozen=True, tag="vacation"):
    """The player in a seat is on vacation until ``until`` (ms), and their clock is stopped."""

    seat: int
    until: int


class BackAgain(Event, frozen=True, tag="back"):
    """The vacation of the player in a seat is over."""

    seat: int


class GaveUp(Event, frozen=True, tag="resigned"):
    """A seat resigned."""

    seat: int


class OfferedDraw(Event, frozen=True, tag="draw_offered"):
    """A seat offered a draw."""

    seat: int


class AcceptedDraw(Event, frozen=True, tag="draw_accepted"):
    """A seat accepted the draw."""

    seat: int


class DeclinedDraw(Event, frozen=True, tag="draw_declined"):
    """A seat declined the draw."""

    seat: int


class AskedUndo(Event, frozen=True, tag="undo_asked"):
    """A seat asked to undo its last action."""

    seat: int


class DeclinedUndo(Event, frozen=True, tag="undo_declined"):
    """A seat declined the other's request for an undo."""

    seat: int


class TookBack(Event, frozen=True, tag="undone"):
    """The last action of a seat, entry ``entry``, was undone."""

    seat: int
    entry: int


class TookHint(Event, frozen=True, tag="hinted"):
    """A seat received a hint. Its content is visible to that seat only until the match is over.

    ``action``: the recommended action; the other fields give the reason, as in ``bocage.protocol.review.Why``.
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
    """The match ended."""

    reason: str
    winners: tuple[int, ...] = ()


class SecretRevealed(Event, frozen=True, tag="revealed"):
    """The secret of the dice, hex. From now on all draws can be verified."""

    secret: str


def seat_taken(names: Mapping[str, str], seated: Seated) -> SeatTaken:
    """Return the event of a player taking a seat. ``names``: current names of players."""
    name, left = name_of(names, seated), has_left(names, seated.player)
    return SeatTaken(seated.seat, name, seated.bot, seated.house, left)


MatchEvents = (
    SeatTaken
    | ProposedTerms
    | AcceptedTerms
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
