"""An operator suspends a player: they do nothing any more, and nobody waits for them.

The mark is set first, then connections are closed, then the matches are ended. A request of theirs that was let in
before the mark may seat them after the matches were looked for. So a handler
that seats a player calls :func:`check_suspended` afterwards; one of the two finds the match.
"""

from __future__ import annotations

import contextlib

from bocage.live.stored_matches import append_all
from bocage.log import judge
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError
from bocage.store import StoreError
from bocage.store.store import Store

#: So many matches are read at most.
MOST = 100_000


async def suspend(store: Store, player: str) -> list[str]:
    """Let a player do nothing any more; the matches that were ended for that. It may be done again.

    Raises ``StoreError``.
    """
    await store.audit.suspend(player, [], True)
    # Read after the mark: a sign-in that is added later is refused by it.
    await store.audit.suspend(player, await store.sign_in_ids(player), True)
    return await call_off(store, player)


async def call_off(store: Store, player: str) -> list[str]:
    """End the matches in which others would wait for a suspended player; which they are. Raises ``StoreError``."""

    def decide(match: Match) -> Body | None:
        return judge.owed(match, now=store.now()) if match.over else judge.suspended(match, player)

    going = [row.match for row in await store.matches_of(player, MOST) if row.status != "ended"]
    return [match for match in going if await append_all(store, match, decide)]


async def check_suspended(store: Store, player: str) -> None:
    """Raise ``suspended`` where a player was suspended while they were seated; the match is ended first."""
    # They were seated: ``unavailable`` would say that nothing was stored.
    with contextlib.suppress(StoreError):
        known = await store.player(player)
        if known is not None and known.suspended:
            await call_off(store, player)
            raise RefusedError("suspended")
