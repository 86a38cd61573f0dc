"""Notices: endpoints, and the task that sends them."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.features.notices import endpoints
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, KeptKey


class NoticesFeature(Feature):
    """The feature on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(r"\{\d+\}:wanting|notices:daily", export="notices"),
        KeptKey(
            r"\{\d+\}:notices",
            untold="says only that a notice waits; its text is made when it is sent",
            stays="a waiting notice is dropped when it is due, because its player has left",
        ),
        KeptKey(
            r"notices:friend:.*", untold="says only who asked; expires within a day", stays="expires within a day"
        ),
    )

    async def kept(self, player: str) -> Mapping[str, object]:
        """What the player wants to be told, and where, as it is stored."""
        stored = await self.store.notices.preferences(player)
        return {"notices": msgspec.json.decode(stored) if stored else {}}

    async def forget(self, player: str) -> None:
        """Write no more notices for the player. Preferences are part of the player's hash."""
        await self.store.notices.want(player, False, 0)

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Send notices that are due."""
        return (("notices", app.notices.run()),)


FEATURE = NoticesFeature
