"""Messages about hints. See also GET /api.

What the engine and the terminal read as well lies in ``bocage.protocol``: reviews, and the hint itself.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bocage.protocol.decisions import Hint
from bocage.protocol.rest import MatchId


class HintWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a hint is asked about."""

    seq: Annotated[int, Meta(ge=0, description="Log position that you look at; its decision must be yours.")]


class HintGiven(msgspec.Struct, frozen=True):
    """A hint, stored as entry `seq`. Only you are told what it says until the match is over."""

    match: MatchId
    seq: Annotated[int, Meta(description="Its entry.")]
    hint: Hint
    engine: Annotated[str, Meta(description="Version of the engine: another one may say something else.")]
