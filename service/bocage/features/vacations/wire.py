"""Messages about vacations. See also GET /api."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class VacationWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """You are on vacation from now on; or, if you are already, it lasts another number of days."""

    days: Annotated[
        int, Meta(ge=0, le=366, description="How many, from its beginning; 0: it ends now, if there is one.")
    ]


class VacationTable(msgspec.Struct, frozen=True):
    """Your vacation. Times in milliseconds since the Unix epoch."""

    since: Annotated[int, Meta(description="When it began; 0: you are on none.")]
    until: Annotated[int, Meta(description="When it ends; 0: you are on none.")]
    most: Annotated[int, Meta(description="Days that you may take within 365 days; the limit vacation_days.")]
    left: Annotated[int, Meta(description="How many of them are left, besides this vacation.")]
