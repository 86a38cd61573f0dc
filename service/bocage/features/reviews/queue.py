"""The queue of reviews, made in the background one after the other.

A review is made on the first request, by one of the nodes that got a request; the others report its progress.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec

from bocage.features.reviews.storage import Making, ReviewStorage
from bocage.http.app_state import NoOpponents, Opponents
from bocage.limits import Limits, over_limit
from bocage.log.course import CourseMaker
from bocage.log.entries import BrokenLogError
from bocage.protocol.refusal import RefusedError
from bocage.store import StoreError
from bocage.store.store import Store

log = logging.getLogger("bocage.reviews")

#: Most queued reviews; further requests must be repeated later.
MOST = 32
#: Entries of a log folded per turn of the event loop.
SLICE = 20
#: Milliseconds after which a client should retry: per queued review, and at most.
EACH, LONGEST = 5_000, 60_000
#: Seconds between two reports of progress to other nodes.
TOLD = 2.0
#: Most remembered failures.
FAILED = 1_000

_encode = msgspec.json.Encoder().encode


class Wanted(msgspec.Struct, frozen=True):
    """A queued review: engine and first requester. ``player``: empty: anonymous."""

    engine: str
    player: str
    address: str


class ReviewQueue:
    """Makes reviews with the engine, and stores them."""

    def __init__(self, store: Store, storage: ReviewStorage) -> None:
        self._store = store
        self._storage = storage
        self.opponents: Opponents = NoOpponents()
        self.limits = Limits()
        #: Queued reviews by match; the first is in progress.
        self._wanted: dict[str, Wanted] = {}
        self._more = asyncio.Event()
        #: Identifies this node among others that make reviews.
        self.name = secrets.token_hex(8)
        #: Progress of the first one in percent.
        self._done = 0
        #: Matches whose review failed, with the version of the engine.
        self._failed: dict[str, str] = {}
        #: Since the start: reviews made and failed.
        self.made = 0
        self.failed = 0

    @property
    def waiting(self) -> int:
        """Number of queued reviews, including the one in progress."""
        return len(self._wanted)

    async def find(self, match: str, game: str, player: str = "", address: str = "") -> bytes:
        """Return the review of a finished match as JSON. ``player``, ``address``: requester; empty: unknown.

        Raises ``no_review`` if there is no engine, or it failed; ``review_pending`` while it is made; ``limit`` if
        too many requests of the same player or address are queued.
        """
        engine = self.opponents.engine(game)
        if not engine or self._failed.get(match) == engine:
            raise RefusedError("no_review")
        found = await self._storage.find(match, engine)
        if found is not None:
            return found
        making = await self._storage.making(match)
        if making is not None and making.maker != self.name and making.engine == engine:
            raise RefusedError("review_pending", retry=EACH, ahead=0, done=making.done)
        if match not in self._wanted:
            self._check(player, address)
            if len(self._wanted) < MOST:
                self._wanted[match] = Wanted(engine, player, address)
                self._more.set()
        ahead = next((at for at, one in enumerate(self._wanted) if one == match), len(self._wanted))
        done = 0 if ahead else self._done
        raise RefusedError("review_pending", retry=min(LONGEST, EACH * (ahead + 1)), ahead=ahead, done=done)

    def _check(self, player: str, address: str) -> None:
        """Check that nobody fills the queue alone."""
        limits, wanted = self.limits, self._wanted.values()
        if player and sum(one.player == player for one in wanted) >= limits.reviews_waiting:
            raise over_limit("reviews_waiting", EACH / 1000)
        if address and sum(one.address == address for one in wanted) >= limits.address_reviews_waiting:
            raise over_limit("address_reviews_waiting", EACH / 1000)

    async def run(self) -> None:
        """Make queued reviews until cancelled."""
        while True:
            while not self._wanted:
                self._more.clear()
                await self._more.wait()
            match, wanted = next(iter(self._wanted.items()))
            engine = wanted.engine
            self._done = 0
            try:
                await self._make(match, engine)
            except StoreError as error:
                log.info("the review of %s cannot be kept now: %s", match, error)
            except TimeoutError as error:
                # Not a failure of the match or the engine: made on the next request.
                log.info("the review of %s was not made now: %s", match, error)
            except Exception:
                log.exception("the review of %s failed", match)
                self._give_up(match, engine)
            finally:
                self._wanted.pop(match, None)
                self._done = 0

    def _told(self, done: int, choices: int) -> None:
        """Record the engine's progress."""
        # 100 % only once it is stored.
        self._done = min(99, 100 * done // choices)

    async def _make(self, match: str, engine: str) -> None:
        # Another node may have made it meanwhile, or is making it.
        if await self._storage.find(match, engine) is not None:
            return
        async with self._alone(match, engine) as alone:
            if alone:
                await self._make_alone(match, engine)

    @asynccontextmanager
    async def _alone(self, match: str, engine: str) -> AsyncIterator[bool]:
        """Reserve the review, and report progress to other nodes. Yields whether it was reserved."""
        kept = self._storage
        if not await kept.begin(match, Making(self.name, engine)):
            yield False
            return

        async def tell() -> None:
            while True:
                await asyncio.sleep(TOLD)
                # If the report is late, another node makes the review, too.
                with suppress(StoreError):
                    await kept.go_on(match, Making(self.name, engine, self._done))

        telling = asyncio.create_task(tell())
        try:
            yield True
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)
            with suppress(StoreError):
                await kept.leave(match)

    async def _make_alone(self, match: str, engine: str) -> None:
        entries = await self._store.read(match)
        maker = CourseMaker(entries)
        with suppress(BrokenLogError):
            for number, entry in enumerate(entries):
                maker.add(entry)
                if number % SLICE == SLICE - 1:
                    await asyncio.sleep(0)
        course = maker.course()
        review = await self.opponents.review(_encode(course), self._told) if course and course.steps else None
        if review is None:
            self._give_up(match, engine)
            return
        await self._storage.keep(match, engine, review)
        self.made += 1

    def _give_up(self, match: str, engine: str) -> None:
        self.failed += 1
        self._failed[match] = engine
        if len(self._failed) > FAILED:
            del self._failed[next(iter(self._failed))]
