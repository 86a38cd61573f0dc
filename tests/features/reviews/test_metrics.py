"""Metrics of reviews and hints."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bocage.features.reviews.feature import Reviews
from bocage.settings import Settings


def test_reviews_and_hints_are_counted_by_result() -> None:
    store: Any = SimpleNamespace(topology=None)
    feature = Reviews(store, Settings())
    queue, hints = feature.queue, feature.hints
    queue.made, queue.failed, queue._wanted = 6, 7, cast(Any, dict.fromkeys("abcdefgh"))
    hints.made, hints.failed, hints.full = 11, 12, 13
    found = {
        (sample.name, *sample.labels.values()): sample.value
        for family in feature.metrics()
        for sample in family.samples
    }
    assert found == {
        ("bocage_reviews_total", "made"): 6,
        ("bocage_reviews_total", "failed"): 7,
        ("bocage_hints_total", "made"): 11,
        ("bocage_hints_total", "failed"): 12,
        ("bocage_hints_total", "full"): 13,
        ("bocage_reviews_waiting",): 8,
    }
