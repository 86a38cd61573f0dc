"""Endpoints of passkeys: create, rename and remove them, and sign in with one.

All failed checks have the same refusal, so that nobody learns who has passkeys.
"""

from __future__ import annotations

import asyncio
import secrets

from bocage.features.accounts.checks import (
    PasskeyError,
    challenge_of,
    check_answer,
    check_new,
    to_bytes,
    to_text,
)
from bocage.features.accounts.relying_party import RelyingParty
from bocage.features.accounts.storage import Passkey, PasskeyStorage, SignInStorage, passkey_id
from bocage.features.accounts.wire import (
    NewPasskey,
    PasskeyChallenge,
    PasskeyChange,
    PasskeyInfo,
    PasskeyOffer,
    PasskeySignIn,
    PasskeySupport,
    PasskeyTable,
)
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.players import device_name
from bocage.limits import over_limit
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import NewPlayer, NoFields
from bocage.protocol.sign_ins import sign_in_id

#: Random bytes of a challenge and of a session.
CHALLENGE = 32
SESSION = 16


def _party(context: RequestContext) -> RelyingParty:
    """Return the relying party. Raises ``no_passkeys`` if passkeys are not offered."""
    party = context.state.part(RelyingParty)
    if party.why:
        raise RefusedError("no_passkeys")
    return party


async def support(context: RequestContext) -> PasskeySupport:
    """Tell whether passkeys are offered."""
    party = context.state.part(RelyingParty)
    return PasskeySupport(party.why, party.id, list(party.origins))


async def listed(context: RequestContext) -> PasskeyTable:
    """List the caller's passkeys."""
    return await _table(context, (await context.player()).id)


async def _table(context: RequestContext, player: str) -> PasskeyTable:
    found = await context.state.part(PasskeyStorage).of(player)
    return PasskeyTable([PasskeyInfo(one.id, one.name, one.made, one.used, one.synced) for one in found])


async def offer(context: RequestContext) -> PasskeyOffer:
    """Begin the creation of a passkey."""
    player = await context.player()
    await context.body(NoFields)
    party = _party(context)
    context.state.take("sign_in_rate", player.id)
    challenge = to_text(secrets.token_bytes(CHALLENGE))
    passkeys = context.state.part(PasskeyStorage)
    await passkeys.wait_for(challenge, f"add {sign_in_id(context.token())}")
    known = [to_text(one.credential) for one in await passkeys.of(player.id)]
    return PasskeyOffer(challenge, party.id, to_text(player.id.encode()), player.name, known)


async def add(context: RequestContext) -> PasskeyTable:
    """Store a passkey created by a device."""
    player = await context.player()
    made = await context.body(NewPasskey)
    party, passkeys, now = _party(context), context.state.part(PasskeyStorage), context.node.now()
    sign_in = sign_in_id(context.token())
    try:
        challenge = challenge_of(made.client_data)
        if not await passkeys.answered(challenge, f"add {sign_in}"):
            raise PasskeyError("not asked for")
        # Importing the package takes a while.
        found = await asyncio.to_thread(check_new, party, made, challenge)
    except PasskeyError:
        raise RefusedError("bad_passkey") from None
    most = context.node.limits.passkeys
    known = await passkeys.of(player.id)
    if len(known) >= most:
        raise over_limit("passkeys")
    kept = Passkey(found.credential, found.key, found.count, device_name(made.name), now, synced=found.synced)
    if not await passkeys.add(player.id, sign_in, kept):
        raise RefusedError("bad_token")
    return await _table(context, player.id)


async def change(context: RequestContext) -> PasskeyTable:
    """Rename or remove a passkey."""
    player = await context.player()
    wish = await context.body(PasskeyChange)
    passkeys = context.state.part(PasskeyStorage)
    if wish.remove:
        await passkeys.remove(player.id, wish.passkey)
    elif not await passkeys.rename(player.id, wish.passkey, device_name(wish.name)):
        raise RefusedError("bad_passkey")
    return await _table(context, player.id)


async def challenge(context: RequestContext) -> PasskeyChallenge:
    """Begin to sign in."""
    await context.body(NoFields)
    party = _party(context)
    context.state.take("sign_in_rate", context.address)
    session, made = secrets.token_urlsafe(SESSION), to_text(secrets.token_bytes(CHALLENGE))
    await context.state.part(PasskeyStorage).wait_for(made, f"sign-in {session}")
    return PasskeyChallenge(session, made, party.id)


async def sign_in(context: RequestContext) -> NewPlayer:
    """Exchange a signature for a token."""
    answer = await context.body(PasskeySignIn)
    # The rate limit applies to challenges, and an answer needs one.
    party, passkeys = _party(context), context.state.part(PasskeyStorage)
    try:
        asked = challenge_of(answer.client_data)
        if not await passkeys.answered(asked, f"sign-in {answer.session}"):
            raise PasskeyError("not asked for")
        name = to_bytes(answer.user).decode("ascii", "replace")
        passkey = passkey_id(to_bytes(answer.credential))
        held = await passkeys.find(name, passkey) if name.isalnum() else None
        if held is None:
            raise PasskeyError("nobody's")
        count = await asyncio.to_thread(check_answer, party, answer, asked, held.key, held.count)
    except PasskeyError:
        raise RefusedError("bad_passkey") from None
    device, most = device_name(answer.device), context.node.limits.sign_ins
    found = await context.state.part(SignInStorage).by_passkey(name, held, count, device, most)
    if found is None:
        raise RefusedError("bad_passkey")
    player, token = found
    return NewPlayer(player.id, player.name, token)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/passkeys",
        handler=support,
        tag="Passkeys",
        text="Whether this service offers passkeys, and on which pages; if not, why.",
        answer=PasskeySupport,
    ),
    Endpoint(
        method="POST",
        path="/api/passkeys/challenge",
        handler=challenge,
        tag="Passkeys",
        text="Begin to sign in with a passkey. No player is named: the device knows its passkeys.",
        body=NoFields,
        answer=PasskeyChallenge,
        status=201,
        refusals=("no_passkeys", "unavailable"),
    ),
    Endpoint(
        method="POST",
        path="/api/passkeys/sign-in",
        handler=sign_in,
        tag="Passkeys",
        text="Sign in with a passkey. A challenge takes one answer, right or wrong.",
        body=PasskeySignIn,
        answer=NewPlayer,
        status=201,
        refusals=("no_passkeys", "bad_passkey", "unavailable"),
    ),
    Endpoint(
        method="GET",
        path="/api/players/me/passkeys",
        handler=listed,
        tag="Passkeys",
        text="Your passkeys.",
        answer=PasskeyTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/passkeys/challenge",
        handler=offer,
        tag="Passkeys",
        text="Begin to create a passkey. It must be a discoverable credential: the device stores your user handle"
        " with it.",
        body=NoFields,
        answer=PasskeyOffer,
        status=201,
        who="player",
        refusals=("no_passkeys",),
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/passkeys",
        handler=add,
        tag="Passkeys",
        text="Store a passkey created by your device. Players with a passkey are never deleted for inactivity.",
        body=NewPasskey,
        answer=PasskeyTable,
        status=201,
        who="player",
        refusals=("no_passkeys", "bad_passkey"),
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/passkeys/change",
        handler=change,
        tag="Passkeys",
        text="Rename or remove one of your passkeys. Devices that it signed in stay signed in.",
        body=PasskeyChange,
        answer=PasskeyTable,
        who="player",
        refusals=("bad_passkey",),
    ),
)
