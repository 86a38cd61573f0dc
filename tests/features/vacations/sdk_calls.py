"""Calls of the SDK about this feature."""

from __future__ import annotations

from bocage.features.vacations import wire as vacations
from tests.clients.sdk_calls import ME, Call

CALLS = [
    Call(lambda rest: rest.vacation(), f"{ME}/vacation", None, vacations.VacationTable),
    Call(lambda rest: rest.take_vacation(3), f"{ME}/vacation", {"days": 3}, vacations.VacationTable),
]
