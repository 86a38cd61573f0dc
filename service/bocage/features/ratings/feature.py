"""Ratings: ladders, endpoints, and hooks of the core."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from bocage.features.ratings import endpoints
from bocage.features.ratings.endpoints import rating_of
from bocage.features.ratings.ladders import Ladders
from bocage.features.ratings.results import Results
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, KeptKey, Screen
from bocage.protocol.profile import Rating
from bocage.settings import Settings
from bocage.store.store import Store

#: A game may follow in the path.
SCREEN = Screen(
    {
        "en": ("Ladders", "Who wins how often in rated matches, and how sure that is."),
        "ja": ("ランキング", "レート戦の成績から見た、プレイヤーの強さと確からしさ。"),
    },
    parts=1,
)


class RatingsFeature(Feature):
    """Ratings on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS
    screens: ClassVar[Mapping[str, Screen]] = {"ladder": SCREEN}
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(r"\{\d+\}:rated", export="results", survives="the ratings of opponents are computed from it"),
    )

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.results = Results(store.topology)
        self.ladders = Ladders(self.results, store.now, time.monotonic)

    @property
    def parts(self) -> tuple[Ladders, Results]:
        """The ladders, and the results that they are folded from."""
        return self.ladders, self.results

    async def ratings(self, player: str, program: bool, own: bool) -> Mapping[str, Rating]:
        """Return ratings from public matches; for the player's own record, from private ones, too."""
        standings = await (self.ladders.read_all() if own else self.ladders.read())
        now = self.store.now()
        return {
            game: rating_of(standing, now)
            for ((game, programs), one), standing in standings.items()
            if (programs, one) == (program, player)
        }

    def metrics(self) -> Iterator[Metric]:
        """Yield the number of folded results, and of complete refolds."""
        yield GaugeMetricFamily(
            "bocage_ratings_folded",
            "Settled results of rated matches on this node.",
            self.ladders.folded,
        )
        yield CounterMetricFamily(
            "bocage_ratings_folded_anew",
            "Complete refolds, after a late result or a rebuild of the lists.",
            self.ladders.anew,
        )

    async def kept(self, player: str) -> Mapping[str, object]:
        """Return the results of the player's rated matches."""
        return {"results": [msgspec.to_builtins(one) for one in await self.results.of(player)]}

    async def forget(self, player: str) -> None:
        """Clear the cache of ladders, which contains the player's name. Results stay."""
        self.ladders.forget()


FEATURE = RatingsFeature
