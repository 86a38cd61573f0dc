"""Those who watch a match, as a room knows them."""

from __future__ import annotations

from typing import Protocol

from bocage.protocol.codec import Codec
from bocage.rules.kernel import Viewer


class Watcher(Protocol):
    """A connection that watches. Two watchers are the same only if they are the same object."""

    #: How its messages are encoded.
    codec: Codec
    #: Id of its player; empty: nobody known.
    player: str


class Subscription:
    """One watcher's wish to follow one match, and where it has led."""

    __slots__ = ("digest", "invite", "match", "odds", "open_hands", "since", "viewer")

    def __init__(
        self,
        match: str,
        open_hands: bool,
        invite: str,
        since: int = -1,
        digest: str = "",
        odds: bool = False,
    ) -> None:
        self.match = match
        self.open_hands = open_hands
        self.invite = invite
        #: The last entry that the watcher has seen; -1: they want a snapshot.
        self.since = since
        #: The digest that they were told with it; empty: none, any history fits.
        self.digest = digest
        #: Whether they ask for the odds of their decisions.
        self.odds = odds
        #: As whom they are shown the match; None: not yet. Set by the room.
        self.viewer: Viewer | None = None

    def fits(self, digest: str) -> bool:
        """Whether ``digest``, of the present log after entry ``since``, is what the watcher has seen."""
        return not self.digest or self.digest == digest
