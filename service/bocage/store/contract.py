"""What the rest of the service may ask of a store, and may rely on.

:class:`~bocage.store.store.Store` fulfils it. ``tests/store/contract`` tests every store that does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bocage.log.records import Change, Entry, Log, Row
from bocage.store.appends import Answered
from bocage.store.audit import Audit
from bocage.store.blocks import Blocks
from bocage.store.deals import Deals
from bocage.store.duplicates import Duplicates
from bocage.store.friends import Friends
from bocage.store.hidden import Hidden
from bocage.store.leaving import Leaving
from bocage.store.names import Names
from bocage.store.notices import Notices
from bocage.store.passkeys import Passkeys
from bocage.store.public_records import PublicRecords
from bocage.store.records import ColdCounts, Follower, Player, Reservation, SignIns
from bocage.store.reports import Reports
from bocage.store.results import Results
from bocage.store.reviews import Reviews
from bocage.store.vacations import Vacations
from bocage.store.waiting import Waiting


class StoreContract(Protocol):
    """One node's view of the storage that all nodes share.

    Every coroutine may raise :class:`~bocage.store.records.StorageUnavailableError` (storage cannot be
    reached, or refuses to write) and :class:`~bocage.store.records.StoreError` (storage gave an error). Times are
    milliseconds by the storage's clock.

    The callbacks run in the event loop and must not block. Each may be set at any time.
    """

    #: Called with milliseconds until the next try, when storage is lost.
    on_down: Callable[[int], None]
    #: Called when storage is back. Followers have been told by then what they missed.
    on_up: Callable[[], None]
    #: Called with the new list row of a public match, on any node. Some may be lost with a connection.
    on_row: Callable[[Row], None]
    #: Called about twice a second with the matches whose deadline has passed, until something moves the deadline.
    on_due: Callable[[list[str]], None]
    #: Called with the ids of sign-ins that have ended, on any node. Some may be lost with a connection.
    on_signed_out: Callable[[list[str]], None]
    #: Deals of days: their secrets, attempts and boards.
    deals: Deals
    results: Results
    public_records: PublicRecords
    blocks: Blocks
    duplicates: Duplicates
    friends: Friends
    #: When players are on vacation.
    vacations: Vacations
    reviews: Reviews
    passkeys: Passkeys
    reports: Reports
    #: What is kept about a player, and taking it away.
    leaving: Leaving
    #: What players are called, and who is told of changes.
    player_names: Names
    #: Matches that the operator hid.
    hidden: Hidden
    #: Which matches wait for players, by who made them.
    waiting: Waiting
    audit: Audit
    #: What players are to be told while they look elsewhere.
    notices: Notices
    #: The name of this node among all that share the storage.
    node: str

    # Availability and time ------------------------------------------------------------------

    @property
    def available(self) -> bool:
        """Whether storage can be reached, as far as this node knows."""

    @property
    def writable(self) -> bool:
        """Whether it can be reached and takes entries, as far as this node knows."""

    @property
    def cold_counts(self) -> ColdCounts:
        """What this node did with cold storage."""

    def now(self) -> int:
        """The storage's clock, estimated. Runs backwards only where that was set back by seconds."""

    def outages(self, match: str) -> Sequence[tuple[int, int]]:
        """Stretches (from, to) in which the storage of ``match`` could not be reached, oldest first."""

    async def close(self) -> None:
        """Wait for the appends under way, then disconnect."""

    # Logs -----------------------------------------------------------------------------------

    def append(
        self, match: str, seq: int, raw: bytes, not_before: int = 0, change: Change | None = None
    ) -> Awaitable[Entry]:
        """Add entry ``seq``, together with what it changes in the lists. It is begun at once, awaited or not.

        Its time is the storage's clock, but not before ``not_before``. Raises ``NumberTakenError`` when ``seq`` is
        not the log's next number. Where this node follows the match, its follower has been told when this returns:
        the entry, or after ``NumberTakenError`` the entries it did not know.
        """

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
        """The same with a callback: ``answered`` gets the entry or the error, never before this returns.

        ``asked``: when the entry was asked for, by :meth:`now`. That is its time, unless it lies in the future or
        before ``not_before``. 0: its time is when it is stored.
        """

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        """The entries after number ``after``, whether the log is archived or not, and wherever it lies.

        Reading may raise :class:`~bocage.store.records.ColdUnavailableError` where it lies in cold storage.
        """

    async def catch_up(self, match: str) -> list[Entry]:
        """The whole log, after this node's follower was told the entries it did not know."""

    async def load(self, match: str) -> Log:
        """The whole log, and the secret of a match that is not over. No entries: there is no such match."""

    async def follow(self, match: str, follower: Follower) -> Log:
        """Load the log, and tell ``follower`` every entry after it: each number once, in order.

        Await it directly, not as a task: ``follower`` may be told the next entry in the next turn of the loop.
        A match has one follower on a node; a new one replaces the old. No entries: nothing is followed. When the
        log no longer holds what was told, ``follower.rewound`` is called, and it is told nothing more.
        """

    def unfollow(self, match: str) -> None:
        """Stop telling the follower of ``match``, if there is one."""

    def whisper(self, match: str, note: bytes) -> None:
        """Tell the followers of ``match`` on other nodes something that is not kept, and may be lost."""

    async def matches(self) -> list[str]:
        """The ids of all stored matches, in no order."""

    # Lists ----------------------------------------------------------------------------------

    async def lobby(self, limit: int = 200) -> list[Row]:
        """The newest ``limit`` public matches that wait for players, and as many that are played; newest first."""

    async def recent(self, limit: int = 50) -> list[Row]:
        """Public matches that have ended, newest first."""

    async def matches_of(self, player: str, limit: int = 100) -> list[Row]:
        """The matches that ``player`` made or has a seat in: unfinished ones first, then newest first."""

    async def called(self) -> list[Row]:
        """Every match that waits for a house bot, private ones too, in no order."""

    async def row(self, match: str) -> Row | None:
        """The list row of one match."""

    async def project(self, match: str, change: Change, seq: int, at: int) -> bool:
        """Correct what the lists say about a match whose last entry is ``seq`` at time ``at``.

        False: nothing was done, because the log has grown or was archived meanwhile.
        """

    async def rebuild(self, project: Callable[[Log], Change]) -> int:
        """Delete all lists and make them anew from the logs; how many matches were put back."""

    # Players --------------------------------------------------------------------------------

    async def create_player(self, name: str, device: str = "") -> tuple[Player, str]:
        """A new guest, and their bearer token for the device of that name."""

    async def player(self, player_id: str) -> Player | None:
        """The player of that id."""

    async def authenticate(self, token: str) -> Player | None:
        """Whose token this is; None: no player's."""

    async def names(self, players: Sequence[str]) -> dict[str, str]:
        """What players are called now; empty: they left. Those whom nobody knows are left out."""

    async def keep_player(self, player_id: str) -> None:
        """The player takes a seat: from now on they are never forgotten."""

    async def rename(self, player_id: str, name: str) -> Player | None:
        """Give a player another name; None: there is no such player."""

    # Sign-ins: the tokens of a player ---------------------------------------------------------

    async def sign_ins(self, player_id: str) -> SignIns:
        """The sign-ins of a player, the latest used first."""

    async def signed_in(self, sign_in: str, player_id: str) -> bool:
        """Whether a sign-in of that player has not ended, and they are not suspended."""

    async def add_sign_in(self, token: str, device: str, most: int) -> str | None:
        """A further token for the player who has ``token``; None: that one has ended.

        Beyond ``most`` sign-ins, those not used for longest end.
        """

    async def sign_in(self, code: str, device: str, most: int) -> tuple[Player, str] | None:
        """Use a one-time link's code or a recovery code: its player and a new token; None: it is not valid."""

    async def make_link(self, token: str) -> tuple[str, int] | None:
        """A code that works once, and until when; the one before is void. None: ``token`` has ended."""

    async def make_recovery_codes(self, token: str) -> list[str] | None:
        """New recovery codes; those before are void. None: ``token`` has ended."""

    async def sign_out(self, player_id: str, sign_in: str, others: bool = False) -> list[str]:
        """End the sign-in; or all ``others``, with links and recovery codes. The ids of those that ended."""

    # Reviews --------------------------------------------------------------------------------

    async def review(self, match: str, engine: str) -> bytes | None:
        """The review of a match by that version of the engine; None: there is none."""

    async def keep_review(self, match: str, engine: str, review: bytes) -> None:
        """Keep a review for some months, in place of the one before."""

    # Requests that may be repeated, and matches that wait -------------------------------------

    async def reserved(self, player: str, key: str) -> Reservation | None:
        """What ``player`` asked under ``key`` within the last day."""

    async def reserve(self, player: str, key: str, wanted: Reservation) -> Reservation:
        """Keep ``wanted`` under ``key``, unless something is kept there; what is kept there now."""

    async def take_place(self, who: str, match: str, most: int, lasts: int) -> bool:
        """Count a match that will wait for players for ``who``; False: ``most`` of theirs wait already.

        ``lasts``: for how many seconds this one may wait. A match that waits no more does not count.
        """

    async def give_place_back(self, who: str, match: str) -> None:
        """The match is not made after all."""
