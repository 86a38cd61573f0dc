"""Endpoints of programs: creating, tokens, and the list of those that are online."""

from __future__ import annotations

import asyncio

import msgspec

from bocage.features.programs.accounts import ProgramAccounts
from bocage.features.programs.challenging import Challenges
from bocage.features.programs.tables import Offer, Tables
from bocage.features.programs.wire import (
    NewProgram,
    NewToken,
    OwnProgram,
    OwnPrograms,
    ProgramInfo,
    Programs,
    ProgramWish,
    RetireWish,
    RevokeWish,
    TokenMade,
)
from bocage.http.context import LONGEST_ID, RequestContext
from bocage.http.endpoint import Endpoint, Query
from bocage.http.players import device_name, wanted_name
from bocage.live.stored_matches import suspend
from bocage.protocol.refusal import RefusedError
from bocage.protocol.sign_ins import sign_in_id
from bocage.store import Player


async def create(context: RequestContext) -> TokenMade:
    """Create a program that belongs to the caller."""
    body = await context.body(NewProgram)
    owner = await context.player()
    name = wanted_name(context, body.name)
    if not name:
        raise RefusedError("bad_name", limit="name_length")
    if owner.program:
        raise RefusedError("bad_request", "a program has no programs")
    context.state.take("player_rate", context.address)
    store = context.node.store
    accounts = context.state.part(ProgramAccounts)
    # The first token of every player allows everything; it is thrown away.
    program, first = await store.create_player(name)
    if not await accounts.add(owner.id, program.id, context.node.limits.programs):
        raise RefusedError("limit", limit="programs")
    await accounts.own(program.id, owner.id, body.named, body.ladder)
    await store.keep_player(owner.id)
    token = await accounts.add_token(program.id, body.scopes, "")
    if token is None:
        raise RefusedError("bad_token")
    await accounts.revoke(program.id, sign_in_id(first))
    return TokenMade(program.id, token, sign_in_id(token))


async def _program(context: RequestContext) -> Player:
    """Return the program in the path, which is the caller or belongs to them."""
    caller = await context.player()
    program = await _found(context)
    owner = (await context.state.part(ProgramAccounts).holding(program.id)).owner
    if caller.id not in (program.id, owner):
        raise RefusedError("no_program")
    return program


async def _found(context: RequestContext) -> Player:
    name = context.part("player")
    if len(name) > LONGEST_ID or not (name.isascii() and name.isalnum()):
        raise RefusedError("no_program")
    program = await context.node.store.player(name)
    if program is None or not program.program:
        raise RefusedError("no_program")
    return program


async def _own(context: RequestContext, program: str, name: str) -> OwnProgram:
    accounts = context.state.part(ProgramAccounts)
    held = await accounts.holding(program)
    return OwnProgram(program, name, held.named, await accounts.tokens(program), held.ladder)


async def mine(context: RequestContext) -> OwnPrograms:
    player = await context.player()
    there = await context.state.part(ProgramAccounts).of(player.id)
    names = await context.node.store.names(there)
    found = [_own(context, one, names.get(one, "")) for one in there if names.get(one)]
    return OwnPrograms(await asyncio.gather(*found))


async def change(context: RequestContext) -> OwnProgram:
    wish = await context.body(ProgramWish)
    program = await _program(context)
    named, ladder = (None if one is msgspec.UNSET else one for one in (wish.named, wish.ladder))
    await context.state.part(ProgramAccounts).decide(program.id, named, ladder)
    return await _own(context, program.id, program.name)


async def add_token(context: RequestContext) -> TokenMade:
    wish = await context.body(NewToken)
    program = await _program(context)
    context.state.take("sign_in_rate", program.id)
    accounts = context.state.part(ProgramAccounts)
    if len(await accounts.tokens(program.id)) >= context.node.limits.sign_ins:
        raise RefusedError("limit", limit="sign_ins")
    token = await accounts.add_token(program.id, wish.scopes, device_name(wish.device))
    if token is None:
        raise RefusedError("no_program")
    return TokenMade(program.id, token, sign_in_id(token))


async def revoke(context: RequestContext) -> OwnProgram:
    wish = await context.body(RevokeWish)
    program = await _program(context)
    await context.state.part(ProgramAccounts).revoke(program.id, wish.sign_in)
    context.node.sessions.close_signed_out([wish.sign_in])
    return await _own(context, program.id, program.name)


