"""Messages about ladders. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.profile import Rating

Kind = Literal["people", "programs"]


class LadderRow(msgspec.Struct, frozen=True):
    """Somebody on a ladder."""

    place: int
    player: Annotated[str, Meta(description="Id of the player.")]
    name: Annotated[str, Meta(description="What they are called now.")]
    rating: Rating


class Ladder(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ladder of a game, the strongest first: by the lower end of what is to be expected of them."""

    game: str
    kind: Kind
    players: Annotated[int, Meta(description="How many there are on it in all.")]
    rows: list[LadderRow]
    least_games: Annotated[int, Meta(description="Who has fewer rated matches is not on it.")]
    least_opponents: Annotated[int, Meta(description="Who has met fewer others in them is not on it.")]
    mine: Annotated[Rating | None, Meta(description="Yours, also if you are not on it yet; absent: none.")] = None
    place: Annotated[int, Meta(description="Your place; absent: none.")] = 0
