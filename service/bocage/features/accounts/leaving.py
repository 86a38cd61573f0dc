"""Data export and account deletion.

A player's name and sign-ins are in one hash, which one script deletes. Matches are resigned and the data of
features is deleted both before and after that, because another request of the player may be in progress. A room on
any node that finds the seat of a deleted player resigns for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.features.accounts.wire import LeaveWish, Left, PlayerData
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, KeptKey
from bocage.live.lobby import lobby_row
from bocage.live.stored_matches import append_all
from bocage.log import judge
from bocage.log.entries import Body, Resigned
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError
from bocage.store.keys import player_key
from bocage.store.scripts import script, source
from bocage.store.store import Store

#: Maximum number of matches read per player.
MOST = 100_000

_LOGS = "follows from the logs, which name players by their ids alone"
#: Keys with data of players that the core writes. Features list theirs in ``kept_keys``.
CORE_KEYS = (
    KeptKey(r"player:.*", export="player", survives="that the id has left, and when"),
    KeptKey(r"\{\d+\}:log:.*", export="matches", survives="the log, which others played too and which must verify"),
    KeptKey(r"\{\d+\}:(rows|of:.*)", export="matches", survives=_LOGS),
    KeptKey(
        r"once:.*", not_exported="expires within a day; names a match of theirs", survives="expires within a day"
    ),
    KeptKey(r"audit", not_exported="the operator's notes of their own acts", survives="the operator's acts"),
)

#: Reduce a player's hash to the time of deletion.
LEAVE = script(source("leave", __package__))


async def delete_account(store: Store, player: str, features: Sequence[Feature]) -> list[str]:
    """Delete the data of a player and resign their matches. Returns those matches. May be called again.

    Raises ``RefusedError`` (``bad_token``) if there is no such player, ``StoreError``.
    """
    given_up = await _give_up(store, player)
    await _forget(player, features)
    if not await mark_left(store, player):
        raise RefusedError("bad_token")
    given_up += await _give_up(store, player)
    await _forget(player, features)
    return given_up


async def mark_left(store: Store, player: str) -> bool:
    """Delete the player's tokens and name, on all nodes. False if there is no such player."""
    key = player_key(player)
    done = await store.topology.call(key, "EVAL", LEAVE.text, 1, key, player, store.now())
    if done:
        await store.erasing.erased(key)
    return bool(done)


async def _forget(player: str, features: Sequence[Feature]) -> None:
    for feature in features:
        await feature.forget(player)


async def _give_up(store: Store, player: str) -> list[str]:
    """Resign every match of the player that is not over."""

    def decide(match: Match) -> Body | None:
        if match.over:
            return judge.owed(match, now=store.now())
        seat = match.seat_of(player)
        return Resigned(seat) if seat >= 0 else judge.close(match)

    going = [row.match for row in await store.matches_of(player, MOST) if row.status != "ended"]
    for match in going:
        await append_all(store, match, decide)
    return going


async def collect(store: Store, player: str, features: Sequence[Feature]) -> PlayerData:
    """Return all data about a player. Raises ``RefusedError`` (``bad_token``), ``StoreError``."""
    known = await store.player(player)
    if known is None:
        raise RefusedError("bad_token")
    rows = await store.matches_of(player, MOST)
    of_features: dict[str, Any] = {"results": [], "notices": {}}
    for feature in features:
        of_features |= await feature.kept(player)
    return PlayerData(
        player=player,
        name=known.name,
        created=known.created,
        record=await store.public_records.seen_by(player),
        program=known.program,
        suspended=known.suspended,
        matches=[lobby_row(row) for row in rows],
        **of_features,
    )


async def everything(context: RequestContext) -> PlayerData:
    """Handle GET /api/players/me/data."""
    player = await context.player()
    context.state.take("data_rate", player.id)
    return await collect(context.node.store, player.id, context.state.features)


async def goodbye(context: RequestContext) -> Left:
    """Handle POST /api/players/me/leave."""
    player = await context.player()
    wish = await context.body(LeaveWish)
    if wish.confirm != player.name:
        raise RefusedError("bad_request", "confirm: your name as it is now")
    given_up = await delete_account(context.node.store, player.id, context.state.features)
    return Left(given_up)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/players/me/data",
        handler=everything,
        tag="Players",
        text="All data stored about you.",
        answer=PlayerData,
        who="player",
        suspended=True,
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/leave",
        handler=goodbye,
        tag="Players",
        text="Delete your account: your name, sign-ins, passkeys, codes, notices, friends, blocks and points"
        " are deleted, unfinished matches are resigned, connections are closed. Logs remain, with your id only."
        " This cannot be undone.",
        body=LeaveWish,
        answer=Left,
        who="player",
        suspended=True,
    ),
)
