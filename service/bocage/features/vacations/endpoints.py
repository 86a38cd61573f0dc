"""Requests about vacations."""

from __future__ import annotations

from bocage.features.vacations.change import change, table
from bocage.features.vacations.taken import Vacations
from bocage.features.vacations.wire import VacationTable, VacationWish
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.live.commands import Decide


async def listed(context: RequestContext) -> VacationTable:
    """The caller's vacation, and the days that are left."""
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
            # A player may have very many matches; keeping all of their rooms open would take much memory.
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
        text="Your vacation, and how many days of the year are left.",
        answer=VacationTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/vacation",
        handler=wish,
        tag="Players",
        text="Go on vacation, stay for another number of days, or come back. From now on your own time stands still"
        " in your matches with days per move, also in those that begin meanwhile; a move whose time was up before"
        " stays late. Everybody at these matches is told. You may go on playing. Days that have begun count.",
        body=VacationWish,
        answer=VacationTable,
        who="player",
    ),
)
