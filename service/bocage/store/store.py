"""The store: logs of matches, and the lists made from them, in Redis."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bocage.log.records import Change, Entry, Log, Row
from bocage.store.appends import pack_change
from bocage.store.connection import settle
from bocage.store.erasing import Erasing
from bocage.store.keys import NAMED_CHANNEL, ROWS_CHANNEL, SIGNED_OUT_CHANNEL
from bocage.store.lists import Lists, by_age, parse_row
from bocage.store.moderation import Audit, Hidden
from bocage.store.names import Names
from bocage.store.players import Players, PublicRecords
from bocage.store.records import Answered, Append, Follower, Player, Reservation, StoreError, StoreSettings
from bocage.store.reservations import Reservations
from bocage.store.shard_group import ShardGroup, ShardGroupHooks
from bocage.store.topology import Topology
from bocage.store.waiting import Waiting

log = logging.getLogger(__name__)

#: Seconds that closing waits for appends in flight.
PARTING = 5.0
#: Seconds between two checks for appends in flight.
PAUSE = 0.005


class Store:
    """A node's access to storage, created by :meth:`open`. Any method may raise :class:`StorageUnavailableError`.

    Callbacks run in the event loop and must not block; each may be set at any time.
    """

    def __init__(self, settings: StoreSettings) -> None:
        #: Called when storage is lost, with the milliseconds until the next attempt.
        self.on_down: Callable[[int], None] = lambda retry: None
        #: Called when storage is back, after followers got the entries they missed.
        self.on_up: Callable[[], None] = lambda: None
        #: Called with changed list rows, also of private matches, from any node. Some are lost with a connection.
        self.on_row: Callable[[Row], None] = lambda row: None
        #: Called about twice a second with the overdue matches, until their deadlines move.
        self.on_due: Callable[[list[str]], None] = lambda matches: None
        #: Called with the ids of ended sign-ins, from any node. Some are lost with a connection.
        self.on_signed_out: Callable[[list[str]], None] = lambda sign_ins: None
        #: Name of this node, unique among the nodes that share the storage.
        self.node = secrets.token_hex(8)
        self._loop = asyncio.get_running_loop()
        self._ahead = 0.0
        self._latest = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.topology = Topology(
            settings.url,
            self.node,
            settings.durability == "always",
            settings.replicas,
            settings.replica_timeout,
            ShardGroupHooks(
                clock=self._clock,
                due=lambda due: self.on_due(due),
                moved=lambda group: None,
                cold=lambda match: self.lists.cold.entries(match),
                set_back=self._set_back,
            ),
            {
                ROWS_CHANNEL: lambda stored: self.player_names.row(self.hidden.heard(parse_row(stored))),
                SIGNED_OUT_CHANNEL: lambda ids: self.on_signed_out(ids.decode().split()),
                NAMED_CHANNEL: lambda told: self.player_names.heard(told),
            },
            on_change=self._changed,
        )
        self.player_names = Names(self.topology, lambda row: self.on_row(row), self._spawn)
        self.lists = Lists(self.topology, self.player_names)
        self._players = Players(self.topology, settings.guest_days * 86_400)
        self.hidden = Hidden(self.topology)
        self.erasing = Erasing(self.topology, self._spawn)
        self.audit = Audit(self.topology)
        self.public_records = PublicRecords(self.topology)
        self._reservations = Reservations(self.topology)
        self.waiting = Waiting(self.topology, self.lists)

    @classmethod
    async def open(cls, settings: StoreSettings) -> Store:
        """Connect and load the scripts. Raises :class:`StorageUnavailableError`."""
        store = cls(settings)
        try:
            await store.topology.start()
            await store.hidden.load()
        except BaseException:
            await store.topology.close()
            raise
        return store

    async def close(self) -> None:
        """Wait for appends in flight, then disconnect."""
        self.erasing.close()
        for _ in range(int(PARTING / PAUSE)):
            under_way = self._tasks or any(group.appends.pending for group in self.topology.groups)
            if not under_way or not self.available:
                break
            await asyncio.sleep(PAUSE)
        for task in self._tasks:
            task.cancel()
        await self.topology.close()

    # Availability ---------------------------------------------------------------------------

    @property
    def available(self) -> bool:
        """True if storage can be reached, as far as this node knows."""
        return self.topology.available

    @property
    def writable(self) -> bool:
        """True if storage can be reached and accepts writes, as far as this node knows."""
        return self.topology.writable

    def _changed(self, writable: bool, retry: int) -> None:
        if writable:
            self.player_names.forget()
            self._spawn(self.hidden.load_again())
            self._spawn(self._archive_closing())
            self.on_up()
        else:
            self.on_down(retry)

    def _clock(self, now: int) -> None:
        self._ahead = now - self._loop.time() * 1000

    def _set_back(self) -> None:
        """Follow Redis's clock back: by the later time, new matches would be late at once."""
        self._latest = 0

    def now(self) -> int:
        """Return Redis's estimated time in milliseconds. Monotonic unless Redis's clock was set back by seconds."""
        self._latest = max(self._latest, int(self._loop.time() * 1000 + self._ahead))
        return self._latest

    def outages(self, match: str) -> Sequence[tuple[int, int]]:
        """Return outages of the storage of ``match`` as (from, to), oldest first."""
        return self._group(match).outages

    async def listen(self, channel: bytes, heard: Callable[[bytes], None]) -> None:
        """Call ``heard`` with each message on ``channel``. Messages may be lost with a connection."""
        await self.topology.listen(channel, heard)

    # Logs -----------------------------------------------------------------------------------

    def _group(self, match: str) -> ShardGroup:
        return self.topology.group(match)

    def append(
        self, match: str, seq: int, raw: bytes, not_before: int = 0, change: Change | None = None
    ) -> asyncio.Future[Entry]:
        """Add entry ``seq``. Its time is by Redis's clock, but not before ``not_before``.

        Fails with :class:`NumberTakenError`, :class:`StorageUnavailableError`. A follower on this node gets the
        entry before the future resolves (and, if ``seq`` was taken, the entries it missed).
        """
        future: asyncio.Future[Entry] = self._loop.create_future()
        self.submit(match, seq, raw, not_before, 0, change, lambda result: settle(future, result))
        return future

    def submit(
        self,
        match: str,
        seq: int,
        raw: bytes,
        not_before: int,
        asked: int,
        change: Change | None,
        answered: Answered,
    ) -> None:
        """Callback form of :meth:`append`. ``answered`` gets the entry or the error, never before this returns.

        ``asked``: time of the request by :meth:`now`, which becomes the time of the entry; 0: the time of storing
        it.
        """
        packed = b""
        if change is not None:
            packed = pack_change(change)
            if change.final:
                answered = partial(self._finished, match, answered)
        groups = self.topology.groups
        group = groups[0] if len(groups) == 1 else self.topology.group(match)
        group.appends.add(Append(match, seq, raw, not_before, asked, packed, answered))

    def _finished(self, match: str, answered: Answered, result: Entry | Exception) -> None:
        if isinstance(result, Entry):
            self._spawn(self._archive(match))
        answered(result)

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        """Return the entries after number ``after``. Empty: there is no such match, or no more."""
        return await self._group(match).read(match, after)

    async def catch_up(self, match: str) -> list[Entry]:
        """Return the whole log, after delivering all its entries to the follower on this node."""
        return await self._group(match).catch_up(match)

    async def load(self, match: str) -> Log:
        """Return the whole log with the secret, in one round trip. No entries: there is no such match."""
        return await self.player_names.log(await self._group(match).load(match))

    async def follow(self, match: str, follower: Follower) -> Log:
        """Load the log, and deliver every later entry, from any node and without a gap, to ``follower``.

        Await it directly, not as a task: the next entry may be delivered in the next turn of the loop.
        """
        return await self._group(match).follow(match, follower)

    def unfollow(self, match: str) -> None:
        self._group(match).unfollow(match)

    def whisper(self, match: str, note: bytes) -> None:
        """Send ``note`` to the followers of ``match`` on other nodes. It is not stored and may be lost."""
        self._group(match).whisper(match, note)

    async def matches(self) -> list[str]:
        """Return the ids of all stored matches, in any order."""
        return await self.lists.matches() + await self.lists.cold.matches()

    async def _archive(self, match: str) -> None:
        try:
            await self._group(match).archive(match)
        except StoreError as error:
            # The match stays in the set of matches to archive, for the next node that connects.
            log.info("cannot archive %s now: %s", match, error)

    async def _archive_closing(self) -> None:
        for group in self.topology.groups:
            with contextlib.suppress(StoreError):
                for match in await group.closing():
                    await self._archive(match)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Lists (projections: rebuilt from the logs) ----------------------------------------------

    async def lobby(self, limit: int = 200) -> list[Row]:
        """Return the ``limit`` newest public matches waiting for players, and as many in play, newest first."""
        found = await asyncio.gather(self.lists.newest("open", limit), self.lists.newest("playing", limit))
        return sorted(self.hidden.shown([*found[0], *found[1]]), key=by_age)

    async def recent(self, limit: int = 50) -> list[Row]:
        """Return finished public matches, newest first."""
        return self.hidden.shown(await self.lists.newest("ended", limit))

    async def matches_of(self, player: str, limit: int = 100) -> list[Row]:
        """Return the matches that ``player`` joined or created: unfinished ones first, newest first."""
        return await self.lists.matches_of(player, limit)

    async def called(self) -> list[Row]:
        """Return the matches that wait for a house bot, including private ones, in any order."""
        return await self.lists.called()

    async def row(self, match: str) -> Row | None:
        """Return the list row of one match."""
        return await self.lists.row(match)

    async def project(self, match: str, change: Change, seq: int, at: int) -> bool:
        """Correct the lists unless the log has grown or was archived. Returns whether it was done."""
        return await self._group(match).project(match, pack_change(change), seq, at)

    async def rebuild(self, project: Callable[[Log], Change]) -> int:
        """Rebuild all lists from the logs with ``bocage.log.projection.project``. Returns the number of matches."""
        return await self.lists.rebuild(project)

    # Players --------------------------------------------------------------------------------

    async def create_player(self, name: str, device: str = "") -> tuple[Player, str]:
        """Create a player. Returns their bearer token, too, which is stored as SHA-256 only."""
        return await self._players.create(name, device, self.now())

    async def player(self, player_id: str) -> Player | None:
        return await self._players.find(player_id)

    async def authenticate(self, token: str) -> Player | None:
        """Return the player with this token, or None. Restarts the period after which an unused player is
        deleted.
        """
        return await self._players.authenticate(token, self.now())

    async def names(self, players: Sequence[str]) -> dict[str, str]:
        """Return current names by player; empty: account deleted."""
        return await self.player_names.of(players)

    async def programs(self, players: Sequence[str]) -> frozenset[str]:
        """Return those of ``players`` who are programs."""
        return await self.public_records.programs(players)

    async def player_fields(self, player_id: str) -> dict[str, str]:
        """Return a player's hash, see ``bocage.store.players``; empty if the player does not exist."""
        return await self._players.fields(player_id)

    async def signed_in(self, sign_in: str, player_id: str) -> bool:
        """True if the player's sign-in is valid and they are not suspended."""
        return await self._players.signed_in(sign_in, player_id)

    async def sign_in_ids(self, player_id: str) -> list[str]:
        """Return the ids of a player's sign-ins, unordered."""
        return await self._players.sign_in_ids(player_id)

    async def keep_player(self, player_id: str) -> None:
        """Keep a player who takes a seat for good."""
        await self._players.keep(player_id)

    async def rename(self, player_id: str, name: str) -> Player | None:
        """Rename a player; None if there is no such player."""
        return await self._players.rename(player_id, name)

    # Idempotent requests ----------------------------------------------------------------------

    async def reserved(self, player: str, key: str) -> Reservation | None:
        """Return the request of ``player`` with ``key`` within the last day, or None."""
        return await self._reservations.find(player, key)

    async def reserve(self, player: str, key: str, wanted: Reservation) -> Reservation:
        """Reserve ``key`` for ``wanted`` unless it is reserved. Returns the request it is reserved for."""
        return await self._reservations.make(player, key, wanted)

    # Matches that wait for players ------------------------------------------------------------

    async def take_place(self, who: str, match: str, most: int, lasts: int) -> bool:
        """Count a new waiting match of ``who`` (a player or an address), created on any node.

        Returns False if ``most`` of their matches wait already. ``lasts``: seconds for which this one may wait.
        Matches that no longer wait are not counted.
        """
        return await self.waiting.take(who, match, most, self.now(), lasts)

    async def give_place_back(self, who: str, match: str) -> None:
        """Uncount a match that was not created after all."""
        await self.waiting.give_back(who, match)
