"""Calls for house bots: stored with the match, taken up by whichever node comes to it."""

from __future__ import annotations

import asyncio
import logging

from bocage.http.app_state import Opponents
from bocage.live.access import invite_of
from bocage.live.node import Node
from bocage.log.match import Match
from bocage.log.records import Row
from bocage.protocol.refusal import RefusedError
from bocage.store import StoreError

log = logging.getLogger("bocage.calls")

#: Seconds between two looks for calls that nobody has answered.
LOOK = 2.0
#: Milliseconds for which a call is left to the node that was asked.
OWN_TIME = 2000
#: Seconds after which a bot that did not come is called again.
AGAIN = 15.0


def invite_bot(opponents: Opponents, match: Match) -> None:
    """Ask the house bot that ``match`` keeps a seat for to sit down; nothing where none is called, or it sits."""
    created = match.created
    if created.house and match.status == "open" and not match.over and match.seat_of(created.creator) >= 0:
        code = invite_of(match) if created.access.private else ""
        opponents.invite(created.game, match.id, created.house, code)


class BotInvitations:
    """Takes up calls whose node stopped, or has no such bot any more. Several nodes may do so: one bot finds the
    seat free."""

    def __init__(self, node: Node, opponents: Opponents) -> None:
        self._node = node
        self._opponents = opponents
        #: Match → when this node called for it last.
        self._called: dict[str, float] = {}

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.info("calls cannot be read now: %s", error)
            except Exception:
                log.exception("looking for calls failed")
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Bring bots to all matches that have waited for one. Raises ``StoreError``."""
        rows = await self._node.store.called()
        now = self._node.clock()
        waiting = {row.match for row in rows}
        self._called = {match: at for match, at in self._called.items() if match in waiting}
        for row in rows:
            if self._is_ours(row) and now - self._called.get(row.match, -AGAIN) >= AGAIN:
                self._called[row.match] = now
                try:
                    invite_bot(self._opponents, (await self._node.rooms.room(row.match)).match)
                except RefusedError as error:
                    log.info("no bot can be brought to %s: %s", row.match, error.code)

    def _is_ours(self, row: Row) -> bool:
        known = row.house in self._opponents.strategies(row.game)
        return known and self._node.store.now() - row.at >= OWN_TIME
