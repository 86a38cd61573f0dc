"""Endpoints of vacations."""

from __future__ import annotations

from bocage.features.vacations.change import change, table
from bocage.features.vacations.taken import Vacations
from bocage.features.vacations.wire import VacationTable, VacationWish
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.live.commands import Decide


async def listed(context: RequestContext) -> VacationTable:
    """Show the caller's vacation and the days left."""
    player = await context.player()
    node = context.node
    return table(await Vacations(node.store.topology).of(player.id), node.now(), node.limits.vacation_days)


async def wish(context: RequestContext) -> VacationTable:
    """Take, change or end the caller's vacation."""
    player = await context.player()
    wanted = await context.body(VacationWish)
    context.state.take("vacation_changes", player.id)
    node = context.node

    async def command(match: str, decide: Decide) -> int:
        was_open = match in node.rooms.open
        seq = await node.command(match, decide)
        room = node.rooms.open.get(match)
        if not was_open and room is not None and room.room.unused:
            # A player may have very many matches; keeping their rooms open would take much memory.
            node.rooms.drop(room, None)
        return seq

    vacations = Vacations(node.store.topology)
    return await change(node.store, vacations, player.id, wanted.days, node.limits.vacation_days, command)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/players/me/vacation",
        handler=listed,
        tag="Players",
        text="Your vacation, and the days left this year.",
        answer=VacationTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/vacation",
        handler=wish,
        tag="Players",
        text="Start a vacation, change its length, or end it. Your clocks stop from now on"
        " in your matches with days per move, including ones that begin meanwhile; a move that is overdue already"
        " stays so. Everybody at these matches is informed. You may continue to play. A day begun counts.",
        body=VacationWish,
        answer=VacationTable,
        who="player",
    ),
)
