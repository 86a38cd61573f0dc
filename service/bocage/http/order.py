"""Keeping order: blocks and reports."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Iterable

import msgspec

from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.log.match import Match
from bocage.log.records import Row
from bocage.protocol.order import Blocked, BlockTable, BlockWish, MuteWish, Report, ReportKept, ReportWish
from bocage.protocol.refusal import RefusedError
from bocage.store.blocks import Kind


async def check_apart(context: RequestContext, player: str, match: Match) -> None:
    """Raise ``apart`` where the player and somebody who sits at the match do not play together.

    Raise ``same_address`` where both seats of a rated match that anybody finds would be taken from one address.
    """
    if match.seat_of(player) >= 0:
        return
    store, created = context.node.store, match.created
    others: Iterable[str] = [seated.player for seated in match.seats if seated is not None]
    if await store.blocks.between(player, others):
        raise RefusedError("apart")
    here = f"address {context.address}"
    anybody = created.rated and not created.access.private and not is_loopback(context.address)
    if anybody and await store.waiting.counted(here, created.match):
        raise RefusedError("same_address")


async def joinable(context: RequestContext, rows: Iterable[Row]) -> list[Row]:
    """Those of the rows at which the caller sits and waits, or could sit down now, in their order."""
    player = await context.player_or_none()
    waits = [row for row in rows if row.status == "open" and not row.house]
    if player is None:
        return waits
    blocks, counted = context.node.store.blocks, context.node.store.waiting.counted
    others = sorted({who for row in waits for who in row.players} - {"", player.id})
    blocked = await asyncio.gather(*[blocks.between(player.id, [who]) for who in others])
    apart = {who for who, is_apart in zip(others, blocked, strict=True) if is_apart}
    there = []
    for row in waits:
        own = player.id in row.players
        if not own and not apart.isdisjoint(row.players):
            continue
        if not own and row.rated:
            # People and programs are not rated against one another, nor two from one address.
            if bool(row.bots) != player.program:
                continue
            if not is_loopback(context.address) and await counted(f"address {context.address}", row.match):
                continue
        there.append(row)
    return there


def is_loopback(address: str) -> bool:
    """Whether callers of that address are on the service's own machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


async def _table(context: RequestContext, player: str) -> BlockTable:
    store = context.node.store
    blocked, muted = await store.blocks.of(player), await store.blocks.of(player, "mutes")
    names = await store.names([*blocked, *muted])
    there = ([one for one in found if names.get(one) != ""] for found in (blocked, muted))
    return BlockTable(*([Blocked(one, names.get(one, "")) for one in found] for found in there))


async def _set(context: RequestContext, player: str, other: str, kind: Kind, wanted: bool) -> BlockTable:
    blocks, most = context.node.store.blocks, context.node.limits.blocks
    if other == player:
        raise RefusedError("bad_request", "player: that is you")
    if not wanted:
        await blocks.remove(player, other, kind)
    elif not await blocks.add(player, other, most, kind):
        raise RefusedError("limit", limit="blocks")
    elif kind == "blocks":
        await context.node.store.friends.end(player, other)
    return await _table(context, player)


async def listed(context: RequestContext) -> BlockTable:
    """Whom the caller blocked, and whom they muted."""
    return await _table(context, (await context.player()).id)


async def block(context: RequestContext) -> BlockTable:
    """Block somebody, or no more."""
    player = await context.player()
    wish = await context.body(BlockWish)
    return await _set(context, player.id, wish.player, "blocks", wish.blocked)


async def mute(context: RequestContext) -> BlockTable:
    """Read nothing that somebody writes, or read it again."""
    player = await context.player()
    wish = await context.body(MuteWish)
    return await _set(context, player.id, wish.player, "mutes", wish.muted)


async def report(context: RequestContext) -> ReportKept:
    """Tell the operator about a player."""
    player = await context.player()
    wish = await context.body(ReportWish)
    if wish.player == player.id:
        raise RefusedError("bad_request", "player: that is you")
    context.state.take("report_rate", player.id)
    context.state.take("report_rate", context.address)
    now = context.node.now()
    kept = await context.node.store.reports.add(msgspec.json.encode(Report(player.id, now, wish)), now)
    return ReportKept(kept)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/players/me/blocks",
        handler=listed,
        tag="Keeping order",
        text="Whom you blocked, and whom you muted.",
        answer=BlockTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/blocks",
        handler=block,
        tag="Keeping order",
        text="Block somebody, or no more: neither of you sits down at a match of the other, by whatever way, and no"
        " line of chat that they write is sent to you."
        " A match that you play already goes on. They are not told. You are friends no more.",
        body=BlockWish,
        answer=BlockTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/mutes",
        handler=mute,
        tag="Keeping order",
        text="Mute somebody, or no more: no line of chat that they write is sent to you, at any match. They are not"
        " told.",
        body=MuteWish,
        answer=BlockTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/reports",
        handler=report,
        tag="Keeping order",
        text="Tell the operator about a player, with the lines of chat that it is about. It is kept for 30 days,"
        " and nobody else reads it.",
        body=ReportWish,
        answer=ReportKept,
        status=201,
        who="player",
    ),
)
