"""Tracing on one node. Modules that record and export are imported only if a collector is set."""

from __future__ import annotations

import random
import time
from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from bocage.http.app_state import AppState
from bocage.http.feature import Feature
from bocage.settings import Settings
from bocage.store.store import Store

if TYPE_CHECKING:
    from bocage.features.tracing.spans import Recorder


class Tracing(Feature):
    """The feature on one node. ``recorder``: None without a collector."""

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.recorder: Recorder | None = None
        if settings.traces:
            from bocage.features.tracing.spans import Recorder

            self.recorder = Recorder(settings.traces_share, time.time_ns, random.Random())

    async def start(self, app: AppState) -> None:
        """Trace the actions of the node."""
        if self.recorder is not None:
            from bocage.features.tracing.steps import Steps

            Steps(self.recorder).attach(app.node)

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Export to the collector."""
        if self.recorder is None:
            return ()
        from bocage.features.tracing.exporter import export

        return (("traces", export(self.recorder, self.settings.traces, app.node.version, self.store.node)),)


FEATURE = Tracing
