"""Legality: check that a stored entry could follow, by the rules that applied before it was appended."""

from __future__ import annotations

from bocage.log import judge, vacations
from bocage.log.entries import (
    Acted,
    Body,
    Closed,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Ended,
    Expired,
    Hinted,
    Outage,
    Resigned,
    Revealed,
    Started,
    TermsAccepted,
    TermsProposed,
    TimedOut,
    UndoAsked,
    UndoDeclined,
    Undone,
    Vacation,
)
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError


def objection(match: Match, body: Body, at: int) -> str:
    """Return why ``body`` cannot be the next entry at time ``at``; empty if it can.

    Checks only what the fold does not check. A match that has started must know its secret.
    """
    try:
        return _objection(match, body, at)
    except RefusedError as refused:
        return f"would have been refused: {refused.code}"


def _objection(match: Match, body: Body, at: int) -> str:
    expected: Body | judge.Again | None
    match body:
        case Acted():
            expected = judge.act(match, body.seat, match.seq, body.action)
        case TimedOut() | Expired():
            expected = judge.timeout(match, at)
        case Closed():
            expected = judge.close(match)
        case Resigned():
            expected = judge.resign(match, _known(match, body.seat))
        case DrawOffered() | DrawAccepted():
            expected = judge.draw(match, _known(match, body.seat), match.seq)
        case TermsProposed():
            expected = judge.propose(match, body.seat, match.seq, body.options)
        case TermsAccepted():
            expected = judge.accept(match, body.seat, match.seq)
        case DrawDeclined():
            expected = judge.decline_draw(match, _known(match, body.seat), match.seq)
        case UndoDeclined():
            expected = judge.decline_undo(match, _known(match, body.seat), match.seq)
        case UndoAsked() | Undone():
            seat = _known(match, body.seat)
            asks = isinstance(body, UndoAsked) or match.undo_is_free
            expected = judge.undo(match, seat if asks else 1 - seat, match.seq)
        case Hinted():
            _known(match, body.seat)
            expected = judge.hint(match, match.seq, body)
        case Revealed() if match.created.deal is not None and match.created.deal.duplicate:
            expected = judge.reveal(match)
        case Started() | Ended() | Revealed():
            expected = judge.owed(match, now=at)
        case Outage():
            return "" if body.since < body.until <= at else "its times cannot be"
        case Vacation():
            return vacations.objection(match, body, at)
        case _:
            return ""
    return "" if expected == body else "does not follow from what came before"


def _known(match: Match, seat: int) -> int:
    """Return ``seat`` if it exists. Raises ``RefusedError``."""
    if seat not in range(len(match.seats)):
        raise RefusedError("not_seated")
    return seat
