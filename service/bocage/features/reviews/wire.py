"""Requests for hints in REST. See also GET /api.

Structs that the engine and the terminal share are in ``bocage.protocol``: reviews, and the hint itself.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bocage.protocol.decisions import Hint
from bocage.protocol.rest import MatchId


class HintWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a hint."""

    seq: Annotated[int, Meta(ge=0, description="Log position that you see; its decision must be yours.")]


class HintGiven(msgspec.Struct, frozen=True):
    """A hint, stored as entry `seq`. Only you see its content until the match is over."""

    match: MatchId
    seq: Annotated[int, Meta(description="Its entry.")]
    hint: Hint
    engine: Annotated[str, Meta(description="Version of the engine; hints differ between versions.")]
