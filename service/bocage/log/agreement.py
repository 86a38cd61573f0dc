"""Agreement: the terms of a match before play, which every seat must have accepted (decision 070).

Terms are the options of the match. Entry 1 holds the first ones; a proposal replaces them, and withdraws all
acceptances but that of the seat that makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from bocage.log.entries import TermsAccepted, TermsProposed
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import AnyGame, OptionError

if TYPE_CHECKING:
    from bocage.log.match import Match

#: Proposals of a match: its log and the row of the lobby are rewritten by each.
MOST_PROPOSALS: Final = 40


class Agreement(NamedTuple):
    """``wanted``: entry 1 asks for it. ``entry``: number of the entry with the present terms.

    ``accepted``: seat → entry by which it accepted them. ``proposed``: seat → its last proposal.
    ``proposals``: number of proposals so far.
    """

    wanted: bool = False
    entry: int = 1
    accepted: Mapping[int, int] = {}
    proposed: Mapping[int, int] = {}
    proposals: int = 0

    def propose(self, seat: int, seq: int) -> Agreement:
        """Return the agreement after a proposal of ``seat``, entry ``seq``."""
        return Agreement(self.wanted, seq, {seat: seq}, {**self.proposed, seat: seq}, self.proposals + 1)

    def accept(self, seat: int, seq: int) -> Agreement:
        """Return the agreement after ``seat`` accepted the terms by entry ``seq``."""
        return self._replace(accepted={**self.accepted, seat: seq})

    def reached(self, seats: int) -> bool:
        """True if nothing is to be agreed any more."""
        return not self.wanted or len(self.accepted) == seats


def objection(game: AnyGame, before: Mapping[str, object], after: Mapping[str, object]) -> str:
    """Return why terms cannot replace others; empty if they can."""
    open_to = game.negotiable(msgspec.convert(before, game.Options)).options
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    if not changed:
        return "same_terms"
    return "" if changed <= {*open_to} else "not_negotiable"


def propose(match: Match, seat: int, seq: int, changes: Mapping[str, object]) -> TermsProposed | int:
    """Propose other terms, as seen at position ``seq``: the present ones with ``changes``.

    Returns an ``int`` if the entry of that number did.

    Refusals: ``not_seated``, ``not_open``, ``stale`` (other terms were proposed meanwhile), ``not_negotiable``,
    ``bad_options``, ``same_terms``, ``too_many_proposals``.
    """
    agreement = match.agreement
    _check_seat(match, seat)
    if agreement.proposed.get(seat, 0) > seq:
        return agreement.proposed[seat]
    _check_open(match, seq)
    try:
        wanted = msgspec.convert({**match.terms, **changes}, match.game.Options)
    except msgspec.ValidationError as error:
        if isinstance(why := error.__cause__, OptionError):
            raise RefusedError("bad_options", why.code, fields=why.fields) from None
        raise RefusedError("bad_options", str(error)) from None
    terms = msgspec.to_builtins(wanted)
    if problem := objection(match.game, match.terms, terms):
        raise RefusedError(problem)
    if agreement.proposals >= MOST_PROPOSALS:
        raise RefusedError("too_many_proposals")
    return TermsProposed(seat, terms)


def accept(match: Match, seat: int, seq: int) -> TermsAccepted | int:
    """Accept the present terms, as seen at position ``seq``. Returns an ``int`` if the entry of that number did.

    Refusals: ``not_seated``, ``not_open``, ``stale`` (other terms were proposed meanwhile), ``not_negotiable``.
    """
    agreement = match.agreement
    _check_seat(match, seat)
    if agreement.wanted and agreement.entry <= seq and seat in agreement.accepted:
        return agreement.accepted[seat]
    _check_open(match, seq)
    return TermsAccepted(seat, agreement.entry)


def _check_seat(match: Match, seat: int) -> None:
    if not 0 <= seat < len(match.seats) or match.seats[seat] is None:
        raise RefusedError("not_seated")


def _check_open(match: Match, seq: int) -> None:
    if match.status != "open" or match.over:
        raise RefusedError("not_open")
    if not match.agreement.wanted:
        raise RefusedError("not_negotiable")
    if not match.agreement.entry <= seq <= match.seq:
        raise RefusedError("stale")


def at_once(match: Match) -> TermsAccepted | None:
    """Return an acceptance that needs no command: of a house bot, or of the creator, who chose the first terms."""
    agreement = match.agreement
    if not agreement.wanted:
        return None
    for seated in match.seats:
        if seated is None or seated.seat in agreement.accepted:
            continue
        if seated.house or (agreement.entry == 1 and seated.player == match.created.creator):
            return TermsAccepted(seated.seat, agreement.entry)
    return None
