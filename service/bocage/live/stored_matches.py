"""Matches in storage, without a room: entries added by hand or where rules are missing, suspended players, hidden
matches.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from bocage.log import judge
from bocage.log.entries import Body
from bocage.log.judge import close, owed
from bocage.log.match import Match
from bocage.log.outline import fold
from bocage.log.projection import propose
from bocage.protocol.refusal import RefusedError
from bocage.store import NumberTakenError, StoreError
from bocage.store.store import Store

#: Most matches of a suspended player that are read.
MOST_SUSPENDED = 100_000


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
    """The next entry by which the operator closes the match: closed, the end, the secret; None: it is done.

    Refusals: ``game_over`` where it ended otherwise.
    """
    if match.outcome is not None and match.outcome.reason == "closed":
        return owed(match)
    return close(match)


async def suspend(store: Store, player: str) -> list[str]:
    """Suspend a player: they do nothing any more, and nobody waits for them. Returns the matches ended for that.

    May be repeated. The mark is set first, then connections are closed, then the matches are ended. A request that
    was let in before the mark may seat them after their matches were looked for. So a handler that seats a player
    calls :func:`check_suspended` afterwards; one of the two finds the match. Raises ``StoreError``.
    """
    await store.audit.suspend(player, [], True)
    # Read after the mark: a sign-in that is added later is refused by it.
    await store.audit.suspend(player, await store.sign_in_ids(player), True)
    return await call_off(store, player)


async def call_off(store: Store, player: str) -> list[str]:
    """End the matches in which others would wait for a suspended player; which they are. Raises ``StoreError``."""

    def decide(match: Match) -> Body | None:
        return judge.owed(match, now=store.now()) if match.over else judge.suspended(match, player)

    going = [row.match for row in await store.matches_of(player, MOST_SUSPENDED) if row.status != "ended"]
    return [match for match in going if await append_all(store, match, decide)]


async def check_suspended(store: Store, player: str) -> None:
    """Raise ``suspended`` where a player was suspended while they were seated; the match is ended first."""
    # They were seated: ``unavailable`` would say that nothing was stored.
    with contextlib.suppress(StoreError):
        known = await store.player(player)
        if known is not None and known.suspended:
            await call_off(store, player)
            raise RefusedError("suspended")


async def check_hidden(store: Store, match: str, player: str) -> None:
    """Raise ``no_match`` where the operator hid the match from ``player`` (empty: an unknown person)."""
    if match in store.hidden.known:
        row = await store.row(match)
        if row is None or not player or player not in row.players:
            raise RefusedError("no_match")
