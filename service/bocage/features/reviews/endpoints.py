"""Endpoints of reviews and hints."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from bocage.features.reviews.hints import Hints
from bocage.features.reviews.queue import ReviewQueue
from bocage.features.reviews.wire import HintGiven, HintWish
from bocage.http.context import RequestContext, tagged
from bocage.http.endpoint import Endpoint
from bocage.http.matches import INVITE, STORING, command
from bocage.http.replays import KEEP, LOOKING, SOON, look
from bocage.live.access import viewer_for
from bocage.live.refusals import explain
from bocage.log import judge
from bocage.log.entries import Body, Hinted
from bocage.log.match import Match
from bocage.protocol.decisions import Hint
from bocage.protocol.refusal import RefusedError
from bocage.protocol.review import Review


async def review(context: RequestContext) -> Response:
    """Serve the review of a finished match."""
    match, who = await look(context)
    viewer_for(match, who, invite=context.invite())
    if not match.revealed:
        raise RefusedError("not_over", retry=SOON if match.over and match.created.deal is None else 0)
    if not match.begun:
        raise RefusedError("no_review")
    data = await context.state.part(ReviewQueue).find(match.id, match.created.game, who, context.address)
    return tagged(context.request, data, "application/json", KEEP)


async def hint(context: RequestContext) -> HintGiven:
    """Give the caller a hint. Idempotent for the same decision."""
    name = context.match_id()
    wish = await context.body(HintWish)
    player = await context.player()
    match = (await context.node.rooms.room(name)).match
    if wish.seq > match.seq:
        # Another node has sent the player entries that have not arrived here.
        try:
            await context.node.store.catch_up(name)
        except Exception as error:
            raise explain(error, "a log could not be read") from error
        match = (await context.node.rooms.room(name)).match
    viewer_for(match, player.id)
    if judge.may_hint(match, match.seat_of(player.id), wish.seq) is not None:
        return _told(match)
    context.state.take("hint_rate", player.id)
    context.state.take("address_hint_rate", context.address)
    body = await context.state.part(Hints).think(match, player.id)
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
    """Return the hint about the current decision, which only its seat could have taken."""
    assert match.hints.last is not None
    return _given(match.id, match.hints.seq, match.hints.last)


def _given(match: str, seq: int, body: Hinted[Any]) -> HintGiven:
    return HintGiven(match, seq, Hint(msgspec.to_builtins(body.action), body.why), body.engine)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/matches/{match}/review",
        handler=review,
        tag="Looking back",
        text="Luck and mistakes in a finished match, and better actions, by the engine. A review is made on the"
        " first request, which takes a minute or more: until then the refusal is `review_pending`, with its"
        " progress, and `retry` gives the time to wait.",
        answer=Review,
        who="optional",
        query=(INVITE,),
        refusals=("not_over", "no_review", "review_pending", *LOOKING),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/hint",
        handler=hint,
        tag="Matches",
        text="The engine's advice in your place, with a reason, from what you see alone. Everybody sees that you"
        " took a hint; its content is yours alone until the match is over. One per decision: a repeated request"
        " returns the same.",
        body=HintWish,
        answer=HintGiven,
        who="player",
        scope="play",
        refusals=(
            *("no_match", "unknown_rules", "private", "not_seated", "not_playing", "game_over", "not_your_turn"),
            *("stale", "no_hints", "no_hint", "hint_busy", "illegal_action", *STORING),
        ),
    ),
)
