"""Operators' action: hide a shared map."""

from __future__ import annotations

from bocage.features.maps.storage import MapStorage
from bocage.http.operator_acts import Operator, OperatorAct, OperatorError


async def unshare(operator: Operator) -> list[str]:
    """Hide a map from all but those who keep it."""
    maps = MapStorage(operator.store.topology)
    found = await maps.find(operator.id, "")
    if found is None:
        raise OperatorError(f"nobody shares the map {operator.id}")
    await operator.note(found.copy.name)
    return [f"{found.id} is no longer shared by {player}" for player in await maps.unshare(found.id)]


ACTS = {"unshare-map": OperatorAct(unshare)}
