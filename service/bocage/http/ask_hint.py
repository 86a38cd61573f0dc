"""Asking for a hint."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.matches import STORING, command
from bocage.live.access import viewer_for
from bocage.live.refusals import explain
from bocage.log import judge
from bocage.log.entries import Body, Hinted
from bocage.log.match import Match
from bocage.protocol.decisions import Hint
from bocage.protocol.rest import HintGiven, HintWish


async def hint(context: RequestContext) -> HintGiven:
    """What the engine would do in the caller's place. Asked again about the same decision, it says the same."""
    name = context.match_id()
    wish = await context.body(HintWish)
    player = await context.player()
    match = (await context.node.room(name)).match
    if wish.seq > match.seq:
        # Another node told the player of entries that have not come here yet.
        try:
            await context.node.store.catch_up(name)
        except Exception as error:
            raise explain(error, "a log could not be read") from error
        match = (await context.node.room(name)).match
    viewer_for(match, player.id)
    if judge.may_hint(match, match.seat_of(player.id), wish.seq) is not None:
        return _told(match)
    context.state.take("hint_rate", player.id)
    context.state.take("address_hint_rate", context.address)
    body = await context.state.hints.think(match, player.id)
    told: HintGiven | None = None

    def decide(match: Match) -> Body | judge.Again:
        nonlocal told
        decided = judge.hint(match, wish.seq, body)
        told = _told(match) if isinstance(decided, judge.Again) else _given(match.id, match.seq + 1, body)
        return decided

    await command(context, name, decide)
    assert told is not None
    return told


def _told(match: Match) -> HintGiven:
    """The hint that was taken about the decision that is owed now: by the seat that owes it, as nobody else may."""
    assert match.hints.last is not None
    return _given(match.id, match.hints.seq, match.hints.last)


def _given(match: str, seq: int, body: Hinted[Any]) -> HintGiven:
    return HintGiven(match, seq, Hint(msgspec.to_builtins(body.action), body.why), body.engine)


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/matches/{match}/hint",
        handler=hint,
        tag="Matches",
        text="What the engine would do in your place, and why, from what you see alone. Everybody is told that you"
        " took a hint; what it said, only you, until the match is over. There is one per decision: asked again, it"
        " is the same.",
        body=HintWish,
        answer=HintGiven,
        who="player",
        refusals=(
            *("no_match", "unknown_rules", "private", "not_seated", "not_playing", "game_over", "not_your_turn"),
            *("stale", "no_hints", "no_hint", "hint_busy", "illegal_action", *STORING),
        ),
    ),
)
