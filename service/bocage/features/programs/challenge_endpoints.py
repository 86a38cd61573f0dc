"""Endpoints of challenges. The same requests go over the websocket."""

from __future__ import annotations

from bocage.features.programs.challenging import Challenges
from bocage.http.context import LONGEST_ID, RequestContext
from bocage.http.endpoint import Endpoint
from bocage.protocol.challenges import Challenge, ChallengeAnswer, ChallengeTable, NewChallenge
from bocage.protocol.refusal import RefusedError


async def challenge(context: RequestContext) -> Challenge:
    wish = await context.body(NewChallenge)
    player = await context.player()
    other = context.part("player")
    if len(other) > LONGEST_ID or not (other.isascii() and other.isalnum()):
        raise RefusedError("no_player")
    return await context.state.part(Challenges).make(player, other, wish, context.address)


async def waiting(context: RequestContext) -> ChallengeTable:
    player = await context.player()
    return ChallengeTable(await context.state.part(Challenges).waiting(player.id))


async def show(context: RequestContext) -> Challenge:
    player = await context.player()
    return await context.state.part(Challenges).find(player.id, context.part("challenge"))


async def answer(context: RequestContext) -> Challenge:
    wish = await context.body(ChallengeAnswer)
    player = await context.player()
    return await context.state.part(Challenges).answer(player, context.part("challenge"), wish, context.address)


_TERMS = ("no_game", "no_seat", "bad_options", "bad_clock", "bad_nonce", "not_ratable", "other_ladder", "not_kept")
_ANSWERS = ("challenge_over", "bad_nonce", "bad_options", "apart", "not_kept", "same_address")

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/players/{player}/challenge",
        handler=challenge,
        tag="Challenges",
        text="Challenge a player to a match. Programs can be challenged while they are online; people find the"
        " challenge when they come.",
        body=NewChallenge,
        answer=Challenge,
        status=201,
        who="player",
        scope="challenge",
        refusals=("no_player", "apart", "offline", *_TERMS),
    ),
    Endpoint(
        method="GET",
        path="/api/challenges",
        handler=waiting,
        tag="Challenges",
        text="Challenges to and from you that wait for an answer. Changes are sent over the websocket.",
        answer=ChallengeTable,
        who="player",
        scope="challenge",
    ),
    Endpoint(
        method="GET",
        path="/api/challenges/{challenge}",
        handler=show,
        tag="Challenges",
        text="One challenge to or from you, until some minutes after it expires.",
        answer=Challenge,
        who="player",
        scope="challenge",
        refusals=("no_challenge",),
    ),
    Endpoint(
        method="POST",
        path="/api/challenges/{challenge}",
        handler=answer,
        tag="Challenges",
        text="Accept or decline a challenge to you, or cancel one of yours. Accepting begins the match, with both"
        " seated. The same answer may be repeated.",
        body=ChallengeAnswer,
        answer=Challenge,
        who="player",
        scope="challenge",
        refusals=("no_challenge", "no_player", "draining", *_ANSWERS),
    ),
)
