"""Inviting house bots. Invitations are stored with the match, so that any node can follow up."""

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

#: Seconds between two searches for open invitations.
LOOK = 2.0
#: Milliseconds for which an invitation is left to the node that created the match.
OWN_TIME = 2000
#: Seconds after which an invitation is repeated.
AGAIN = 15.0


def invite_bot(opponents: Opponents, match: Match) -> None:
    """Invite the house bot that a seat of ``match`` is reserved for, unless it has joined."""
    created = match.created
    if created.house and match.status == "open" and not match.over and match.seat_of(created.creator) >= 0:
        code = invite_of(match) if created.access.private else ""
        opponents.invite(created.game, match.id, created.house, code)


class BotInvitations:
    """Follows up invitations whose node stopped or lacks the bot. Several nodes may: only one bot gets the seat."""

    def __init__(self, node: Node, opponents: Opponents) -> None:
        self._node = node
        self._opponents = opponents
        #: Match → time of this node's last invitation.
        self._called: dict[str, float] = {}

    async def run(self) -> None:
        """Follow up periodically, until cancelled."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.info("bot invitations cannot be read now: %s", error)
            except Exception:
                log.exception("following up bot invitations failed")
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Invite bots to all matches that wait for one. Raises ``StoreError``."""
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
                    log.info("no bot can be invited to %s: %s", row.match, error.code)

    def _is_ours(self, row: Row) -> bool:
        known = row.house in self._opponents.strategies(row.game)
        return known and self._node.store.now() - row.at >= OWN_TIME
