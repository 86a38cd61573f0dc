"""Reviews and hints: storage, queue, endpoints, and hooks of the core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from prometheus_client.core import GaugeMetricFamily, Metric

from bocage.features.reviews import endpoints
from bocage.features.reviews.hints import Hints
from bocage.features.reviews.queue import ReviewQueue
from bocage.features.reviews.storage import ReviewStorage
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature
from bocage.http.metrics import by_label
from bocage.protocol.review import ReviewedSeat
from bocage.settings import Settings
from bocage.store.store import Store


class Reviews(Feature):
    """Reviews and hints on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.storage = ReviewStorage(store.topology)
        self.queue = ReviewQueue(store, self.storage)
        self.hints = Hints()

    @property
    def parts(self) -> tuple[ReviewQueue, Hints]:
        """The queue of reviews, and hints."""
        return self.queue, self.hints

    async def start(self, app: AppState) -> None:
        """Use the engine and the limits of ``app``; without this there is no engine."""
        self.queue.opponents = self.hints.opponents = app.opponents
        self.queue.limits = app.node.limits

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Make reviews."""
        return [("reviews", self.queue.run())]

    def has_engine(self, game: str) -> bool:
        """True if there is an engine for the game."""
        return bool(self.queue.opponents.engine(game))

    async def review_sums(self, matches: Iterable[str]) -> Mapping[str, Sequence[ReviewedSeat]]:
        """Return totals of the stored reviews."""
        return await self.storage.sums(matches)

    def metrics(self) -> Iterator[Metric]:
        """Yield reviews and hints by result, and the length of the queue."""
        made = Counter(made=self.queue.made, failed=self.queue.failed)
        yield by_label("reviews", "Reviews of matches, by result.", "result", made)
        hints = Counter(made=self.hints.made, failed=self.hints.failed, full=self.hints.full)
        yield by_label("hints", "Hints, by result; full: too many requests.", "result", hints)
        yield GaugeMetricFamily("bocage_reviews_waiting", "Pending reviews.", self.queue.waiting)


FEATURE = Reviews
