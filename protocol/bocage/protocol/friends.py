"""Friends: players who may see each other's records, if these are for friends. See also GET /api."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bocage.protocol.order import Id


class FriendWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you want somebody for a friend. You are friends while both of you do."""

    player: Annotated[Id, Meta(description="Id of the other player.")]
    friend: Annotated[
        bool, Meta(description="Ask them, or agree; false: decline, take it back, or be friends no more.")
    ] = True


class Friend(msgspec.Struct, frozen=True):
    """Somebody among your friends, or on the way there."""

    player: str
    name: Annotated[str, Meta(description="What they are called now; empty: they are known no more.")]


class FriendTable(msgspec.Struct, frozen=True):
    """Your friends, and who is to become one."""

    friends: list[Friend]
    asking: Annotated[list[Friend], Meta(description="Who asked you: agree, or decline.")]
    asked: Annotated[list[Friend], Meta(description="Whom you asked, and who has not agreed yet.")]
