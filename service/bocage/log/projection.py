"""Projection: a match's list row, and the changes that each entry makes to lists."""

from __future__ import annotations

import msgspec

from bocage.log import notices
from bocage.log.answers import Preview
from bocage.log.deals import points_of, score_of
from bocage.log.entries import (
    Acted,
    Body,
    Created,
    Ended,
    Entry,
    Expired,
    Outage,
    Revealed,
    Seated,
    Started,
    TermsAccepted,
    TermsProposed,
    TimedOut,
    Undone,
    Vacation,
    encode,
)
from bocage.log.judge import owed
from bocage.log.match import Match
from bocage.log.names import without_name
from bocage.log.outline import Outline, fold
from bocage.log.records import Change, Log, Rated, Row, Source

#: Milliseconds after which a node checks that an owed entry was appended.
HEAL_AFTER = 15_000


class Proposal(msgspec.Struct, frozen=True):
    """An entry to append: the arguments of ``Store.append``, and the preview for ``Match.extend``."""

    match: str
    seq: int
    raw: bytes
    #: Earliest time of the entry (ms): that of the previous entry, of a deadline, or of the end of an outage.
    not_before: int
    change: Change | None
    preview: Preview | None


def propose(match: Match, body: Body, now: int) -> Proposal:
    """Prepare to append ``body`` as the next entry, without changing ``match``.

    If the rules fail on an action, they fail here, before anything is stored.
    """
    # Fast path: most entries are answers, and `isinstance` of another struct is slow.
    usual = type(body) is Acted
    raw = encode(without_name(body) if not usual and isinstance(body, Seated) else body)
    preview = match.preview(body)
    not_before = match.at if usual else max(match.at, _earliest(match, body, now))
    if preview is not None:
        if preview.decision is not None and match.clock.rules.kind == "none":
            change = None
        else:
            change = _after_answer(match, body, preview, max(not_before, now))
    else:
        change = _after(match, body, Entry(match.seq + 1, max(not_before, now), raw))
    match_id = body.match if not usual and isinstance(body, Created) else match.id
    return Proposal(match_id, match.seq + 1, raw, not_before, change, preview)


def _earliest(match: Match, body: Body, now: int) -> int:
    """Return the earliest time of an entry with this content; 0: any."""
    if isinstance(body, (TimedOut, Expired)):
        return match.deadline()
    if isinstance(body, Revealed) and match.created.deal is not None and not match.created.deal.duplicate:
        return match.created.deal.until
    if isinstance(body, Outage):
        # The node's estimate of the store's clock may be ahead.
        return body.until
    if isinstance(body, Vacation):
        # The end of a vacation is reported once it has come.
        return max(body.since, body.until if body.until <= now else 0)
    return 0


def _after_answer(match: Match, body: Body, preview: Preview, at: int) -> Change | None:
    if preview.decision is None:
        return Change(due_in=HEAL_AFTER)
    assert isinstance(body, (Acted, TimedOut))
    clock = match.clock.copy()
    decider = preview.decision.seat
    if isinstance(body, TimedOut):
        clock.defaulted(body.seat, clock.since)
    else:
        clock.answered(body.seat, clock.since)
    told = notices.of_turn(match, decider, match.seq + 1) if decider != body.seat else ()
    if clock.rules.kind == "bank" and decider == body.seat and isinstance(body, Acted):
        # The same clock keeps running, so the deadline does not depend on the time of this entry.
        return Change(due=clock.deadline(decider))
    if clock.away[decider]:
        # The end of the vacation is exact; the time of this entry is an estimate within a few milliseconds.
        clock.start(at)
        return Change(due=clock.deadline(decider), notices=told)
    return Change(due_in=max(1, clock.remaining(decider, decider)), notices=told)


