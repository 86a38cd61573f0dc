"""Vacations: endpoints, and hooks of rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bocage.features.vacations import endpoints
from bocage.features.vacations.taken import Vacations
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature


class VacationsFeature(Feature):
    """Vacations on one node. They are part of the player's hash, which is deleted as a whole."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS

    async def start(self, app: AppState) -> None:
        """Provide rooms with the vacations of their players."""
        app.node.rooms.time_away = Vacations(self.store.topology).last

    async def kept(self, player: str) -> Mapping[str, object]:
        """Return the vacations of the last year."""
        return {"vacations": list(await Vacations(self.store.topology).of(player))}


FEATURE = VacationsFeature
