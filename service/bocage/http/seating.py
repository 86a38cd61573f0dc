"""Limits on joining and creating matches: blocked players, shared addresses, quotas of waiting matches."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Iterable

from bocage.http.context import RequestContext
from bocage.log.entries import Created
from bocage.log.match import Match
from bocage.log.records import Row
from bocage.protocol.refusal import RefusedError
from bocage.store import Player


async def check_blocked(context: RequestContext, player: str, match: Match) -> None:
    """Raise ``apart`` if the player and a player at the match have blocked each other.

    Raise ``same_address`` if both seats of a public rated match would be taken from one address.
    """
    if match.seat_of(player) >= 0:
        return
    store, created = context.node.store, match.created
    if await context.state.blocked(player, [seated.player for seated in match.seats if seated is not None]):
        raise RefusedError("apart")
    here = f"address {context.address}"
    anybody = created.rated and not created.access.private and not is_loopback(context.address)
    if anybody and await store.waiting.counted(here, created.match):
        raise RefusedError("same_address")


async def joinable(context: RequestContext, rows: Iterable[Row]) -> list[Row]:
    """Return the waiting matches among ``rows`` that the caller has joined or could join, in order."""
    player = await context.player_or_none()
    waits = [row for row in rows if row.status == "open" and not row.house]
    if player is None:
        return [row for row in waits if not all(row.players)]
    counted = context.node.store.waiting.counted
    others = sorted({who for row in waits for who in row.players} - {"", player.id})
    answers = await asyncio.gather(*[context.state.blocked(player.id, [who]) for who in others])
    blocked = {who for who, is_blocked in zip(others, answers, strict=True) if is_blocked}
    there = []
    for row in waits:
        own = player.id in row.players
        if not own and all(row.players):
            continue  # its players are still agreeing on the terms
        if not own and not blocked.isdisjoint(row.players):
            continue
        if not own and row.rated:
            # People are not rated against programs, nor two players from one address.
            if bool(row.bots) != player.program:
                continue
            if not is_loopback(context.address) and await counted(f"address {context.address}", row.match):
                continue
        there.append(row)
    return there


def is_loopback(address: str) -> bool:
    """True for addresses of the service's own machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


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
    if not player.program and not await store.take_place(address, body.match, limits.address_open_matches, lasts):
        await store.give_place_back(maker, body.match)
        raise RefusedError("address_full", limit="address_open_matches")
