"""A player leaves for good, and what is kept about them.

What they are called and how they sign in lies in one hash, which one script takes away. What lies beside it is
taken away before and after, because another request of theirs may be under way. A room that finds somebody at a
seat who has left gives up for them, on any node.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bocage.http.feature import Feature
from bocage.live.lobby import lobby_row
from bocage.live.stored_matches import append_all
from bocage.log import judge
from bocage.log.entries import Body, Resigned
from bocage.log.match import Match
from bocage.protocol.leaving import KeptSignIn, PlayerData
from bocage.protocol.refusal import RefusedError
from bocage.store.store import Store

#: So many matches are read at most.
MOST = 100_000


async def leave(store: Store, player: str, features: Sequence[Feature]) -> list[str]:
    """Take away all that is kept about a player; the matches that were given up for them.

    Raises ``RefusedError`` (``bad_token``) where there is no such player, ``StoreError``. It may be done again.
    """
    given_up = await _give_up(store, player)
    await _clear(store, player, features)
    if not await store.leaving.mark(player, store.now()):
        raise RefusedError("bad_token")
    given_up += await _give_up(store, player)
    await _clear(store, player, features)
    return given_up


async def _clear(store: Store, player: str, features: Sequence[Feature]) -> None:
    for feature in features:
        await feature.forget(player)
    await store.leaving.clear(player)


async def _give_up(store: Store, player: str) -> list[str]:
    """Give up every match of theirs that is not over."""

    def decide(match: Match) -> Body | None:
        if match.over:
            return judge.owed(match, now=store.now())
        seat = match.seat_of(player)
        return Resigned(seat) if seat >= 0 else judge.close(match)

    going = [row.match for row in await store.matches_of(player, MOST) if row.status != "ended"]
    for match in going:
        await append_all(store, match, decide)
    return going


async def kept_about(store: Store, player: str, features: Sequence[Feature]) -> PlayerData:
    """All that is kept about a player. Raises ``RefusedError`` (``bad_token``), ``StoreError``."""
    known = await store.player(player)
    if known is None:
        raise RefusedError("bad_token")
    fields = await store.leaving.fields(player)
    sign_ins = await store.sign_ins(player)
    rows = await store.matches_of(player, MOST)
    of_features: dict[str, Any] = {"results": []}
    for feature in features:
        of_features |= await feature.kept(player)
    return PlayerData(
        player=player,
        name=known.name,
        created=known.created,
        record=await store.public_records.seen_by(player),
        program=known.program,
        suspended=known.suspended,
        sign_ins=[KeptSignIn(one.id, one.device, one.made, one.used) for one in sign_ins.sign_ins],
        recovery_codes=sign_ins.codes,
        link="link" in fields,
        passkeys=[msgspec.json.decode(value) for name, value in fields.items() if name.startswith("passkey:")],
        notices=msgspec.json.decode(fields["notices"]) if fields.get("notices") else {},
        matches=[lobby_row(row) for row in rows],
        **of_features,
    )
