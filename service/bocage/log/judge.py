"""Judging: turn a command into an entry's body, or refuse it. Pure; the match is not changed.

Each function returns the body of the entry to append, or raises :class:`RefusedError`. Append it as number
``match.seq + 1``; if that number is taken, fold the new entries and judge again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, final

import msgspec

from bocage.log import agreement
from bocage.log.clock import LAST_TIMEOUT
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
    Seated,
    Started,
    TermsAccepted,
    TermsProposed,
    TimedOut,
    UndoAsked,
    UndoDeclined,
    Undone,
)
from bocage.log.fairness import is_nonce, new_nonce
from bocage.log.match import REMEMBERED_ANSWERS, Match
from bocage.log.names import has_left
from bocage.protocol.codec import Codec
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import Action
from bocage.rules.kernel.legal import legal_action, parse_action
from bocage.rules.kernel.quiet import is_quiet


@final
class Again(NamedTuple):
    """The command was a repeat; its entry ``seq`` is already stored."""

    seq: int


def act(
    match: Match, seat: int, seq: int, raw: object, codec: Codec | None = None, undoable: bool = False
) -> Acted[Action] | Again:
    """Answer the decision that ``seat`` saw at position ``seq`` with the action ``raw``.

    ``codec``: the framing of ``raw``; None: plain data, or an action in the game's own types. The position is valid
    while the same decision is owed (a draw offer in between changes nothing). ``undoable``: only if the seat could
    undo it at once.

    Refusals: ``not_seated``, ``not_playing``, ``stale``, ``final``, and those of ``kernel.legal``, of which
    ``malformed_action`` takes precedence over ``stale``.
    """
    if seat < 0:
        raise RefusedError("not_seated")
    if match.status == "open":
        raise RefusedError("not_playing")
    if seq < match.turn_seq:
        return _again(match, seat, seq, parse_action(match.game, raw, codec))
    if match.outcome is not None:
        raise RefusedError("game_over")
    if seq > match.seq:
        parse_action(match.game, raw, codec)
        raise RefusedError("stale")
    owed = match.decision()
    body = Acted(seat, legal_action(match.game, match.state, seat, raw, codec=codec, decision=owed))
    if undoable and not _can_be_undone(match, body):
        raise RefusedError("final")
    return body


def _can_be_undone(match: Match, body: Acted[Action]) -> bool:
    """True if the seat of this answer could undo it at once: it decides next, and nothing came into play."""
    preview = match.preview(body) if match.undo.allowed else None
    return (
        preview is not None
        and is_quiet(match.game, preview.told, preview.draws)
        and preview.decision is not None
        and preview.decision.seat == body.seat
    )


def _again(match: Match, seat: int, seq: int, action: Any) -> Again:
    """Return the stored answer to the decision at ``seq``, if it was this action."""
    answers = match.answers
    for i, answer in enumerate(answers):
        if answer.seq > seq:
            # The decision of the oldest remembered answer may have been raised at any earlier entry.
            known = i > 0 or len(answers) < REMEMBERED_ANSWERS or answer.seq == seq + 1
            if known and answer.seat == seat and answer.action == action:
                return Again(answer.seq)
            break
    raise RefusedError("stale")


def resign(match: Match, seat: int) -> Resigned | Again:
    """Resign. Before the start this cancels the match. Refusals: ``not_seated``, ``game_over``."""
    if seat < 0:
        raise RefusedError("not_seated")
    if match.resignation is not None and match.resignation[0] == seat:
        return Again(match.resignation[1])
    if match.over:
        raise RefusedError("game_over")
    return Resigned(seat)


def withdraw(match: Match, player: str) -> Resigned:
    """Cancel a match that waits for players, for its creator.

    Refusals: ``not_creator``, ``not_open``, ``not_seated``.
    """
    # First, so that strangers learn nothing about the match.
    if match.created.creator != player:
        raise RefusedError("not_creator")
    if match.over or all(match.seats):
        raise RefusedError("not_open")
    seat = match.seat_of(player)
    if seat < 0:
        raise RefusedError("not_seated")
    return Resigned(seat)


def left(match: Match) -> Resigned | None:
    """Return the resignation of a player who has deleted their account; None: there is none."""
    if match.over:
        return None
    seats = (seated.seat for seated in match.seats if seated is not None and has_left(match.names, seated.player))
    return next((Resigned(seat) for seat in seats), None)


def suspended(match: Match, player: str) -> Resigned | Closed | None:
    """Return what must follow the suspension of ``player``, so that nobody waits for them; None: nothing.

    A match that has not begun is cancelled. They resign matches without a clock against anyone but house bots, and
    their half of a duplicate. All other matches run out of time by themselves.
    """
    if match.over:
        return None
    seat = match.seat_of(player)
    if match.status == "open":
        if seat >= 0:
            return Resigned(seat)
        return Closed() if match.created.creator == player else None
    if seat < 0:
        return None
    others = (seated for seated in match.seats if seated is not None and seated.player != player)
    waits = match.clock.rules.kind == "none" and any(not other.house for other in others)
    deal = match.created.deal
    return Resigned(seat) if waits or (deal is not None and deal.duplicate) else None


def close(match: Match) -> Closed:
    """Close the match for the operator, at any time. Refusals: ``game_over``."""
    if match.status == "ended":
        raise RefusedError("game_over")
    return Closed()


def _check_position(match: Match, seat: int, seq: int) -> None:
    """Raise ``RefusedError``: ``not_seated``, ``not_playing``, or ``stale`` for a past position."""
    if seat < 0:
        raise RefusedError("not_seated")
    if match.status == "open":
        raise RefusedError("not_playing")
    if not match.turn_seq <= seq <= match.seq:
        raise RefusedError("stale")


def draw(match: Match, seat: int, seq: int) -> DrawOffered | DrawAccepted | Again:
    """Offer a draw, or accept the other seat's offer, as seen at position ``seq``.

    The position is valid as in :func:`act`. A seat may offer once per decision. Offers that cross are an agreement.

    Refusals: ``not_seated``, ``not_playing``, ``stale``, ``game_over``, ``no_draws`` (solo games, deals),
    ``already_offered``.
    """
    _check_position(match, seat, seq)
    if match.offered_at[seat] > seq:
        return Again(match.offered_at[seat])
    if match.over:
        raise RefusedError("game_over")
    # In a deal an additional entry would change the dice of later choices.
    if len(match.seats) < 2 or match.created.deal is not None:
        raise RefusedError("no_draws")
    if match.draw_offer not in (-1, seat):
        return DrawAccepted(seat)
    if match.offered_at[seat] > match.turn_seq:
        raise RefusedError("already_offered")
    return DrawOffered(seat)


def decline_draw(match: Match, seat: int, seq: int) -> DrawDeclined | Again:
    """Decline the other seat's draw offer, as seen at position ``seq``, valid as in :func:`act`.

    Refusals: ``not_seated``, ``not_playing``, ``stale``, ``game_over``, ``not_offered``.
    """
    _check_position(match, seat, seq)
    declined = match.declined_at.get(seat)
    if declined is not None and declined > seq:
        return Again(declined)
    if match.over:
        raise RefusedError("game_over")
    if match.draw_offer in (-1, seat):
        raise RefusedError("not_offered")
    return DrawDeclined(seat)


def undo(match: Match, seat: int, seq: int) -> Undone | UndoAsked | Again:
    """Undo the last action, request it, or consent to the other seat's request, as seen at position ``seq``.

    Another player must consent. The position is valid as in :func:`act`.

    Refusals: ``not_seated``, ``not_playing``, ``stale``, ``game_over``, ``no_undo`` (not in this match),
    ``cannot_undo``, ``already_asked``.
    """
    if seat < 0:
        raise RefusedError("not_seated")
    if match.status == "open":
        raise RefusedError("not_playing")
    record = match.undo
    if record.said_at[seat] > seq:
        return Again(record.said_at[seat])
    if not match.turn_seq <= seq <= match.seq:
        raise RefusedError("stale")
    if match.over:
        raise RefusedError("game_over")
    if not record.allowed:
        raise RefusedError("no_undo")
    last = record.last
    if last is not None and record.asked == last.seat != seat:
        return Undone(last.seat, last.entry)
    if last is None or last.seat != seat:
        raise RefusedError("cannot_undo")
    if match.undo_is_free:
        return Undone(seat, last.entry)
    if record.said_at[seat] > match.turn_seq:
        raise RefusedError("already_asked")
    return UndoAsked(seat, last.entry)


def decline_undo(match: Match, seat: int, seq: int) -> UndoDeclined | Again:
    """Decline the other seat's request for an undo, as seen at position ``seq``, valid as in :func:`act`.

    Refusals: ``not_seated``, ``not_playing``, ``stale``, ``game_over``, ``not_asked``.
    """
    _check_position(match, seat, seq)
    declined = match.undo.declined_at[seat]
    if declined > seq:
        return Again(declined)
    if match.over:
        raise RefusedError("game_over")
    if match.undo.asked in (-1, seat):
        raise RefusedError("not_asked")
    return UndoDeclined(seat)


def may_hint(match: Match, seat: int, seq: int) -> Again | None:
    """Check that ``seat`` may get a hint about the decision seen at position ``seq``; one per decision.

    The position is valid as in :func:`act`. A decision with one legal action qualifies too: a refusal would reveal
    something about a hand to the others.

    Refusals: ``not_seated``, ``not_playing``, ``stale``, ``game_over``, ``no_hints`` (not in this match),
    ``not_your_turn``.
    """
    _check_position(match, seat, seq)
    if match.over:
        raise RefusedError("game_over")
    if not match.created.hints:  # as in every rated match
        raise RefusedError("no_hints")
    decision = match.decision()
    if decision is None or decision.seat != seat:
        raise RefusedError("not_your_turn")
    return Again(match.hints.seq) if match.hints.since(match.turn_seq) else None


def hint(match: Match, seq: int, body: Hinted[Action]) -> Hinted[Action] | Again:
    """Add the hint ``body``, requested at position ``seq``.

    Refusals: as :func:`may_hint`, and those of ``kernel.legal`` for an action that is not legal.
    """
    found = may_hint(match, body.seat, seq)
    if found is not None:
        return found
    legal_action(match.game, match.state, body.seat, body.action, decision=match.decision())
    return body


def sit(
    match: Match,
    player: str,
    name: str,
    seat: int | None = None,
    nonce: str = "",
    options: object = None,
    bot: bool = False,
    house: bool = False,
) -> Seated:
    """Give ``player`` a seat: ``seat``, or the first free one. Without a ``nonce`` one is drawn.

    ``bot``: declared to be a program. ``house``: a house bot of the service.

    Refusals: ``not_open``, ``already_seated``, ``no_seat``, ``seat_taken``, ``seat_kept``, ``bad_nonce``,
    ``bad_options``.
    """
    if match.seat_of(player) >= 0:
        raise RefusedError("already_seated")
    if match.status != "open" or match.over:
        raise RefusedError("not_open")
    if seat is None:
        seat = next((i for i, seated in enumerate(match.seats) if seated is None), None)
        if seat is None:
            raise RefusedError("not_open")
    if not 0 <= seat < len(match.seats):
        raise RefusedError("no_seat")
    if match.seats[seat] is not None:
        raise RefusedError("seat_taken")
    if match.created.house and not house and player != match.created.creator:
        raise RefusedError("seat_kept")
    nonce = nonce.lower() or new_nonce()
    if not is_nonce(nonce):
        raise RefusedError("bad_nonce")
    try:
        chosen = msgspec.convert({} if options is None else options, match.game.SeatOptions)
    except msgspec.ValidationError:
        raise RefusedError("bad_options") from None
    return Seated(seat, player, name, nonce, msgspec.to_builtins(chosen), bot, house)


def propose(match: Match, seat: int, seq: int, changes: Mapping[str, object]) -> TermsProposed | Again:
    """See :func:`bocage.log.agreement.propose`."""
    found = agreement.propose(match, seat, seq, changes)
    return Again(found) if isinstance(found, int) else found


def accept(match: Match, seat: int, seq: int) -> TermsAccepted | Again:
    """See :func:`bocage.log.agreement.accept`."""
    found = agreement.accept(match, seat, seq)
    return Again(found) if isinstance(found, int) else found


def timeout(match: Match, now: int) -> TimedOut[Action] | Expired | None:
    """Return the entry for a deadline that has passed at ``now`` (ms, the store's clock), or None.

    It is a timeout of the deciding seat, or the expiry of a match without players. Its time must not be before the
    deadline (``match.deadline()``).
    """
    deadline = match.deadline()
    if not deadline or now < deadline or match.over:
        return None
    decision = match.decision()
    if decision is None:
        return Expired()
    seat = decision.seat
    rules = match.clock.rules
    if rules.on_timeout == "lose" or match.clock.misses[seat] + 1 >= LAST_TIMEOUT:
        return TimedOut(seat)
    return TimedOut(seat, decision.default)


def reveal(match: Match) -> Revealed | Again:
    """Reveal the secret of a duplicate's deal, which nobody plays any more. Refusals: ``not_over``."""
    if match.revealed:
        return Again(match.seq)
    if match.status != "ended":
        raise RefusedError("not_over")
    return Revealed(match.secret.hex(), match.head.hex())


def owed(match: Match, outages: Sequence[tuple[int, int]] = (), now: int = 0) -> Body | None:
    """Return the entry that must follow without a command, or None. Any node may append it; repeat after each
    entry.

    Owed are: the resignation of a player who has deleted their account; acceptances of terms that need no command;
    the start when all seats are taken and the terms agreed; the end after the deciding entry; then the secret.

    ``outages``: stretches without storage; the first one that a running clock has not refunded is owed, too.
    ``now`` (ms): the secret of a daily deal is owed only after its day.
    """
    if match.outcome is not None:
        if match.status != "ended":
            return Ended(list(match.outcome.winners), match.outcome.reason)
        deal = match.created.deal
        if match.revealed or (deal is not None and now < deal.until):
            return None
        return Revealed(match.secret.hex(), match.head.hex())
    if (gives_up := left(match)) is not None:
        return gives_up
    if match.status == "open":
        return agreement.at_once(match) or (Started() if match.seats and match.complete else None)
    clock = match.clock
    if clock.rules.kind != "none":
        for since, until in outages:
            if until > clock.excused:
                return Outage(max(since, clock.excused), until)
    return None
