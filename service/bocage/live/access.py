"""Access to a match: the one check of what a player may see, for sockets and for HTTP."""

from __future__ import annotations

import hmac

from bocage.log.fairness import invite_code
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import OPEN, PUBLIC, Viewer


def viewer_for(match: Match, player: str, open_hands: bool = False, invite: str = "") -> Viewer:
    """The viewer as which ``player`` (empty: not signed in) sees ``match``.

    Raises :class:`RefusedError`: ``private``; ``open_hands_closed`` for open hands where the match allows none,
    and always for those who play in it.
    """
    seat = match.seat_of(player) if player else -1
    if seat < 0 and not invited(match, player, invite):
        raise RefusedError("private")
    if open_hands and match.created.access.open_delay >= 0 and seat < 0:
        # After the end as well: a player who comes back then gets the missed updates as the same viewer as before.
        return OPEN
    if open_hands and match.status != "ended":
        raise RefusedError("open_hands_closed")
    return seat if seat >= 0 else PUBLIC


def invited(match: Match, player: str, invite: str) -> bool:
    """True if a player without a seat may watch ``match`` or take a seat in it."""
    if not match.created.access.private or (match.created.deal is not None and match.revealed):
        return True
    if player and player == match.created.creator:
        return True
    code = invite_of(match)
    return bool(code) and hmac.compare_digest(code.encode(), invite.encode())


def invite_of(match: Match) -> str:
    """The invite code of a private match; empty: there is none. All matches of a deal have one secret, and so would
    have one code."""
    return invite_code(match.secret) if match.secret and match.created.deal is None else ""
