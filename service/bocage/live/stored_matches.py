"""Entries that are added to a stored match without a room: by hand, or where its rules are not installed."""

from __future__ import annotations

from collections.abc import Callable

from bocage.log.entries import Body
from bocage.log.judge import close, owed
from bocage.log.match import Match
from bocage.log.outline import fold
from bocage.log.projection import propose
from bocage.protocol.refusal import RefusedError
from bocage.store import NumberTakenError
from bocage.store.store import Store


async def append_all(store: Store, name: str, decide: Callable[[Match], Body | None]) -> int:
    """Append what ``decide`` says of the match as it stands, until that is None.

    Returns how many entries were added.

    Raises what ``decide`` raises, ``RefusedError`` (``no_match``), ``StoreError``, ``BrokenLogError``.
    """
    added = 0
    while True:
        found = await store.load(name)
        if not found.entries:
            raise RefusedError("no_match")
        match = fold(found.entries, found.secret)
        body = decide(match)
        if body is None:
            return added
        proposal = propose(match, body, store.now())
        try:
            await store.append(proposal.match, proposal.seq, proposal.raw, proposal.not_before, proposal.change)
        except NumberTakenError:
            continue  # another entry was first: judge again
        added += 1


def closing_entry(match: Match) -> Body | None:
    """What is still to be added until the operator has closed the match: the word that it is, the end, the secret.

    Refusals: ``game_over`` where it ended otherwise.
    """
    if match.outcome is not None and match.outcome.reason == "closed":
        return owed(match)
    return close(match)
