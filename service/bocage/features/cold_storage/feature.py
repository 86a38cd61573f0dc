"""Cold storage: its reader, the background task that moves matches, and hooks of the core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, ClassVar

from prometheus_client.core import GaugeMetricFamily, Metric

from bocage.features.cold_storage.advice import advice
from bocage.features.cold_storage.check import Findings, check
from bocage.features.cold_storage.moves import ColdMoves
from bocage.features.cold_storage.reader import ColdReader
from bocage.features.cold_storage.storage import open_storage
from bocage.http.app_state import AppState
from bocage.http.feature import Feature, KeptKey
from bocage.http.metrics import by_label
from bocage.settings import Settings
from bocage.store.advice import Advice
from bocage.store.store import Store


class ColdStorageFeature(Feature):
    """Cold storage on one node."""

    match_refusals: ClassVar[tuple[str, ...]] = ("cold_unavailable", "record_lost")
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(
            r"cold:.*", export="matches", survives="follows from the logs, which name players by their ids alone"
        ),
    )

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        place = settings.cold_storage
        self.reader = ColdReader(store.topology, open_storage(place) if place else None)
        self.moves = ColdMoves(self.reader, store.node, store.now)
        store.lists.cold = self.reader

    @classmethod
    def advice(cls, settings: Settings) -> Iterable[Advice]:
        """Check configured cold storage."""
        return advice(settings)

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Move matches if cold storage is configured."""
        if not self.settings.cold_storage:
            return ()
        return [("cold storage", self.moves.run(self.settings.cold_after, self.settings.cold_delete))]

    async def check(self, looked_at: Callable[[int], None] = lambda many: None) -> Findings:
        """Compare cold storage with Redis. ``looked_at`` is called with the number of further records read.

        Raises :class:`ColdUnavailableError` if storage fails.
        """
        return await check(self.reader, self.reader.pages(), looked_at)

    def metrics(self) -> Iterator[Metric]:
        """Yield moves, reads and failures; nothing without cold storage."""
        counts = self.reader.counts
        if not counts.there:
            return
        yield GaugeMetricFamily("bocage_cold_up", "1: the last use of cold storage worked.", int(counts.works))
        results = Counter(moved=counts.moved, read=counts.read, deleted=counts.deleted, failed=counts.failed)
        results["damaged"] = counts.damaged
        yield by_label(
            "cold_matches",
            "Matches moved to cold storage, read from it, deleted; failed accesses; damaged records.",
            "result",
            results,
        )


FEATURE = ColdStorageFeature
