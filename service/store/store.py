"""The store: logs of matches, and the lists made from them, in Redis. Nobody else speaks Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from service.store.records import Change, Entry, Follower, Log, Player, Row


class StoreSettings(msgspec.Struct, frozen=True):
    """Where storage is, and how sure an acknowledged entry is.

    ``url``: ``redis://``, ``rediss://`` or ``unix://``, with ``?cluster=true`` for a Redis Cluster.
    ``durability``: ``everysec`` (a crash of Redis may lose the last second) or ``always`` (each append is on
    disk before it is acknowledged). ``replicas``: how many replicas must have an entry before it is
    acknowledged; ``replica_timeout``: for how long (ms) to wait for them.
    """

    url: str
    durability: Literal["everysec", "always"] = "everysec"
    replicas: int = 0
    replica_timeout: int = 1000


class Store:
    """One node's door to storage. Made by :meth:`open`; every method may raise :class:`Unavailable`."""

    @classmethod
    async def open(cls, settings: StoreSettings) -> Store:
        """Connect, load the scripts and start to listen. Raises :class:`Unavailable` when that fails."""
        raise NotImplementedError

    async def close(self) -> None:
        """Wait for appends under way, then disconnect."""
        raise NotImplementedError

    # Availability ---------------------------------------------------------------------------

    #: Called when storage is lost (with a retry hint in ms), and when it is back and followed logs are healed.
    on_down: Callable[[int], None]
    on_up: Callable[[], None]
    #: Called for each list row that changed, by whatever node (public matches only).
    on_row: Callable[[Row], None]
    #: Called about twice a second with the matches whose deadline has passed, until something moves it.
    on_due: Callable[[list[str]], None]

    @property
    def available(self) -> bool:
        """Whether storage can be reached, as far as this node knows."""
        raise NotImplementedError

    def now(self) -> int:
        """Redis's clock, estimated, in milliseconds. Never runs backwards."""
        raise NotImplementedError

    def outages(self, match: str) -> Sequence[tuple[int, int]]:
        """Stretches (from, to) in which no node could reach the storage of ``match``, oldest first."""
        raise NotImplementedError

    # Logs -----------------------------------------------------------------------------------

    def append(
        self, match: str, seq: int, raw: bytes, not_before: int = 0, change: Change | None = None
    ) -> asyncio.Future[Entry]:
        """Add entry ``seq``; its time is Redis's clock, but not before ``not_before``.

        All appends of one turn of the event loop travel together. Fails with :class:`Taken` when ``seq`` is
        not the next number, with :class:`Unavailable` when it could not be stored. Where this node follows
        the match, the follower is told before the future resolves.
        """
        raise NotImplementedError

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        """The entries after number ``after``, running or archived. Empty: there is no such match, or no more."""
        raise NotImplementedError

    async def load(self, match: str) -> Log:
        """The whole log together with the secret, in one round trip. No entries: there is no such match."""
        raise NotImplementedError

    async def follow(self, match: str, follower: Follower) -> Log:
        """Load the log, and tell ``follower`` every entry after it, without a gap, whoever appends it.

        A match has at most one follower on a node; a new one replaces the old.
        """
        raise NotImplementedError

    def unfollow(self, match: str) -> None:
        """Stop telling. Does nothing where nobody follows."""
        raise NotImplementedError

    async def matches(self) -> list[str]:
        """The ids of all stored matches, in no order."""
        raise NotImplementedError

    # Lists (projections: rebuilt from the logs) ----------------------------------------------

    async def lobby(self, limit: int = 200) -> list[Row]:
        """Public matches that wait for players or are being played, newest first."""
        raise NotImplementedError

    async def recent(self, limit: int = 50) -> list[Row]:
        """Public matches that have ended, newest first."""
        raise NotImplementedError

    async def matches_of(self, player: str, limit: int = 100) -> list[Row]:
        """Every match in which ``player`` has a seat or which he created: unfinished ones first, newest first."""
        raise NotImplementedError

    async def row(self, match: str) -> Row | None:
        """The list row of one match."""
        raise NotImplementedError

    async def project(self, match: str, change: Change) -> None:
        """Put right what the lists say about a match, without an append."""
        raise NotImplementedError

    async def rebuild(self, project: Callable[[Log], Change]) -> int:
        """Delete all lists and make them anew from the logs; how many matches there are.

        ``project`` says what a whole log leaves in the lists (``service.match.projection.project``).
        """
        raise NotImplementedError

    # Players --------------------------------------------------------------------------------

    async def create_player(self, name: str) -> tuple[Player, str]:
        """A new guest, and his bearer token, of which only the SHA-256 is kept."""
        raise NotImplementedError

    async def player(self, player_id: str) -> Player | None:
        """The player of that id."""
        raise NotImplementedError

    async def authenticate(self, token: str) -> Player | None:
        """Whose token this is; None: nobody's."""
        raise NotImplementedError

    async def rename(self, player_id: str, name: str) -> Player | None:
        """Give a player another nickname; None: there is no such player."""
        raise NotImplementedError
