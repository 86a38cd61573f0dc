"""Vacations in REST. See also GET /api."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class VacationWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Start a vacation, or change the length of the current one."""

    days: Annotated[int, Meta(ge=0, le=366, description="Days from its beginning; 0: end it now.")]


class VacationTable(msgspec.Struct, frozen=True):
    """Your vacation. Times in milliseconds since the Unix epoch."""

    since: Annotated[int, Meta(description="Beginning; 0: none.")]
    until: Annotated[int, Meta(description="End; 0: none.")]
    most: Annotated[int, Meta(description="Days allowed within 365 days; the limit vacation_days.")]
    left: Annotated[int, Meta(description="How many of them are left, besides this vacation.")]
