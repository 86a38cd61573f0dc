"""Operators' actions: list and end sign-ins, export the data of a player, delete an account."""

from __future__ import annotations

import msgspec

from bocage.features.accounts.leaving import collect, delete_account
from bocage.features.accounts.storage import PasskeyStorage, SignInStorage
from bocage.http.operator_acts import Operator, OperatorAct, OperatorError, line, time_text


async def sessions(operator: Operator) -> list[str]:
    """List the sign-ins and passkeys of a player."""
    player = await operator.player()
    known = await SignInStorage(operator.store).of(player.id)
    passkeys = await PasskeyStorage(operator.store).of(player.id)
    return [
        *(line(one.id, time_text(one.made), time_text(one.used), one.device) for one in known.sign_ins),
        *(
            line("passkey", one.id, time_text(one.made), time_text(one.used) if one.used else "-", one.name)
            for one in passkeys
        ),
    ]


async def revoke(operator: Operator) -> list[str]:
    """End one sign-in of a player, or all of them."""
    player, sign_in = await operator.player(), operator.option
    storage = SignInStorage(operator.store)
    if sign_in and sign_in not in [one.id for one in (await storage.of(player.id)).sign_ins]:
        raise OperatorError(f"{player.id} has no sign-in {sign_in}")
    await operator.note(sign_in)
    await storage.end(player.id, sign_in, others=not sign_in)
    return []


async def export(operator: Operator) -> list[str]:
    """Print all data about a player."""
    player = await operator.player()
    kept = await collect(operator.store, player.id, operator.features)
    return [msgspec.json.format(msgspec.json.encode(kept)).decode()]


async def forget(operator: Operator) -> list[str]:
    """Delete an account, or complete a deletion that was interrupted."""
    if not await operator.store.player_fields(operator.id):
        raise OperatorError(f"there is no player {operator.id}")
    await operator.note("")
    given_up = await delete_account(operator.store, operator.id, operator.features)
    return [line(operator.id, f"forgotten; {len(given_up)} matches given up")]


ACTS = {
    "sessions": OperatorAct(sessions),
    "revoke": OperatorAct(revoke, option=("sign-in", "with revoke: end only this one"), shows=True),
    "export": OperatorAct(export),
    "forget": OperatorAct(forget),
}
