"""Folding what is stated besides answers: giving up, draws, taking back, hints; that it expires or is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.log import events
from bocage.log.broken import BrokenLogError
from bocage.log.entries import (
    Closed,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Entry,
    Expired,
    Hinted,
    Outage,
    Resigned,
    UndoAsked,
    UndoDeclined,
    Undone,
    Vacation,
)
from bocage.rules.kernel import Action, Outcome, Told

if TYPE_CHECKING:
    from bocage.log.answers import Preview
    from bocage.log.match import Match


def expired(match: Match, body: Expired, entry: Entry, _: Preview | None) -> list[Told]:
    """The match has waited for players too long."""
    deadline = match.deadline()
    if match.status != "open" or not deadline or entry.at < deadline:
        raise BrokenLogError(entry.seq, "the match does not expire")
    match.outcome = Outcome((), "expired")
    return [Told(events.NobodyCame())]


def closed(match: Match, body: Closed, entry: Entry, _: Preview | None) -> list[Told]:
    """The operator ends the match."""
    if match.status == "ended":
        raise BrokenLogError(entry.seq, "the match has ended")
    # Allowed also if an action has decided the match: the closing node may lack the rules that say so.
    match.outcome = Outcome((), "closed")
    return [Told(events.OperatorClosed())]


def decide(match: Match, entry: Entry, winners: list[int], reason: str) -> None:
    """Something else than an answer decides the match. Raises :class:`BrokenLogError`."""
    if match.status != "playing" or match.outcome is not None:
        raise BrokenLogError(entry.seq, "the match is not being played")
    match.outcome = Outcome(tuple(winners), reason)


def lose(match: Match, entry: Entry, loser: int, reason: str) -> None:
    """A seat loses by something else than an answer. Raises :class:`BrokenLogError`."""
    decide(match, entry, [seat for seat in range(len(match.seats)) if seat != loser], reason)


def resigned(match: Match, body: Resigned, entry: Entry, _: Preview | None) -> list[Told]:
    """A seat gives up; before the start that calls the match off."""
    if match.status == "open":
        match.outcome = Outcome((), "cancelled")
    else:
        lose(match, entry, body.seat, "resigned")
    return [Told(events.GaveUp(body.seat))]


def draw_offered(match: Match, body: DrawOffered, entry: Entry, _: Preview | None) -> list[Told]:
    """A seat offers a draw."""
    match.draw_offer = body.seat
    match.offered_at[body.seat] = entry.seq
    return [Told(events.OfferedDraw(body.seat))]


def draw_accepted(match: Match, body: DrawAccepted, entry: Entry, _: Preview | None) -> list[Told]:
    """The other seat accepts."""
    decide(match, entry, [], "draw_agreed")
    match.draw_offer = -1
    match.offered_at[body.seat] = entry.seq
    return [Told(events.AcceptedDraw(body.seat))]


def draw_declined(match: Match, body: DrawDeclined, entry: Entry, _: Preview | None) -> list[Told]:
    """The other seat declines."""
    if match.draw_offer in (-1, body.seat):
        raise BrokenLogError(entry.seq, "no draw was offered to this seat")
    match.draw_offer = -1
    match.declined_at = {**match.declined_at, body.seat: entry.seq}
    return [Told(events.DeclinedDraw(body.seat))]


def undo_asked(match: Match, body: UndoAsked, entry: Entry, _: Preview | None) -> list[Told]:
    """A seat asks the other to let it take its last answer back."""
    _check(match, body, entry)
    match.undo.asked = body.seat
    match.undo.said_at[body.seat] = entry.seq
    return [Told(events.AskedUndo(body.seat))]


def undo_declined(match: Match, body: UndoDeclined, entry: Entry, _: Preview | None) -> list[Told]:
    """The other seat declines; nothing is taken back."""
    if match.undo.asked in (-1, body.seat):
        raise BrokenLogError(entry.seq, "this seat was not asked to let anything be taken back")
    match.undo.asked = -1
    match.undo.declined_at[body.seat] = entry.seq
    return [Told(events.DeclinedUndo(body.seat))]


def undone(match: Match, body: Undone, entry: Entry, _: Preview | None) -> list[Told]:
    """The position before the answer is the present one again. The log keeps both entries."""
    _check(match, body, entry)
    undo = match.undo
    agrees = body.seat if undo_is_free(match) else 1 - body.seat
    undo.said_at[agrees] = entry.seq
    undo.asked = -1
    decision = match.decision()
    assert decision is not None
    match.go_back()
    match.draw_offer = -1
    match.turn_seq = entry.seq
    match.clock.undone(body.seat, decision.seat, entry.at)
    return [Told(events.TookBack(body.seat, body.entry))]


def hinted(match: Match, body: Hinted[Action], entry: Entry, _: Preview | None) -> list[Told]:
    """The engine told a seat what it would do."""
    if match.status != "playing" or match.outcome is not None or not 0 <= body.seat < len(match.seats):
        raise BrokenLogError(entry.seq, "no hint can be taken")
    match.hints = match.hints.and_this(entry.seq, body)
    why = body.why
    more = {"more": why.more, "won": why.won, "lost": why.lost}
    whole = events.TookHint(body.seat, body.action, why.theme, why.ending, why.better, why.played, **more)
    return [Told(events.TookHint(body.seat), {body.seat: whole})]


def outage(match: Match, body: Outage, entry: Entry, _: Preview | None) -> list[Told]:
    """Storage could not be reached for a while."""
    match.clock.outage(body.since, body.until)
    return [Told(events.StorageOutage(body.until - body.since))]


def vacation(match: Match, body: Vacation, entry: Entry, _: Preview | None) -> list[Told]:
    """Somebody is on vacation, or ends it."""
    if match.status != "playing" or match.clock.rules.kind != "days" or not 0 <= body.seat < len(match.seats):
        raise BrokenLogError(entry.seq, "no time stands still here")
    match.clock.vacation(body.seat, body.since, body.until, entry.at)
    over = body.until <= entry.at
    return [Told(events.BackAgain(body.seat) if over else events.OnVacation(body.seat, body.until))]


def undo_is_free(match: Match) -> bool:
    """Whether nobody has to agree: there is no other player, or the others are house bots."""
    return sum(seated is not None and not seated.house for seated in match.seats) < 2


def _check(match: Match, body: UndoAsked | Undone, entry: Entry) -> None:
    last = match.undo.last
    if match.status != "playing" or match.outcome is not None:
        raise BrokenLogError(entry.seq, "the match is not being played")
    if last is None or (last.entry, last.seat) != (body.entry, body.seat):
        raise BrokenLogError(entry.seq, f"entry {body.entry} cannot be taken back")
