"""Friends: asking, agreeing, and ending it."""

from __future__ import annotations

import asyncio

from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.protocol.friends import Friend, FriendTable, FriendWish
from bocage.protocol.refusal import RefusedError
from bocage.store.notices import PendingNotice


async def _table(context: RequestContext, player: str) -> FriendTable:
    store = context.node.store
    wanted, asking = await asyncio.gather(store.friends.wanted_by(player), store.friends.asking(player))
    back = await asyncio.gather(*[store.friends.wants(other, player) for other in wanted])
    names = await store.names([*wanted, *asking])
    both = {one for one, agreed in zip(wanted, back, strict=True) if agreed}
    return FriendTable(
        *(
            [Friend(one, names.get(one, "")) for one in some if names.get(one) != ""]
            for some in (
                [one for one in wanted if one in both],
                [one for one in asking if one not in wanted],
                [one for one in wanted if one not in both],
            )
        )
    )


async def listed(context: RequestContext) -> FriendTable:
    """The caller's friends."""
    return await _table(context, (await context.player()).id)


async def befriend(context: RequestContext) -> FriendTable:
    """Want somebody for a friend, or not."""
    player = await context.player()
    wish = await context.body(FriendWish)
    store, other = context.node.store, wish.player
    if other == player.id:
        raise RefusedError("bad_request", "player: that is you")
    if not wish.friend:
        await store.friends.end(player.id, other)
        return await _table(context, player.id)
    if other in await store.blocks.of(player.id):
        raise RefusedError("bad_request", "player: you have blocked them")
    asks = not await store.friends.wants(other, player.id)
    if asks:
        context.state.take("friend_requests", player.id)
        context.state.take("friend_requests", context.address)
    # Somebody who is blocked is answered like everybody else, and so is who asks for nobody: they only see that
    # no one agrees.
    told = player.id not in await store.blocks.of(other) and await store.player(other) is not None
    if not await store.friends.want(player.id, other, context.node.limits.friends, context.node.now(), told):
        raise RefusedError("limit", limit="friends")
    if asks and told and await store.notices.first_today(other, player.id):
        await store.notices.add(PendingNotice("friend", other, player.id), context.node.now())
    return await _table(context, player.id)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/players/me/friends",
        handler=listed,
        tag="Players",
        text="Your friends, who asked you, and whom you asked.",
        answer=FriendTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/friends",
        handler=befriend,
        tag="Players",
        text="Ask somebody to be friends, or agree to it; or decline, take it back, end it. Friends see each"
        " other's records, if these are for friends. Who is blocked asks in vain: the answer is the same, and"
        " nobody is told.",
        body=FriendWish,
        answer=FriendTable,
        who="player",
    ),
)
