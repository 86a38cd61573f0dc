"""The desk of one node: tells connections what concerns their accounts, and takes their challenges."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

import msgspec

from bocage.features.programs.challenges import Change
from bocage.features.programs.challenging import Challenges, where_of
from bocage.features.programs.tables import RENEW, Offer, Tables
from bocage.live.lobby import lobby_row
from bocage.live.node import Node
from bocage.live.refusals import explain
from bocage.live.session import Session
from bocage.log.records import Row
from bocage.protocol.messages import (
    Account,
    AccountRequest,
    Ack,
    AnswerChallenge,
    ChallengePlayerTo,
    UnwatchAccount,
    WatchAccount,
)
from bocage.protocol.refusal import RefusedError
from bocage.store import StoreError

log = logging.getLogger("bocage.programs")

#: Unfinished matches of a player that are told.
MOST = 100


class Desk:
    """Serves the sessions that follow their accounts. No method blocks."""

    def __init__(self, node: Node, challenges: Challenges, tables: Tables) -> None:
        self._node = node
        self._challenges = challenges
        self._tables = tables
        #: By player: the sessions that follow their account, with their wishes.
        self._watching: dict[str, dict[Session, WatchAccount]] = {}

    @property
    def watching(self) -> int:
        """Number of connections that follow their accounts."""
        return sum(len(some) for some in self._watching.values())

    # Called by sessions -----------------------------------------------------------------------

    def asked(self, session: Session, message: AccountRequest) -> None:
        """Carry out a request in the background, and answer it."""
        match message:
            case WatchAccount():
                self._watch(session, message)
            case UnwatchAccount():
                self.leave(session)
            case _:
                self._spawn(self._carry_out(session, message))

    def _watch(self, session: Session, wish: WatchAccount) -> None:
        """Send everything about the account, then every change. A further request replaces the wishes."""
        self._watching.setdefault(session.player, {})[session] = wish
        self._spawn(self._begin(session))

    async def _begin(self, session: Session) -> None:
        player = await self._node.store.player(session.player)
        if player is not None and player.program:
            session.counts_as_program()
        await self._offer(session.player)
        await self._tell_all(session)

    def leave(self, session: Session) -> None:
        """Send nothing more, and withdraw the offer of a program without another connection."""
        some = self._watching.get(session.player, {})
        if some.pop(session, None) is None:
            return
        if not some:
            del self._watching[session.player]
        if session.program:
            self._spawn(self._offer(session.player))

    async def _carry_out(self, session: Session, message: ChallengePlayerTo | AnswerChallenge) -> None:
        address = session.connection.address
        try:
            player = await self._node.store.player(session.player)
            if player is None or player.suspended:
                raise RefusedError("bad_token")
            if isinstance(message, ChallengePlayerTo):
                made = await self._challenges.make(player, message.player, message.terms, address)
            else:
                made = await self._challenges.answer(player, message.challenge, message.answer, address)
        except Exception as error:
            session.refuse_request(explain(error, "a challenge failed"), request=message.id)
        else:
            session.send(Ack(message.id, made=made.match or made.challenge))

    # News -------------------------------------------------------------------------------------

    def heard(self, stored: bytes) -> None:
        """Tell of a challenge that was made or answered, on any node."""
        change = msgspec.json.decode(stored, type=Change)
        for player in change.players:
            for session in self._watching.get(player, {}):
                session.send(Account(challenges=[change.challenge]))

    def row_changed(self, row: Row) -> None:
        """Tell the players of a match that began or ended."""
        if row.status == "open":
            return
        for player in row.players:
            for session, wish in self._watching.get(player, {}).items():
                session.send(Account(matches=[lobby_row(row)]))
                if wish.follow and row.status == "playing":
                    session.follow(row.match)

    def storage_back(self) -> None:
        """Send everything again."""
        for some in self._watching.values():
            for session in some:
                self._spawn(self._tell_all(session))

    async def _tell_all(self, session: Session) -> None:
        rows = await self._node.store.matches_of(session.player, MOST)
        playing = [row for row in rows if row.status == "playing"]
        challenges = await self._challenges.waiting(session.player)
        wish = self._watching.get(session.player, {}).get(session)
        if wish is None:
            return
        session.send(Account(challenges=challenges, matches=[lobby_row(row) for row in playing], whole=True))
        if wish.follow:
            for row in playing:
                session.follow(row.match)

    # Offers -----------------------------------------------------------------------------------

    async def renew(self) -> None:
        """Renew the offers of all programs periodically, until cancelled."""
        while True:
            for player in list(self._watching):
                try:
                    await self._offer(player)
                except StoreError as error:
                    log.info("offers cannot be renewed now: %s", error)
                    break
            await asyncio.sleep(RENEW)

    async def _offer(self, player: str) -> None:
        """Store what the newest connection of a program offers; without one, nothing."""
        session, wish = next(reversed(self._watching.get(player, {}).items()), (None, None))
        if session is None or wish is None:
            await self._tables.withdraw(player)
        elif session.program:
            where = where_of(session.connection.address)
            await self._tables.renew(Offer(player, wish.tables, tuple(wish.games), wish.ladder, where))

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        self._node.rooms.background.spawn(self._quietly(work), "account")

    async def _quietly(self, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except StoreError as error:
            # When storage is back, everything is sent again.
            log.info("accounts cannot be served now: %s", error)
