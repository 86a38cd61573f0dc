"""Keeping order: blocks and reports."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from protocol.order import Blocked, BlockTable, BlockWish, Report, ReportKept, ReportWish
from protocol.refusal import RefusedError
from service.http.context import RequestContext
from service.http.endpoint import Endpoint
from service.match.match import Match


async def check_apart(context: RequestContext, player: str, match: Match) -> None:
    """Raise ``apart`` where the player and somebody who sits at the match do not play together."""
    others: Iterable[str] = [seated.player for seated in match.seats if seated is not None]
    if match.seat_of(player) < 0 and await context.node.store.blocks.between(player, others):
        raise RefusedError("apart")


async def _table(context: RequestContext, player: str) -> BlockTable:
    store = context.node.store
    found = await store.blocks.of(player)
    names = await store.names(found)
    return BlockTable([Blocked(one, names.get(one, "")) for one in found])


async def listed(context: RequestContext) -> BlockTable:
    """Whom the caller blocked."""
    return await _table(context, (await context.player()).id)


async def block(context: RequestContext) -> BlockTable:
    """Block somebody, or no more."""
    player = await context.player()
    wish = await context.body(BlockWish)
    blocks, most = context.node.store.blocks, context.node.limits.blocks
    if wish.player == player.id:
        raise RefusedError("bad_request", "player: that is you")
    if not wish.blocked:
        await blocks.unblock(player.id, wish.player)
    elif not await blocks.block(player.id, wish.player, most):
        raise RefusedError("limit", limit="blocks")
    return await _table(context, player.id)


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
        text="Whom you blocked.",
        answer=BlockTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/blocks",
        handler=block,
        tag="Keeping order",
        text="Block somebody, or no more: neither of you sits down at a match of the other, by whatever way. A"
        " match that you play already goes on. They are not told.",
        body=BlockWish,
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
