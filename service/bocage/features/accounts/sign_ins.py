"""Endpoints of sign-ins: one-time links for other devices, recovery codes, signing out."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bocage.features.accounts.storage import SignInStorage
from bocage.features.accounts.wire import (
    FurtherSignIn,
    MoveLink,
    RecoveryCodes,
    SignedOut,
    SignInInfo,
    SignInTable,
    SignInWish,
    SignOut,
)
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.players import device_name
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import NewPlayer, NoFields
from bocage.protocol.sign_ins import sign_in_id


async def sign_in(context: RequestContext) -> NewPlayer:
    """Exchange a code for a token."""
    body = await context.body(SignInWish)
    context.state.take("sign_in_rate", context.address)
    most = context.node.limits.sign_ins
    found = await context.state.part(SignInStorage).use(body.code, device_name(body.device), most)
    if found is None:
        raise RefusedError("bad_code")
    player, token = found
    return NewPlayer(player.id, player.name, token)


async def listed(context: RequestContext) -> SignInTable:
    """List the caller's sign-ins."""
    player = await context.player()
    this = sign_in_id(context.token())
    found = await context.state.part(SignInStorage).of(player.id)
    rows = [SignInInfo(one.id, one.device, one.made, one.used, one.id == this) for one in found.sign_ins]
    return SignInTable(rows, found.codes, found.codes_made, found.passkeys)


async def add(context: RequestContext) -> NewPlayer:
    """Create another token for the caller."""
    player = await context.player()
    body = await context.body(FurtherSignIn)
    context.state.take("sign_in_rate", player.id)
    most = context.node.limits.sign_ins
    token = await context.state.part(SignInStorage).add(context.token(), device_name(body.device), most)
    if token is None:
        raise RefusedError("bad_token")
    return NewPlayer(player.id, player.name, token)


async def link(context: RequestContext) -> MoveLink:
    """Create a one-time code for another device."""
    player = await context.player()
    await context.body(NoFields)
    context.state.take("sign_in_rate", player.id)
    made = await context.state.part(SignInStorage).link(context.token())
    if made is None:
        raise RefusedError("bad_token")
    return MoveLink(*made)


async def recovery_codes(context: RequestContext) -> RecoveryCodes:
    player = await context.player()
    await context.body(NoFields)
    context.state.take("sign_in_rate", player.id)
    made = await context.state.part(SignInStorage).recovery_codes(context.token())
    if made is None:
        raise RefusedError("bad_token")
    return RecoveryCodes(made)


async def sign_out(context: RequestContext) -> SignedOut:
    """End one sign-in, or all others, and close their connections on every node."""
    player = await context.player()
    body = await context.body(SignOut)
    if bool(body.sign_in) == body.others:
        raise RefusedError("bad_request", "name one sign-in, or others")
    which = sign_in_id(context.token()) if body.others else body.sign_in
    gone = await context.state.part(SignInStorage).end(player.id, which, body.others)
    context.node.sessions.close_signed_out(gone)
    return SignedOut(gone)


#: Exactly one of the two fields must be given.
OneOrOthers = Annotated[
    SignOut,
    Meta(
        extra_json_schema={
            "anyOf": [
                {"required": ["sign_in"], "properties": {"sign_in": {"minLength": 1}, "others": {"const": False}}},
                {"required": ["others"], "properties": {"sign_in": {"const": ""}, "others": {"const": True}}},
            ]
        }
    ),
]

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/sign-in",
        handler=sign_in,
        tag="Sign-ins",
        text="Sign in as an existing player with the code of a one-time link or a recovery code.",
        body=SignInWish,
        answer=NewPlayer,
        status=201,
        refusals=("bad_code", "unavailable"),
    ),
    Endpoint(
        method="GET",
        path="/api/players/me/sign-ins",
        handler=listed,
        tag="Sign-ins",
        text="Your sign-ins, and how many recovery codes and passkeys you have.",
        answer=SignInTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/sign-ins",
        handler=add,
        tag="Sign-ins",
        text="Create another token for you. To replace your token, create one, store it, then end the old one.",
        body=FurtherSignIn,
        answer=NewPlayer,
        status=201,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/link",
        handler=link,
        tag="Sign-ins",
        text="Create a code that signs in another device, once, within five minutes. Earlier codes are void.",
        body=NoFields,
        answer=MoveLink,
        status=201,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/recovery-codes",
        handler=recovery_codes,
        tag="Sign-ins",
        text="Create eight recovery codes for the loss of all devices. Each works once. Earlier codes are void.",
        body=NoFields,
        answer=RecoveryCodes,
        status=201,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/sign-out",
        handler=sign_out,
        tag="Sign-ins",
        text="End one of your sign-ins, or all others: their tokens are void at once and connections are closed.",
        body=OneOrOthers,
        answer=SignedOut,
        who="player",
    ),
)
