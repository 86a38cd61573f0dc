"""Notices: endpoints, and the task that sends them."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import Any, ClassVar

from bocage.features.notices import endpoints
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature


class NoticesFeature(Feature):
    """The feature on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Send notices that are due."""
        return (("notices", app.notices.run()),)


FEATURE = NoticesFeature
