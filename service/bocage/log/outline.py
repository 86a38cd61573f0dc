"""Outlines: matches folded without their rules. Players, status and outcome, as far as the log shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bocage.log import events
from bocage.log.agreement import Agreement
from bocage.log.answers import Preview
from bocage.log.clock import Clock
from bocage.log.entries import (
    Body,
    BrokenLogError,
    Created,
    Ended,
    Entry,
    Expired,
    Revealed,
    Seated,
    Started,
    UndoAsked,
    UndoDeclined,
    Undone,
    decode,
    told_secret,
)
from bocage.log.fairness import commitment
from bocage.log.judge import owed, timeout
from bocage.log.match import Match
from bocage.rules.kernel import Decision, Negotiable, Outcome, Told
from bocage.rules.kernel.registry import has_rules


class Outline(Match):
    """A fold without rules: no state, no decision, no dice; ``game`` is not set.

    An outline learns of a deciding action only from the entry ``ended``.
    """

    __slots__ = ()

    def decision(self) -> Decision | None:
        """None, as only the rules know the decision."""
        return None

    def negotiable(self) -> Negotiable:
        """Return nothing, as only the rules know."""
        return Negotiable()

    def preview(self, body: Body) -> Preview | None:
        """None, as only the rules can compute it."""
        return None

    def _created(self, body: Created, entry: Entry) -> list[Told]:
        if self.secret and commitment(self.secret) != body.commitment:
            raise BrokenLogError(entry.seq, "the secret is not the one committed to")
        self.id = body.match
        self.since = entry.at
        self.created = body
        self.options = self.terms = body.options
        self.agreement = Agreement(body.agree)
        self.seats = [None] * body.seats
        self.seat_options = [None] * body.seats
        self.offered_at = [0] * body.seats
        self.clock = Clock(body.clock, body.seats)
        self.expires = entry.at + body.open_for if body.open_for else 0
        return []

    def _seated(self, body: Seated, entry: Entry) -> list[Told]:
        if self.status != "open" or not 0 <= body.seat < len(self.seats) or self.seats[body.seat]:
            raise BrokenLogError(entry.seq, "the seat cannot be taken")
        self.seat_options[body.seat] = body.options
        self.seats[body.seat] = body
        self.static_part = None
        self._wait_anew(entry)
        return [Told(events.seat_taken(self.names, body))]

    def _options_of(self, options: Any) -> Any:
        return options

    def _started(self, body: Started, entry: Entry) -> list[Told]:
        if self.status != "open" or not self.complete or self.outcome:
            raise BrokenLogError(entry.seq, "the match cannot start")
        self.status = "playing"
        self.since = entry.at
        self.turn_seq = entry.seq
        self.clock.start(entry.at)
        return [Told(events.MatchStarted())]

    def _answered(self, seat: int, action: Any, entry: Entry, preview: Preview | None) -> list[Told]:
        if self.status != "playing" or self.outcome is not None:
            raise BrokenLogError(entry.seq, "no decision is owed")
        self.draw_offer = -1
        self.turn_seq = entry.seq
        return []

    def _undo_asked(self, body: UndoAsked, entry: Entry) -> list[Told]:
        return [Told(events.AskedUndo(body.seat))]

    def _undo_declined(self, body: UndoDeclined, entry: Entry) -> list[Told]:
        return [Told(events.DeclinedUndo(body.seat))]

    def _undone(self, body: Undone, entry: Entry) -> list[Told]:
        self._answered(body.seat, None, entry, None)
        return [Told(events.TookBack(body.seat, body.entry))]

    def _ended(self, body: Ended, entry: Entry) -> list[Told]:
        if self.outcome is None and self.status == "playing":
            self.outcome = Outcome(tuple(body.winners), body.reason)
        return super()._ended(body, entry)


def fold(entries: Sequence[Entry], secret: bytes = b"", names: Mapping[str, str] | None = None) -> Match:
    """Fold ``entries``; into an :class:`Outline` if the rules are not installed. Raises :class:`BrokenLogError`.

    ``names``: current names of players.
    """
    created = decode(entries[0].raw)
    known = not isinstance(created, Created) or has_rules(created.game, created.rules)
    match = (Match if known else Outline)(secret or told_secret(entries))
    match.names = names or {}
    for entry in entries:
        match.extend(entry)
    return match


def due_without_rules(match: Match, now: int) -> Body | None:
    """Return the entry due at ``now`` that needs no rules, or None."""
    body = owed(match, now=now) or timeout(match, now)
    return body if isinstance(body, Expired | Ended | Revealed) else None
