"""What nodes tell each other about players: sign-ins that ended, whom they do not hear, what they are called."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Set

from bocage.live.background import Background
from bocage.live.lobby import LobbyFeed
from bocage.live.rooms import Rooms
from bocage.live.session import Session
from bocage.store import StoreError
from bocage.store.store import Store

log = logging.getLogger("bocage.node")


async def _nobody(player: str) -> frozenset[str]:
    return frozenset()


class PlayerNews:
    """Carries such news to the connections, rooms and lobby of this node."""

    def __init__(
        self, store: Store, sessions: Set[Session], rooms: Rooms, lobby: LobbyFeed, background: Background
    ) -> None:
        """``sessions``: the connections of this node, kept up to date by the node."""
        self._store = store
        self._sessions = sessions
        self._rooms = rooms
        self._lobby = lobby
        self._background = background
        #: Gives the players whose chat a player does not receive; a feature sets it.
        self.unheard_of: Callable[[str], Awaitable[frozenset[str]]] = _nobody
        #: How often players have changed, on any node, whose lines they do not read.
        self.unheard_changes = 0

    def start(self) -> None:
        """Listen to the store."""
        self._store.player_names.on_named = self.named

    def close(self) -> None:
        """Listen no more."""
        self._store.player_names.on_named = lambda player, name: None

    def storage_back(self) -> None:
        """What happened while storage was out of reach was told to nobody."""
        self._rooms.name_all()
        self._background.spawn(self._look_for_signed_out(), "look for sign-ins that ended")

    def named(self, player: str, name: str) -> None:
        """A player is called so from now on; empty: they left."""
        for session in self._sessions:
            if session.player == player:
                session.name = name
        self._rooms.named(player, name)
        self._lobby.named(player, name)

    def unheard(self, player: str) -> None:
        """A player changed whose lines of chat they do not read."""
        self.unheard_changes += 1

        async def look() -> None:
            try:
                unheard = await self.unheard_of(player)
            except StoreError as error:
                # When storage is back, everybody is looked for again.
                log.info("whom a player does not hear cannot be read now: %s", error)
                return
            for session in self._sessions:
                if session.player == player:
                    session.unheard = unheard

        if any(session.player == player for session in self._sessions):
            self._background.spawn(look(), "look for those who are not heard")

    async def _look_for_signed_out(self) -> None:
        """What ended, or whom players hear no more since storage was out of reach, was told to nobody."""
        try:
            for session in list(self._sessions):
                if session.player and not await self._store.signed_in(session.sign_in, session.player):
                    session.close("signed_out")
        except StoreError as error:
            # Lost again meanwhile: when storage is back, everybody is looked for again.
            log.info("which sign-ins ended cannot be read now: %s", error)
            return
        for player in {session.player for session in self._sessions if session.player}:
            self.unheard(player)