async def retire(context: RequestContext) -> ProgramInfo:
    """End everything that a program does. Its name and record stay."""
    wish = await context.body(RetireWish)
    program = await _program(context)
    if wish.confirm != program.name:
        raise RefusedError("bad_request", "confirm: its name as it is now")
    store = context.node.store
    await suspend(store, program.id)
    await context.state.part(Challenges).withdraw(program, context.address)
    tables = context.state.part(Tables)
    await tables.withdraw(program.id)
    await context.state.part(ProgramAccounts).retire(program.id)
    return await _info(context, program, None, 0)


async def _info(context: RequestContext, program: Player, offer: Offer | None, busy: int) -> ProgramInfo:
    held = await context.state.part(ProgramAccounts).holding(program.id)
    named = held.owner if held.named else ""
    names = await context.node.store.names([named]) if named else {}
    ratings = await context.state.ratings(program, own=False)
    offer = offer or Offer("")
    return ProgramInfo(
        program.id,
        program.name,
        named if names.get(named) else "",
        names.get(named, ""),
        bool(offer.player),
        offer.tables,
        max(0, offer.tables - busy),
        list(offer.games),
        offer.ladder > 0 and held.ladder,
        ratings,
        held.retired,
    )


async def show(context: RequestContext) -> ProgramInfo:
    program = await _found(context)
    tables = context.state.part(Tables)
    offer = await tables.of(program.id)
    return await _info(context, program, offer, (await tables.in_play([program.id]))[program.id])


async def online(context: RequestContext) -> Programs:
    game = context.query("game")
    tables = context.state.part(Tables)
    offers = {one.player: one for one in await tables.all() if not game or game in (one.games or (game,))}
    players = await asyncio.gather(*[context.node.store.player(one) for one in offers])
    there = [one for one in players if one is not None and one.program and not one.suspended]
    busy = await tables.in_play([one.id for one in there])
    found = await asyncio.gather(*[_info(context, one, offers[one.id], busy[one.id]) for one in there])
    return Programs(sorted(found, key=lambda one: (not one.free, one.name, one.player)))


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/programs",
        handler=online,
        tag="Programs",
        text="The programs that follow their accounts now, with their ratings and free tables.",
        answer=Programs,
        query=(Query("game", "Only programs that play this game."),),
        refusals=("unavailable",),
    ),
    Endpoint(
        method="POST",
        path="/api/programs",
        handler=create,
        tag="Programs",
        text="Create a program that belongs to you: a player of its own, declared to be a program. You can make and"
        " revoke its tokens.",
        body=NewProgram,
        answer=TokenMade,
        status=201,
        who="player",
        refusals=("bad_name", "name_reserved", "name_refused"),
    ),
    Endpoint(
        method="GET",
        path="/api/programs/mine",
        handler=mine,
        tag="Programs",
        text="Your programs, with their tokens.",
        answer=OwnPrograms,
        who="player",
    ),
    Endpoint(
        method="GET",
        path="/api/programs/{player}",
        handler=show,
        tag="Programs",
        text="One program: its owner if they are named, its ratings, its free tables.",
        answer=ProgramInfo,
        refusals=("no_program", "unavailable"),
    ),
    Endpoint(
        method="POST",
        path="/api/programs/{player}",
        handler=change,
        tag="Programs",
        text="Show the owner with the program, or not; let the service arrange matches for it, or not. For the"
        " owner and the program itself, as the next three.",
        body=ProgramWish,
        answer=OwnProgram,
        who="player",
        refusals=("no_program",),
    ),
    Endpoint(
        method="POST",
        path="/api/programs/{player}/sign-ins",
        handler=add_token,
        tag="Programs",
        text="Create a token of a program, which may be limited to scopes.",
        body=NewToken,
        answer=TokenMade,
        status=201,
        who="player",
        refusals=("no_program",),
    ),
    Endpoint(
        method="POST",
        path="/api/programs/{player}/revoke",
        handler=revoke,
        tag="Programs",
        text="End a token of a program. Its connections are closed.",
        body=RevokeWish,
        answer=OwnProgram,
        who="player",
        refusals=("no_program",),
    ),
    Endpoint(
        method="POST",
        path="/api/programs/{player}/retire",
        handler=retire,
        tag="Programs",
        text="Retire a program: its tokens end, nobody can challenge it, matches without a clock against others are"
        " resigned. Its name and its record stay, without its owner. This cannot be undone.",
        body=RetireWish,
        answer=ProgramInfo,
        who="player",
        refusals=("no_program", "bad_request"),
    ),
)
