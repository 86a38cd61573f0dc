"""Quota of waiting matches per player and address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.log.entries import Created
from bocage.protocol.refusal import RefusedError
from bocage.store import Player

if TYPE_CHECKING:
    from bocage.http.context import RequestContext

#: Seconds that a counter outlives its last match.
LATER = 60


async def count_open_match(context: RequestContext, player: Player, body: Created) -> None:
    """Count a match that will wait for players; solo games do not.

    Raises ``too_many_open``, ``address_full``.
    """
    if body.seats < 2:
        return
    store, limits = context.node.store, context.node.limits
    lasts = body.open_for // 1000 + LATER
    maker, address = f"player {player.id}", f"address {context.address}"
    if not await store.take_place(maker, body.match, limits.open_matches, lasts):
        raise RefusedError("too_many_open", limit="open_matches")
    if not await store.take_place(address, body.match, limits.address_open_matches, lasts):
        await store.give_place_back(maker, body.match)
        raise RefusedError("address_full", limit="address_open_matches")