def _after(match: Match, body: Body, entry: Entry) -> Change | None:
    after = match.copy()
    after.extend(entry)
    match body:
        case Created():
            return Change(row=row_of(after), secret=after.secret, due_in=body.open_for)
        case Revealed():
            return Change(due=-1, final=True)
        case Seated():
            told = notices.of_seat(after, body, entry.seq)
            return Change(row=row_of(after, after.since), due_in=_due_before_play(after, entry), notices=told)
        case TermsProposed() | TermsAccepted():
            told = notices.of_terms(after, body, entry.seq) if isinstance(body, TermsProposed) else ()
            return Change(row=row_of(after, after.since), due_in=_due_before_play(after, entry), notices=told)
        case Ended():
            # The secret of a daily deal follows after its day.
            due = after.deadline()
            healed = 0 if due else HEAL_AFTER
            points = points_of(after)
            told = notices.of_end(after, entry.seq)
            return Change(
                row=row_of(after),
                due=due,
                due_in=healed,
                unlisted=not after.begun,
                points=points,
                rated=rated_of(after),
                notices=told,
            )
        case Started() if after.over:
            return Change(row=row_of(after), due_in=HEAL_AFTER)
        case Started():
            deadline, decision = after.deadline(), after.decision()
            told = notices.of_turn(after, decision.seat, entry.seq) if decision else ()
            due_in = deadline - entry.at if deadline else 0
            return Change(row=row_of(after), due=0 if deadline else -1, due_in=due_in, notices=told)
        case Undone():
            deadline = after.deadline()
            return Change(due_in=max(1, deadline - entry.at)) if deadline else None
        case Vacation():
            decision = after.decision()
            told = notices.of_time(after, body.seat, entry.at) if decision and decision.seat == body.seat else ()
            return Change(row=row_of(after, after.since), due=after.deadline(), notices=told)
        case Outage():
            return Change(due=after.deadline() or -1)
        case _:
            return Change(due_in=HEAL_AFTER) if after.over else None


def _due_before_play(after: Match, entry: Entry) -> int:
    """Return the milliseconds from ``entry`` to what is due next; 0: unchanged."""
    if after.over or owed(after):
        return HEAL_AFTER
    return max(0, after.expires - entry.at) if after.created.agree and after.expires else 0


def row_of(match: Match, at: int = 0) -> Row:
    """Return the list row of a match. ``at``: time of its last change of status; 0: that of the entry appended
    now.
    """
    ended = match.outcome if match.status == "ended" else None
    fork = match.created.fork
    return Row(
        match=match.id,
        game=match.created.game,
        rules=match.created.rules,
        status=match.status,
        names=[""] * len(match.seats),
        players=[seated.player if seated else "" for seated in match.seats],
        options=match.terms,
        bots=[seat for seat, seated in enumerate(match.seats) if seated and seated.bot],
        house=match.created.house if match.status == "open" and not all(match.seats) else "",
        house_bots=[seat for seat, seated in enumerate(match.seats) if seated and seated.house],
        private=match.created.access.private,
        creator=match.created.creator,
        winners=list(ended.winners) if ended else [],
        reason=ended.reason if ended else "",
        clock=match.created.clock,
        fork=Source(fork.match, fork.seq, fork.resampled) if fork else None,
        # A match whose dice are known counts for no record.
        score=None if match.created.deal is not None and match.created.deal.fixed else score_of(match),
        deal=match.created.deal.day if match.created.deal else "",
        duplicate=match.created.deal.duplicate if match.created.deal else "",
        rated=match.created.rated,
        sides=sides_of(match),
        away=away_at(match),
        at=at,
    )


def away_at(match: Match) -> list[int]:
    """Return the end of each seat's last vacation; empty: none had one, or the match is not being played."""
    away = match.clock.away if match.status == "playing" else ()
    return [one[-1].until if one else 0 for one in away] if any(away) else []


def sides_of(match: Match) -> list[str]:
    """Return the side that each seat played in a finished match; empty: its rules are not installed or have no
    sides.
    """
    if match.status != "ended" or match.state is None:
        return []
    return list(match.game.sides(match.state))


def project(log: Log) -> Change:
    """Compute list row and deadline from a whole log, also without rules. Raises ``BrokenLogError``."""
    match = fold(log.entries, log.secret)
    due = match.at + HEAL_AFTER if owed(match) else match.deadline()
    if isinstance(match, Outline) and match.status == "playing":
        # Only the rules know the deadline: due now, for a node that has them to check.
        due = match.at
    return Change(
        row=row_of(match, match.since),
        secret=log.secret,
        due=due or -1,
        final=match.revealed,
        unlisted=match.status == "ended" and not match.begun,
        points=points_of(match),
        rated=rated_of(match),
    )


def rated_of(match: Match) -> Rated | None:
    """Return the result of a rated match; None if it has not ended, never began, or was closed by the operator."""
    outcome = match.outcome
    if match.status != "ended" or not match.created.rated or not match.begun or outcome is None:
        return None
    if outcome.reason == "closed":
        return None
    first, second = match.seats
    assert first is not None
    assert second is not None
    half = 1 if len(outcome.winners) != 1 else 2 if 0 in outcome.winners else 0
    programs = first.bot and second.bot
    players, private = (first.player, second.player), match.created.access.private
    house = match.created.house
    houses = (house if first.house else "", house if second.house else "")
    return Rated(match.id, match.created.game, programs, players, half, private=private, houses=houses)
