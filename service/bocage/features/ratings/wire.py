"""Ladders in REST. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.profile import Rating

Kind = Literal["people", "programs"]


class LadderRow(msgspec.Struct, frozen=True):
    """A player on a ladder."""

    place: int
    player: Annotated[str, Meta(description="Id of the player.")]
    name: Annotated[str, Meta(description="Current name.")]
    rating: Rating


class Ladder(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ladder of a game, in the order of `low`, strongest first."""

    game: str
    kind: Kind
    players: Annotated[int, Meta(description="Number of players on the ladder.")]
    rows: list[LadderRow]
    least_games: Annotated[int, Meta(description="Rated matches needed to be listed.")]
    least_opponents: Annotated[int, Meta(description="Different opponents needed to be listed.")]
    mine: Annotated[Rating | None, Meta(description="Your own rating, even if not listed; absent: none.")] = None
    place: Annotated[int, Meta(description="Your place; absent: none.")] = 0
