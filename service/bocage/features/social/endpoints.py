"""Endpoints of friends, blocks, mutes and reports."""

from __future__ import annotations

import asyncio

import msgspec

from bocage.features.social.blocks import Blocks, Kind
from bocage.features.social.friends import Friends
from bocage.features.social.reports import Reports
from bocage.features.social.wire import (
    Blocked,
    BlockTable,
    BlockWish,
    Friend,
    FriendTable,
    FriendWish,
    MuteWish,
    Report,
    ReportKept,
    ReportWish,
)
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.protocol.refusal import RefusedError


async def _blocks(context: RequestContext, player: str) -> BlockTable:
    store = context.node.store
    blocks = Blocks(store.topology)
    blocked, muted = await blocks.of(player), await blocks.of(player, "mutes")
    known = [*blocked, *muted]
    names, programs = await asyncio.gather(store.names(known), store.programs(known))
    there = ([one for one in found if names.get(one) != ""] for found in (blocked, muted))
    return BlockTable(*([Blocked(one, names.get(one, ""), one in programs) for one in found] for found in there))


async def _set(context: RequestContext, player: str, other: str, kind: Kind, wanted: bool) -> BlockTable:
    redis, most = context.node.store.topology, context.node.limits.blocks
    blocks = Blocks(redis)
    if other == player:
        raise RefusedError("bad_request", "player: that is you")
    if not wanted:
        await blocks.remove(player, other, kind)
    elif not await blocks.add(player, other, most, kind):
        raise RefusedError("limit", limit="blocks")
    elif kind == "blocks":
        await Friends(redis).end(player, other)
    return await _blocks(context, player)


async def list_blocks(context: RequestContext) -> BlockTable:
    """List the players that the caller has blocked or muted."""
    return await _blocks(context, (await context.player()).id)


async def block(context: RequestContext) -> BlockTable:
    player = await context.player()
    wish = await context.body(BlockWish)
    return await _set(context, player.id, wish.player, "blocks", wish.blocked)


async def mute(context: RequestContext) -> BlockTable:
    player = await context.player()
    wish = await context.body(MuteWish)
    return await _set(context, player.id, wish.player, "mutes", wish.muted)


async def report(context: RequestContext) -> ReportKept:
    player = await context.player()
    wish = await context.body(ReportWish)
    if wish.player == player.id:
        raise RefusedError("bad_request", "player: that is you")
    context.state.take("report_rate", player.id)
    context.state.take("report_rate", context.address)
    now = context.node.now()
    kept = await Reports(context.node.store.topology).add(msgspec.json.encode(Report(player.id, now, wish)), now)
    return ReportKept(kept)


async def _friends(context: RequestContext, player: str) -> FriendTable:
    store = context.node.store
    friends = Friends(store.topology)
    wanted, asking = await asyncio.gather(friends.wanted_by(player), friends.asking(player))
    back = await asyncio.gather(*[friends.wants(other, player) for other in wanted])
    known = [*wanted, *asking]
    names, programs = await asyncio.gather(store.names(known), store.programs(known))
    both = {one for one, agreed in zip(wanted, back, strict=True) if agreed}
    return FriendTable(
        *(
            [Friend(one, names.get(one, ""), one in programs) for one in some if names.get(one) != ""]
            for some in (
                [one for one in wanted if one in both],
                [one for one in asking if one not in wanted],
                [one for one in wanted if one not in both],
            )
        )
    )


async def list_friends(context: RequestContext) -> FriendTable:
    return await _friends(context, (await context.player()).id)


async def befriend(context: RequestContext) -> FriendTable:
    """Add or remove a friend."""
    player = await context.player()
    wish = await context.body(FriendWish)
    store, other = context.node.store, wish.player
    friends, blocks = Friends(store.topology), Blocks(store.topology)
    if other == player.id:
        raise RefusedError("bad_request", "player: that is you")
    if not wish.friend:
        await friends.end(player.id, other)
        return await _friends(context, player.id)
    if other in await blocks.of(player.id):
        raise RefusedError("bad_request", "player: you have blocked them")
    asks = not await friends.wants(other, player.id)
    if asks:
        context.state.take("friend_requests", player.id)
        context.state.take("friend_requests", context.address)
    # Requests to players who have blocked the caller, or who do not exist, look like unanswered ones.
    told = player.id not in await blocks.of(other) and await store.player(other) is not None
    if not await friends.want(player.id, other, context.node.limits.friends, context.node.now(), told):
        raise RefusedError("limit", limit="friends")
    if asks and told:
        await context.state.notify("friend", other, player.id)
    return await _friends(context, player.id)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/players/me/friends",
        handler=list_friends,
        tag="Players",
        text="Your friends, and pending requests to and from you.",
        answer=FriendTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/friends",
        handler=befriend,
        tag="Players",
        text="Send or accept a friend request; or decline, withdraw or end it. Friends see each"
        " other's records, if these are for friends. A request to a player who has blocked you gets the same"
        " response, but is not delivered.",
        body=FriendWish,
        answer=FriendTable,
        who="player",
    ),
    Endpoint(
        method="GET",
        path="/api/players/me/blocks",
        handler=list_blocks,
        tag="Moderation",
        text="Players that you have blocked or muted.",
        answer=BlockTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/blocks",
        handler=block,
        tag="Moderation",
        text="Block or unblock a player: neither of you can join a match of the other, and you do not receive their"
        " chat. Matches in play continue. They are not notified. It ends a friendship.",
        body=BlockWish,
        answer=BlockTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/mutes",
        handler=mute,
        tag="Moderation",
        text="Mute or unmute a player: you do not receive their chat, at any match. They are not notified.",
        body=MuteWish,
        answer=BlockTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/reports",
        handler=report,
        tag="Moderation",
        text="Report a player to the operator, with the lines of chat concerned. Reports are kept for 30 days, and"
        " visible to the operator only.",
        body=ReportWish,
        answer=ReportKept,
        status=201,
        who="player",
    ),
)
