"""Vacations: one's clocks stand still in matches with days per move."""

from __future__ import annotations

from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.live.commands import Decide
from bocage.live.vacations import change, table
from bocage.protocol.vacations import VacationTable, VacationWish


async def listed(context: RequestContext) -> VacationTable:
    """The caller's vacation, and what they may take."""
    player = await context.player()
    node = context.node
    return table(await node.store.vacations.of(player.id), node.now(), node.limits.vacation_days)


async def wish(context: RequestContext) -> VacationTable:
    """The caller goes on vacation, stays for another time, or comes back."""
    player = await context.player()
    wanted = await context.body(VacationWish)
    context.state.take("vacation_changes", player.id)
    node = context.node

    async def command(match: str, decide: Decide) -> int:
        was_open = match in node.rooms
        seq = await node.command(match, decide)
        room = node.rooms.get(match)
        if not was_open and room is not None and room.room.unused:
            # Somebody may play very many matches: they are not all kept open.
            node.drop(room, None)
        return seq

    return await change(node.store, player.id, wanted.days, node.limits.vacation_days, command)


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
