"""Leaving for good, and all that is kept about the caller."""

from __future__ import annotations

from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.kept import kept_about, leave
from bocage.protocol.leaving import LeaveWish, Left, PlayerData
from bocage.protocol.refusal import RefusedError


async def everything(context: RequestContext) -> PlayerData:
    """All that is kept about the caller."""
    player = await context.player()
    context.state.take("data_rate", player.id)
    return await kept_about(context.node.store, player.id, context.state.features)


async def goodbye(context: RequestContext) -> Left:
    """The caller leaves for good."""
    player = await context.player()
    wish = await context.body(LeaveWish)
    if wish.confirm != player.name:
        raise RefusedError("bad_request", "confirm: your name as it is now")
    given_up = await leave(context.node.store, player.id, context.state.features)
    return Left(given_up)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/players/me/data",
        handler=everything,
        tag="Players",
        text="All that is kept about you.",
        answer=PlayerData,
        who="player",
        suspended=True,
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/leave",
        handler=goodbye,
        tag="Players",
        text="Leave for good: your name, sign-ins, passkeys, codes, notices, friends, blocks and points"
        " are gone, matches that are not over are given up, connections are closed. Logs stay, with your id alone."
        " It cannot be undone.",
        body=LeaveWish,
        answer=Left,
        who="player",
        suspended=True,
    ),
)
